/** iCalendar (RFC 5545): the entries of calendars, and the occurrences of those that repeat. */
import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import type { KindName } from '../kinds/registry.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import {
  componentsIn,
  propertyOf,
  unescaped,
  valueIn,
  type Component,
  type Ical,
  type Property,
} from './ical-lines.ts';
import {
  HORIZON,
  isEndless,
  MOST_OCCURRENCES,
  occurrencesOf,
  type CalendarEntry,
  type Occurrence,
} from './ical-series.ts';
import { Clock, DAY, lengthOf, timesOf, zoneNamed, type CalendarTime } from './ical-times.ts';
import { oneLine, plainToMarkdown } from './plain-text.ts';
import { Programme, type Days, type SlotTime } from './programme.ts';
import { startOf, unreadable, type Reader, type ReadingOptions, type Source } from './source.ts';
import { secureLinkIn, webLinkIn } from './web-link.ts';

const EVENTS = ['event', 'place'] as const satisfies readonly KindName[];
const SESSIONS = ['session', 'interestPoint', 'category'] as const satisfies readonly KindName[];
const kindsFor = ({ into }: ReadingOptions) => (into === 'session' ? SESSIONS : EVENTS);

export const ical: Reader = {
  name: 'ical',
  title: 'iCalendar',
  kinds: kindsFor,
  isFor: ({ files }) =>
    files.every(({ path }) => /\.(?:ics|ical|icalendar)$/i.test(path) || files.length === 1) &&
    files.some((file) => /^\s*BEGIN:VCALENDAR\s*$/im.test(startOf(file))),
  read: async (source, options) => {
    const { default: parser } = await import('ical.js');
    return new Reading(source, options, parser).read();
  },
};

type Properties = CalendarEntry['properties'];

const TIMES = ['DTSTART', 'DTEND', 'RDATE', 'EXDATE', 'RECURRENCE-ID'];
/** Entries with a fault in another line are imported without it. */
const ESSENTIAL = [...TIMES, 'UID', 'DURATION', 'RRULE'];

/** Parts of entries and of calendars that have no place in a broadcast. */
const LOST = /^(?:ATTENDEE|COLOR|COMMENT|CONTACT|ORGANIZER|RELATED-TO|RESOURCES|VALARM|VFREEBUSY|VJOURNAL|VTODO)$/;

const DURATION = /^[+-]?P(?=\d|T\d)(?:\d{1,4}W)?(?:\d{1,5}D)?(?:T(?=\d)(?:\d{1,6}H)?(?:\d{1,7}M)?(?:\d{1,9}S)?)?$/;
const HTML = /<(?:a|b|br|div|em|h[1-6]|html|i|li|ol|p|span|strong|table|u|ul)\b[^>]*>/i;
const CORRECT_IT = 'correct it in the calendar and export it again';
const DOWNLOAD_AGAIN = 'the file may be cut off: download it again';

class Reading extends Programme {
  readonly #source: Source;
  readonly #options: ReadingOptions;
  readonly #parser: Ical;
  readonly #zones = new Set<string>();
  readonly #asDays = new Set<CalendarEntry>();
  readonly #work = { done: 0 };
  readonly #unclear = new Set<CalendarEntry>();
  #title: string | undefined;
  #zone: string | undefined;

  constructor(source: Source, options: ReadingOptions, parser: Ical) {
    super(kindsFor(options)[0]);
    this.#source = source;
    this.#options = options;
    this.#parser = parser;
    this.#zone = options.timezone;
  }

