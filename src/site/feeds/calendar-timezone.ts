/**
 * The definition of a time zone for calendar files (`VTIMEZONE`), valid for the years of the entries that refer to it.
 * Where clocks change by a yearly rule it is two lines with that rule, which is all that some calendars read; elsewhere,
 * as in Morocco, it lists each change.
 */
import { offsetAt } from '../../values/instants.ts';
import { onceEach } from '../../values/once-each.ts';
import { localTime } from './calendar-text.ts';

interface Years {
  readonly first: number;
  readonly last: number;
}

/** A change of the clocks. */
interface Change {
  readonly instant: number;
  readonly from: number;
  readonly to: number;
}

/** Every calendar of a site has the same time zone in the same few years. */
export const timezoneLines = (timezone: string, { first, last }: Years): readonly string[] =>
  linesFor(timezone)(first)(last);

const linesFor = onceEach((timezone: string) =>
  onceEach((first: number) =>
    onceEach((last: number): readonly string[] => {
      const [start, end] = [Date.UTC(first - 1, 0, 1), Date.UTC(last + 2, 0, 1)];
      const changes = changesIn(timezone, start, end);
      return [
        'BEGIN:VTIMEZONE',
        `TZID:${timezone}`,
        ...(yearlyRules(changes, last + 2 - (first - 1)) ?? listed(changes, { start, timezone })),
        'END:VTIMEZONE',
      ];
    }),
  ),
);

function listed(changes: readonly Change[], { start, timezone }: { start: number; timezone: string }) {
  const initial = offsetAt(start, timezone);
  const standard = Math.min(initial, ...changes.map(({ to }) => to));
  return [{ instant: start, from: initial, to: initial }, ...changes].flatMap((change) => observance(change, standard));
}

function yearlyRules(changes: readonly Change[], years: number): readonly string[] | undefined {
  const standard = Math.min(...changes.map(({ to }) => to));
  const groups = [...Map.groupBy(changes, ({ to }) => to).values()];
  if (groups.length !== 2) return undefined;
  const rules = groups.map((group) => (group.length === years ? ruleOf(group) : undefined));
  if (rules.includes(undefined)) return undefined;
  return groups.flatMap(([oldest], index) => observance(oldest!, standard, rules[index]));
}

function observance({ instant, from, to }: Change, standard: number, rule?: string): readonly string[] {
  const type = to === standard ? 'STANDARD' : 'DAYLIGHT';
  return [
    `BEGIN:${type}`,
    `DTSTART:${localTime(instant, from)}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    ...(rule === undefined ? [] : [`RRULE:${rule}`]),
    `END:${type}`,
  ];
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** The rule that yields exactly these changes, one a year: the second or the last Sunday of a month. */
function ruleOf(changes: readonly Change[]): string | undefined {
  const dates = changes.map(({ instant, from }) => {
    const local = new Date(instant + from);
    const [date, month] = [local.getUTCDate(), local.getUTCMonth()];
    const days = new Date(Date.UTC(local.getUTCFullYear(), month + 1, 0)).getUTCDate();
    return {
      same: `${from} ${month} ${local.getUTCDay()} ${local.toISOString().slice(11)}`,
      month,
      weekday: WEEKDAYS[local.getUTCDay()]!,
      nth: Math.ceil(date / 7),
      isLast: date > days - 7,
    };
  });
  const [first] = dates;
  if (!first || dates.some(({ same }) => same !== first.same)) return undefined;
  const nth = dates.every(({ isLast }) => isLast) ? -1 : first.nth;
  if (nth !== -1 && dates.some((date) => date.nth !== nth)) return undefined;
  return `FREQ=YEARLY;BYMONTH=${first.month + 1};BYDAY=${nth}${first.weekday}`;
}

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
/** Shorter than any time between two changes of the clocks. */
const STEP = 5 * 24 * 60 * MINUTE;

function changesIn(timezone: string, start: number, end: number): readonly Change[] {
  const changes: Change[] = [];
  for (let at = start; at < end; at += STEP) {
    const [from, to] = [offsetAt(at, timezone), offsetAt(at + STEP, timezone)];
    if (from === to) continue;
    // All time zones change their clocks on a quarter of an hour.
    let [before, after] = [at / QUARTER, (at + STEP) / QUARTER];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(middle * QUARTER, timezone) === from) before = middle;
      else after = middle;
    }
    changes.push({ instant: after * QUARTER, from, to });
  }
  return changes.filter(({ instant }) => instant < end);
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}${two(minutes % 60)}`;
}
