import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkout, openProject, push } from './project.ts';
import { read, write } from './folders.ts';
import { environment, git, run, type Ran } from './run.ts';
import { program } from '../programs.ts';
import { needs } from '../needs.ts';

describe.runIf(needs('bash', 'curl', 'tar'))('the script for any other host', { timeout: 300_000 }, () => {
  it('checks, deploys and pulls with only git and a key, and commits the state if that is a file', async () => {
    const project = await openProject('script', { state: 'file' });
    const { cwd } = checkout(project, 'main');
    const env = { ...environment([project.bin]), GITCAST_KEY: project.service.key };
    const script = (folder: string, ...words: readonly string[]): Promise<Ran> =>
      run(folder, program('sh'), ['ci/gitcast.sh', ...words], env);
    expect((await script(cwd, 'pull-request')).exitCode).toBe(0);
    expect(read(cwd, '.gitcast/ci/plan.md')).toMatch(/^### gitcast plan for `production`\n/);
    expect((await script(cwd, 'merge')).exitCode).toBe(0);
    expect(existsSync(join(cwd, 'dist/index.html'))).toBe(true);

    // A push in between must not lose the state of a run.
    await project.call('POST', '/places', { name: 'Orchard gate' });
    git(project.author, 'pull', '--quiet');
    write(project.author, 'content/places/pond.yaml', 'name: The pond\n');
    push(project.author, 'A pond');
    const late = checkout(project, 'main').cwd;
    write(project.author, 'notes.txt', 'meanwhile');
    push(project.author, 'Meanwhile');
    const synced = await script(late, 'sync');
    expect([synced.exitCode, synced.stderr]).toEqual([
      0,
      expect.stringContaining('Somebody else pushed to main first'),
    ]);
    expect(git(project.origin, 'show', 'main:.gitcast/state/production.json')).toContain('places/pond');
    expect(git(project.origin, 'show', 'main:notes.txt')).toBe('meanwhile');

    const nightly = await script(checkout(project, 'main', { depth: 0 }).cwd, 'nightly');
    expect([nightly.exitCode, nightly.stderr]).toEqual([
      0,
      expect.stringContaining('The edits are on the branch gitcast/drift-production.'),
    ]);
    expect(git(project.origin, 'ls-tree', '-r', '--name-only', 'gitcast/drift-production', 'content/places')).toContain(
      'orchard-gate.yaml',
    );
    expect(await script(cwd, 'launch')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('usage: ') });
  });

  it('syncs nowhere until it has a target', async () => {
    const project = await openProject('script');
    const { cwd } = checkout(project, 'main');
    const env = { ...environment([project.bin]), GITCAST_KEY: project.service.key, GITCAST_TARGET: '' };
    const ran = await run(cwd, program('sh'), ['ci/gitcast.sh', 'sync'], env);
    expect(ran).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('CI has no target yet') });
    expect((await project.call('GET', '/events'))['data']).toEqual([]);
  });
});
