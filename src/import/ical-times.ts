/** Times of a calendar: their zones, and the occurrences of what repeats. */
import type ical from 'ical.js';
import { isTimezone } from '../model/rules/values/times.ts';
import { instantText, readInstant } from '../values/instants.ts';
import { onceEach } from '../values/once-each.ts';
import { lineOf, type Component, type Property } from './ical-parts.ts';
import { timezoneNeeded } from './source.ts';
import { windowsZone } from './windows-zones.ts';

export type Ical = typeof ical;

/** Seconds of UTC for a local time, as `2027-06-18T20:30:00`. */
export interface Zone {
  /** Its IANA name, if it has one. */
  readonly name?: string;
  readonly epochOf: (local: string) => number;
  /** With an offset. */
  readonly textOf: (epoch: number) => string;
}

export interface CalendarTime {
  /** 2027-06-18, or 2027-06-18T20:30:00. */
  readonly local: string;
  readonly isDay: boolean;
  /** Undefined for a floating time. */
  readonly zone: Zone | undefined;
}

export const UTC: Zone = {
  epochOf: (local) => Date.parse(`${local}Z`),
  textOf: (epoch) => `${new Date(epoch).toISOString().slice(0, 19)}Z`,
};

/** As the standard says: a time that the clocks skip counts from before the change, one that they repeat is the first. */
const zoneNamed = onceEach((name: string): Zone => ({
  name,
  epochOf: (local) => {
    const read = readInstant(local, name);
    if (read.type === 'instant') return read.epoch;
    return Date.parse(read.type === 'skipped' ? read.next : read.type === 'twice' ? read.earlier : '');
  },
  textOf: (epoch) => instantText(epoch, name),
}));

/** The IANA name for a name of Windows, or one with a prefix such as `/mozilla.org/20070129_1/Europe/Berlin`. */
function ianaName(tzid: string): string | undefined {
  const [, suffix = ''] = /^\/.*?([A-Z][A-Za-z_]+\/[A-Za-z_+-]+(?:\/[A-Za-z_]+)?)$/.exec(tzid) ?? [];
  return [tzid, windowsZone(tzid), suffix].find((name) => name !== undefined && name !== '' && isTimezone(name));
}

/** The zones of a calendar's times. */
export class Clock {
  /** The zone of a name in the calendar, if it is known or described there. */
  readonly zoneOf: (tzid: string) => Zone | undefined;
  /** Of days and floating times: as given, as the calendar says, or the only one that it has. */
  readonly zone: Zone | undefined;
  readonly #source: string;

  constructor(calendar: Component, { parser, given, source }: ClockOptions) {
    const described = calendar.components.filter(({ name }) => name === 'VTIMEZONE');
    this.#source = source;
    this.zoneOf = onceEach((tzid: string): Zone | undefined => {
      const component = described.find((each) => lineOf(each, 'TZID') === tzid);
      const iana = ianaName(tzid) ?? ianaName((component && lineOf(component, 'X-LIC-LOCATION')) ?? '');
      if (iana !== undefined) return zoneNamed(iana);
      return component && describedZone(component, parser);
    });
    const [first, ...others] = zonesNamedIn(calendar);
    const only = first !== undefined && others.length === 0 ? this.zoneOf(first) : undefined;
    const name = ianaName(given ?? '') ?? ianaName(lineOf(calendar, 'X-WR-TIMEZONE') ?? '') ?? only?.name;
    this.zone = name === undefined ? undefined : zoneNamed(name);
  }

  /** The zone in which a time is shown. */
  zoneFor({ zone }: CalendarTime): Zone {
    const found = zone === undefined || zone === UTC ? (this.zone ?? zone) : zone;
    if (!found) throw timezoneNeeded(this.#source);
    return found;
  }

  epochOf(time: CalendarTime): number {
    if (time.isDay) return this.zoneFor(time).epochOf(time.local + DAY_STARTS);
    return (time.zone ?? this.zoneFor(time)).epochOf(time.local);
  }
}

/** By its times, or by its descriptions of zones. */
const zonesNamedIn = ({ components }: Component): ReadonlySet<string> => {
  const lines = components.flatMap((component) => component.lines);
  return new Set(lines.flatMap(({ text }) => /^(?:TZID:|[^:]*;TZID="?)([^":;]+)/.exec(text)?.[1]?.trim() ?? []));
};

