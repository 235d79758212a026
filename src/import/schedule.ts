/**
 * Schedules of pretalx, frab and other programs that write the formats of voc/schedule. The ids of slots change with every
 * release, and a talk may have several slots: these are numbered in the order of their times.
 */
import { count } from '../diagnostics/count.ts';
import { UserError } from '../diagnostics/errors.ts';
import type { KindName } from '../kinds/registry.ts';
import { LOCALES } from '../kinds/shapes/primitives.ts';
import { isTimezone } from '../model/rules/values/times.ts';
import { isEmpty } from '../values/empty.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { isLanguage } from '../values/language.ts';
import { Gathering } from './gathering.ts';
import {
  looksLikeSchedule,
  readScheduleForm,
  type Entry,
  type ScheduledTalk,
  type ScheduleForm,
} from './schedule-form.ts';
import { asObject, lineOf, listOf, ScheduleTexts, textOf, type TextOptions } from './schedule-texts.ts';
import { readSlot, type Slot, type TimedSlot } from './schedule-times.ts';
import {
  startOf,
  unreadable,
  type Reader,
  type ReadingOptions,
  type SourceContent,
  type SourceFacts,
} from './source.ts';
import { webLinkIn } from './web-link.ts';

const KINDS = ['session', 'host', 'interestPoint', 'category'] as const satisfies readonly KindName[];

export const schedule: Reader = {
  name: 'schedule',
  title: 'pretalx and frab',
  recognises: 'schedule.json and schedule.xml of pretalx, frab and other programs, such as the schedule of FOSDEM',
  key: 'talks by submission code, else by guid or id, with a number if they take place several times; people by code, guid or id; rooms by guid; whatever has none of these, tracks and types by name',
  maps: 'talks and breaks to sessions, people to hosts, rooms to interest points, tracks and types to categories; abstracts to descriptions; longer texts, links and attachments to blocks',
  kinds: () => KINDS,
  isFor: ({ files, isFolder }) => !isFolder && files.some((file) => looksLikeSchedule(startOf(file))),
  read: async ({ name, files, isFolder }, options) => {
    const { into } = options;
    if (isFolder) throw new UserError(`${name} is a folder`, { suggestion: 'pass its schedule.json or schedule.xml' });
    if (into !== undefined && into !== 'session')
      throw new UserError(`the talks of a schedule become sessions, and cannot be imported as ${into}`);
    const { htmlToMarkdown } = await import('./html-to-markdown.ts');
    return new Reading(await readScheduleForm(files[0]!), options, htmlToMarkdown).content();
  },
};

/** Fields that become something else, or that repeat others. Whatever else an entry has is reported as lost. */
const READ = {
  talk: 'guid code id slug title subtitle abstract description date start end duration room track type language persons participants links attachments logo url state cancelled',
  person: 'guid code id slug name public_name full_public_name biography extended_biography avatar links url',
  room: 'guid id slug name description',
  track: 'guid id slug name color colors',
  conference:
    'title acronym start end days daysCount day_change timeslot_duration time_zone_name url base_url version rooms tracks languages defaults xmlns:xsi xsi:noNamespaceSchemaLocation',
};

const NOT_IN_PROGRAMME = /^(?:rejected|withdrawn|deleted)$/;
const CANCELLED = /^cancell?ed$/;
const NOT_PUBLISHED = /^(?:draft|submitted)$/;

interface FoundTalk {
  readonly talk: ScheduledTalk;
  readonly key: string;
  readonly pointers: JsonObject;
  readonly slot: Slot;
}

class Reading {
  readonly #form: ScheduleForm;
  readonly #gathering = new Gathering();
  /** The zone that the source names. What depends on other settings would change when these do. */
  readonly #zone: string | undefined;
  readonly #fallback: string | undefined;
  readonly #facts: SourceFacts;
  readonly #base: string | undefined;
  readonly #texts: ScheduleTexts;
  readonly #host: string | undefined;
  readonly #aliases = new Set<string>();
  readonly #rooms = new Map<string, Entry>();
  /** By name, of the first room with it. */
  readonly #roomKeys = new Map<string, string>();
  /** By name. */
  readonly #categories = new Map<string, Entry>();
  readonly #trackNames = new Map<string, string>();
  readonly #people = new Map<string, Entry[]>();

