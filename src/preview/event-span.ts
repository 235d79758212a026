import type { Slot } from '../site/programme.ts';
import type { EventSpan } from './preview-site.ts';

/** The dates of the event, from its programme. */
export function eventSpanOf(programme: readonly Slot[]): EventSpan | undefined {
  if (programme.length === 0) return undefined;
  return programme.reduce(
    ({ start, end }, slot) => ({ start: Math.min(start, slot.start), end: Math.max(end, slot.end) }),
    { start: Infinity, end: -Infinity },
  );
}