interface ClockOptions {
  readonly parser: Ical;
  /** The zone that was given for times without one. */
  readonly given: string | undefined;
  readonly source: string;
}

/** Event days end at 06:00: an entry without a time of day is on its own day alone if it lasts from then to then. */
const DAY_STARTS = 'T06:00:00';

const DAY = 86_400_000;

interface ZoneChange {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** In seconds. */
  readonly utcOffset: number;
  readonly prevUtcOffset: number;
}

const instantOf = ({ year, month, day, hour, minute, second }: ZoneChange): number =>
  Date.UTC(year, month - 1, day, hour, minute, second);

/** A zone that only the calendar knows, by its rules there. Times that are skipped or repeated are as in `zoneNamed`. */
function describedZone(component: Component, { Timezone, Time, parse, Component: Parsed }: Ical): Zone | undefined {
  try {
    const zone = new Timezone({ component: new Parsed(parse(textOf(component))), tzid: lineOf(component, 'TZID')! });
    /** ical.js answers for local times alone, of which it takes the second if there are two: its list is in UTC. */
    const offsetAt = (epoch: number): number => {
      zone.utcOffset(Time.fromString(new Date(epoch).toISOString().slice(0, 19), undefined));
      const changes = zone.changes as readonly ZoneChange[];
      const last = changes.findLast((each) => instantOf(each) <= epoch);
      return (last?.utcOffset ?? changes[0]?.prevUtcOffset ?? 0) * 1000;
    };
    return {
      epochOf: (local) => {
        const written = Date.parse(`${local}Z`);
        const [before, after] = [offsetAt(written - DAY), offsetAt(written + DAY)];
        const isAfter = offsetAt(written - before) !== before && offsetAt(written - after) === after;
        return written - (isAfter ? after : before);
      },
      textOf: (epoch) => withOffset(epoch, offsetAt(epoch)),
    };
  } catch {
    return undefined;
  }
}

const textOf = ({ name, lines, components }: Component): string =>
  [`BEGIN:${name}`, ...lines.map(({ text }) => text), ...components.map(textOf), `END:${name}`].join('\n');

function withOffset(epoch: number, offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const local = new Date(epoch + offset).toISOString().slice(0, 19);
  return `${local}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** Undefined for a value that is no time, or is in a zone that nobody knows. */
export function timesOf(
  { parameters, values }: Property,
  zoneOf: (tzid: string) => Zone | undefined,
): readonly CalendarTime[] | undefined {
  const { tzid } = parameters;
  const zone = typeof tzid === 'string' ? zoneOf(tzid) : undefined;
  const times = values.map((value) => {
    // A period has its start and its end. Only the start of one that repeats is used.
    const [, day, clock, utc] = TIME.exec(String(Array.isArray(value) ? value[0] : value)) ?? [];
    const local = clock === undefined ? day : `${day}T${clock}`;
    if (day === undefined || day >= LATEST || readInstant(`${day}T${clock ?? '00:00:00'}`, 'UTC').type !== 'instant')
      return undefined;
    return { local: local!, isDay: clock === undefined, zone: utc ? UTC : zone };
  });
  const isKnown = zone !== undefined || tzid === undefined || times.every((time) => time?.isDay || time?.zone === UTC);
  return isKnown && times.length > 0 && times.every((time) => time !== undefined) ? times : undefined;
}

/** What is later means never, and could not be written with four digits if something were added. */
export const LATEST = '9000';

/** ical.js gives `2027-06-18T::` for a day that is declared as a time. */
export const TIME = /^(\d{4}-\d\d-\d\d)(?:T(?:(\d\d:\d\d:\d\d)(Z)?|::))?$/;
