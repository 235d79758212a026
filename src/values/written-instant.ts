/** Writes an instant in the notation of another one, so that a changed time looks like those around it. */
import { instantText, offsetAt, readInstant } from './instants.ts';

const NOTATION = /^.{10}(.)\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/i;
const MINUTE = 60_000;

/**
 * With or without seconds; in local time, in UTC, or with an offset. An offset that was that of the time zone follows its
 * clocks, and any other one stays.
 */
export function writtenLike(example: string, epoch: number, timezone: string): string {
  const [, mark = 'T', seconds, fraction = '', offset = ''] = NOTATION.exec(example) ?? [];
  const now = offsetAt(epoch, timezone);
  const shift = offset === '' ? undefined : shiftOf(example, timezone);
  const follows = shift === undefined || (shift.isOfZone && offset.toUpperCase() !== 'Z');
  const text = new Date(epoch + (follows ? now : shift.milliseconds)).toISOString();
  const hasSeconds = seconds !== undefined || text.slice(17, 19) !== '00';
  const local = text.slice(0, 10) + mark + text.slice(11, hasSeconds ? 19 : 16);
  const written = local + text.slice(19, 23).padEnd(fraction.length, '0').slice(0, fraction.length);
  const ofZone = instantText(epoch, timezone).slice(19);
  // A local time that the clocks repeat is only clear with its offset.
  if (offset === '') return written + (readInstant(local, timezone).type === 'instant' ? '' : ofZone);
  if (!follows) return written + offset;
  return written + (offset.includes(':') ? ofZone : ofZone.replace(':', ''));
}

/** How far the clock of a time is ahead of UTC. */
function shiftOf(example: string, timezone: string) {
  const read = readInstant(example, timezone);
  if (read.type !== 'instant') return undefined;
  const clock = Date.parse(`${example.slice(0, 10)}T${example.slice(11, 16)}Z`);
  const milliseconds = clock - Math.floor(read.epoch / MINUTE) * MINUTE;
  return { milliseconds, isOfZone: milliseconds === offsetAt(read.epoch, timezone) };
}
