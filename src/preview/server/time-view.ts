/** The instant shown, in the time zone of the event: the date picker supports no other. */
import { assertNever } from '../../diagnostics/errors.ts';
import { offsetAt, readInstant } from '../../values/instants.ts';
import type { PreviewSite } from '../preview-site.ts';

export interface TimeView {
  readonly instant: number;
  /** `2027-06-18T20:30`, as a date picker expects it. */
  readonly local: string;
  readonly isChosen: boolean;
  readonly timezone: string;
  /** Suggested times. */
  readonly steps: readonly { readonly name: string; readonly local: string }[];
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export function timeView({ now, isNowChosen, timezone, eventSpan }: PreviewSite): TimeView {
  const at = (instant: number): string => localTime(instant, timezone);
  const steps = eventSpan
    ? [
        { name: 'A week before', local: at(eventSpan.start - 7 * DAY) },
        { name: 'Opening', local: at(eventSpan.start) },
        { name: 'Halfway', local: at(eventSpan.start + (eventSpan.end - eventSpan.start) / 2) },
        { name: 'After', local: at(eventSpan.end + MINUTE) },
      ]
    : [];
  return { instant: now, local: at(now), isChosen: isNowChosen, timezone, steps };
}

const localTime = (instant: number, timezone: string): string =>
  new Date(instant + offsetAt(instant, timezone)).toISOString().slice(0, 16);

/** If the clocks change at that time, the next time that exists, or the first of two: close enough for a preview. */
export function instantOf(local: string, timezone: string): number | undefined {
  const read = readInstant(local, timezone);
  switch (read.type) {
    case 'instant':
      return read.epoch;
    case 'skipped':
      return Date.parse(read.next);
    case 'twice':
      return Date.parse(read.earlier);
    case 'not-a-time':
      return undefined;
    default:
      return assertNever(read);
  }
}
