import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { treesAt } from '../../src/git/content.ts';
import { gitIn } from '../../src/git/git.ts';
import { standingOf, type Standing, type Synced } from '../../src/git/commit-history.ts';
import { folderWith } from '../cli/in-memory.ts';
import { GitRepository, gitRepositoryWithServer } from './repository.ts';

const PATHS = ['content', 'content.live', 'gitcast.config.yaml'];

/** A synced commit as a run records it. */
async function syncedFrom({ folder }: GitRepository, commit: string, at = new Date()): Promise<Synced> {
  const trees = (await treesAt(gitIn(folder, process.env), [commit], PATHS)).get(commit)!;
  return { commit, trees, at: at.toISOString() };
}

async function standing(repository: GitRepository, synced: Synced, head = 'HEAD'): Promise<Standing> {
  const commit = /^[0-9a-f]{40}$/.test(head) ? head : repository.git('rev-parse', head);
  return standingOf(gitIn(repository.folder, process.env), synced, { head: commit, paths: PATHS });
}

let edits = 0;
const edit = (repository: GitRepository, text = `${++edits}`): string =>
  repository.commit({ 'content/a.yaml': `title: ${text}\n` });

/** A person's repository, with a server that allows what GitHub and GitLab allow. */
function shared(): { person: GitRepository; server: GitRepository; clone: (...flags: string[]) => GitRepository } {
  const files = { 'content/a.yaml': 'title: A\n', 'gitcast.config.yaml': 'state: git\n' };
  const { person, server } = gitRepositoryWithServer(files);
  return {
    person,
    server,
    clone: (...flags) => {
      const folder = folderWith();
      new GitRepository(folder).git('clone', '-q', ...flags, `file://${server.folder}`, '.');
      return new GitRepository(folder);
    },
  };
}

/** A person's repository whose newest commit is on the server and not synced, and a clone with that commit alone. */
async function shallowAfterSync(): Promise<{ shallow: GitRepository; synced: Synced }> {
  const { person, clone } = shared();
  const synced = await syncedFrom(person, edit(person));
  edit(person);
  push(person);
  return { shallow: clone('--depth=1'), synced };
}

const push = (repository: GitRepository, spec = 'HEAD'): string =>
  repository.git('push', '-q', '--force', 'origin', spec);

/** Everything that a fetch could leave behind, except objects. */
const traces = (repository: GitRepository): string =>
  repository.inTurn(['for-each-ref'], ['config', '--local', '--list']);

