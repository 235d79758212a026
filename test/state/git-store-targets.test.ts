import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TargetIdentity } from '../../src/model/target-identity.ts';
import type { GitStore, GitStoreOptions } from '../../src/state/git/git-store.ts';
import { thisProcess } from '../../src/state/file/lock.ts';
import { namespaceOf } from '../../src/git/ref-names.ts';
import { git, storeIn } from './clones.ts';
import { IDENTITY } from './identity.ts';
import { sharedRepository } from './shared-repository.ts';
import { entry, intent, written } from './store-contract.ts';

const repository = sharedRepository();
const FOLDER: TargetIdentity = { ...IDENTITY, folder: 'spring' };
const OTHER_SERVICE: TargetIdentity = { ...IDENTITY, baseUrl: 'https://api.example.net' };
const OTHER_BROADCAST: TargetIdentity = { ...IDENTITY, broadcastId: '64b7c0ffee64b7c0ffee0003' };
const showsAll = async () => true;

let targets = 0;
const newTarget = (): string => `target-${++targets}`;
const storeOf = (target: string, more: Partial<GitStoreOptions> = {}): GitStore =>
  storeIn(repository.folder(), { target, ...more });
const refOf = (target: string, folder = ''): string => `${namespaceOf(folder)}state/${target}`;
const refs = (target: string): readonly string[] =>
  git(repository.folder(), 'for-each-ref', '--format=%(refname)', 'refs/gitcast/')
    .split('\n')
    .filter((ref) => ref.endsWith(`/${target}`));
const known = async (store: GitStore): Promise<string> => [...(await store.load()).base.entries.keys()].join(' ');

async function saved(store: GitStore, ...addresses: readonly string[]): Promise<void> {
  const lock = await store.lock(thisProcess());
  const entries = new Map(addresses.map((address, index) => [address, { ...entry, id: String(index) }]));
  await store.save({ base: { entries }, unfinished: [] }, lock);
  await lock.release();
}

describe('a store on a ref', () => {
  it('knows its location and its target, and has no content before a load', async () => {
    const store = storeOf(newTarget());
    expect(store.identity).toBe(IDENTITY);
    expect(await store.where()).toBe('in this repository only, because it has no remote');
    expect([store.lastContent(), store.sentContent()]).toEqual([undefined, []]);
    expect(await store.recorded()).toBeUndefined();
    expect(await store.load()).not.toHaveProperty('outdated');
    await saved(store, 'events/a');
    expect(await store.recorded()).toEqual(IDENTITY);
    expect(await store.load()).not.toHaveProperty('outdated');
  });

  it('writes only for the lock that was last taken from it, until that is released', async () => {
    const store = storeOf(newTarget());
    const first = await store.lock(thisProcess());
    await first.release();
    const message = 'this lock does not belong to this store, or it was already released';
    await expect(store.save(await store.load(), first)).rejects.toThrow(message);
    expect(() => store.journal(first)).toThrow(message);
    const second = await store.lock(thisProcess());
    await first.release();
    await expect(store.reset(first)).rejects.toThrow(message);
    await expect(store.move(first)).rejects.toThrow(message);
    await store.save(await store.load(), second);
    await second.release();
  });

  it('sees what others write once its lock is released, and while it is held only what was there then', async () => {
    const target = newTarget();
    const [store, other] = [storeOf(target), storeOf(target, { folder: join(repository.folder(), 'elsewhere') })];
    expect(await known(store)).toBe('');
    await saved(other, 'events/a');
    expect(await known(store)).toBe('events/a');
    const lock = await store.lock(thisProcess());
    expect(await known(store)).toBe('events/a');
    git(repository.folder(), 'update-ref', '-d', refOf(target));
    expect(await known(store)).toBe('events/a');
    await lock.release();
    expect(await known(store)).toBe('');
    await saved(other, 'events/b');
    expect(await known(store)).toBe('events/b');
  });

  it('counts its content as sent once it has a journal, in place of everything sent before', async () => {
    const target = newTarget();
    const clone = join(repository.folder(), 'content-of-its-own');
    mkdirSync(clone);
    git(clone, 'init', '-q');
    const commit = (message: string): string => {
      git(clone, 'commit', '-q', '--allow-empty', '-m', message);
      return git(clone, 'rev-parse', 'HEAD');
    };
    const synced = async (): Promise<GitStore> => {
      const store = storeIn(clone, { target });
      const lock = await store.lock(thisProcess({ command: 'sync' }));
      await store.load();
      // Each plan of a run has its own journal.
      for (const address of ['events/a', 'events/b']) {
        const journal = store.journal(lock);
        await journal.append(written(address));
        await journal.close();
        await store.save(await store.load(), lock);
      }
      await lock.release();
      return store;
    };
    const first = commit('first');
    expect((await synced()).lastContent()).toBe(first);
    const second = commit('second');
    const store = await synced();
    expect(store.lastContent()).toBe(second);
    expect(store.sentContent().map((each) => each.commit)).toEqual([second]);
    expect((await store.history(9)).map(({ supersedes }) => supersedes)).toEqual([
      [first, second],
      [first],
      [first],
      [],
    ]);
  });

  it('is unlocked by an id, here and on the ref, even if the lock was taken on another machine', async () => {
    const target = newTarget();
    const store = storeOf(target);
    const held = await store.lock(thisProcess());
    const path = join(repository.folder(), '.gitcast/git-state', `${target}.lock`);
    expect(existsSync(path)).toBe(true);
    await store.unlock(held.id);
    expect([existsSync(path), refs(target)]).toEqual([false, []]);
    const elsewhere = storeOf(target, { folder: join(repository.folder(), 'elsewhere') });
    const other = await elsewhere.lock(thisProcess());
    await store.unlock(other.id);
    expect(refs(target)).toEqual([]);
    const third = await storeOf(target, { folder: join(repository.folder(), 'third') }).lock(thisProcess());
    mkdirSync(path);
    await expect(store.unlock(third.id)).rejects.toThrow('EISDIR');
  });
});

