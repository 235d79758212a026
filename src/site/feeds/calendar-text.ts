/** The notation of calendar files (RFC 5545): content lines, texts and times. */
import { offsetAt } from '../../values/instants.ts';

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
export const localTime = (instant: number, offset: number): string => compact(instant + offset);

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
