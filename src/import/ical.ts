/** iCalendar (RFC 5545): the entries of calendars, and the occurrences of those that repeat. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import type { KindName } from '../kinds/registry.ts';
import type { JsonObject } from '../values/json.ts';
import { Gathering } from './gathering.ts';
import { componentsIn, lineOf, propertyOf, unescaped, type Component, type Property } from './ical-parts.ts';
import {
  HORIZON,
  isEndless,
  MOST_OCCURRENCES,
  occurrencesOf,
  type Days,
  type Entry,
  type Occurrence,
} from './ical-series.ts';
import { Clock, timesOf, type CalendarTime, type Ical } from './ical-times.ts';
import { oneLine, plainToMarkdown } from './plain-text.ts';
import { startOf, unreadable, type Reader, type ReadingOptions, type Source } from './source.ts';
import { secureLinkIn, webLinkIn } from './web-link.ts';

const EVENTS = ['event', 'place'] as const satisfies readonly KindName[];
const SESSIONS = ['session', 'interestPoint', 'category'] as const satisfies readonly KindName[];
const kindsFor = ({ into }: ReadingOptions) => (into === 'session' ? SESSIONS : EVENTS);

export const ical: Reader = {
  name: 'ical',
  title: 'iCalendar',
  recognises: 'calendars as .ics files, also several in one file or folder',
  key: 'UID, for an entry that repeats with the day of the occurrence; places by LOCATION',
  maps: 'entries to events and LOCATION to places; into session: to sessions, interest points and categories',
  kinds: kindsFor,
  isFor: ({ files }) =>
    files.every(({ path }) => /\.(?:ics|ical|icalendar)$/i.test(path) || files.length === 1) &&
    files.some((file) => /^\s*BEGIN:VCALENDAR\s*$/im.test(startOf(file))),
  read: async (source, options) => {
    const [{ default: parser }, { htmlToMarkdown }] = await Promise.all([
      import('ical.js'),
      import('./html-to-markdown.ts'),
    ]);
    return new Reading(source, options, { parser, htmlToMarkdown }).content();
  },
};

interface Tools {
  readonly parser: Ical;
  readonly htmlToMarkdown: (html: string, options: { link: (url: string) => string | undefined }) => string;
}

type Properties = Entry['properties'];

/** Entries with a fault in another line are imported without it. */
const ESSENTIAL = 'UID DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID'.split(' ');
const TIMES = 'DTSTART DTEND RDATE EXDATE RECURRENCE-ID'.split(' ');

const LOST: ReadonlyMap<string, string> = new Map([
  ['ATTENDEE', 'attendee'],
  ['COLOR', 'colour'],
  ['COMMENT', 'comment'],
  ['CONTACT', 'contact'],
  ['ORGANIZER', 'organizer'],
  ['RELATED-TO', 'relation to another entry'],
  ['RESOURCES', 'resources'],
  ['VALARM', 'alarm'],
  ['VFREEBUSY', 'free and busy times'],
  ['VJOURNAL', 'journal entry'],
  ['VTODO', 'task'],
]);

const DURATION = /^[+-]?P(?=\d|T\d)(?:\d{1,4}W)?(?:\d{1,5}D)?(?:T(?=\d)(?:\d{1,6}H)?(?:\d{1,7}M)?(?:\d{1,9}S)?)?$/;
const DOWNLOAD_AGAIN = 'the file may be cut off: download it again';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Duration = InstanceType<Ical['Duration']>;

