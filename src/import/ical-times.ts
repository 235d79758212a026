/** Times of a calendar. Their zones have names of IANA or Windows; those that only the calendar describes are not known. */
import type ical from 'ical.js';
import { isTimezone } from '../model/rules/values/times.ts';
import { instantText, nearestInstant, readInstant } from '../values/instants.ts';
import { onceEach } from '../values/once-each.ts';
import { valueIn, type Component, type Property } from './ical-lines.ts';
import { timezoneNeeded } from './source.ts';
import { windowsZone } from './windows-zones.ts';

export interface CalendarTime {
  /** 2027-06-18, or 2027-06-18T20:30:00. */
  readonly local: string;
  readonly isDay: boolean;
  /** Undefined for a floating time. */
  readonly zone: string | undefined;
}

/** Days last until the same time of day, however the clocks change; the rest is milliseconds. */
interface Length {
  readonly days: number;
  readonly rest: number;
}

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** Event days end at 06:00: an entry without a time of day is on its own day alone if it lasts from then to then. */
const DAY_STARTS = 'T06:00:00';
/** What is later means never, and could not be written with four digits if something were added. */
export const LATEST = '9000';
/** ical.js gives `2027-06-18T::` for a day that is declared as a time. */
export const TIME = /^(\d{4}-\d\d-\d\d)(?:T(?:(\d\d:\d\d:\d\d)(Z)?|::))?$/;

/** The IANA name for a name of Windows, or one with a prefix such as `/mozilla.org/20070129_1/Europe/Berlin`. */
export const zoneNamed = onceEach((tzid: string): string | undefined => {
  const [, suffix = ''] = /^\/.*?([A-Z][A-Za-z_]+\/[A-Za-z_+-]+(?:\/[A-Za-z_]+)?)$/.exec(tzid) ?? [];
  return [tzid, windowsZone(tzid), suffix].find((name) => name !== undefined && name !== '' && isTimezone(name));
}, 1000);

/** Undefined for a value that is no time, or is in a zone that nobody knows. */
export function timesOf({ parameters, values }: Property): readonly CalendarTime[] | undefined {
  const { tzid } = parameters;
  const zone = typeof tzid === 'string' ? zoneNamed(tzid) : undefined;
  const times = values.flatMap((value) => {
    // A period has its start and its end. Only the start of one that repeats is used.
    const [, day, clock, utc] = TIME.exec(String(Array.isArray(value) ? value[0] : value)) ?? [];
    const isKnown = zone !== undefined || tzid === undefined || clock === undefined || utc !== undefined;
    const isDate = readInstant(`${day}T${clock ?? '00:00:00'}`, 'UTC').type === 'instant' && day! < LATEST;
    if (!isKnown || !isDate) return [];
    return {
      local: clock === undefined ? day! : `${day}T${clock}`,
      isDay: clock === undefined,
      zone: utc ? 'UTC' : zone,
    };
  });
  return times.length > 0 && times.length === values.length ? times : undefined;
}

/** The clock of a calendar, for its days and its times without a zone. */
export class Clock {
  /** As given, as the calendar says, or the only one that it has. */
  readonly zone: string | undefined;
  readonly #source: string;

  constructor(calendar: Component, given: string | undefined, source: string) {
    const described = calendar.components.filter(({ name }) => name === 'VTIMEZONE');
    const only = described.length === 1 ? valueIn(described[0]!, 'TZID') : '';
    this.zone = given ?? zoneNamed(valueIn(calendar, 'X-WR-TIMEZONE')) ?? zoneNamed(only);
    this.#source = source;
  }

  /** The zone in which a time is shown. */
  zoneFor({ zone }: CalendarTime): string {
    const found = zone === undefined || zone === 'UTC' ? (this.zone ?? zone) : zone;
    if (found === undefined) throw timezoneNeeded(this.#source);
    return found;
  }

  /** As the standard says: a time that the clocks skip counts from before the change, one that they repeat is the first. */
  epochOf(time: CalendarTime): number {
    const local = time.isDay ? time.local + DAY_STARTS : time.local;
    const read = readInstant(local, time.zone ?? this.zoneFor(time));
    return Date.parse(nearestInstant(read) ?? '');
  }

  textOf(epoch: number, time: CalendarTime): string {
    return instantText(epoch, this.zoneFor(time));
  }

  lengthBetween(start: CalendarTime, end: CalendarTime): Length {
    const dayOf = ({ local }: CalendarTime): number => Date.parse(local.slice(0, 10)) / DAY;
    return start.isDay
      ? { days: dayOf(end) - dayOf(start), rest: 0 }
      : { days: 0, rest: this.epochOf(end) - this.epochOf(start) };
  }

  /** Undefined for a negative length. An entry without a time of day lasts a day or more. */
  endOf(start: CalendarTime, { days, rest }: Length): number | undefined {
    if (!(days * DAY + rest >= 0)) return undefined;
    if (start.isDay) return this.epochOf(daysLater(start, Math.max(1, days + rest / DAY)));
    return this.epochOf(daysLater(start, days)) + rest;
  }
}

const daysLater = (time: CalendarTime, days: number): CalendarTime => ({
  ...time,
  local: new Date(Date.parse(time.isDay ? time.local : `${time.local}Z`) + days * DAY)
    .toISOString()
    .slice(0, time.local.length),
});

export function lengthOf({ isNegative, weeks, days, hours, minutes, seconds }: ical.Duration): Length {
  const sign = isNegative ? -1 : 1;
  return { days: sign * (weeks * 7 + days), rest: sign * (hours * HOUR + minutes * 60_000 + seconds * 1000) };
}
