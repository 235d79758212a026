/** The time of a talk: a date with its offset where there is one, otherwise a time of day on a day of the schedule. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { lineOf, textOf } from './entry.ts';
import type { ScheduledTalk } from './schedule-form.ts';
import { OFFSET, slotTime, type Clocks, type SlotTime, type Written } from './slot-times.ts';
import { unreadable } from './source.ts';

export interface ScheduleClocks extends Clocks {
  /** When a day of the schedule begins, if the conference says so: `09:00:00`. */
  readonly dayChange: string;
}

const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const CLOCK = /^([0-2]?\d):([0-5]\d)(?::[0-5]\d)?$/;
const [MINUTE, DAY_LENGTH] = [60_000, 86_400_000];
/** Nothing in a programme takes longer; a larger number is a mistake. */
const LONGEST = 366 * DAY_LENGTH;

/** Returns the reason if the talk has no title or no time. */
export function timeOfTalk(talk: ScheduledTalk, clocks: ScheduleClocks): SlotTime | Diagnostic {
  const { data, span } = talk;
  if (lineOf(data['title']) === '') return unreadable(span('title'), 'this talk has no title');
  const start = startOf(talk, clocks);
  if (start.text === '') return unreadable(span(start.field), 'this talk has no time');
  const end = { field: 'end', text: textOf(data['end']) };
  const duration = textOf(data['duration']);
  const length = lengthOf(duration);
  if (!DATE_TIME.test(end.text) && !(length <= LONGEST)) {
    const message = duration === '' ? 'this talk has no duration' : `${duration} is not a duration`;
    return unreadable(span('duration'), message, 'write it as 1:30');
  }
  const time = slotTime(start, DATE_TIME.test(end.text) ? end : { field: 'duration', length }, clocks);
  return 'field' in time ? unreadable(span(time.field), time.message) : time;
}

/** The time with the day that it belongs to, or an empty text. */
function startOf({ data, day }: ScheduledTalk, { zone, dayChange }: ScheduleClocks): Written {
  const [date, start] = [textOf(data['date']), textOf(data['start'])];
  if (DATE_TIME.test(date)) return { field: 'date', text: date };
  if (DATE_TIME.test(start)) return { field: 'start', text: start };
  const [first, last] = [textOf(day['day_start'] ?? day['start']), textOf(day['day_end'] ?? day['end'])];
  const ofDay = [date, textOf(day['date']), first.slice(0, 10)].find((text) => DAY.test(text)) ?? '';
  const [, hours = '', minutes = ''] = CLOCK.exec(start) ?? [];
  const midnight = Date.parse(`${ofDay}T00:00Z`);
  if (hours === '' || Number.isNaN(midnight)) return { field: 'start', text: '' };
  const offset = zone === undefined ? (OFFSET.exec(first)?.[0] ?? '') : '';
  const at = (days: number): string => {
    const local = midnight + days * DAY_LENGTH + (Number(hours) * 60 + Number(minutes)) * MINUTE;
    return new Date(local).toISOString().slice(0, 16);
  };
  // The night after a day belongs to it: 00:30 is on the next date.
  const clock = `${hours.padStart(2, '0')}:${minutes}`;
  const begins = DATE_TIME.test(first) ? first.slice(11, 16) : dayChange.slice(0, 5);
  const isNight = DATE_TIME.test(last) ? at(1) < last.slice(0, 16) : clock < begins;
  return { field: 'start', text: at(isNight ? 1 : 0) + offset };
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