  constructor(
    form: ScheduleForm,
    { timezone, siteUrl = '' }: ReadingOptions,
    htmlToMarkdown: TextOptions['htmlToMarkdown'],
  ) {
    this.#host = URL.parse(siteUrl)?.host;
    this.#form = form;
    const { time_zone_name, base_url } = form.conference.data;
    const zone = textOf(time_zone_name);
    if (zone !== '' && !isTimezone(zone)) this.#gathering.findings.push(`${zone} is not a time zone`);
    this.#zone = isTimezone(zone) ? zone : undefined;
    this.#fallback = timezone;
    this.#base = webLinkIn(textOf(base_url));
    this.#facts = factsOf(form, this.#zone ?? timezone);
    const { language } = this.#facts;
    const lose = (what: string): void => this.#gathering.lose(what);
    this.#texts = new ScheduleTexts({ htmlToMarkdown, base: this.#base, language, lose });
  }

  content(): SourceContent {
    this.#lose('conference', this.#form.conference.data);
    this.#collectRooms();
    this.#collectTracks();
    for (const { data, span } of this.#form.people) this.#person(data, () => span());
    this.#addTalks();
    for (const [id, room] of this.#rooms) {
      const title = nameOf(room.data) || id;
      const description = this.#texts.prose(room.data['description']);
      this.#add('interestPoint', id, room, { title, description });
    }
    for (const [id, entry] of this.#categories) this.#addCategory(id, entry);
    for (const [id, entries] of this.#people) this.#addHost(id, entries);
    return this.#gathering.content(this.#facts);
  }

  #add(kind: KindName, id: string, { span }: Entry, fields: JsonObject, page?: Json): void {
    const alias = this.#aliasOf(page);
    this.#gathering.records.push({
      kind,
      id,
      fields: { status: 'published', ...withoutEmpty(fields) },
      at: span(),
      ...(alias !== undefined && { aliases: [alias] }),
    });
  }

  /** The path of its page, if that was on the host of our site. Slots of one talk share a page. */
  #aliasOf(page: Json | undefined): string | undefined {
    const url = URL.parse(textOf(page), this.#base);
    const isOwn = url && url.pathname !== '/' && url.host === this.#host;
    if (!isOwn || textOf(page) === '' || this.#aliases.has(url.pathname)) return undefined;
    this.#aliases.add(url.pathname);
    return url.pathname;
  }

  #lose(what: keyof typeof READ, data: JsonObject): void {
    const read = READ[what].split(' ');
    const others = Object.keys(withoutEmpty(data)).filter((field) => !read.includes(field) && data[field] !== false);
    for (const field of others) this.#gathering.lose(`${what}: ${field.replaceAll('_', ' ')}`);
  }

  /** Some exports have one guid for several rooms, so that only names distinguish them. */
  #collectRooms(): void {
    const { rooms, talks } = this.#form;
    const byGuid = Map.groupBy(rooms, ({ data }) => textOf(data['guid']));
    const isShared = (guid: string): boolean => new Set(byGuid.get(guid)?.map(({ data }) => nameOf(data))).size > 1;
    const mentioned = talks.map((talk): Entry => ({ data: roomOf(talk), span: () => talk.span('room') }));
    for (const room of [...rooms, ...mentioned]) {
      const [guid, name] = [textOf(room.data['guid']), nameOf(room.data)];
      const key = guid === '' || isShared(guid) ? (this.#roomKeys.get(name) ?? name) : guid;
      if (key === '' || this.#rooms.has(key)) continue;
      this.#rooms.set(key, room);
      if (!this.#roomKeys.has(name)) this.#roomKeys.set(name, key);
      this.#lose('room', room.data);
    }
  }

  #roomKeyOf(talk: ScheduledTalk): string | undefined {
    const room = roomOf(talk);
    const guid = textOf(room['guid']);
    return this.#rooms.has(guid) ? guid : this.#roomKeys.get(nameOf(room));
  }

  #collectTracks(): void {
    for (const track of this.#form.tracks) {
      const name = nameOf(track.data);
      if (name === '') continue;
      this.#trackNames.set(textOf(track.data['slug']), name);
      this.#categories.set(name, track);
      this.#lose('track', track.data);
    }
  }

