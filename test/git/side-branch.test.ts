import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { updateSideBranch, type SideBranch, type SideBranchUpdate } from '../../src/git/side-branch.ts';
import { gitRepository, gitRepositoryWithServer, type GitRepository } from './repository.ts';

const START = { 'a.txt': 'one\ntwo\nthree\nfour\nfive\n', 'b.txt': 'b\n' };

type Wanted = Readonly<Record<string, string>>;

/** Updates the branch to the base with these files. */
function update({ folder }: GitRepository, files: Wanted, more: Partial<SideBranch> = {}): Promise<SideBranchUpdate> {
  const side = { folder, env: process.env, base: 'main', branch: 'edits', remote: undefined, owner: 'live', ...more };
  return updateSideBranch(side, {
    edit: async (place) => {
      await Promise.all(Object.entries(files).map(([path, text]) => writeFile(join(place, path), text)));
      return Object.keys(files);
    },
    message: (changed) => changed.map(({ change, path }) => `${change} ${path}`).join(', '),
  });
}

describe('a side branch', () => {
  it('is the base with the changed files, in one commit that describes what is new', async () => {
    const repository = gitRepository(START);
    const { commit, files } = await update(repository, { 'a.txt': 'ONE\n', 'new.txt': 'n\n' });
    expect(repository.git('rev-parse', 'edits')).toBe(commit);
    expect(repository.git('rev-parse', 'edits^')).toBe(repository.git('rev-parse', 'main'));
    expect(files).toEqual([
      { change: 'changed', path: 'a.txt' },
      { change: 'added', path: 'new.txt' },
    ]);
    expect(repository.git('log', '-1', '--format=%B', 'edits')).toBe(
      'changed a.txt, added new.txt\n\nGitcast-Pull: live',
    );
  });

  it('gets no commit if it is up to date', async () => {
    const repository = gitRepository(START);
    expect((await update(repository, {})).commit).toBeUndefined();
    expect(repository.git('branch', '--list', 'edits')).toBe('');
    const { commit } = await update(repository, { 'b.txt': 'B\n' });
    expect((await update(repository, { 'b.txt': 'B\n' })).commit).toBeUndefined();
    expect(repository.git('rev-parse', 'edits')).toBe(commit);
  });

  it('leaves the checkout unchanged, with any content', async () => {
    const repository = gitRepository({ ...START, '.gitignore': 'ignored\n' });
    repository.write({ 'a.txt': 'half of a thought', untracked: 'u', ignored: 'i' });
    repository.write({ 'b.txt': 'staged\n' });
    repository.git('add', 'b.txt');
    const before = repository.checkout();
    await update(repository, { 'a.txt': 'ONE\n', 'b.txt': 'B\n' });
    expect(repository.checkout()).toBe(before);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`gitcast-work-tree-${process.pid}-`))).toEqual([]);
  });

  it('runs no hook of the repository', async () => {
    const repository = gitRepository(START);
    for (const hook of ['post-checkout', 'pre-commit', 'commit-msg', 'reference-transaction']) {
      writeFileSync(join(repository.folder, '.git/hooks', hook), '#!/bin/sh\ntouch "$GIT_DIR/ran"\nexit 1\n', {
        mode: 0o755,
      });
    }
    expect((await update(repository, { 'b.txt': 'B\n' })).commit).toBeDefined();
    expect(existsSync(join(repository.folder, '.git/ran'))).toBe(false);
  });

  it('follows a second edit of the same line, and a revert', async () => {
    const repository = gitRepository(START);
    await update(repository, { 'b.txt': 'first\n' });
    await update(repository, { 'b.txt': 'second\n' });
    expect(repository.at('edits', 'b.txt')).toBe('second\n');
    const { files } = await update(repository, {});
    expect(files).toEqual([{ change: 'changed', path: 'b.txt' }]);
    expect(repository.git('diff', 'main', 'edits')).toBe('');
    expect(repository.git('rev-list', '--count', 'main..edits')).toBe('3');
  });

  it('includes new commits of the base, and needs no commit for that alone', async () => {
    const repository = gitRepository(START);
    await update(repository, { 'b.txt': 'B\n' });
    repository.commit({ 'a.txt': 'moved\n' });
    expect((await update(repository, { 'b.txt': 'B\n' })).commit).toBeUndefined();
    const { files } = await update(repository, { 'b.txt': 'BB\n' });
    expect(files).toEqual([{ change: 'changed', path: 'b.txt' }]);
    expect(repository.git('diff', '--name-only', 'main...edits')).toBe('b.txt');
    expect(repository.at('edits', 'a.txt')).toBe('moved\n');
  });

  it.each(['merge -q --no-ff -m merged edits', 'merge -q --squash edits'])(
    'starts again from the base after `git %s`',
    async (words) => {
      const repository = gitRepository(START);
      await update(repository, { 'b.txt': 'B\n' });
      repository.git(...words.split(' '));
      if (words.includes('squash')) repository.git('commit', '-qm', 'squashed');
      expect((await update(repository, {})).commit).toBeUndefined();
      await update(repository, { 'b.txt': 'BB\n' });
      expect(repository.git('diff', 'main...edits')).toContain('+BB');
      expect(repository.git('diff', '--name-only', 'main...edits')).toBe('b.txt');
    },
  );

  it('needs no commit if the base continued after a squash merge', async () => {
    const repository = gitRepository(START);
    await update(repository, { 'b.txt': 'B\n' });
    repository.git('merge', '-q', '--squash', 'edits');
    repository.git('commit', '-qm', 'squashed');
    repository.commit({ 'b.txt': 'and further\n' });
    expect((await update(repository, {})).commit).toBeUndefined();
  });

  it('keeps the commits that people added', async () => {
    const repository = gitRepository(START);
    await update(repository, { 'a.txt': 'ONE\ntwo\nthree\nfour\nfive\n' });
    repository.git('checkout', '-q', 'edits');
    repository.commit({ 'a.txt': 'One!\ntwo\nthree\nfour\nfive\n', 'note.txt': 'reviewed\n' }, 'review');
    repository.git('checkout', '-q', 'main');
    expect((await update(repository, { 'a.txt': 'ONE\ntwo\nthree\nfour\nfive\n' })).commit).toBeUndefined();
    await update(repository, { 'a.txt': 'ONE\ntwo\nthree\nfour\nFIVE\n' });
    expect(repository.at('edits', 'a.txt')).toBe('One!\ntwo\nthree\nfour\nFIVE\n');
    expect(repository.at('edits', 'note.txt')).toBe('reviewed\n');
  });

  it('is left unchanged if an edit conflicts with a commit, and no conflict is ever committed', async () => {
    const repository = gitRepository(START);
    await update(repository, { 'b.txt': 'theirs\n' });
    repository.git('checkout', '-q', 'edits');
    const tip = repository.commit({ 'b.txt': 'mine\n' });
    repository.git('checkout', '-q', 'main');
    const { commit, held } = await update(repository, { 'b.txt': 'theirs again\n' });
    expect({ commit, held }).toEqual({ commit: undefined, held: ['b.txt'] });
    expect(repository.git('rev-parse', 'edits')).toBe(tip);
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
  });

  it('gets all other edits if one conflicts, which is reported until it is resolved', async () => {
    const repository = gitRepository(START);
    await update(repository, { 'a.txt': 'ONE\ntwo\nthree\nfour\nfive\n', 'b.txt': 'theirs\n' });
    const byHand = (files: Wanted): void => {
      repository.git('checkout', '-q', 'edits');
      repository.commit(files);
      repository.git('checkout', '-q', 'main');
    };
    byHand({ 'b.txt': 'mine\n' });
    // One edit is withdrawn, one is new, and one conflicts.
    const wanted = { 'b.txt': 'theirs again\n', 'new.txt': 'n\n' };
    const { files, held } = await update(repository, wanted);
    expect(held).toEqual(['b.txt']);
    expect(files.map(({ path }) => path)).toEqual(['a.txt', 'new.txt']);
    expect(['a.txt', 'b.txt', 'new.txt'].map((file) => repository.at('edits', file))).toEqual([
      START['a.txt'],
      'mine\n',
      'n\n',
    ]);
    expect(await update(repository, wanted)).toMatchObject({ commit: undefined, held: ['b.txt'] });
    byHand({ 'b.txt': 'theirs again\n' });
    expect(await update(repository, wanted)).toMatchObject({ held: [] });
    expect(repository.at('edits', 'b.txt')).toBe('theirs again\n');
  });

  it('is left unchanged while it is checked out, and while it contains the edits of another target', async () => {
    const repository = gitRepository(START);
    await update(repository, { 'b.txt': 'B\n' });
    repository.git('checkout', '-q', 'edits');
    await expect(update(repository, { 'b.txt': 'BB\n' })).rejects.toThrow('is checked out in');
    repository.git('checkout', '-q', 'main');
    await expect(update(repository, { 'b.txt': 'BB\n' }, { owner: 'staging' })).rejects.toThrow('edits from live');
  });

  it('survives a process that was killed while updating it', async () => {
    const repository = gitRepository(START);
    const left = join(tmpdir(), 'gitcast-work-tree-999999999-killed', 'tree');
    mkdirSync(join(left, '..'), { recursive: true });
    repository.git('worktree', 'add', '-q', '--detach', left, 'main');
    await update(repository, { 'b.txt': 'B\n' });
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(existsSync(left)).toBe(false);
  });
});