class Reading {
  readonly #gathering = new Gathering();
  readonly #source: Source;
  readonly #options: ReadingOptions;
  readonly #tools: Tools;
  readonly #kind: 'event' | 'session';
  /** The records of places and categories, by kind and id. */
  readonly #named = new Map<string, { readonly at: Component['at']; readonly fields: JsonObject }>();
  readonly #noted: {
    readonly occurrence: Occurrence;
    readonly epoch: number;
    readonly fields: JsonObject | undefined;
  }[] = [];
  readonly #unclear = new Map<Entry, string>();
  readonly #days = new Set<string>();
  readonly #zones = new Set<string>();
  readonly #numbers = { days: 0, withoutEnd: 0, withoutUid: 0 };
  #title: string | undefined;
  #zone: string | undefined;

  constructor(source: Source, options: ReadingOptions, tools: Tools) {
    this.#source = source;
    this.#options = options;
    this.#tools = tools;
    this.#kind = kindsFor(options)[0];
    this.#zone = options.timezone;
  }

  content() {
    const calendars = this.#source.files.flatMap((file) => calendarsIn(componentsIn(file)));
    if (calendars.length === 0)
      throw new UserError(`${this.#source.name} has no calendar`, {
        suggestion: 'export the calendar as iCalendar (.ics): it starts with BEGIN:VCALENDAR',
      });
    const series = Map.groupBy(
      calendars.flatMap((calendar) => this.#readCalendar(calendar)),
      ({ entries }) => (entries.some(isEndless) ? 'endless' : 'ending'),
    );
    for (const each of series.get('ending') ?? []) this.#noteAll(each, undefined);
    // What has no last date takes place as long as everything else in the source does.
    const span = this.#spanOfDays();
    const endless = series.get('endless') ?? [];
    // An entry that cannot be read may be the one on the last day.
    if (endless.length > 0 && this.#unclear.size > 0) this.#leaveOut();
    for (const each of endless) this.#noteAll(each, span);
    this.#addRecords();
    this.#addFindings(endless.length, span);
    const [title, timezone] = [this.#title, this.#zone ?? [...this.#zones][0]];
    const days = this.#spanOfDays();
    return this.#gathering.content({
      ...(title !== undefined && { title }),
      ...(timezone !== undefined && { timezone }),
      ...(days && { start: days.first, end: days.last }),
    });
  }

  #spanOfDays(): Days | undefined {
    const days = [...this.#days].sort();
    return days[0] === undefined ? undefined : { first: days[0], last: days.at(-1)! };
  }

  #readCalendar(calendar: Component): readonly Series[] {
    const name = oneLine(unescaped(lineOf(calendar, 'X-WR-CALNAME') ?? lineOf(calendar, 'NAME') ?? ''));
    // Calendars that nobody named have the address of their owner.
    if (name !== '' && !name.includes('@')) this.#title ??= name;
    const { timezone: given } = this.#options;
    const { parser } = this.#tools;
    const clock = new Clock(calendar, { parser, given, source: this.#source.name });
    this.#zone ??= clock.zone?.name;
    if (!calendar.isClosed)
      this.#leaveOut(unreadable(calendar.at, 'this calendar has no END:VCALENDAR', DOWNLOAD_AGAIN));
    const entries = calendar.components.flatMap((each) => {
      if (each.name === 'VEVENT') return this.#entryOf(each, clock) ?? [];
      this.#lose(each.name);
      return [];
    });
    const method = lineOf(calendar, 'METHOD')?.toUpperCase() ?? 'PUBLISH';
    if (!['PUBLISH', 'REQUEST', 'ADD', 'CANCEL'].includes(method)) {
      for (const _ of entries) this.#gathering.lose('answer to an invitation');
      return [];
    }
    const groups = [...Map.groupBy(entries, ({ uid }) => uid).values()];
    return groups.map((group) => ({ entries: this.#latest(group), isCancelled: method === 'CANCEL' }));
  }

  #noteAll({ entries, isCancelled }: Series, span: Days | undefined): void {
    const { parser } = this.#tools;
    const options = { parser, span, refuse: this.#refuse, lose: (what: string) => this.#gathering.lose(what) };
    for (const occurrence of occurrencesOf(entries, options)) this.#note(occurrence, isCancelled);
  }

  readonly #refuse = ({ properties, component }: Entry): void => {
    const at = properties.get('RRULE')?.[0]?.line.at ?? component.at;
    const message = `this rule has no dates, or more than ${MOST_OCCURRENCES}`;
    this.#leaveOut(unreadable(at, message, 'give the entry an end in the calendar, or an earlier one'));
  };

  /** Undefined for one that nobody should see, or that is not complete. */
  #entryOf(component: Component, clock: Clock): Entry | undefined {
    const faults: string[] = [];
    const fault = ({ name, at }: Property['line'], message: string): void => {
      faults.push(name);
      this.#gathering.diagnostics.push(unreadable(at, message, 'correct it in the calendar and export it again'));
    };
    const read = component.lines.flatMap((line) => {
      const property = propertyOf(line, this.#tools.parser);
      if (!property) fault(line, `this line cannot be read: \`${line.text.slice(0, 60)}\``);
      return property ?? [];
    });
    for (const { name } of [...component.lines, ...component.components]) this.#lose(name);
    const properties = Map.groupBy(read, ({ line }) => line.name);
    if (/^(?:PRIVATE|CONFIDENTIAL)$/i.test(textIn(properties, 'CLASS') ?? '')) {
      this.#gathering.lose('private entry');
      return undefined;
    }
    if (!component.isClosed) {
      this.#leaveOut(unreadable(component.at, 'this entry has no END:VEVENT', DOWNLOAD_AGAIN));
      return undefined;
    }
    for (const property of read.filter(({ line }) => TIMES.includes(line.name))) {
      const { tzid } = property.parameters;
      const isUnknown = typeof tzid === 'string' && !clock.zoneOf(tzid);
      if (timesOf(property, clock.zoneOf)) continue;
      fault(property.line, isUnknown ? `the time zone \`${tzid}\` is not known` : 'this is not a date and time');
    }
    const [duration] = properties.get('DURATION') ?? [];
    if (duration && !DURATION.test(String(duration.values[0]))) fault(duration.line, 'this is not a duration');
    const timeIn = (name: string): CalendarTime | undefined => {
      const [property] = properties.get(name) ?? [];
      return property && timesOf(property, clock.zoneOf)?.[0];
    };
    return {
      clock,
      component,
      uid: this.#uidOf(properties),
      properties,
      start: timeIn('DTSTART'),
      end: timeIn('DTEND'),
      original: timeIn('RECURRENCE-ID'),
      isBroken: faults.some((name) => ESSENTIAL.includes(name)),
    };
  }

  #uidOf(properties: Properties): string {
    const uid = textIn(properties, 'UID');
    if (uid !== undefined) return uid;
    this.#numbers.withoutUid++;
    return `${textIn(properties, 'SUMMARY') ?? ''} ${textIn(properties, 'DTSTART') ?? ''}`.trim();
  }

  /** Of several versions of an entry, the one with the highest number counts. */
  #latest(group: readonly Entry[]): readonly Entry[] {
    const versions = Map.groupBy(group, ({ original }) => original?.local);
    return [...versions.values()].flatMap((all) => {
      const numberOf = ({ properties }: Entry): number => Number(textIn(properties, 'SEQUENCE') ?? 0);
      const latest = Math.max(...all.map(numberOf));
      return all.filter((entry) => {
        if (numberOf(entry) !== latest) this.#gathering.lose('older version of an entry');
        return numberOf(entry) === latest;
      });
    });
  }

  #note(occurrence: Occurrence, isCancelled: boolean): void {
    const { entry, start } = occurrence;
    const title = oneLine(textIn(entry.properties, 'SUMMARY') ?? '');
    const end = entry.isBroken || !start ? undefined : this.#endOf(entry, start);
    const why = !start ? 'it has no start' : title === '' ? 'it has no title' : 'it ends before it starts';
    const isClear = start && title !== '' && end !== undefined;
    if (!isClear && !this.#unclear.has(entry)) {
      this.#unclear.set(entry, entry.isBroken ? 'a line of it cannot be read' : why);
      if (!entry.isBroken)
        this.#gathering.diagnostics.push(unreadable(entry.component.at, `${why}, so it is left out`));
    }
    const fields = isClear ? this.#fieldsOf(entry, { title, start, end, isCancelled }) : undefined;
    this.#noted.push({ occurrence, epoch: isClear ? entry.clock.epochOf(start) : 0, fields });
  }

  /** Undefined if it ends before it starts. An end at the start is none. */
  #endOf(entry: Entry, start: CalendarTime): number | undefined {
    const { clock, properties } = entry;
    const duration = textIn(properties, 'DURATION');
    const length =
      entry.start && entry.end
        ? lengthBetween(entry.start, entry.end, clock)
        : duration === undefined
          ? { days: 0, rest: 0 }
          : lengthOf(this.#tools.parser.Duration.fromString(duration));
    if (!(length.days * DAY + length.rest >= 0)) return undefined;
    if (start.isDay) {
      this.#numbers.days++;
      return clock.epochOf(daysLater(start, Math.max(1, length.days + Math.round(length.rest / DAY))));
    }
    const end = clock.epochOf(daysLater(start, length.days)) + length.rest;
    if (end > clock.epochOf(start)) return end;
    this.#numbers.withoutEnd++;
    return end + HOUR;
  }

  #fieldsOf(entry: Entry, { title, start, end, isCancelled }: Shown): JsonObject {
    const { clock, properties, component } = entry;
    const zone = clock.zoneFor(start);
    if (zone.name !== undefined) this.#zones.add(zone.name);
    const [from, to] = [zone.textOf(clock.epochOf(start)), zone.textOf(end)];
    this.#days.add(from.slice(0, 10));
    // Event days end at 06:00: what goes on until then is on none of the next day.
    this.#days.add(zone.textOf(Math.max(clock.epochOf(start), end - 6 * HOUR - 1000)).slice(0, 10));
    const status = textIn(properties, 'STATUS')?.toUpperCase();
    if (status === 'TENTATIVE') this.#gathering.lose('mark as tentative');
    const addresses = ['CONFERENCE', 'LOCATION'].map((name) => textIn(properties, name)?.split('\n')[0] ?? '');
    const stream = addresses.filter(isAddress).flatMap((each) => secureLinkIn(each) ?? [])[0];
    const description = this.#descriptionOf(properties);
    const place = this.#placeOf(properties, component);
    const [picture] = this.#picturesOf(properties);
    const [category, ...others] = (properties.get('CATEGORIES') ?? [])
      .flatMap(({ values }) => values.map((value) => oneLine(String(value))))
      .filter((each) => each !== '');
    const shared = {
      title,
      ...(description !== '' && { description }),
      ...((status === 'CANCELLED' || isCancelled) && { $cancelled: true }),
      ...(stream !== undefined && { $stream: stream }),
    };
    if (this.#kind === 'event') {
      for (const _ of others) this.#gathering.lose('second category of an event');
      if (picture !== undefined) this.#gathering.lose('picture of an event');
      return {
        ...shared,
        start_time: from,
        end_time: to,
        ...(category !== undefined && { category }),
        ...(place !== undefined && { place_id: place }),
      };
    }
    const categories = category === undefined ? [] : [category, ...others];
    const categoryIds = categories.map((each) => this.#idOf('category', each, { title: each }, component));
    return {
      ...shared,
      status: 'published',
      time: { start: from, end: to, ...(zone.name !== undefined && { timezone: zone.name }) },
      ...(place !== undefined && { interestPointId: place }),
      ...(categoryIds.length > 0 && { categoryIds: [...new Set(categoryIds)] }),
      ...(picture !== undefined && { media: { url: picture, alt: title } }),
    };
  }

  #descriptionOf(properties: Properties): string {
    const formatted = textIn(properties, 'X-ALT-DESC');
    const plain = textIn(properties, 'DESCRIPTION') ?? '';
    const text = formatted === undefined ? plain : unescaped(formatted);
    const isHtml = HTML.test(text);
    const markdown = isHtml ? this.#tools.htmlToMarkdown(text, { link: webLinkIn }) : plainToMarkdown(plain);
    const url = webLinkIn(textIn(properties, 'URL') ?? '');
    return [markdown, url === undefined || markdown.includes(url) ? '' : `<${url}>`].filter(Boolean).join('\n\n');
  }

  /** The first line is the name, the others are its address. An address on the web is no place. */
  #placeOf(properties: Properties, { at }: Component): string | undefined {
    const [name = '', ...address] = (textIn(properties, 'LOCATION') ?? '').split('\n').map(oneLine).filter(Boolean);
    const [latitude = Number.NaN, longitude = Number.NaN] = [properties.get('GEO')?.[0]?.values[0]].flat().map(Number);
    const isPosition = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    if (name === '' || isAddress(name)) {
      if (isPosition) this.#gathering.lose('position without a place');
      return undefined;
    }
    const details = {
      ...(address.length > 0 && { description: plainToMarkdown(address.join('\n')) }),
      ...(isPosition && { $geo: { latitude, longitude } }),
    };
    if (this.#kind === 'event') return this.#idOf('place', name, { name, ...details }, { at });
    return this.#idOf('interestPoint', name, { title: name, ...details }, { at });
  }

  #picturesOf(properties: Properties): readonly string[] {
    const attached = ['IMAGE', 'ATTACH'].flatMap((name) => properties.get(name) ?? []);
    return attached.flatMap(({ line, parameters, values }) => {
      const isPicture = line.name === 'IMAGE' || /^image\//i.test(String(parameters['fmttype']));
      const url = isPicture ? webLinkIn(String(values[0])) : undefined;
      if (url === undefined) this.#gathering.lose('attachment');
      return url ?? [];
    });
  }

  /** Of entries with the same name, the first has the details. */
  #idOf(kind: KindName, name: string, fields: JsonObject, { at }: Pick<Component, 'at'>): string {
    const id = name.toLowerCase();
    const key = `${kind} ${id}`;
    const before = this.#named.get(key);
    const status = kind === 'place' ? {} : { status: 'published' };
    this.#named.set(key, { at: before?.at ?? at, fields: { ...fields, ...before?.fields, ...status } });
    return id;
  }

  /** Several entries with one key are numbered by time. */
  #addRecords(): void {
    const { records, findings } = this.#gathering;
    for (const [key, all] of Map.groupBy(this.#noted, ({ occurrence }) => occurrence.key)) {
      if (all.length > 1) findings.push(`${all.length} entries have the UID ${key}: numbered by time`);
      const inOrder = all.toSorted((a, b) => a.epoch - b.epoch);
      for (const [index, { occurrence, fields = {} }] of inOrder.entries()) {
        const id = index === 0 ? key : `${key}-${index + 1}`;
        const unclear = this.#unclear.get(occurrence.entry);
        const { at } = occurrence.entry.component;
        records.push({ kind: this.#kind, id, fields, at, ...(unclear !== undefined && { unclear }) });
      }
    }
    for (const [key, { at, fields }] of this.#named) {
      const [kind] = key.split(' ', 1) as [KindName];
      records.push({ kind, id: key.slice(kind.length + 1), fields, at });
    }
  }

  #addFindings(endless: number, span: Days | undefined): void {
    const { findings } = this.#gathering;
    const { days, withoutEnd, withoutUid } = this.#numbers;
    if (this.#zones.size > 0) findings.push(`the times are those of ${[...this.#zones].join(', ')}`);
    if (days > 0) findings.push(`${entries(days)} without a time of day: from 06:00 to 06:00, which is an event day`);
    if (withoutEnd > 0) findings.push(`${entries(withoutEnd)} without an end: an hour long`);
    if (withoutUid > 0) findings.push(`${entries(withoutUid)} without a UID: recognised by title and start`);
    if (endless > 0)
      findings.push(
        `${entries(endless)} without a last date: ${
          span
            ? `from ${span.first} to ${span.last}, the days of the other entries`
            : `the first ${HORIZON.dates} dates, if they are within ${HORIZON.days} days`
        }`,
      );
  }

  #lose(name: string): void {
    const what = LOST.get(name);
    if (what !== undefined) this.#gathering.lose(what);
  }

  #leaveOut(...why: readonly Diagnostic[]): void {
    this.#gathering.diagnostics.push(...why);
    for (const kind of kindsFor(this.#options)) this.#gathering.leaveOut(kind);
  }
}

/** The entries with one UID. */
interface Series {
  readonly entries: readonly Entry[];
  readonly isCancelled: boolean;
}

interface Shown {
  readonly title: string;
  readonly start: CalendarTime;
  readonly end: number;
  readonly isCancelled: boolean;
}

const entries = (number: number): string => (number === 1 ? '1 entry' : `${number} entries`);

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

const HTML = /<(?:a|b|br|div|em|h[1-6]|html|i|li|ol|p|span|strong|table|u|ul)\b[^>]*>/i;

/** Entries outside of a calendar are read as those of one. */
function calendarsIn(components: readonly Component[]): readonly Component[] {
  const others = components.filter(({ name }) => name === 'VEVENT');
  const [first] = others;
  return [
    ...components.filter(({ name }) => name === 'VCALENDAR'),
    ...(first ? [{ ...first, lines: [], components: others }] : []),
  ];
}

/** Days last until the same time of day, however the clocks change; what is not whole days is milliseconds. */
interface Length {
  readonly days: number;
  readonly rest: number;
}

function lengthBetween(start: CalendarTime, end: CalendarTime, clock: Clock): Length {
  const dayOf = ({ local }: CalendarTime): number => Date.parse(local.slice(0, 10)) / DAY;
  return start.isDay || end.isDay
    ? { days: dayOf(end) - dayOf(start), rest: 0 }
    : { days: 0, rest: clock.epochOf(end) - clock.epochOf(start) };
}

function lengthOf({ isNegative, weeks, days, hours, minutes, seconds }: Duration): Length {
  const sign = isNegative ? -1 : 1;
  return { days: sign * (weeks * 7 + days), rest: sign * (hours * HOUR + minutes * 60_000 + seconds * 1000) };
}

const daysLater = (time: CalendarTime, days: number): CalendarTime => ({
  ...time,
  local: new Date(Date.parse(time.isDay ? time.local : `${time.local}Z`) + days * DAY)
    .toISOString()
    .slice(0, time.local.length),
});

function textIn(properties: Properties, name: string): string | undefined {
  const value = properties.get(name)?.[0]?.values[0];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}