  /** The key of a track or a type, or none. */
  #category(value: Json | undefined, span: Entry['span']): readonly string[] {
    const slug = textOf(asObject(value)['slug']);
    const name = nameOf(asObject(value)) || (this.#trackNames.get(slug) ?? slug);
    if (name === '') return [];
    if (!this.#categories.has(name)) this.#categories.set(name, { data: { name }, span });
    return [name];
  }

  #addCategory(id: string, entry: Entry): void {
    const { color, colors } = entry.data;
    const colour = textOf(color) || textOf(asObject(colors)['light']);
    const isValid = /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(colour);
    if (colour !== '' && !isValid) this.#gathering.lose('track: color');
    this.#add('category', id, entry, { title: nameOf(entry.data), color: isValid ? colour : null });
  }

  /** The key of a person, or none. */
  #person(data: JsonObject, span: Entry['span']): readonly string[] {
    const key = keyOf(data) || nameOf(data);
    if (key === '') this.#gathering.leaveOut('host', unreadable(span(), 'a person has neither a name nor an id'));
    else this.#people.set(key, [...(this.#people.get(key) ?? []), { data, span }]);
    return key === '' ? [] : [key];
  }

  /** Talks and lists of people may each have a part of what is known about a person. */
  #addHost(id: string, entries: readonly Entry[]): void {
    const data = Object.assign({}, ...entries.map((entry) => withoutEmpty(entry.data)).toReversed()) as JsonObject;
    this.#lose('person', data);
    const title = nameOf(data) || id;
    const [description = '', ...longer] = this.#texts.differentProse(data['biography'], data['extended_biography']);
    const picture = this.#texts.picture(data['avatar']);
    const links = this.#texts.links(data['links']);
    for (const { url } of links) if (url === undefined) this.#gathering.lose('person: link');
    const fields = {
      title,
      description,
      blocks: longer.map(paragraph),
      media: picture === undefined ? null : { url: picture, alt: title },
      links: links.flatMap(({ title: label, url }) => (url === undefined ? [] : [{ label: label || null, url }])),
    };
    this.#add('host', id, entries[0]!, fields, data['url']);
  }

  #addTalks(): void {
    const { talks, conference } = this.#form;
    const dayChange = textOf(conference.data['day_change']);
    const clocks = { zone: this.#zone, fallback: this.#fallback, dayChange };
    const found = talks.flatMap((talk): readonly FoundTalk[] => {
      const { data, span } = talk;
      const state = stateOf(data);
      if (NOT_IN_PROGRAMME.test(state)) {
        this.#gathering.lose(`talk: ${state}`);
        return [];
      }
      const pointers = this.#pointersOf(talk);
      const key = keyOf(data) || textOf(data['slug']) || lineOf(data['title']);
      if (key !== '') return [{ talk, key, pointers, slot: readSlot(talk, clocks) }];
      this.#gathering.leaveOut('session', unreadable(span(), 'this talk has neither an id nor a title'));
      return [];
    });
    const groups = [...Map.groupBy(found, ({ key }) => key)];
    for (const [key, group] of groups) this.#addSlots(key, group);
    const repeated = groups.filter(([, { length }]) => length > 1).length;
    const elsewhere = found.filter(({ slot }) => slot.type === 'timed' && slot.isElsewhere).length;
    if (repeated > 0)
      this.#gathering.findings.push(`${count(repeated, 'talk')} with several times, which are numbered in their order`);
    if (elsewhere > 0)
      this.#gathering.findings.push(
        `${count(elsewhere, 'talk')} with an offset that ${this.#zone} does not have, converted`,
      );
  }

  /** Also of a talk that cannot be read: its people and its room still exist. */
  #pointersOf(talk: ScheduledTalk): JsonObject {
    const { data, span } = talk;
    const categories = ['track', 'type'].flatMap((field) => this.#category(data[field], () => span(field)));
    const people = ['persons', 'participants'].flatMap((field) =>
      listOf(data[field]).flatMap((person) => this.#person(asObject(person), () => span(field))),
    );
    return {
      categoryIds: [...new Set(categories)],
      hostIds: [...new Set(people)],
      interestPointId: this.#roomKeyOf(talk) ?? null,
    };
  }

  #addSlots(key: string, group: readonly FoundTalk[]): void {
    const timed = group.flatMap(({ slot, ...found }) => (slot.type === 'timed' ? [{ ...found, slot }] : []));
    const idOf = (index: number): string => (index === 0 ? key : `${key}/${index + 1}`);
    if (timed.length === group.length) {
      const room = ({ talk }: FoundTalk): string => nameOf(roomOf(talk));
      timed.sort((a, b) => a.slot.epoch - b.slot.epoch || room(a).localeCompare(room(b), 'en'));
      for (const [index, found] of timed.entries()) this.#addTalk(idOf(index), found);
      return;
    }
    // Without the time of one slot, the numbers of all are uncertain.
    const unclear = 'not all of its times can be read';
    for (const [index, { talk, slot }] of group.entries()) {
      if (slot.type === 'unclear') this.#gathering.diagnostics.push(slot.why);
      this.#gathering.records.push({ kind: 'session', id: idOf(index), fields: {}, at: talk.span(), unclear });
    }
  }

  #addTalk(id: string, { talk, pointers, slot: { start, end } }: FoundTalk & { readonly slot: TimedSlot }): void {
    const { data } = talk;
    this.#lose('talk', data);
    const state = stateOf(data);
    // Visitors would come to an empty room.
    if (CANCELLED.test(state)) this.#gathering.lose('talk: cancelled (imported as a draft)');
    const isHidden = CANCELLED.test(state) || NOT_PUBLISHED.test(state);
    const subtitle = lineOf(data['subtitle']);
    const [abstract = '', ...longer] = this.#texts.differentProse(data['abstract'], data['description']);
    const links = this.#texts.linkList([data['links'], data['attachments']]);
    const language = languageOf(data);
    const locale = LOCALES.find((each) => each === language) ?? null;
    const fields = {
      title: lineOf(data['title']),
      status: isHidden ? 'draft' : 'published',
      description: subtitle === '' ? abstract : `${this.#texts.strong(subtitle)}\n\n${abstract}`.trim(),
      ...pointers,
      time: { start, end, ...(this.#zone !== undefined && { timezone: this.#zone }) },
      media: this.#texts.picture(data['logo']) ?? null,
      defaultLocale: locale,
      blocks: [...longer, ...(links === '' ? [] : [links])].map(paragraph),
      metadata: language === '' || locale !== null ? {} : { language },
    };
    this.#add('session', id, talk, fields, data['url']);
  }
}