describe('a side branch on a remote', () => {
  it('starts from the base on the remote, and is pushed', async () => {
    const { person: repository, server } = gitRepositoryWithServer(START);
    repository.commit({ 'a.txt': 'not pushed yet\n' });
    const { commit, pushed } = await update(repository, { 'b.txt': 'B\n' }, { remote: 'origin' });
    expect([server.git('rev-parse', 'edits'), pushed]).toEqual([commit, true]);
    expect(server.at('edits', 'a.txt')).toBe(START['a.txt']);
  });

  it('keeps commits that others pushed to it', async () => {
    const { person: repository, server } = gitRepositoryWithServer(START);
    await update(repository, { 'b.txt': 'B\n' }, { remote: 'origin' });
    repository.git('fetch', '-q');
    const colleague = repository.git('commit-tree', '-p', 'origin/edits', '-m', 'theirs', 'origin/edits^{tree}');
    repository.git('push', '-q', 'origin', `${colleague}:refs/heads/edits`);
    await update(repository, { 'b.txt': 'BB\n' }, { remote: 'origin' });
    expect(server.git('rev-list', 'edits').split('\n')).toContain(colleague);
    expect(server.at('edits', 'b.txt')).toBe('BB\n');
  });

  it('is found by a clone that fetches the base only, as those of CI do', async () => {
    const { person: repository, server } = gitRepositoryWithServer(START);
    await update(repository, { 'b.txt': 'B\n' }, { remote: 'origin' });
    repository.git('update-ref', '-d', 'refs/heads/edits');
    repository.git('update-ref', '-d', 'refs/remotes/origin/edits');
    repository.git('config', 'remote.origin.fetch', '+refs/heads/main:refs/remotes/origin/main');
    const { pushed } = await update(repository, { 'b.txt': 'BB\n' }, { remote: 'origin' });
    expect([pushed, server.git('rev-list', '--count', 'main..edits')]).toEqual([true, '2']);
  });

  it('stays in this clone, and is pushed the next time, if the remote refuses it', async () => {
    const { person: repository, server } = gitRepositoryWithServer(START);
    const hook = join(server.folder, 'hooks/pre-receive');
    writeFileSync(hook, '#!/bin/sh\necho closed today >&2\nexit 1\n', { mode: 0o755 });
    const first = await update(repository, { 'b.txt': 'B\n' }, { remote: 'origin' });
    expect(first).toMatchObject({ pushed: false, notPushed: expect.stringContaining('git push failed') as string });
    writeFileSync(hook, '#!/bin/sh\n', { mode: 0o755 });
    const second = await update(repository, { 'b.txt': 'B\n' }, { remote: 'origin' });
    expect([second.commit, second.pushed]).toEqual([undefined, true]);
    expect(server.git('rev-parse', 'edits')).toBe(first.commit);
  });

  it('is not touched if it has diverged from the remote', async () => {
    const { person: repository } = gitRepositoryWithServer(START);
    await update(repository, { 'b.txt': 'B\n' }, { remote: 'origin' });
    const [here, there] = ['here', 'there'].map((message) =>
      repository.git('commit-tree', '-p', 'main', '-m', message, 'main^{tree}'),
    );
    repository.git('update-ref', 'refs/heads/edits', here!);
    repository.git('push', '-qf', 'origin', `${there}:refs/heads/edits`);
    const updating = update(repository, { 'b.txt': 'BB\n' }, { remote: 'origin' });
    await expect(updating).rejects.toThrow('has diverged from the remote');
  });
});
