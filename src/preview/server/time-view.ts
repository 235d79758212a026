/** The instant shown, on the clock of the event: the date picker speaks no other. */
import { offsetAt, readInstant } from '../../values/instants.ts';
import type { PreviewSite } from '../preview-site.ts';

export interface TimeView {
  readonly instant: number;
  /** `2027-06-18T20:30`, as a date picker takes it. */
  readonly local: string;
  readonly isChosen: boolean;
  readonly timezone: string;
  /** Moments worth a look. */
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

/** Where the clocks are changed, the next moment that exists, or the first of two: for a look that is near enough. */
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
  }
}
