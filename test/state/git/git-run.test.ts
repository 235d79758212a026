import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { gitIn } from '../../../src/git/git.ts';
import { Belonging } from '../../../src/state/belonging.ts';
import { nodeDisk } from '../../../src/state/file/disk.ts';
import { beginGitRun, type GitRunParts } from '../../../src/state/git/git-run.ts';
import type { LockOwner } from '../../../src/state/file/lock-file.ts';
import { StateRef } from '../../../src/state/git/state-ref.ts';
import { commitFile, git } from '../clones.ts';
import { IDENTITY } from '../identity.ts';
import { ManualClock } from '../manual-clock.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const ana: LockOwner = { user: 'ana', host: 'laptop', pid: 4711, command: 'sync', url: 'https://ci.example/7' };
const NOT_SHARED = 'the repository has no remote, so the state is stored in this clone only';

/** Git has neither a name nor an email address, unless a test sets them. */
const NOBODY = { GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' };

let clone = '';
let head = '';
beforeAll(() => {
  for (const name of ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'EMAIL']) vi.stubEnv(name, undefined);
  clone = mkdtempSync(join(tmpdir(), 'gitcast-run-'));
  git(clone, 'init', '-q');
  head = commitFile(clone, 'content/broadcast.yaml', 'name: Harbour festival\n');
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(clone, { recursive: true, force: true });
});

let targets = 0;

function parts(more: Partial<GitRunParts> = {}, root = clone, env = {}): GitRunParts {
  const target = `target-${++targets}`;
  const folder = join(temporaryFolder(), 'not', 'yet');
  const repository = gitIn(root, { ...NOBODY, ...env });
  const belonging = new Belonging({ target, identity: IDENTITY });
  return {
    git: repository,
    belonging,
    ref: new StateRef({ git: repository, belonging }),
    disk: nodeDisk,
    clock: new ManualClock(),
    content: ['content'],
    sources: ['content', 'missing.yaml'],
    folder,
    ...more,
  };
}

const lockOf = ({ folder, belonging }: GitRunParts): string => join(folder, `${belonging.target}.lock`);

describe('a run on a shared state', () => {
  it('is recorded with its command, its target, its author and its commit', async () => {
    const given = parts({ actor: 'Ana Actor' });
    const { lock, note, author } = await beginGitRun(given, ana);
    expect(note).toEqual({
      version: 1,
      id: lock.id,
      command: 'sync',
      identity: IDENTITY,
      by: 'Ana Actor',
      startedAt: '2027-06-18T12:00:00.000Z',
      finished: false,
      changes: [],
      url: 'https://ci.example/7',
      content: {
        commit: head,
        branch: 'main',
        uncommitted: false,
        trees: { content: git(clone, 'rev-parse', 'HEAD:content') },
      },
    });
    expect(author).toEqual({ name: 'Ana Actor', email: 'ana@laptop' });
    expect(lock.note).toBe(NOT_SHARED);
    expect(existsSync(lockOf(given))).toBe(true);
    await lock.release();
    expect(existsSync(lockOf(given))).toBe(false);
  });

  it('is called a run if it names no command, by the user of the machine', async () => {
    const { lock, note, author } = await beginGitRun(parts(), { user: 'ana', host: 'laptop', pid: 4711 });
    expect(note).toMatchObject({ command: 'run', by: 'ana' });
    expect(note).not.toHaveProperty('url');
    expect(author).toEqual({ name: 'ana', email: 'ana@laptop' });
    await lock.release();
  });

  it('is by the author that git names, and in CI started by the user that CI names', async () => {
    const env = { GIT_AUTHOR_NAME: 'Git Author', GIT_AUTHOR_EMAIL: 'git@example.org' };
    const author = { name: 'Git Author', email: 'git@example.org' };
    const named = await beginGitRun(parts({}, clone, env), ana);
    expect(named).toMatchObject({ author, note: { by: 'Git Author' } });
    await named.lock.release();
    const started = await beginGitRun(parts({ actor: 'octocat' }, clone, env), ana);
    expect(started).toMatchObject({ author, note: { by: 'octocat' } });
    await started.lock.release();
  });

  it('has no content before the first commit', async () => {
    const root = temporaryFolder();
    git(root, 'init', '-q');
    const { lock, note } = await beginGitRun(parts({}, root), ana);
    expect(note).not.toHaveProperty('content');
    await lock.release();
  });

  it('has uncommitted content if content files were changed', async () => {
    writeFileSync(join(clone, 'content', 'new.yaml'), '');
    const { lock, note } = await beginGitRun(parts({ sources: [] }), ana);
    expect(note.content).toEqual({ commit: head, branch: 'main', uncommitted: true, trees: {} });
    rmSync(join(clone, 'content', 'new.yaml'));
    await lock.release();
  });

  it('reports whose lock it took over, before the note that the state is not shared', async () => {
    const given = parts();
    await beginGitRun(given, { ...ana, pid: 2 ** 22 + 1 });
    const { lock } = await beginGitRun(given, { ...ana, pid: process.pid });
    expect(lock.note).toMatch(/^took over the lock of ana@laptop .* left behind by a run that died\n/);
    expect(lock.note?.endsWith(`\n${NOT_SHARED}`)).toBe(true);
    await lock.release();
  });

  it('has no such note if the state is shared', async () => {
    const given = parts();
    const refs = { ...(await given.ref.refs()), isShared: true };
    const ref = Object.assign(given.ref, { refs: async () => refs });
    const { lock } = await beginGitRun({ ...given, ref }, ana);
    expect(lock).not.toHaveProperty('note');
    await lock.release();
  });

  it('leaves no lock on this machine if it does not get the shared one', async () => {
    const given = parts();
    const { lock } = await beginGitRun(given, ana);
    const elsewhere = { ...given, folder: temporaryFolder() };
    await expect(beginGitRun(elsewhere, ana)).rejects.toThrow('another run is in progress');
    expect(existsSync(lockOf(elsewhere))).toBe(false);
    await lock.release();
  });
});
