import type { BaseEntry } from '../../src/model/base.ts';
import type { Intent, JournalLine } from '../../src/state/journal-line.ts';
import type { RunNote } from '../../src/state/run-note.ts';
import { thisProcess } from '../../src/state/file/lock.ts';
import type { LoadedState, StateStore } from '../../src/state/store.ts';
import { IDENTITY } from './identity.ts';

const entry = (body: string): BaseEntry => ({
  kind: 'article',
  id: '1',
  leaves: { title: { sent: 's', answered: 'a' } },
  body,
});

/** What is recorded before a creation. */
export const exampleIntent = (more: Partial<Intent> = {}): Intent => ({
  ...({ type: 'intent', address: 'events/a', kind: 'event', idempotencyKey: 'k', action: 'create' } as const),
  ...{ at: 1, leaves: {}, echoes: {} },
  ...more,
});

/** The note of a sync that changed nothing. */
export const exampleNote = (more: Partial<RunNote> = {}): RunNote => ({
  ...({ version: 1, id: '0123abcd', command: 'sync', identity: IDENTITY, by: 'ana' } as const),
  ...{ startedAt: '2027-05-04T10:00:00.000Z', finished: true, changes: [] },
  ...more,
});

const lines = (body: string): readonly JournalLine[] => [
  exampleIntent({ address: 'articles/a', kind: 'article' }),
  { type: 'written', address: 'articles/a', entry: entry(body), settles: ['k'] },
  { type: 'moved', from: 'articles/a', address: 'articles/b', entry: entry(body), settles: [] },
  exampleIntent({ address: 'articles/c', kind: 'article', idempotencyKey: 'l' }),
];

/** A short form of the state after each of these lines. */
export const KNOWN = ['', 'articles/a?', 'articles/a=1', 'articles/b=1', 'articles/b=1 articles/c?'];

export function inWords({ base, unfinished }: LoadedState): string {
  const entries = [...base.entries].map(([address, { id }]) => `${address}=${id}`);
  return [...entries, ...unfinished.map(({ address }) => `${address}?`)].join(' ');
}

/** A run like that of `sync`: lock, continue an earlier one, journal, save. */
export async function exampleRun(store: StateStore, onSafe: (lines: number) => void = () => undefined): Promise<void> {
  const lock = await store.lock(thisProcess());
  const loaded = await store.load();
  if (loaded.interrupted) await store.save(loaded, lock);
  const journal = store.journal(lock);
  const body = await store.keepBody('A text that is kept.');
  for (const [index, line] of lines(body).entries()) {
    await journal.append(line);
    onSafe(index + 1);
  }
  await journal.close();
  await store.save(await store.load(), lock);
  await lock.release();
}
