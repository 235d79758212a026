/** The time of a talk: a date with its offset where there is one, otherwise a time of day on a day of the schedule. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { instantText, readInstant, type ReadInstant } from '../values/instants.ts';
import type { Json } from '../values/json.ts';
import type { ScheduledTalk } from './schedule-form.ts';
import { timezoneNeeded, unreadable } from './source.ts';

export interface TimedSlot {
  readonly type: 'timed';
  readonly epoch: number;
  readonly start: string;
  readonly end: string;
  /** True if its offset is not that of the conference's zone. */
  readonly isElsewhere: boolean;
}

export type Slot = TimedSlot | { readonly type: 'unclear'; readonly why: Diagnostic };

/** What times are relative to. */
export interface Clocks {
  /** The zone that the source names. */
  readonly zone: string | undefined;
  /** The zone of times without an offset in a source that names none. */
  readonly fallback: string | undefined;
  /** When a day of the schedule begins, if the conference says so: `09:00:00`. */
  readonly dayChange: string;
}

const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const CLOCK = /^([0-2]?\d):([0-5]\d)(?::[0-5]\d)?$/;
const OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/i;
const [MINUTE, DAY_LENGTH] = [60_000, 86_400_000];
/** Nothing in a programme takes longer; a larger number is a mistake. */
const LONGEST = 366 * DAY_LENGTH;

export function readSlot(talk: ScheduledTalk, clocks: Clocks): Slot {
  const { data, span } = talk;
  const unclear = (field: string, message: string, suggestion?: string): Slot => ({
    type: 'unclear',
    why: unreadable(span(field), message, suggestion),
  });
  if (textIn(data['title']) === '') return unclear('title', 'this talk has no title');
  const [field, written] = startOf(talk, clocks);
  if (written === '') return unclear(field, 'this talk has no time');
  const start = instantOf(written, clocks);
  if (start.type !== 'instant') return unclear(field, `${written} is not a time: ${reasonOf(start)}`);
  const ending = textIn(data['end']);
  const end = DATE_TIME.test(ending) ? instantOf(ending, clocks) : undefined;
  if (end && end.type !== 'instant') return unclear('end', `${ending} is not a time: ${reasonOf(end)}`);
  const duration = textIn(data['duration']);
  const lasts = end ? end.epoch - start.epoch : lengthOf(duration);
  if (lasts === undefined || lasts > LONGEST)
    return unclear(
      'duration',
      duration === '' ? 'this talk has no duration' : `${duration} is not a duration`,
      'write it as 1:30',
    );
  if (lasts <= 0)
    return unclear(end ? 'end' : 'duration', `this talk ends ${lasts === 0 ? 'when' : 'before'} it starts`);
  const zone = clocks.zone ?? (OFFSET.test(written) ? undefined : clocks.fallback);
  const shown = (epoch: number): string =>
    zone === undefined ? withOffsetOf(start.text, epoch) : instantText(epoch, zone);
  return {
    type: 'timed',
    epoch: start.epoch,
    start: shown(start.epoch),
    end: shown(start.epoch + lasts),
    isElsewhere: shown(start.epoch).slice(0, 19) !== start.text.slice(0, 19),
  };
}

/** The field, and the time in it with the day that it belongs to. */
function startOf({ data, day }: ScheduledTalk, { zone, dayChange }: Clocks): readonly [field: string, text: string] {
  const [date, start] = [textIn(data['date']), textIn(data['start'])];
  if (DATE_TIME.test(date)) return ['date', date];
  if (DATE_TIME.test(start)) return ['start', start];
  const [first, last] = [textIn(day['day_start'] ?? day['start']), textIn(day['day_end'] ?? day['end'])];
  const ofDay = [date, textIn(day['date']), first.slice(0, 10)].find((text) => DAY.test(text)) ?? '';
  const [, hours = '', minutes = ''] = CLOCK.exec(start) ?? [];
  const midnight = Date.parse(`${ofDay}T00:00Z`);
  if (hours === '' || Number.isNaN(midnight)) return ['start', ''];
  const offset = zone === undefined ? (OFFSET.exec(first)?.[0] ?? '') : '';
  const at = (days: number): string => {
    const local = midnight + days * DAY_LENGTH + (Number(hours) * 60 + Number(minutes)) * MINUTE;
    return new Date(local).toISOString().slice(0, 16) + offset;
  };
  // The night after a day belongs to it: 00:30 is on the next date.
  const clock = `${hours.padStart(2, '0')}:${minutes}`;
  const begins = DATE_TIME.test(first) ? first.slice(11, 16) : dayChange.slice(0, 5);
  const isNight = DATE_TIME.test(last) ? at(1).slice(0, 16) < last.slice(0, 16) : clock < begins;
  return ['start', at(isNight ? 1 : 0)];
}

function instantOf(text: string, { zone, fallback }: Clocks): ReadInstant {
  const local = zone ?? fallback;
  if (local === undefined && !OFFSET.test(text)) throw timezoneNeeded('this schedule');
  return readInstant(text, local ?? 'UTC');
}

function reasonOf(read: Exclude<ReadInstant, { type: 'instant' }>): string {
  if (read.type === 'not-a-time') return read.reason;
  return read.type === 'skipped' ? 'the clocks skip it' : 'it exists twice, because the clocks are set back';
}

/** `1:30`; `1:02:30` with days, as pretalx writes it; `01:30:00` with seconds; `PT1H30M`. */
function lengthOf(duration: string): number | undefined {
  const [, days, hours, minutes] =
    /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)$/.exec(duration.replace(/^(\d\d:\d\d):\d\d$/, '$1')) ??
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration) ??
    [];
  if ((days ?? hours ?? minutes) === undefined) return undefined;
  return Number(days ?? 0) * DAY_LENGTH + (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE;
}

function withOffsetOf(text: string, epoch: number): string {
  const [offset = 'Z'] = OFFSET.exec(text) ?? [];
  const shift = Date.parse(text) - Date.parse(text.replace(OFFSET, 'Z'));
  return new Date(epoch - shift).toISOString().slice(0, 19) + offset;
}

const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value.trim() : '');
