import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BROKEN, SOUND } from '../cli/in-memory.ts';
import { read, temporaryFolder, write } from './folders.ts';
import { environment, git, run, type Ran } from './run.ts';
import { installed } from './workshop.ts';
import { ownProgram, program } from '../programs.ts';
import { needs } from '../needs.ts';

const EVENT = 'content/events/opening-night.yaml';

function repositoryWith(files: Readonly<Record<string, string>>, below = ''): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) write(folder, below + path, text);
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '--message', 'start');
  return folder;
}

const bin = (): readonly string[] => [installed()];

const initHooks = (cwd: string, ...words: readonly string[]): Promise<Ran> =>
  run(cwd, ownProgram('gitcast'), ['init', '--hooks', ...words], environment(bin()));

const commit = (cwd: string, path = bin(), ...words: readonly string[]): Promise<Ran> =>
  run(cwd, program('git'), ['commit', '--message', 'change', ...words], environment(path));

describe.runIf(needs('tar'))('the pre-commit hook', { timeout: 120_000 }, () => {
  it('allows a commit without errors, and stops one with an error at its line', async () => {
    const cwd = repositoryWith(SOUND);
    expect(await initHooks(cwd)).toMatchObject({ exitCode: 0, stdout: '✓ added 1 file\n  .git/hooks/pre-commit\n' });
    write(cwd, EVENT, BROKEN[EVENT]);
    git(cwd, 'add', '.');
    const stopped = await commit(cwd);
    expect(stopped.exitCode).toBe(1);
    expect(stopped.stdout + stopped.stderr).toContain(` --> ${EVENT}:4:11\n`);
    expect(git(cwd, 'log', '--format=%s')).toBe('start\n');

    write(cwd, EVENT, SOUND[EVENT].replace('Opening', 'Closing'));
    git(cwd, 'add', '.');
    expect((await commit(cwd)).exitCode).toBe(0);
  });

  it('checks what is committed, also if only some files are, and not the rest of the work tree', async () => {
    const cwd = repositoryWith(SOUND);
    await initHooks(cwd);
    write(cwd, EVENT, BROKEN[EVENT]);
    write(cwd, 'content/places/lawn.yaml', 'name: The lawn\n');
    git(cwd, 'add', 'content/places');
    expect((await commit(cwd)).exitCode).toBe(0);
    write(cwd, 'content/places/lawn.yaml', 'name: Lawn\n');
    git(cwd, 'add', '.');
    // `git commit PATH` and `git commit --all` each create a separate index for the hook.
    expect((await commit(cwd, bin(), 'content/places/lawn.yaml')).exitCode).toBe(0);
    expect((await commit(cwd, bin(), '--all')).exitCode).toBe(1);
  });

  it('is installed where core.hooksPath points, in a worktree, and below the root', async () => {
    const cwd = repositoryWith(SOUND, 'sites/har bour/');
    git(cwd, 'config', 'core.hooksPath', '.hooks');
    expect((await initHooks(join(cwd, 'sites/har bour'))).stdout).toContain('../../.hooks/pre-commit\n');
    expect(statSync(join(cwd, '.hooks/pre-commit')).mode & 0o777).toBe(0o755);
    git(cwd, 'config', '--unset', 'core.hooksPath');

    const tree = join(temporaryFolder(), 'tree');
    git(cwd, 'worktree', 'add', '--quiet', tree);
    expect((await initHooks(join(tree, 'sites/har bour'))).exitCode).toBe(0);
    expect(existsSync(join(cwd, '.git/hooks/pre-commit'))).toBe(true);
    for (const place of [tree, cwd]) {
      write(place, `sites/har bour/${EVENT}`, BROKEN[EVENT]);
      git(place, 'add', '.');
      const { exitCode, stdout, stderr } = await commit(place);
      expect([exitCode, stdout + stderr]).toEqual([1, expect.stringContaining(`--> sites/har bour/${EVENT}:4:11`)]);
    }
  });

  it('prefers the gitcast of the repository to that of the machine, and without one prints a notice and allows the commit', async () => {
    const cwd = repositoryWith({ ...SOUND, '.gitignore': 'node_modules\n' });
    await initHooks(cwd);
    write(cwd, EVENT, BROKEN[EVENT]);
    git(cwd, 'add', '.');
    const none = await commit(cwd, []);
    expect([none.exitCode, none.stderr]).toEqual([0, expect.stringContaining('gitcast is not installed')]);

    write(cwd, 'node_modules/.bin/gitcast', '#!/bin/sh\necho "the own one: $*"\nexit 7\n', 0o755);
    write(cwd, EVENT, SOUND[EVENT]);
    git(cwd, 'add', '.');
    const own = await commit(cwd);
    expect([own.exitCode, own.stdout + own.stderr]).toEqual([1, 'the own one: validate --staged --quiet\n']);
  });

  it('never replaces another hook, and shows the line to add', async () => {
    const cwd = repositoryWith(SOUND);
    const theirs = '#!/bin/sh\nnpm test\n';
    write(cwd, '.git/hooks/pre-commit', theirs, 0o755);
    const { exitCode, stderr } = await initHooks(cwd, '--force', '--ci', 'script');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('add this line to it: npx --no-install gitcast validate --staged --quiet\n');
    expect([read(cwd, '.git/hooks/pre-commit'), existsSync(join(cwd, 'ci'))]).toEqual([theirs, false]);

    write(cwd, '.git/hooks/pre-commit', `${theirs}npx --no-install gitcast validate --staged --quiet\n`, 0o755);
    expect((await initHooks(cwd)).stdout).toBe('✓ nothing to add: everything already exists\n');
  });

  it('is installed with a new repository, and keeps an existing hook that has the line already', async () => {
    const cwd = temporaryFolder();
    git(cwd, 'init', '--quiet');
    const theirs = '#!/bin/sh\nnpm test\nnpx gitcast validate --staged\n';
    write(cwd, '.git/hooks/pre-commit', theirs, 0o755);
    expect(await initHooks(cwd, '--force')).toMatchObject({ exitCode: 0 });
    expect(read(cwd, '.git/hooks/pre-commit')).toBe(theirs);
    const fresh = temporaryFolder();
    git(fresh, 'init', '--quiet');
    await initHooks(fresh);
    git(fresh, 'add', '.');
    expect(await commit(fresh)).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(fresh, '.git/hooks/pre-commit'))).toBe(true);
  });

  it('is installed in a folder without a repository, which gets one', async () => {
    const cwd = temporaryFolder();
    expect(await initHooks(cwd)).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(cwd, '.git/hooks/pre-commit'))).toBe(true);
  });
});