describe('the standing of a checkout', () => {
  it('is forward at the synced commit and at its descendants', async () => {
    const { person } = shared();
    const synced = await syncedFrom(person, edit(person));
    expect(await standing(person, synced)).toEqual({ type: 'forward' });
    edit(person);
    expect(await standing(person, synced)).toEqual({ type: 'forward' });
  });

  it('is behind, with the number of commits, at an ancestor of the synced one', async () => {
    const { person } = shared();
    const old = edit(person);
    edit(person);
    const synced = await syncedFrom(person, edit(person));
    expect(await standing(person, synced, old)).toEqual({ type: 'behind', commits: 2 });
  });

  it('is determined by a clone that lacks the commit, which only gets its objects', async () => {
    const { person, clone } = shared();
    const behind = clone();
    const before = traces(behind);
    const synced = await syncedFrom(person, edit(person));
    push(person);
    expect(await standing(behind, synced)).toEqual({ type: 'behind', commits: 1 });
    expect(traces(behind)).toBe(before);
  });

  it('is determined in both directions by shallow clones, as CI creates them', async () => {
    const { person, clone } = shared();
    const synced = await syncedFrom(person, edit(person));
    // So many commits that `git commit` would take seconds.
    const more = Array.from(
      { length: 30 },
      () => 'commit refs/heads/main\ncommitter A <a@b> 1800000000 +0000\ndata 0\n',
    );
    const from = `from ${synced.commit}\n`;
    const input = more.map((text, index) => text + (index === 0 ? from : '')).join('\n');
    execFileSync('git', ['-C', person.folder, 'fast-import', '--quiet'], { input });
    const newer = await syncedFrom(person, edit(person));
    edit(person);
    push(person);
    const behind = person.git('rev-parse', 'HEAD~3');
    push(person, `${behind}:refs/heads/old`);
    for (const depth of [1, 20]) {
      const forward = clone(`--depth=${depth}`);
      const before = traces(forward);
      expect(await standing(forward, synced)).toEqual({ type: 'forward' });
      expect(traces(forward)).toBe(before);
      expect(await standing(clone(`--depth=${depth}`, '-b', 'old'), newer)).toEqual({ type: 'behind', commits: 2 });
    }
  });

  it('is determined even if the newest commit of a shallow clone was never pushed', async () => {
    const { shallow, synced } = await shallowAfterSync();
    edit(shallow);
    expect(await standing(shallow, synced)).toEqual({ type: 'forward' });
  });

  it('is determined in a clone without blobs', async () => {
    const { person, server, clone } = shared();
    server.git('config', 'uploadpack.allowFilter', 'true');
    const behind = clone('--filter=blob:none');
    const synced = await syncedFrom(person, edit(person));
    push(person);
    expect(await standing(behind, synced)).toEqual({ type: 'behind', commits: 1 });
    behind.git('pull', '-q');
    expect(await standing(behind, synced)).toEqual({ type: 'forward' });
  });

  it('is unknown, with the reason, if a shallow clone cannot reach its remote', async () => {
    const { shallow, synced } = await shallowAfterSync();
    shallow.git('remote', 'set-url', 'origin', 'file:///nowhere');
    expect(await standing(shallow, synced)).toMatchObject({
      type: 'unknown',
      reason: expect.stringContaining('does not appear to be a git repository'),
    });
  });

  it('is unknown if the remote provides only the tips of its branches', async () => {
    const { shallow, synced } = await shallowAfterSync();
    shallow.git('config', 'protocol.version', '0');
    expect(await standing(shallow, synced)).toMatchObject({
      type: 'unknown',
      reason: expect.stringContaining('unadvertised object'),
    });
    shallow.git('fetch', '-q', '--unshallow');
    expect(await standing(shallow, synced)).toEqual({ type: 'forward' });
  });

  it('is forward for the same content after a squash, a rebase or an amended message, and for later commits', async () => {
    const { person, clone } = shared();
    person.git('switch', '-qc', 'feature');
    edit(person);
    const synced = await syncedFrom(person, edit(person, 'feature'));
    push(person);
    person.git('switch', '-q', 'main');
    person.commit({ 'README.md': 'Harbour and quay\n' });
    expect(await standing(person, synced)).toEqual({ type: 'diverged', commits: 2 });
    person.git('merge', '-q', '--squash', 'feature');
    person.git('commit', '-qm', 'squashed');
    expect(await standing(person, synced)).toEqual({ type: 'same-content' });
    edit(person);
    expect(await standing(person, synced)).toEqual({ type: 'same-content' });
    push(person);
    expect(await standing(clone('--depth=1', '-b', 'main'), synced)).toEqual({ type: 'same-content' });
  });

  it('is not forward for the same content if settings that decide what is sent differ', async () => {
    const { person } = shared();
    const old = edit(person);
    const synced = await syncedFrom(person, person.commit({ 'gitcast.config.yaml': 'state: git\nsite: {}\n' }));
    expect(await standing(person, synced, old)).toEqual({ type: 'behind', commits: 1 });
  });

  it('is forward for the same content if only other files differ', async () => {
    const { person } = shared();
    const old = edit(person);
    const synced = await syncedFrom(person, person.commit({ 'README.md': 'Harbour again\n' }));
    expect(await standing(person, synced, old)).toEqual({ type: 'same-content' });
  });

  it('does not undo a revert, whose content equals that of an older commit', async () => {
    const { person } = shared();
    edit(person, 'good');
    const mistake = edit(person, 'mistake');
    const synced = await syncedFrom(person, edit(person, 'good'));
    expect(await standing(person, synced, mistake)).toEqual({ type: 'behind', commits: 1 });
    // The same from a branch that continues from the mistake.
    person.git('switch', '-qc', 'late', mistake);
    person.commit({ 'content/b.yaml': 'title: B\n' });
    expect(await standing(person, synced)).toEqual({ type: 'diverged', commits: 1 });
  });

  it('recognises a revert on another branch to content that both had', async () => {
    const { person } = shared();
    const fork = edit(person, 'fork');
    person.git('switch', '-qc', 'try');
    edit(person, 'try');
    const synced = await syncedFrom(person, edit(person, 'fork'));
    person.git('switch', '-q', 'main');
    expect(person.git('rev-parse', 'HEAD')).toBe(fork);
    edit(person);
    expect(await standing(person, synced)).toEqual({ type: 'same-content' });
  });

  it('is gone if a rewritten branch dropped the commit, unless its content is known', async () => {
    const { person, server, clone } = shared();
    const before = edit(person, 'before');
    const lost = edit(person, 'kept');
    const synced = await syncedFrom(person, lost, new Date(Date.now() - 60_000));
    push(person);
    person.git('reset', '-q', '--hard', before);
    const other = person.commit({ 'content/b.yaml': 'title: B\n' });
    push(person);
    for (const { folder } of [person, server]) {
      const repository = new GitRepository(folder);
      repository.git('reflog', 'expire', '--expire=now', '--all');
      repository.git('gc', '-q', '--prune=now');
    }
    const runner = clone('--depth=1');
    expect(await standing(runner, synced)).toEqual({ type: 'gone' });
    expect(await standing(person, synced)).toEqual({ type: 'gone' });
    expect(await standing(person, { commit: lost, trees: synced.trees })).toEqual({ type: 'gone' });

    person.git('reset', '-q', '--hard', before);
    edit(person, 'kept');
    expect(await standing(person, synced)).toEqual({ type: 'same-content' });
    edit(person);
    expect(await standing(person, synced)).toEqual({ type: 'same-content' });
    expect(await standing(person, { commit: lost, trees: synced.trees })).toEqual({ type: 'gone' });
    expect(other).not.toBe(lost);
  });

  it('is gone if only a commit before earlier work has the content of a lost one', async () => {
    const { person } = shared();
    edit(person, 'good');
    const mistake = edit(person, 'mistake');
    const { trees } = await syncedFrom(person, edit(person, 'good'));
    const synced = { commit: '0123456789'.repeat(4), trees, at: new Date(Date.now() + 60_000).toISOString() };
    expect(await standing(person, synced, mistake)).toEqual({ type: 'gone' });
  });

  it('is gone if the recorded id is not a commit, which is never passed to git as an option', async () => {
    const { person } = shared();
    const canary = join(person.folder, 'canary');
    const standsFor = await standing(person, { commit: `--upload-pack=touch ${canary};git-upload-pack`, trees: {} });
    expect(standsFor).toEqual({ type: 'gone' });
    expect(existsSync(canary)).toBe(false);
  });

  it('is determined in a folder below the root of the repository', async () => {
    const { person } = shared();
    const old = person.commit({ 'festival/content/a.yaml': 'title: A\n' });
    const later = person.commit({ 'festival/content/a.yaml': 'title: B\n' });
    person.commit({ 'festival/content/a.yaml': 'title: C\n' });
    const git = gitIn(join(person.folder, 'festival'), process.env);
    const trees = (await treesAt(git, [later], PATHS)).get(later)!;
    expect(trees).toEqual({ content: person.git('rev-parse', `${later}:festival/content`) });
    const judged = (head: string) => standingOf(git, { commit: later, trees }, { head, paths: PATHS });
    expect(await judged(old)).toEqual({ type: 'behind', commits: 1 });
    expect(await judged(person.git('rev-parse', 'HEAD'))).toEqual({ type: 'forward' });
  });
});
