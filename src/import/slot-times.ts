/** When something takes place, from the start and the end that a source has for it. */
import { instantText, readInstant } from '../values/instants.ts';
import { timezoneNeeded } from './source.ts';

/** Both times have an offset. */
export interface SlotTime {
  readonly start: string;
  readonly end: string;
  /** The zone of the source. */
  readonly timezone?: string;
}

export interface Written {
  readonly field: string;
  readonly text: string;
}

interface Lasting {
  readonly field: string;
  readonly length: number;
}

interface Fault {
  readonly field: string;
  readonly message: string;
}

export interface Clocks {
  /** The zone of the source, in which all times are shown. */
  readonly zone: string | undefined;
  /** The zone of times without an offset in a source that names none. */
  readonly fallback: string | undefined;
  /** The name of the source. */
  readonly source: string;
}

export const OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** The end is a time or a number of milliseconds after the start. */
export function slotTime(start: Written, end: Written | Lasting, clocks: Clocks): SlotTime | Fault {
  const from = instantOf(start, clocks);
  if ('field' in from) return from;
  const to = 'length' in end ? { epoch: from.epoch + end.length } : instantOf(end, clocks);
  if ('field' in to) return to;
  if (!(to.epoch > from.epoch))
    return { field: end.field, message: `it ends ${to.epoch === from.epoch ? 'when' : 'before'} it starts` };
  const { zone, fallback } = clocks;
  const shown = zone ?? (OFFSET.test(start.text) ? undefined : fallback);
  const textAt = (epoch: number): string =>
    shown === undefined ? withOffsetOf(from.text, epoch) : instantText(epoch, shown);
  return { start: textAt(from.epoch), end: textAt(to.epoch), ...(zone !== undefined && { timezone: zone }) };
}

function instantOf({ field, text }: Written, { zone, fallback, source }: Clocks) {
  const local = zone ?? fallback;
  const read = readInstant(text, local ?? 'UTC');
  if (local === undefined && !OFFSET.test(text) && read.type === 'instant') throw timezoneNeeded(source);
  if (read.type === 'instant') return read;
  const why =
    read.type === 'not-a-time'
      ? read.reason
      : `the clocks in ${local} ${read.type === 'skipped' ? 'skip' : 'repeat'} this time`;
  return { field, message: `\`${text}\` is not a time: ${why}` };
}

function withOffsetOf(text: string, epoch: number): string {
  const [offset = 'Z'] = OFFSET.exec(text) ?? [];
  const shift = Date.parse(text) - Date.parse(text.replace(OFFSET, 'Z'));
  return new Date(epoch - shift).toISOString().slice(0, 19) + offset;
}
