import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { markIn, withMark } from '../../src/start/ci/written-mark.ts';
import { version } from '../../src/machine/program.ts';
import { folderWith, gitcast, SOUND, textOf, writeInto } from '../cli/in-memory.ts';

const DEPLOY = '.github/workflows/gitcast-deploy.yml';

async function repository(words = '--ci github'): Promise<string> {
  const cwd = folderWith(SOUND);
  expect((await gitcast(`init ${words}`, { cwd })).exitCode).toBe(0);
  return cwd;
}

/** The finding of `gitcast doctor` about the files of CI. */
async function finding(cwd: string): Promise<object | undefined> {
  const { stdout } = await gitcast('doctor --json', { cwd });
  const { checks } = JSON.parse(stdout) as { checks: readonly { readonly name: string }[] };
  return checks.find(({ name }) => name === 'CI files');
}

const lockfile = (pinned: string): string =>
  JSON.stringify({ packages: { 'node_modules/gitcast': { version: pinned } } });

/** A repository on main, with the workflows that `init` writes there. */
async function onMain() {
  const cwd = folderWith(SOUND);
  const git = (...words: readonly string[]): void => void execFileSync('git', words, { cwd, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  git('-c', 'user.name=Ada', '-c', 'user.email=a@b.c', 'commit', '-q', '--allow-empty', '-m', 'start');
  await gitcast('init --ci github', { cwd });
  return { cwd, git };
}

describe('doctor, about the files of CI', () => {
  it('says nothing in a repository without them', async () => {
    expect(await finding(folderWith(SOUND))).toBeUndefined();
    // Nor about a pipeline that gitcast did not write.
    expect(await finding(folderWith({ ...SOUND, '.gitlab-ci.yml': 'test:\n  script:\n    - make\n' }))).toBeUndefined();
  });

  it('passes with those of this version, and names edited ones', async () => {
    const cwd = await repository();
    const message = `written by gitcast ${version()}`;
    expect(await finding(cwd)).toEqual({ name: 'CI files', ok: true, message, fix: null });
    writeFileSync(join(cwd, DEPLOY), `${textOf(cwd, DEPLOY)}# ours\n`);
    expect(await finding(cwd)).toMatchObject({ ok: true, message: `${message}; edited since: ${DEPLOY}` });
  });

  it('finds those that do not fit the configuration any more, though somebody edited them', async () => {
    const cwd = await repository();
    writeFileSync(join(cwd, DEPLOY), textOf(cwd, DEPLOY).replace("'17 4 * * *'", "'17 5 * * *'"));
    expect(await finding(cwd)).toMatchObject({ ok: true });
    const config = textOf(cwd, 'gitcast.config.yaml');
    writeInto(cwd, { 'gitcast.config.yaml': `${config}secrets: [HOOK]\n` });
    expect(await finding(cwd)).toEqual({
      name: 'CI files',
      ok: false,
      message: `${DEPLOY} does not fit the configuration, which has changed since`,
      fix: 'run gitcast init --ci github',
    });
    await gitcast('init --ci github', { cwd });
    expect(await finding(cwd)).toMatchObject({ ok: true });
    expect(textOf(cwd, DEPLOY)).toContain('HOOK');
  });

  it('finds files of another version, and names the command that updates them', async () => {
    const cwd = await repository('--ci gitlab');
    const path = '.gitlab-ci.yml';
    const { command } = markIn(textOf(cwd, path))!;
    const text = textOf(cwd, path).replace(/^.*\n/, '');
    writeFileSync(join(cwd, path), withMark(path, text, { version: '0.1.0', command }));
    expect(await finding(cwd)).toEqual({
      name: 'CI files',
      ok: false,
      message: `.gitlab-ci.yml was written by gitcast 0.1.0, and this is ${version()}`,
      fix: 'run gitcast init --ci gitlab',
    });
  });

  it('does not suggest to go back to the older gitcast that runs it', async () => {
    const cwd = await repository();
    const { command } = markIn(textOf(cwd, DEPLOY))!;
    const text = textOf(cwd, DEPLOY).replace(/^.*\n/, '');
    writeFileSync(join(cwd, DEPLOY), withMark(DEPLOY, text, { version: '99.10.0', command }));
    expect(await finding(cwd)).toMatchObject({ ok: false, fix: 'use gitcast 99.10.0 on this machine too' });
  });

  it('finds a workflow that deploys another branch than the default branch', async () => {
    const { cwd, git } = await onMain();
    expect(await finding(cwd)).toMatchObject({ ok: true });
    git('branch', '-m', 'trunk+1');
    const message = `${DEPLOY} deploys main, and the default branch is trunk+1`;
    expect(await finding(cwd)).toMatchObject({ ok: false, message, fix: 'run gitcast init --ci github' });
    const written = textOf(cwd, DEPLOY);
    // A pattern may match it.
    writeFileSync(join(cwd, DEPLOY), written.replace('- main', "- 'trunk*'"));
    expect(await finding(cwd)).toMatchObject({ ok: true });
    writeFileSync(join(cwd, DEPLOY), written);
    await gitcast('init --ci github', { cwd });
    expect(await finding(cwd)).toMatchObject({ ok: true });
  });

  it('knows the default branch of the remote, and says nothing where none is known for sure', async () => {
    const { cwd, git } = await onMain();
    git('branch', '-m', 'feature');
    // A clone of one branch looks like this.
    git('remote', 'add', 'origin', 'https://git.example/a.git');
    expect(await finding(cwd)).toMatchObject({ ok: true });
    git('remote', 'remove', 'origin');
    git('branch', 'other');
    expect(await finding(cwd)).toMatchObject({ ok: true });
    git('update-ref', 'refs/remotes/origin/live', 'HEAD');
    git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/live');
    expect(await finding(cwd)).toMatchObject({
      ok: false,
      message: `${DEPLOY} deploys main, and the default branch is live`,
    });
  });

  it('finds a lockfile that pins another gitcast than the files are for', async () => {
    const cwd = await repository();
    writeInto(cwd, { 'package-lock.json': lockfile(version()) });
    expect(await finding(cwd)).toMatchObject({ ok: true });
    writeInto(cwd, { 'package-lock.json': lockfile('0.1.0') });
    expect(await finding(cwd)).toEqual({
      name: 'CI files',
      ok: false,
      message: `the CI files are for gitcast ${version()}, and package-lock.json pins 0.1.0`,
      fix: `run gitcast init --ci github --package ${version()}`,
    });
  });
});
