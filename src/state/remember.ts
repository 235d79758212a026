/** Records what a command learnt about documents without sending anything, as one finished journal. */
import type { Lock } from './file/lock.ts';
import type { Outcome } from './journal-line.ts';
import type { StateStore } from './store.ts';

/** What was learnt about a document. It answers every request of earlier runs for that document. */
export type Learnt = Outcome extends infer Each ? (Each extends Outcome ? Omit<Each, 'settles'> : never) : never;

export async function remember(lines: readonly Learnt[], store: StateStore, lock: Lock): Promise<void> {
  if (lines.length === 0) return;
  const began = await store.load();
  const open = Map.groupBy(began.unfinished, ({ address }) => address);
  const settles = (address: string) => (open.get(address) ?? []).map(({ idempotencyKey }) => idempotencyKey);
  const journal = store.journal(lock);
  await journal.append(...lines.map((line): Outcome => ({ ...line, settles: settles(line.address) })));
  await journal.close();
  await store.save(await journal.stateAfter(began), lock);
}
