import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

  it('passes with those of `init`, and names edited ones', async () => {
    const cwd = await repository();
    const message = 'as gitcast writes them';
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
      message: `${DEPLOY} is not what this gitcast writes for this configuration`,
      fix: 'run gitcast init --ci github',
    });
    await gitcast('init --ci github', { cwd });
    expect(await finding(cwd)).toMatchObject({ ok: true });
    expect(textOf(cwd, DEPLOY)).toContain('HOOK');
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
});
