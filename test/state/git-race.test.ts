import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/diagnostics/errors.ts';
import type { BaseEntry } from '../../src/model/base.ts';
import type { GitStore } from '../../src/state/git-store.ts';
import { thisProcess, type Lock } from '../../src/state/lock.ts';
import { git, newRemote, storeIn } from './clones.ts';
import { intent } from './store-contract.ts';

const ROUNDS = 50;

async function lockedAtLast(store: GitStore): Promise<Lock> {
  for (;;) {
    try {
      return await store.lock(thisProcess({ command: 'sync' }));
    } catch (error) {
      if (!(error instanceof UserError) || !error.message.includes('another run is under way')) throw error;
    }
  }
}

const counted = (id: string, count: number): BaseEntry => ({
  kind: 'event',
  id,
  leaves: { count: { sent: String(count), answered: String(count) } },
  writtenAt: count,
});

/** Creates a document of its own, and counts one further in a document that all share. */
async function oneRun(store: GitStore, name: string): Promise<void> {
  const lock = await lockedAtLast(store);
  const { base, unfinished } = await store.load();
  expect(unfinished).toEqual([]);
  const journal = store.journal(lock);
  if (name.includes('0-')) journal.announce(() => [intent(name)]);
  await journal.append(intent(name));
  await journal.append({ type: 'written', address: name, entry: counted(name, 0) });
  const count = Number(base.entries.get('events/shared')?.leaves['count']?.sent ?? 0) + 1;
  await journal.append({ type: 'written', address: 'events/shared', entry: counted('shared', count) });
  await journal.close();
  await store.save(await store.load(), lock);
  await lock.release();
}

describe('two clones that race for one target', () => {
  it('lose no outcome and overwrite no state, fifty times', async () => {
    const remote = newRemote();
    const stores = [storeIn(remote.clone()), storeIn(remote.clone())];
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(stores.map((store, index) => oneRun(store, `events/${round}-${index}`)));
    }
    const { base, unfinished, interrupted } = await storeIn(remote.clone()).load();
    expect(base.entries.size).toBe(2 * ROUNDS + 1);
    expect(base.entries.get('events/shared')).toEqual(counted('shared', 2 * ROUNDS));
    expect([unfinished, interrupted]).toEqual([[], false]);
    const runs = await stores[0]!.history(Infinity);
    expect(runs).toHaveLength(2 * ROUNDS);
    expect(new Set(runs.flatMap(({ changes }) => changes.map(({ address }) => address))).size).toBe(2 * ROUNDS + 1);
    expect(git(remote.folder, 'for-each-ref', '--format=%(refname)', 'refs/gitcast')).toBe(
      'refs/gitcast/state/production',
    );
  }, 600_000);

  it('merge their outcomes when the lock was taken away from one of them in the middle', async () => {
    const remote = newRemote();
    const [one, other] = [storeIn(remote.clone()), storeIn(remote.clone())];
    for (let round = 0; round < 3; round++) {
      const lock = await one.lock(thisProcess());
      await one.load();
      const journal = one.journal(lock);
      const name = `events/one-${round}`;
      await journal.append({ type: 'written', address: name, entry: counted(name, 0) });
      await other.unlock(lock.id);
      await Promise.all([
        oneRun(other, `events/other-${round}`),
        journal
          .close()
          .then(async () => one.save(await one.load(), lock))
          .catch((error: unknown) => expect(String(error)).toContain('lost its lock')),
      ]);
      await lock.release();
    }
    const { base } = await storeIn(remote.clone()).load();
    expect([...base.entries.keys()].filter((address) => address !== 'events/shared')).toHaveLength(6);
    expect(base.entries.get('events/shared')).toEqual(counted('shared', 3));
  });
});
