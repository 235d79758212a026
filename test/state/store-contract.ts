/** The contract of every store, regardless of where it keeps the state. */
import { expect, it } from 'vitest';
import type { BaseEntry } from '../../src/model/base.ts';
import type { JournalLine } from '../../src/state/journal-line.ts';
import { systemLockClock, thisProcess, type Lock } from '../../src/state/file/lock.ts';
import type { StateStore } from '../../src/state/store.ts';
import { exampleIntent } from './example-run.ts';

export const entry: BaseEntry = { kind: 'event', id: '1', leaves: { title: { sent: 'x', answered: 'x' } } };
/** Each address has its own object. */
export const written = (address: string): JournalLine => ({
  type: 'written',
  address,
  entry: address === 'events/a' ? entry : { ...entry, id: `of ${address}` },
  settles: [`of ${address}`],
});
export const intent = (address: string) => exampleIntent({ address, idempotencyKey: `of ${address}` });

/** `make` returns a function that opens the same new state any number of times. */
export function storeContract(make: () => () => StateStore): void {
  const opened = async (): Promise<{ store: StateStore; lock: Lock; another: () => StateStore }> => {
    const another = make();
    const store = another();
    return { store, lock: await store.lock(thisProcess()), another };
  };

  it('is empty before the first run', async () => {
    expect(await make()().load()).toEqual({
      base: { entries: new Map(), deleted: new Map() },
      unfinished: [],
      interrupted: false,
    });
  });

  it('loads what was saved', async () => {
    const { store, lock, another } = await opened();
    await store.save({ base: { entries: new Map([['events/a', entry]]) }, unfinished: [] }, lock);
    await lock.release();
    for (const each of [store, another()]) {
      expect(await each.load()).toMatchObject({
        base: { entries: new Map([['events/a', entry]]) },
        unfinished: [],
        interrupted: false,
      });
    }
  });

  it('includes the journal of an unfinished run', async () => {
    const { store, lock, another } = await opened();
    await store.journal(lock).append(written('events/a'));
    for (const each of [store, another()]) {
      expect(await each.load()).toMatchObject({ base: { entries: new Map([['events/a', entry]]) }, interrupted: true });
    }
  });

  it('knows the state after its own journal without reading it again', async () => {
    const { store, lock, another } = await opened();
    await store.journal(lock).append(written('events/a'), written('events/d'), intent('events/c'));
    await store.save(await store.load(), lock);
    const began = await store.load();
    const journal = store.journal(lock);
    await journal.append(intent('events/b'), { type: 'deleted', address: 'events/a', id: '1', at: 7, settles: [] });
    await journal.append(written('events/b'), intent('events/e'));
    await journal.append({
      type: 'moved',
      from: 'events/d',
      address: 'events/f',
      entry: { ...entry, id: '4' },
      settles: [],
    });
    await journal.append(
      { type: 'dropped', address: 'events/c', settles: ['of events/c'] },
      intent('events/g'),
      intent('events/c'),
    );
    await journal.append(
      { ...intent('events/e'), leftBy: 9 },
      { type: 'forgotten', address: 'events/g', settles: ['of events/g'] },
    );
    await journal.close();
    const { base, unfinished } = await another().load();
    expect(await journal.stateAfter(began)).toMatchObject({ base, unfinished });
    expect(unfinished.map(({ address }) => address)).toEqual(['events/e', 'events/c']);
  });

  it('carries the open intents over a save', async () => {
    const { store, lock } = await opened();
    await store.journal(lock).append(written('events/a'), intent('events/b'));
    await store.save(await store.load(), lock);
    expect(await store.load()).toMatchObject({ unfinished: [intent('events/b')], interrupted: true });
    await store.journal(lock).append({ type: 'dropped', address: 'events/b', settles: ['of events/b'] });
    await store.save(await store.load(), lock);
    expect(await store.load()).toMatchObject({ unfinished: [], interrupted: false });
  });

  it('counts a plan as started, except for callers that know better', async () => {
    const { store, lock } = await opened();
    const journal = store.journal(lock);
    journal.announce(() => [intent('events/a'), intent('events/b')]);
    await journal.append(intent('events/a'));
    await journal.append(written('events/a'));
    await journal.close();
    await store.save(await store.load(), lock);
    expect(await store.load()).toMatchObject({
      base: { entries: new Map([['events/a', entry]]) },
      unfinished: [],
      interrupted: false,
    });
  });

  it('neither saves nor starts anything for a run that has lost its lock', async () => {
    const { store, lock } = await opened();
    await store.unlock(lock.id);
    await expect(store.save({ base: { entries: new Map() }, unfinished: [] }, lock)).rejects.toThrow('lost its lock');
    await expect(store.journal(lock).append(intent('events/a'))).rejects.toThrow('lost its lock');
    expect(lock.lost.aborted).toBe(true);
    expect((await store.load()).interrupted).toBe(false);
  });

  it('grants its lock to one at a time', async () => {
    const { lock, another } = await opened();
    await expect(another().lock(thisProcess())).rejects.toThrow('another run is in progress');
    await lock.release();
    const next = await another().lock(thisProcess());
    await expect(next.assertHeld()).resolves.toBeUndefined();
    await next.release();
  });

  it('is empty after a reset', async () => {
    const { store, lock } = await opened();
    await store.journal(lock).append(written('events/a'), intent('events/b'));
    await store.save(await store.load(), lock);
    await store.journal(lock).append(written('events/c'));
    await store.reset(lock);
    expect(await store.load()).toMatchObject({ base: { entries: new Map() }, unfinished: [], interrupted: false });
  });

  it('remembers deletions only for a while', async () => {
    const { store, lock } = await opened();
    const now = systemLockClock.now();
    const deleted = new Map([
      ['lately', now - 5000],
      ['yesterday', now - 86_400_000],
    ]);
    await store.save({ base: { entries: new Map(), deleted }, unfinished: [] }, lock);
    expect([...(await store.load()).base.deleted!.keys()]).toEqual(['lately']);
  });

  it('keeps the texts of bodies that an entry names, and no others', async () => {
    const { store, lock, another } = await opened();
    const [kept, dropped] = [await store.keepBody('kept – été'), await store.keepBody('dropped')];
    expect(await store.keepBody('kept – été')).toBe(kept);
    const entries = new Map([['events/a', { ...entry, body: kept }]]);
    await store.save({ base: { entries }, unfinished: [] }, lock);
    for (const each of [store, another()]) {
      expect(await each.body(kept)).toBe('kept – été');
      expect(await each.body(dropped)).toBeUndefined();
    }
  });
}
