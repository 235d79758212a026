/** A state, and what follows from it and from the lines of a journal. */
import { assertNever } from '../diagnostics/errors.ts';
import { replacedBy, withoutReplaced, type Base, type BaseEntry } from '../model/base.ts';
import type { Intent, JournalLine } from './journal-line.ts';
import { setterOf } from './one-address.ts';
import type { State } from './store.ts';

export const EMPTY_STATE: State = { base: { entries: new Map() }, unfinished: [] };

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
      open.set(line.idempotencyKey, line);
      continue;
    }
    for (const key of line.settles) open.delete(key);
    switch (line.type) {
      case 'written':
      case 'moved':
        // A moved object leaves its former address, which may belong to another document by now.
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

function removeObject(entries: Map<string, BaseEntry>, address: string, id: string): void {
  const entry = entries.get(address);
  if (entry?.id === id) entries.delete(address);
  else if (entry && replacedBy(entry).includes(id)) entries.set(address, withoutReplaced(entry, [id]));
}

/** The state after further lines. Unfinished intents stay open unless these lines settle them. */
export const withLines = ({ base, unfinished }: State, lines: readonly JournalLine[]): State =>
  replay(base, [...unfinished, ...lines]);

/** How long a deletion is remembered: far longer than any list is stale. */
const REMEMBERED = 10 * 60_000;

export function recent({ entries, deleted = new Map() }: Base, now: number): Base {
  return { entries, deleted: new Map([...deleted].filter(([, at]) => Math.abs(now - at) < REMEMBERED)) };
}

/** The names of the stored bodies that a state needs. */
export const bodiesOf = ({ base }: State): ReadonlySet<string> =>
  new Set([...base.entries.values()].flatMap(({ body }) => body ?? []));

export const bodiesIn = (lines: readonly JournalLine[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => ('entry' in line ? (line.entry.body ?? []) : [])));
