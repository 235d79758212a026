/** Before, during and after the event, by the clock of the build. A script of the pages has the same rules. */
import { endOfNight, startOfDay } from './event-days.ts';
import type { Slot } from './programme.ts';
import type { Site } from './site.ts';

export type Phase = 'before' | 'during' | 'after';

/**
 * It is on during each day of the programme, from 06:00 until its night is over, and over when the last entry has ended. On
 * a day between two weekends it is before the second one.
 */
export function phaseOf({ clock, programmeDays, programmeEnd, timezone }: Site): Phase {
  if (programmeEnd === undefined) return 'before';
  if (clock.hasCome(programmeEnd)) return 'after';
  const isOn = (day: string): boolean =>
    clock.hasCome(startOfDay(day, timezone)) && !clock.hasCome(endOfNight(day, timezone));
  return programmeDays.some(isOn) ? 'during' : 'before';
}

const MOST = 4;
const SOON = 18 * 3_600_000;

/** The entries that began last, and those that begin next. */
export function nowAndNext({ clock, programme }: Site): {
  readonly now: readonly Slot[];
  readonly next: readonly Slot[];
} {
  const ahead = programme.filter(({ cancelled, end }) => !cancelled && !clock.hasCome(end));
  const now = ahead.filter(({ start }) => clock.hasCome(start)).sort((a, b) => b.start - a.start);
  const next = ahead.filter(({ start }) => !clock.hasCome(start) && clock.hasCome(start - SOON));
  return { now: now.slice(0, MOST), next: next.slice(0, MOST) };
}
