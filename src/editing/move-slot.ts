/** A move on the board, as changes of at most three values of its document, each in the notation that its file has. */
import type { Document } from '../content/document.ts';
import { UserError } from '../diagnostics/errors.ts';
import { readInstant } from '../values/instants.ts';
import type { Json, Path } from '../values/json.ts';
import { writtenLike } from '../values/written-instant.ts';
import { epochIn, HOUR, zoneAt, type WrittenSlot } from './board.ts';
import type { Operation } from './protocol.ts';

/** What is absent stays, except for the end, which moves with the start. */
interface SlotMove {
  /** Local times of the festival, as `2027-06-18T20:30`. */
  readonly start?: string;
  readonly end?: string;
  /** Null: without a place. */
  readonly place?: string | null;
  /** The values that the board showed. */
  readonly was: WrittenSlot;
}

export function slotOperations(document: Document, move: SlotMove, timezone: string): readonly Operation[] {
  const { address, data, declaration } = document;
  const { start: from, end: to, where } = declaration.page?.programme ?? {};
  if (!from || !to) throw new UserError(`${address} is not an entry of the programme`);
  const { place, was } = move;
  const [earlier, later] = [epochIn(data, from, timezone), epochIn(data, to, timezone)];
  const length = earlier === undefined || later === undefined ? HOUR : later - earlier;
  const start = move.start === undefined ? earlier : epochOfLocal(move.start, timezone);
  const isOpen = earlier !== undefined && later === undefined;
  const moved = start === earlier || start === undefined || isOpen ? later : start + length;
  const end = move.end === undefined ? moved : epochOfLocal(move.end, timezone);
  const timeAt = (path: Path, epoch: number | undefined, before: Json | undefined): readonly Operation[] => {
    if (epoch === undefined || epoch === epochIn(data, path, timezone)) return [];
    const notation = String(before ?? was.start ?? '');
    return [set(path, writtenLike(notation, epoch, zoneAt(data, path, timezone)), before)];
  };
  const times = [...timeAt(from, start, was.start), ...timeAt(to, end, was.end)];
  if (place === undefined || place === (was.place ?? null)) return times;
  if (where === undefined) throw new UserError(`${address} cannot have a place`);
  return [...times, place === null ? { do: 'remove', path: [where], was: was.place! } : set([where], place, was.place)];
}

const set = (path: Path, value: Json, was: Json | undefined): Operation => ({
  do: 'set',
  path,
  value,
  ...(was !== undefined && { was }),
});

/** Of a time that the clocks repeat, the one with the offset of `was`, or the first. */
export function epochOfLocal(local: string, timezone: string, was = ''): number {
  const read = readInstant(local, timezone);
  if (read.type === 'instant') return read.epoch;
  const hasOffset = (text: string): boolean => was.replaceAll(':', '').endsWith(text.slice(19).replace(':', ''));
  if (read.type === 'twice') return Date.parse(hasOffset(read.later) ? read.later : read.earlier);
  if (read.type === 'not-a-time') throw new UserError(`“${local}” is not a time: ${read.reason}`);
  const message = `${local.replace('T', ' ')} does not exist in ${timezone}, because the clocks skip it`;
  throw new UserError(message, { suggestion: `the next time is ${read.next.slice(11, 16)}` });
}
