import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TargetIdentity } from '../../src/model/target-identity.ts';
import type { GitStore, GitStoreOptions } from '../../src/state/git/git-store.ts';
import { thisProcess } from '../../src/state/file/lock.ts';
import { namespaceOf } from '../../src/git/ref-names.ts';
import { git, runsOn, storeIn } from './clones.ts';
import { IDENTITY } from './identity.ts';
import { sharedRepository } from './shared-repository.ts';
import { entry, intent, written } from './store-contract.ts';

const repository = sharedRepository();
const FOLDER: TargetIdentity = { ...IDENTITY, folder: 'spring' };
const OTHER_SERVICE: TargetIdentity = { ...IDENTITY, baseUrl: 'https://api.example.net' };

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
  it('knows its location, and has no content before a load', async () => {
    const store = storeOf(newTarget());
    expect(await store.where()).toBe('in this repository only, because it has no remote');
    expect([store.lastContent(), store.sentContent()]).toEqual([undefined, []]);
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
    expect(runsOn(clone, refOf(target)).map(({ supersedes }) => supersedes)).toEqual([
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
    const ours = storeOf(target);
    expect(await ours.load()).toMatchObject({ unfinished: [intent('events/b')], interrupted: true });
    expect(await storeOf(target, { identity: OTHER_SERVICE }).load()).toMatchObject({
      unfinished: [],
      interrupted: false,
    });
  });
});
