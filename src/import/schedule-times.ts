/** The time of a talk: a date with its offset where there is one, otherwise a time of day on a day of the schedule. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { instantText, offsetOf, readInstant, type ReadInstant } from '../values/instants.ts';
import type { JsonObject } from '../values/json.ts';
import { lineOf, textOf, type Entry } from './entry.ts';
import type { SlotTime } from './programme.ts';
import { timezoneNeeded, unreadable } from './source.ts';

/** A talk with its room, also if it is only listed there. */
export interface ScheduledTalk extends Entry {
  readonly day: JsonObject;
}

export interface Clocks {
  /** The zone that the source names, in which all times are shown. */
  readonly zone: string | undefined;
  /** The zone of times without an offset in a source that names none. */
  readonly fallback: string | undefined;
  /** When a day of the schedule begins, if the conference says so: `09:00:00`. */
  readonly dayChange: string;
  /** The name of the source. */
  readonly source: string;
}

type Instant = Extract<ReadInstant, { type: 'instant' }>;

const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const CLOCK = /^([0-2]?\d):([0-5]\d)(?::[0-5]\d)?$/;
const OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/i;
const [MINUTE, DAY_LENGTH] = [60_000, 86_400_000];
/** Nothing in a programme takes longer; a larger number is a mistake. */
const LONGEST = 366 * DAY_LENGTH;

/** Returns the reason if the talk has no title or no time. */
export function timeOfTalk(talk: ScheduledTalk, clocks: Clocks): SlotTime | Diagnostic {
  const { data, span } = talk;
  if (lineOf(data['title']) === '') return unreadable(span('title'), 'this talk has no title');
  const [field, written] = startOf(talk, clocks);
  if (written === '') return unreadable(span(field), 'this talk has no time');
  const start = instantOf(written, clocks);
  if (typeof start === 'string') return unreadable(span(field), start);
  const [ending, duration] = [textOf(data['end']), textOf(data['duration'])];
  const end = DATE_TIME.test(ending) ? instantOf(ending, clocks) : undefined;
  if (typeof end === 'string') return unreadable(span('end'), end);
  const lasts = end ? end.epoch - start.epoch : lengthOf(duration);
  if (!(lasts <= LONGEST)) {
    const message = duration === '' ? 'this talk has no duration' : `${duration} is not a duration`;
    return unreadable(span('duration'), message, 'write it as 1:30');
  }
  if (lasts <= 0)
    return unreadable(span(end ? 'end' : 'duration'), `it ends ${lasts === 0 ? 'when' : 'before'} it starts`);
  const own = OFFSET.test(written) ? offsetOf(start.text) : clocks.fallback!;
  return {
    start: shownIn(clocks.zone ?? own, start),
    end: end ? shownIn(clocks.zone ?? own, end) : instantText(start.epoch + lasts, clocks.zone ?? own),
    ...(clocks.zone && { timezone: clocks.zone }),
  };
}

/** With its own offset if the zone has another one then, so that the import can report it. Programs write any zone as Z. */
function shownIn(zone: string, { epoch, text }: Instant): string {
  const inZone = instantText(epoch, zone);
  const isOther = /[1-9]/.test(offsetOf(text)) && offsetOf(text) !== offsetOf(inZone);
  return isOther ? instantText(epoch, offsetOf(text)) : inZone;
}

/** The field, and the time in it with the day that it belongs to. */
function startOf({ data, day }: ScheduledTalk, { zone, dayChange }: Clocks): readonly [field: string, text: string] {
  const [date, start] = [textOf(data['date']), textOf(data['start'])];
  if (DATE_TIME.test(date)) return ['date', date];
  const [, hours = '', minutes = ''] = CLOCK.exec(start) ?? [];
  if (hours === '') return ['start', start];
  const [first, last] = [textOf(day['day_start'] ?? day['start']), textOf(day['day_end'] ?? day['end'])];
  const ofDay = [date, textOf(day['date']), first.slice(0, 10)].find((text) => DAY.test(text)) ?? '';
  const midnight = Date.parse(`${ofDay}T00:00Z`);
  if (Number.isNaN(midnight)) return ['start', ''];
  const offset = zone === undefined ? (OFFSET.exec(first)?.[0] ?? '') : '';
  const at = (days: number): string => {
    const local = midnight + days * DAY_LENGTH + (Number(hours) * 60 + Number(minutes)) * MINUTE;
    return new Date(local).toISOString().slice(0, 16);
  };
  // The night after a day belongs to it: 00:30 is on the next date.
  const clock = `${hours.padStart(2, '0')}:${minutes}`;
  const begins = DATE_TIME.test(first) ? first.slice(11, 16) : dayChange.slice(0, 5);
  const isNight = DATE_TIME.test(last) ? at(1) < last.slice(0, 16) : clock < begins;
  return ['start', at(isNight ? 1 : 0) + offset];
}

/** Returns the reason if it is not a time. */
function instantOf(text: string, { zone, fallback, source }: Clocks): Instant | string {
  const local = zone ?? fallback;
  const read = readInstant(text, local ?? 'UTC');
  if (local === undefined && !OFFSET.test(text) && read.type === 'instant') throw timezoneNeeded(source);
  if (read.type === 'instant') return read;
  const clocks = `the clocks in ${local} ${read.type === 'skipped' ? 'skip' : 'repeat'} this time`;
  return `\`${text}\` is not a time: ${read.type === 'not-a-time' ? read.reason : clocks}`;
}

/** `1:30`; `1:02:30` with days, as pretalx writes it; `01:30:00` with seconds; `PT1H30M`. */
function lengthOf(duration: string): number {
  const [, days, hours, minutes] =
    /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)$/.exec(duration.replace(/^(\d\d:\d\d):\d\d$/, '$1')) ??
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration) ??
    [];
  if ((days ?? hours ?? minutes) === undefined) return Number.NaN;
  return Number(days ?? 0) * DAY_LENGTH + (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE;
}