function factsOf({ conference: { data }, days, talks }: ScheduleForm, timezone = ''): SourceFacts {
  const dates = days
    .map((day) => textOf(day['date']))
    .filter((date) => /^\d{4}-\d\d-\d\d$/.test(date))
    .sort();
  const languages = Map.groupBy(
    talks.map((talk) => languageOf(talk.data)).filter((each) => each !== ''),
    (each) => each,
  );
  const [mostUsed] = [...languages].sort(([, a], [, b]) => b.length - a.length)[0] ?? [''];
  const facts = {
    title: lineOf(data['title']),
    timezone,
    // frab calls the day after the last one the end.
    start: dates[0] ?? textOf(data['start']).slice(0, 10),
    end: dates.at(-1) ?? textOf(data['end']).slice(0, 10),
    url: webLinkIn(textOf(data['url'])) ?? webLinkIn(textOf(data['base_url'])) ?? '',
    language: textOf(asObject(data['defaults'])['language']) || mostUsed,
  };
  return withoutEmpty(facts) as SourceFacts;
}

const keyOf = ({ code, guid, id }: JsonObject): string => textOf(code) || textOf(guid) || textOf(id);

const nameOf = ({ public_name, name, full_public_name }: JsonObject): string =>
  lineOf(public_name) || lineOf(name) || lineOf(full_public_name);

/** A talk names its room, or is listed in it. */
function roomOf({ data, room }: ScheduledTalk): JsonObject {
  const own = asObject(data['room']);
  return isEmpty(withoutEmpty(own)) ? asObject(room) : own;
}

const stateOf = ({ state, cancelled }: JsonObject): string =>
  cancelled === true ? 'cancelled' : textOf(state).toLowerCase();

/** `de, en` for a talk with an interpreter: the first is the speaker's. */
function languageOf({ language }: JsonObject): string {
  const [tag = ''] = textOf(language).split(/[\s,;/]+/, 1);
  return isLanguage(tag) ? tag : '';
}

const paragraph = (text: string): JsonObject => ({ type: 'paragraph', values: [{ text }] });

const withoutEmpty = (data: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => !isEmpty(value)));
