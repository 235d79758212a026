import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { gitAsCalled, gitIn, NoGit } from '../../src/git/git.ts';
import { reasonIn } from '../../src/git/git-failure.ts';
import { folderWith } from '../cli/in-memory.ts';
import { gitRepository } from './repository.ts';

/** A program that git runs as its command `x`. */
const program = (text: string): readonly string[] => ['-c', `alias.x=!${text}`, 'x'];

/** True while the process exists. */
const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

afterEach(() => void vi.unstubAllEnvs());

describe('git as gitcast runs it', () => {
  it('returns what git printed, and throws its reason for a failure', async () => {
    const { folder } = gitRepository();
    expect(await gitIn(folder, process.env).run(['symbolic-ref', 'HEAD'])).toBe('refs/heads/main');
    await expect(gitIn(folder, process.env).run(['-c', 'a.b=c', 'rev-parse', '--verify', 'nowhere'])).rejects.toThrow(
      'git rev-parse failed: Needed a single revision',
    );
    expect(gitIn(folder, process.env).attemptNow(['symbolic-ref', 'HEAD'])).toMatchObject({
      ok: true,
      text: 'refs/heads/main\n',
    });
  });

  it('distinguishes a folder outside a repository, and a machine without git, from other failures', async () => {
    const outside = gitIn(folderWith(), process.env);
    vi.stubEnv('GIT_CEILING_DIRECTORIES', join(outside.folder, '..'));
    const git = gitIn(outside.folder, process.env);
    expect(await git.attempt(['status'])).toMatchObject({ ok: false, isOutside: true });
    await expect(git.run(['status'])).rejects.toThrow('is not inside a git repository');
    expect(git.in(join(outside.folder, 'nowhere')).attemptNow(['status'])).toMatchObject({ isOutside: true });
    vi.stubEnv('PATH', outside.folder);
    await expect(gitIn(outside.folder, process.env).run(['status'])).rejects.toThrow(NoGit);
    expect(() => gitIn(outside.folder, process.env).attemptNow(['status'])).toThrow(NoGit);
  });

  it('uses the repository of its folder, even if a hook has started it', async () => {
    const [ours, other] = [gitRepository({ ours: '' }), gitRepository({ other: '' })];
    vi.stubEnv('GIT_DIR', join(other.folder, '.git'));
    vi.stubEnv('GIT_WORK_TREE', other.folder);
    vi.stubEnv('GIT_INDEX_FILE', join(other.folder, '.git/index'));
    expect(await gitIn(ours.folder, process.env).run(['ls-files', '--', 'ours', 'other'])).toBe('ours');
    expect(await gitAsCalled(other.folder, process.env).run(['ls-files', '--', 'ours', 'other'])).toBe('other');
  });

  it('never works with a repository that is part of a checkout, whose config would name programs to start', async () => {
    const repository = gitRepository();
    repository.write({
      'festival/HEAD': 'ref: refs/heads/main\n',
      'festival/config': '[core]\n\tbare = true\n[alias]\n\tx = !echo > ran\n',
      'festival/objects/x': '',
      'festival/refs/x': '',
    });
    const inside = join(repository.folder, 'festival');
    // As git alone would do it.
    repository.git('-C', 'festival', 'x');
    expect(existsSync(join(inside, 'ran'))).toBe(true);
    rmSync(join(inside, 'ran'));
    for (const each of [gitIn(inside, process.env), gitAsCalled(inside, process.env)]) {
      const refusal = `${inside} is not used: its files look like a git repository of their own, with a HEAD`;
      await expect(each.attempt(['x'])).rejects.toThrow(refusal);
      expect(() => each.attemptNow(['x'])).toThrow(refusal);
      // Even if its files appear only now, git itself refuses them from version 2.38 on.
      const settings = each.in(repository.folder);
      expect(await settings.run(['config', 'safe.bareRepository'])).toBe('explicit');
    }
    expect(existsSync(join(inside, 'ran'))).toBe(false);
    repository.write({ 'linked/HEAD': 'ref: refs/heads/main\n', 'linked/commondir': '../festival\n' });
    expect(() => gitIn(join(repository.folder, 'linked'), process.env).attemptNow(['x'])).toThrow('is not used');
  });

  it('fetches from no address that names a program', async () => {
    const { folder } = gitRepository();
    const { ok, reason } = await gitIn(folder, process.env).attempt([
      'fetch',
      `ext::sh -c echo>${join(folder, 'ran')}`,
    ]);
    expect([ok, reason]).toEqual([false, expect.stringContaining("transport 'ext' not allowed")]);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('runs in a separate process group, so that Ctrl-C lets it finish', async () => {
    const groupIn = (stat: string): number => Number(stat.split(' ')[4]);
    const group = groupIn(await gitIn(gitRepository().folder, process.env).run(program('cat /proc/$$/stat')));
    expect(group).toBeGreaterThan(1);
    expect(group).not.toBe(groupIn(readFileSync('/proc/self/stat', 'utf8')));
  });

  it('is stopped with its child processes if it takes too long', async () => {
    const { folder } = gitRepository();
    // Git's child processes would keep its output open.
    const { ok, reason } = await gitIn(folder, process.env).attempt(program('sleep 1000'), { timeout: 1500 });
    expect([ok, reason]).toEqual([false, 'it took too long and was stopped']);
  });

  it('does not wait for a program that git leaves running', async () => {
    const { folder } = gitRepository();
    const pid = Number(await gitIn(folder, process.env).run(program('sleep 1000 > .git/said & echo $!')));
    try {
      expect(isThere(pid)).toBe(true);
    } finally {
      process.kill(pid);
    }
  });

  it('survives a git that reads less than it is given', async () => {
    const { folder } = gitRepository();
    const { ok } = await gitIn(folder, process.env).attempt(program('true'), { input: 'x'.repeat(10_000_000) });
    expect(ok).toBe(true);
  });

  it("runs no hook, and knows the user's hooks folder", async () => {
    const repository = gitRepository();
    const { folder } = repository;
    const hook = join(folder, '.git/hooks/reference-transaction');
    writeFileSync(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await gitIn(folder, process.env).run(['update-ref', 'refs/heads/other', 'HEAD']);
    expect(() => repository.git('update-ref', 'refs/heads/third', 'HEAD')).toThrow('aborted by hook');
    expect(await gitAsCalled(folder, process.env).run(['rev-parse', '--git-path', 'hooks'])).toBe('.git/hooks');
  });
});

describe('the reason that git gives', () => {
  it('consists of the lines that explain the error', () => {
    const complaint =
      'To server\nremote: \nremote: closed today\n ! [remote rejected] x\nerror: failed to push some refs\n';
    expect(reasonIn(complaint)).toBe('remote: closed today; ! [remote rejected] x; failed to push some refs');
    expect(reasonIn('something else\n')).toBe('something else');
    expect(reasonIn('\n')).toBe('git gives no reason');
  });

  it('never contains the credentials of a URL', () => {
    const userinfo = fc.stringMatching(/^[A-Za-z0-9:@%._~-]{1,30}$/).map((text) => `S3CRET${text}S3CRET`);
    fc.assert(
      fc.property(userinfo, fc.constantFrom('https', 'ssh', 'http'), (secret, scheme) => {
        const said = reasonIn(`fatal: unable to access '${scheme}://${secret}@host.example/x.git/': 403`);
        expect(said).not.toContain('S3CRET');
        expect(said).toContain('host.example/x.git');
      }),
    );
  });
});
