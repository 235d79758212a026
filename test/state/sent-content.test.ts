import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { thisProcess } from '../../src/state/file/lock.ts';
import type { GitStore } from '../../src/state/git/git-store.ts';
import { sentAfter, type RunNote } from '../../src/state/run-note.ts';
import { commitFile, git, newRemote, storeIn } from './clones.ts';
import { intent, written } from './store-contract.ts';
import { exampleNote } from './example-run.ts';

const note = (more: Partial<RunNote>): RunNote => exampleNote({ id: 'r1', ...more });

const commits = (run: RunNote, before?: RunNote): readonly string[] =>
  sentAfter(run, before).map(({ commit }) => commit);
const content = (commit: string) => ({ commit, uncommitted: false, trees: {} });
const sent = (...names: readonly string[]): RunNote => note({ sent: names.map(content) });

describe('the commits that a later sync has to include', () => {
  it('are those of a run that started to send, in place of those that it was checked against', () => {
    expect(commits(note({ content: content('b'), supersedes: ['a'] }), sent('a'))).toEqual(['b']);
    expect(commits(note({ content: content('b') }), sent('a'))).toEqual(['a']);
    expect(commits(note({ content: content('b'), supersedes: ['a'], command: 'pull' }), sent('a'))).toEqual(['a']);
    expect(commits(note({ content: content('b'), supersedes: [] }), undefined)).toEqual(['b']);
  });

  it('are both if a dead run is saved after another has continued', () => {
    const dead = note({ content: content('b'), supersedes: ['a'], interrupted: true });
    expect(commits(dead, sent('c'))).toEqual(['c', 'b']);
    expect(commits(note({ content: content('d'), supersedes: ['b', 'c'] }), sent('c', 'b'))).toEqual(['d']);
  });
});

describe('a store on a ref', () => {
  const sentFrom = async (store: GitStore): Promise<readonly string[]> => {
    await store.load();
    return store.sentContent().map(({ commit }) => commit);
  };

  it('records the commit of a run that was killed while sending, but not of one that was refused', async () => {
    const remote = newRemote();
    const clone = remote.clone();
    const first = git(clone, 'rev-parse', 'HEAD');
    const killed = storeIn(clone);
    const lock = await killed.lock(thisProcess({ command: 'sync' }));
    // Objects to be created are pushed before the first request.
    const journal = killed.journal(lock);
    journal.announce(() => [intent('events/a')]);
    await journal.append(intent('events/a'));
    expect(await sentFrom(storeIn(remote.clone()))).toEqual([first]);
    await lock.release();

    const other = remote.clone();
    commitFile(other, 'content/broadcast.yaml', 'name: Another\n');
    const refused = storeIn(other);
    const second = await refused.lock(thisProcess({ command: 'sync' }));
    await refused.save(await refused.load(), second);
    await second.release();
    expect(await sentFrom(storeIn(remote.clone()))).toEqual([first]);
  });

  it('records the content of the checked-out commit at each path, and who started to send when', async () => {
    const clone = newRemote().clone();
    const store = storeIn(clone, { sources: ['content', 'content.production', 'gitcast.config.yaml'] });
    commitFile(clone, 'gitcast.config.yaml', 'state: git\n');
    const head = commitFile(clone, 'README.md', 'no content\n');
    const lock = await store.lock(thisProcess({ command: 'sync' }));
    const journal = store.journal(lock);
    await journal.append(written('events/a'));
    await journal.close();
    await store.save(await store.load(), lock);
    await lock.release();
    const trees = { content: git(clone, 'rev-parse', 'HEAD:content'), 'gitcast.config.yaml': expect.any(String) };
    expect(store.sentContent()).toMatchObject([{ commit: head, uncommitted: false, trees, at: expect.any(String) }]);
    rmSync(join(clone, '.gitcast'), { recursive: true });
  });
});
