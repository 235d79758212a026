import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/repository/load-config.ts';
import { formerCiFiles } from '../../src/start/ci/former-ci-files.ts';
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

  it('finds the scripts of the version without marks, also when only some of them were replaced', async () => {
    const cwd = folderWith(SOUND);
    const files = formerCiFiles('github', { config: loadConfig({ cwd, env: {} }), branch: 'main' });
    writeInto(cwd, Object.fromEntries(Object.entries(files).map(([path, text]) => [path, String(text)])));
    expect(await finding(cwd)).toMatchObject({
      ok: false,
      message: expect.stringMatching(
        /^\.github\/workflows\/gitcast-approve\.yml and 11 more files were written by an earlier gitcast, and /,
      ),
      fix: 'run gitcast init --ci github',
    });
    await gitcast('init --ci github', { cwd });
    expect(await finding(cwd)).toMatchObject({ ok: true });
    writeInto(cwd, { 'ci/gitcast.sh': String(files['ci/gitcast.sh']) });
    expect(await finding(cwd)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^ci\/gitcast\.sh was written by an earlier gitcast, and /),
    });
    rmSync(join(cwd, 'ci/gitcast.sh'));
    expect(await finding(cwd)).toMatchObject({ ok: true });
  });

  const OWN = '.github/workflows/own.yml';
  const starting = (script: string): string => `on: push\njobs:\n  own:\n    steps:\n      - run: ${script}\n`;

  it('names the files that start the script, and finds those that start one which is gone', async () => {
    const cwd = folderWith({ ...SOUND, [OWN]: starting('sh ci/gitcast.sh nightly') });
    const subject = { config: loadConfig({ cwd, env: {} }), branch: 'main' };
    writeInto(cwd, { 'ci/gitcast.sh': String(formerCiFiles('github', subject)['ci/gitcast.sh']) });
    await gitcast('init --ci github', { cwd });
    expect(await finding(cwd)).toMatchObject({
      ok: true,
      message: `written by gitcast ${version()}; ci/gitcast.sh, which starts gitcast ci, is started by ${OWN}`,
    });
    rmSync(join(cwd, 'ci/gitcast.sh'));
    const fix = 'start a job of gitcast ci there, or delete the file; gitcast ci --help lists the jobs';
    expect(await finding(cwd)).toMatchObject({ ok: false, message: `${OWN} starts ci/gitcast.sh, which is gone`, fix });
    writeInto(cwd, { [OWN]: starting('sh ci/github.sh renew && node ci/gitlab.mjs remote') });
    expect(await finding(cwd)).toMatchObject({
      ok: false,
      message: `${OWN} starts ci/github.sh, ${OWN} starts ci/gitlab.mjs, which are gone`,
    });
  });

  it('finds a workflow that deploys another branch than the default branch', async () => {
    const { cwd, git } = await onMain();
    expect(await finding(cwd)).toMatchObject({ ok: true });
    git('branch', '-m', 'trunk+1');
    const message = `${DEPLOY} deploys main, and the default branch is trunk+1`;
    expect(await finding(cwd)).toMatchObject({ ok: false, message, fix: 'run gitcast init --ci github' });
    const written = textOf(cwd, DEPLOY);
    writeFileSync(join(cwd, DEPLOY), `${written}# ours\n`);
    expect(await finding(cwd)).toMatchObject({
      ok: false,
      message,
      fix: `add the branch to ${DEPLOY}, or run gitcast init --ci github --force`,
    });
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