describe('a moved store', () => {
  it('keeps its content for a different base URL', async () => {
    const target = newTarget();
    await saved(storeOf(target), 'events/a');
    const moved = storeOf(target, { identity: OTHER_SERVICE, showsAny: showsAll });
    await expect(moved.load()).rejects.toThrow('was made for a different target: baseUrl');
    const lock = await moved.lock(thisProcess());
    await moved.move(lock);
    await lock.release();
    expect(await known(moved)).toBe('events/a');
    await expect(storeOf(target).load()).rejects.toThrow('was made for a different target: baseUrl');
  });

  it('is refused for a different broadcast, and if the target shows none of its objects', async () => {
    const target = newTarget();
    await saved(storeOf(target), 'events/a');
    for (const [identity, reason] of [
      [OTHER_BROADCAST, 'was made for a different target: broadcastId'],
      [OTHER_SERVICE, 'the state was not moved'],
    ] as const) {
      const store = storeOf(target, { identity, showsAny: async () => false });
      const lock = await store.lock(thisProcess());
      await expect(store.move(lock)).rejects.toThrow(reason);
      await lock.release();
    }
    expect(await known(storeOf(target))).toBe('events/a');
  });

  it('is found on the ref of the folder that the configuration was moved from', async () => {
    const target = newTarget();
    await saved(storeOf(target), 'events/a');
    await saved(storeOf(target, { identity: { ...OTHER_BROADCAST, folder: 'autumn' } }), 'events/z');
    const store = storeOf(target, { identity: FOLDER, showsAny: showsAll });
    await expect(store.load()).rejects.toThrow('is already managed from the top folder');
    const lock = await store.lock(thisProcess());
    await store.move(lock);
    await lock.release();
    expect(await known(store)).toBe('events/a');
    await expect(storeOf(target).load()).rejects.toThrow('is already managed from the folder spring');
  });

  it('is not found if there is none, or more than one', async () => {
    const refused = async (target: string): Promise<unknown> => {
      const store = storeOf(target, { identity: FOLDER });
      const lock = await store.lock(thisProcess());
      const failure = await store.move(lock).catch((error: unknown) => error);
      await lock.release();
      return failure;
    };
    const [none, two] = [newTarget(), newTarget()];
    expect(await refused(none)).toMatchObject({
      name: 'UserError',
      message: 'there is no state of this broadcast to move',
      suggestion: expect.stringContaining(`state.rebuild({ target: '${none}' })`),
    });
    await saved(storeOf(two, { identity: { ...FOLDER, folder: 'autumn' } }), 'events/a');
    // On a separate service, so that the two do not refuse each other.
    await saved(storeOf(two, { identity: OTHER_SERVICE }), 'events/b');
    expect(await refused(two)).toMatchObject({
      message:
        'there is more than one state of this broadcast to move: in the folder autumn and the top folder of the repository',
    });
  });
});

describe('a store that starts over', () => {
  it('is refused while another configuration manages the broadcast', async () => {
    const target = newTarget();
    await saved(storeOf(target), 'events/a');
    const store = storeOf(target, { identity: FOLDER });
    const lock = await store.lock(thisProcess());
    await expect(store.reset(lock)).rejects.toThrow('is already managed from the top folder of the repository');
    expect(refs(target)).not.toContain(refOf(target, 'spring'));
    await lock.release();
  });
});

describe('a run that this machine remembers', () => {
  /** A run that was killed: its files are here, and nothing was pushed. */
  async function killed(target: string, more: Partial<GitStoreOptions> = {}): Promise<void> {
    const store = storeOf(target, more);
    const lock = await store.lock(thisProcess());
    await store.journal(lock).append(written('events/a'), intent('events/b'));
    await lock.release();
  }

  it('counts for the target that it was started for, and for no other', async () => {
    const target = newTarget();
    await killed(target);
    const ours = storeOf(target, { showsAny: async () => false });
    expect(await ours.load()).toMatchObject({ unfinished: [intent('events/b')], interrupted: true });
    expect(await storeOf(target, { identity: OTHER_SERVICE }).load()).toMatchObject({
      unfinished: [],
      interrupted: false,
    });
  });
});
