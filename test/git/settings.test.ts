import { devNull } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { gitIn, type Git } from '../../src/git/git.ts';
import { findRemote } from '../../src/git/remote.ts';
import { readSettings } from '../../src/git/git-settings.ts';
import { git as run } from '../state/clones.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const NOBODY = {
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: '',
  GIT_AUTHOR_EMAIL: '',
};

function repository(settings: Readonly<Record<string, string>> = {}, env: Readonly<Record<string, string>> = {}): Git {
  const folder = temporaryFolder();
  run(folder, 'init', '-q');
  for (const [name, value] of Object.entries(settings)) run(folder, 'config', '--add', name, value);
  return gitIn(folder, { ...NOBODY, ...env });
}

describe("git's settings", () => {
  it('have an author only if somebody has set one, in the order of git', async () => {
    const authorOf = async (...given: Parameters<typeof repository>) =>
      (await readSettings(repository(...given))).author;
    expect(await authorOf()).toEqual({});
    expect(await authorOf({ 'user.email': 'u@example.org' })).toEqual({ email: 'u@example.org' });
    const both = { 'author.name': 'Author', 'user.name': 'User', 'user.email': 'u@example.org' };
    expect(await authorOf(both)).toEqual({ name: 'Author', email: 'u@example.org' });
    const env = { GIT_AUTHOR_NAME: 'Variable', GIT_AUTHOR_EMAIL: 'v@example.org' };
    expect(await authorOf(both, env)).toEqual({ name: 'Variable', email: 'v@example.org' });
  });

  it('have the format of the ids', async () => {
    expect(await readSettings(repository())).toMatchObject({ isComplete: true, format: 'sha1', remotes: [] });
    const folder = temporaryFolder();
    run(folder, 'init', '-q', '--object-format=sha256');
    expect(await readSettings(gitIn(folder, process.env))).toMatchObject({ isComplete: true, format: 'sha256' });
  });

  it('are incomplete outside a repository, and if they are damaged', async () => {
    const folder = temporaryFolder();
    vi.stubEnv('GIT_CEILING_DIRECTORIES', folder);
    expect(await readSettings(gitIn(folder, process.env))).toMatchObject({ isComplete: false });
    vi.unstubAllEnvs();
    const git = repository();
    const damaged = gitIn(git.folder, { ...NOBODY, GIT_CONFIG_COUNT: 'none' });
    expect(await readSettings(damaged)).toMatchObject({ isComplete: false, remotes: [] });
  });
});

describe('the remote of shared refs', () => {
  it('is called by its name, or by its URL for pushes if that differs', async () => {
    const url = 'https://git.example/a.git';
    const addressOf = async (settings: Readonly<Record<string, string>>) =>
      (await findRemote(repository({ 'remote.origin.url': url, ...settings }), undefined))?.address;
    expect(await addressOf({})).toBe('origin');
    expect(await addressOf({ 'url.ssh://git.example/.insteadOf': 'https://git.example/' })).toBe('origin');
    expect(await addressOf({ 'remote.origin.pushurl': url })).toBe('origin');
    expect(await addressOf({ 'remote.origin.pushurl': 'ssh://git.example/a.git' })).toBe('ssh://git.example/a.git');
    expect(await addressOf({ 'url.ssh://git.example/.pushInsteadOf': 'https://git.example/' })).toBe(
      'ssh://git.example/a.git',
    );
  });

  it('is one of those that the repository has, also with a dot in its name', async () => {
    const git = repository({
      'remote.a.b.url': 'https://git.example/a.git',
      'remote.Up.url': 'https://git.example/b.git',
    });
    expect((await findRemote(git, 'a.b'))?.name).toBe('a.b');
    await expect(findRemote(git, 'up')).rejects.toMatchObject({
      message: 'the repository has no remote up',
      suggestion: 'it has Up, a.b',
    });
    expect(await findRemote(repository(), undefined)).toBeUndefined();
  });
});
