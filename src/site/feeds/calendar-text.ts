/** The notation of calendar files (RFC 5545): content lines, texts, times and time zones. */
import { offsetAt } from '../../values/instants.ts';
import { onceEach } from '../../values/once-each.ts';

/** Folds lines and ends each with CRLF. */
export const calendarText = (lines: readonly string[]): string => lines.map((line) => `${folded(line)}\r\n`).join('');

export const escaped = (text: string): string =>
  text
    .replace(NOT_IN_TEXT, '')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    // Some readers also end a line at the last three.
    .replace(/\r\n?|[\n\u0085\u2028\u2029]/g, '\\n');

// oxlint-disable-next-line no-control-regex
const NOT_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g;

/** `20270618T203000Z` */
export const utcTime = (instant: number): string => `${compact(instant)}Z`;

/** `20270618T223000`, the time that clocks show. */
const localTime = (instant: number, offset: number): string => compact(instant + offset);

const compact = (instant: number): string => new Date(instant).toISOString().replace(/[-:]|\.\d+Z$/g, '');

const DAY = 86_400_000;

/**
 * `DTSTART;TZID=Europe/Paris:20270618T223000`. When clocks go back, an hour occurs twice, and calendars do not agree which
 * of the two a local time means (RFC 5545: the first; ical.js: the second), so such a time is written in UTC.
 */
export function timeLine(name: string, instant: number, timezone: string): string {
  if (isUtc(timezone)) return `${name}:${utcTime(instant)}`;
  const offset = offsetAt(instant, timezone);
  const local = instant + offset;
  const isTwice = [instant - DAY, instant + DAY]
    .map((around) => offsetAt(around, timezone))
    .some((other) => other !== offset && offsetAt(local - other, timezone) === other);
  return isTwice ? `${name}:${utcTime(instant)}` : `${name};TZID=${timezone}:${localTime(instant, offset)}`;
}

/** Times in UTC need no definition of a time zone. */
export const isUtc = (timezone: string): boolean => /^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu|GMT)$/.test(timezone);

const MOST_OCTETS = 74;

/** Folds lines longer than 75 octets; the next line starts with a space. Characters are never split. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0)!);
    if (octets + size > MOST_OCTETS) {
      parts.push(part);
      part = '';
      octets = 0;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}

const octetsOf = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);

/** A change of the clocks. */
interface Change {
  readonly instant: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The definition of a time zone (`VTIMEZONE`), valid for the years of the entries that refer to it. Where clocks change by a
 * yearly rule it is two lines with that rule, which is all that some calendars read; elsewhere, as in Morocco, it lists each
 * change. Every calendar of a site has the same time zone in the same few years.
 */
export const timezoneLines = (
  timezone: string,
  { first, last }: { readonly first: number; readonly last: number },
): readonly string[] => linesFor(timezone)(first)(last);

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
