import { assertNever } from '../diagnostics/errors.ts';
import { replacedBy, withoutReplaced, type Base, type BaseEntry } from '../model/base.ts';
import { keyOf, type Intent, type JournalLine, type Outcome } from './journal-line.ts';
import { setterOf } from './one-address.ts';
import type { State } from './store.ts';

/**
 * The state after the lines of a journal. Replaying lines that a state already contains changes nothing, so a crash
 * between writing the state and ending the journal does no harm.
 */
export function replay(base: Base, lines: readonly JournalLine[]): State {
  const entries = new Map(base.entries);
  const deleted = new Map(base.deleted);
  const open = new Map<string, Intent>();
  const set = setterOf(entries);

  for (const line of lines) {
    const { address } = line;
    if (line.type === 'intent') {
      open.set(keyOf(line), line);
      continue;
    }
    for (const key of settledBy(line, open)) open.delete(key);
    switch (line.type) {
      case 'written':
        set(address, line.entry);
        break;
      case 'moved':
        entries.delete(line.from);
        set(address, line.entry);
        break;
      case 'deleted':
        deleted.set(line.id, line.at);
        removeObject(entries, address, line.id);
        break;
      case 'forgotten':
        entries.delete(address);
        break;
      case 'dropped':
        break;
      default:
        return assertNever(line);
    }
  }
  return { base: { entries, deleted }, unfinished: [...open.values()] };
}

/**
 * A line of the first version settles every intent of its address, except for a deletion: the deleted object may be the
 * one that the document replaced, while a creation is still open.
 */
function settledBy({ type, address, settles }: Outcome, open: ReadonlyMap<string, Intent>): readonly string[] {
  if (settles) return settles;
  if (type === 'deleted') return [];
  return [...open].flatMap(([key, intent]) => (intent.address === address ? [key] : []));
}

function removeObject(entries: Map<string, BaseEntry>, address: string, id: string): void {
  const entry = entries.get(address);
  if (entry?.id === id) entries.delete(address);
  else if (entry && replacedBy(entry).includes(id)) entries.set(address, withoutReplaced(entry, [id]));
}
