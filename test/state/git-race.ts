import { expect } from 'vitest';
import { UserError } from '../../src/diagnostics/errors.ts';
import type { BaseEntry } from '../../src/model/base.ts';
import type { GitStore } from '../../src/state/git/git-store.ts';
import { thisProcess, type Lock } from '../../src/state/file/lock.ts';
import { git, newRemote, runsOn, storeIn } from './clones.ts';
import { intent } from './store-contract.ts';

async function lockedAtLast(store: GitStore): Promise<Lock> {
  for (;;) {
    try {
      return await store.lock(thisProcess({ command: 'sync' }));
    } catch (error) {
      if (!(error instanceof UserError) || !error.message.includes('another run is in progress')) throw error;
    }
  }
}

export const counted = (id: string, count: number): BaseEntry => ({
  kind: 'event',
  id,
  leaves: { count: { sent: String(count), answered: String(count) } },
  writtenAt: count,
});

/** Creates its own document, and increments a counter in a document that all share. */
export async function oneRun(store: GitStore, name: string): Promise<void> {
  const lock = await lockedAtLast(store);
  const { base, unfinished } = await store.load();
  expect(unfinished).toEqual([]);
  const journal = store.journal(lock);
  if (name.includes('0-')) journal.announce(() => [intent(name)]);
  await journal.append(intent(name));
  await journal.append({ type: 'written', address: name, entry: counted(name, 0), settles: [`of ${name}`] });
  const count = Number(base.entries.get('events/shared')?.leaves['count']?.sent ?? 0) + 1;
  await journal.append({ type: 'written', address: 'events/shared', entry: counted('shared', count), settles: [] });
  await journal.close();
  await store.save(await store.load(), lock);
  await lock.release();
}

/** The result after two clones have run concurrently this many times. */
export async function race(rounds: number) {
  const remote = newRemote();
  const stores = [storeIn(remote.clone()), storeIn(remote.clone())];
  for (let round = 0; round < rounds; round++) {
    await Promise.all(stores.map((store, index) => oneRun(store, `events/${round}-${index}`)));
  }
  const { base, unfinished, interrupted } = await storeIn(remote.clone()).load();
  const runs = runsOn(remote.folder);
  return {
    documents: base.entries.size,
    shared: base.entries.get('events/shared'),
    left: [unfinished, interrupted],
    runs: runs.length,
    changed: new Set(runs.flatMap(({ changes }) => changes.map(({ address }) => address))).size,
    refs: git(remote.folder, 'for-each-ref', '--format=%(refname)', 'refs/gitcast'),
  };
}

/** The expected result after this many rounds if nothing is lost. */
export const nothingLost = (rounds: number) => ({
  documents: 2 * rounds + 1,
  shared: counted('shared', 2 * rounds),
  left: [[], false],
  runs: 2 * rounds,
  changed: 2 * rounds + 1,
  refs: 'refs/gitcast/state/production',
});