  read() {
    const found = this.#source.files.flatMap(componentsIn);
    const calendars = found.filter(({ name }) => name === 'VCALENDAR');
    this.lose('part outside of a calendar', found.length - calendars.length);
    if (calendars.length === 0)
      throw new UserError(`${this.#source.name} has no calendar`, {
        suggestion: 'export the calendar as iCalendar (.ics): it starts with BEGIN:VCALENDAR',
      });
    const series = calendars.flatMap((calendar) => [
      ...Map.groupBy(this.#entriesOf(calendar), ({ uid }) => uid).values(),
    ]);
    const endless = series.filter((entries) => entries.some(isEndless));
    for (const entries of series) if (!endless.includes(entries)) this.#addAll(entries, undefined);
    // What has no last date takes place as long as everything else in the source does.
    const { days } = this;
    // An entry that cannot be read may be the one on the last day.
    if (endless.length > 0 && this.#unclear.size > 0) this.#leaveAllOut();
    for (const entries of endless) this.#addAll(entries, days);
    this.#addFindings(endless.length, days);
    return this.content({ title: this.#title, timezone: this.#zone ?? [...this.#zones][0] });
  }

  #entriesOf(calendar: Component): readonly CalendarEntry[] {
    const name = oneLine(unescaped(valueIn(calendar, 'X-WR-CALNAME') || valueIn(calendar, 'NAME')));
    // Calendars that nobody named have the address of their owner.
    if (name !== '' && !name.includes('@')) this.#title ??= name;
    const clock = new Clock(calendar, this.#options.timezone, this.#source.name);
    this.#zone ??= clock.zone;
    if (!calendar.isClosed)
      this.#leaveAllOut(unreadable(calendar.at, 'this calendar has no END:VCALENDAR', DOWNLOAD_AGAIN));
    this.#loseFrom(calendar.components);
    const events = calendar.components.filter((each) => each.name === 'VEVENT');
    return events.flatMap((each) => this.#entryOf(each, clock) ?? []);
  }

  /** Undefined for one that nobody should see, or that is not complete. */
  #entryOf(component: Component, clock: Clock): CalendarEntry | undefined {
    const faults: string[] = [];
    const fault = ({ name, at }: Property['line'], message: string): void => {
      faults.push(name);
      this.diagnostics.push(unreadable(at, message, CORRECT_IT));
    };
    const read = component.lines.flatMap((line) => {
      const property = propertyOf(line, this.#parser);
      if (!property) fault(line, `this line cannot be read: \`${line.text.slice(0, 60)}\``);
      return property ?? [];
    });
    this.#loseFrom([...component.lines, ...component.components]);
    const properties = Map.groupBy(read, ({ line }) => line.name);
    if (/^(?:PRIVATE|CONFIDENTIAL)$/i.test(textIn(properties, 'CLASS'))) return void this.lose('private entry');
    if (!component.isClosed)
      return this.#leaveAllOut(unreadable(component.at, 'this entry has no END:VEVENT', DOWNLOAD_AGAIN));
    for (const property of read.filter(({ line }) => TIMES.includes(line.name))) {
      const { tzid } = property.parameters;
      const isUnknown = typeof tzid === 'string' && zoneNamed(tzid) === undefined;
      if (timesOf(property)) continue;
      fault(property.line, isUnknown ? `the time zone \`${tzid}\` is not known` : 'this is not a date and time');
    }
    const [duration] = properties.get('DURATION') ?? [];
    const timeIn = (name: string): CalendarTime | undefined =>
      (properties.get(name) ?? []).flatMap((each) => timesOf(each) ?? [])[0];
    const start = timeIn('DTSTART');
    if (duration && !DURATION.test(String(duration.values[0]))) fault(duration.line, 'this is not a duration');
    else if (duration && start?.isDay && this.#lengthOf(properties).rest % DAY !== 0)
      fault(duration.line, 'DTSTART has no time of day, and this is no number of days');
    for (const { line, ...value } of ['DTEND', 'RDATE'].flatMap((name) => properties.get(name) ?? []))
      if (start && timesOf({ line, ...value })?.some(({ isDay }) => isDay !== start.isDay))
        fault(line, 'only one of this and DTSTART has a time of day');
    return {
      clock,
      component,
      uid: this.#uidOf(properties),
      properties,
      start,
      end: timeIn('DTEND'),
      original: timeIn('RECURRENCE-ID'),
      isBroken: faults.some((name) => ESSENTIAL.includes(name)),
    };
  }

  #uidOf(properties: Properties): string {
    const uid = textIn(properties, 'UID');
    if (uid === '') this.note((times) => `${entries(times)} without a UID: recognised by title and start`);
    return uid || `${textIn(properties, 'SUMMARY')} ${textIn(properties, 'DTSTART')}`.trim();
  }

  #addAll(entries: readonly CalendarEntry[], span: Days | undefined): void {
    const refuse = ({ properties, component }: CalendarEntry): void => {
      const at = (properties.get('RRULE') ?? properties.get('RDATE'))?.[0]?.line.at ?? component.at;
      const message = `this repetition has no dates or more than ${MOST_OCCURRENCES}, or the calendar has too many rules`;
      this.#leaveAllOut(unreadable(at, message, 'give the entry an end in the calendar, or an earlier one'));
    };
    const occurrences = occurrencesOf(entries, { parser: this.#parser, span, work: this.#work, refuse });
    if (occurrences.length === 0) this.lose('entry that repeats on other days');
    for (const occurrence of occurrences) this.#add(occurrence);
  }

  #add({ entry, start, key }: Occurrence): void {
    const { properties, component, isBroken } = entry;
    const title = oneLine(textIn(properties, 'SUMMARY'));
    const time = isBroken || !start || title === '' ? undefined : this.#timeOf(entry, start);
    if (!time && !this.#unclear.has(entry)) {
      this.#unclear.add(entry);
      const hasEnd = properties.has('DTEND') || properties.has('DURATION');
      const ending = hasEnd ? 'it does not end after its start' : 'it has no end';
      const why = !start ? 'it has no start' : title === '' ? 'it has no title' : ending;
      if (!isBroken) this.diagnostics.push(unreadable(component.at, `${why}, so it is left out`, CORRECT_IT));
    }
    const fields = time ? this.#fieldsOf(entry, title, time) : {};
    this.addSlot({ key, at: component.at, time, fields });
  }

  /** Undefined if it does not end after its start. */
  #timeOf(entry: CalendarEntry, start: CalendarTime): SlotTime | undefined {
    const { clock, properties } = entry;
    const length = entry.start && entry.end ? clock.lengthBetween(entry.start, entry.end) : this.#lengthOf(properties);
    const [from, to] = [clock.epochOf(start), clock.endOf(start, length)];
    if (to === undefined || to === from) return undefined;
    if (start.isDay) this.#asDays.add(entry);
    const timezone = clock.zoneFor(start);
    this.#zones.add(timezone);
    return { start: clock.textOf(from, start), end: clock.textOf(to, start), timezone };
  }

  #lengthOf(properties: Properties): ReturnType<typeof lengthOf> {
    return lengthOf(this.#parser.Duration.fromString(textIn(properties, 'DURATION') || 'PT0S'));
  }

  #fieldsOf({ properties, component: { at } }: CalendarEntry, title: string, time: SlotTime) {
    const status = textIn(properties, 'STATUS').toUpperCase();
    if (status === 'TENTATIVE') this.lose('mark as tentative');
    const addresses = ['CONFERENCE', 'LOCATION'].map((name) => textIn(properties, name).split('\n')[0]!);
    const [picture] = this.#picturesOf(properties);
    const categories = (properties.get('CATEGORIES') ?? [])
      .flatMap(({ values }) => values.map((value) => oneLine(String(value))))
      .filter((each) => each !== '');
    const place = this.#placeOf(properties, at);
    const shared = {
      title,
      description: this.#descriptionOf(properties),
      $cancelled: status === 'CANCELLED' || null,
      $stream: addresses.filter(isAddress).flatMap((each) => secureLinkIn(each) ?? [])[0],
    };
    if (this.kind === 'event') {
      const [category, ...others] = categories;
      this.lose('second category of an event', others.length);
      if (picture !== undefined) this.lose('picture of an event');
      return { ...shared, start_time: time.start, end_time: time.end, category, place_id: place };
    }
    const categoryIds = categories.map((each) => this.#mention('category', each, at, { title: each }));
    return {
      ...shared,
      time: { ...time },
      interestPointId: place,
      categoryIds: [...new Set(categoryIds)],
      media: picture === undefined ? null : { url: picture, alt: title },
    };
  }

  #descriptionOf(properties: Properties): string {
    const plain = textIn(properties, 'DESCRIPTION');
    const text = unescaped(textIn(properties, 'X-ALT-DESC')) || plain;
    const markdown = HTML.test(text) ? htmlToMarkdown(text, webLinkIn) : plainToMarkdown(plain);
    const url = webLinkIn(textIn(properties, 'URL'));
    return [markdown, url === undefined || markdown.includes(url) ? '' : `<${url}>`].filter(Boolean).join('\n\n');
  }

  /** The first line is the name, the others are its address. An address on the web is no place. */
  #placeOf(properties: Properties, at: Span): string | undefined {
    const [name = '', ...address] = textIn(properties, 'LOCATION').split('\n').map(oneLine).filter(Boolean);
    const [latitude = Number.NaN, longitude = Number.NaN] = [properties.get('GEO')?.[0]?.values[0]].flat().map(Number);
    const isPosition = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    if (name === '' || isAddress(name)) {
      if (isPosition) this.lose('position without a place');
      return undefined;
    }
    const description = plainToMarkdown(address.join('\n'));
    const details = { description, $geo: isPosition ? { latitude, longitude } : null };
    return this.kind === 'event'
      ? this.#mention('place', name, at, { name, ...details })
      : this.#mention('interestPoint', name, at, { title: name, ...details });
  }

  /** People write the same name in several ways. */
  #mention(kind: KindName, name: string, at: Span, fields: Parameters<Programme['mention']>[3]): string {
    return this.mention(kind, name.toLowerCase(), at, fields);
  }

  #picturesOf(properties: Properties): readonly string[] {
    const attached = ['IMAGE', 'ATTACH'].flatMap((name) => properties.get(name) ?? []);
    return attached.flatMap(({ line, parameters, values }) => {
      const isPicture = line.name === 'IMAGE' || /^image\//i.test(String(parameters['fmttype']));
      const url = isPicture ? webLinkIn(String(values[0])) : undefined;
      if (url === undefined) this.lose('attachment');
      return url ?? [];
    });
  }

  #addFindings(endless: number, span: Days | undefined): void {
    const { findings } = this;
    const tell = (number: number, what: string): void => {
      if (number > 0) findings.push(`${entries(number)} ${what}`);
    };
    if (this.#zones.size > 0) findings.push(`the times are those of ${[...this.#zones].join(', ')}`);
    tell(this.#asDays.size, 'without a time of day: from 06:00 to 06:00, which is an event day');
    const dates = span
      ? `from ${span.first} to ${span.last}, the days of the other entries`
      : `the first ${HORIZON.dates} dates, if they are within ${HORIZON.days} days`;
    tell(endless, `without a last date: ${dates}`);
  }

  #loseFrom(parts: readonly { readonly name: string }[]): void {
    for (const { name } of parts) if (LOST.test(name)) this.lose(name);
  }

  #leaveAllOut(...why: readonly Diagnostic[]): undefined {
    this.diagnostics.push(...why);
    for (const kind of kindsFor(this.#options)) this.leaveOut(kind);
  }
}

const entries = (number: number): string => (number === 1 ? '1 entry' : `${number} entries`);

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

function textIn(properties: Properties, name: string): string {
  const value = properties.get(name)?.[0]?.values[0];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
