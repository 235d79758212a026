/** A state, and what follows from it and from the lines of a journal. */
import { assertNever } from '../diagnostics/errors.ts';
import { isAddressOf } from '../model/address-shape.ts';
import { replacedBy, withoutReplaced, withReplaced, type Base, type BaseEntry } from '../model/base.ts';
import type { JournalLine } from './journal-line.ts';
import { Addresses } from './one-address.ts';
import type { State } from './store.ts';

export const EMPTY_STATE: State = { base: { entries: new Map() }, unfinished: [] };

/**
 * The state after the lines of a run that began with it. Unfinished intents stay open unless these lines settle them.
 * Replaying lines that a state already contains changes nothing, so a crash between writing the state and ending the
 * journal does no harm.
 */
export function withLines({ base, unfinished }: State, lines: readonly JournalLine[]): State {
  const entries = new Map(base.entries);
  const deleted = new Map(base.deleted);
  const open = new Map(unfinished.map((intent) => [intent.idempotencyKey, intent]));
  const addresses = new Addresses(entries);

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
        addresses.set(address, line.entry);
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
 * The state after the lines of a run that did not know it, because another run has written in the meantime. Nothing that
 * exists is forgotten, nothing that was deleted comes back, and an object has one address; otherwise the last write wins.
 * No request is open again: the other run knew what this one was about to send.
 */
export function mergeLines({ base, unfinished }: State, lines: readonly JournalLine[]): State {
  const left = withLines({ ...EMPTY_STATE, unfinished }, lines);
  const entries = new Map(base.entries);
  const addresses = new Addresses(entries);
  for (const line of lines) if (line.type === 'deleted') removeObject(entries, addressNow(line, entries), line.id);
  const deleted = new Map(base.deleted);
  for (const [id, at] of left.base.deleted!) deleted.set(id, Math.max(at, deleted.get(id) ?? at));
  for (const [address, entry] of left.base.entries) {
    if (deleted.has(entry.id)) continue;
    const there = addresses.of(entry);
    const present = entries.get(there ?? address);
    const isMoved = lines.some((line) => line.type === 'moved' && line.entry.id === entry.id && line.from === there);
    const isFree = isMoved && !entries.has(address);
    addresses.set(there === undefined || isFree ? address : there, present ? later(present, entry) : entry);
  }
  for (const [address, entry] of entries) {
    // An object that a document has is not one that another document replaced.
    const isOver = (id: string): boolean => deleted.has(id) || addresses.of({ ...entry, id }) !== undefined;
    entries.set(address, withoutReplaced(entry, replacedBy(entry).filter(isOver)));
  }
  const known = new Set(unfinished.map(({ idempotencyKey }) => idempotencyKey));
  return {
    base: { entries, deleted },
    unfinished: left.unfinished.filter(({ idempotencyKey }) => known.has(idempotencyKey)),
  };
}

/**
 * The last write, or the first of two at once. The other object is recorded as replaced, so that it is not left behind;
 * one that was only adopted is not ours to delete.
 */
function later(first: BaseEntry, second: BaseEntry): BaseEntry {
  const isSecond = (second.writtenAt ?? 0) > (first.writtenAt ?? 0);
  const [last, lost] = isSecond ? [second, first] : [first, second];
  return withReplaced(last, [...(lost.writtenAt === undefined ? [] : [lost.id]), ...replacedBy(lost)]);
}

/** Another run may have moved the object that was deleted. */
function addressNow({ address, id }: { address: string; id: string }, entries: Base['entries']): string {
  const moved = [...entries].find(([, entry]) => entry.id === id && isAddressOf(address, entry.kind));
  return moved?.[0] ?? address;
}

function removeObject(entries: Map<string, BaseEntry>, address: string, id: string): void {
  const entry = entries.get(address);
  if (entry?.id === id) entries.delete(address);
  else if (entry && replacedBy(entry).includes(id)) entries.set(address, withoutReplaced(entry, [id]));
}

/** How long a deletion is remembered: far longer than any list is stale. */
const REMEMBERED = 10 * 60_000;

export function recent({ entries, deleted = new Map() }: Base, now: number): Base {
  return { entries, deleted: new Map([...deleted].filter(([, at]) => Math.abs(now - at) < REMEMBERED)) };
}

/** The names of the stored bodies that a state needs. */
export const bodiesOf = ({ base }: State): ReadonlySet<string> =>
  new Set([...base.entries.values()].flatMap(({ body }) => body ?? []));
