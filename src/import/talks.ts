/**
 * The talks of a schedule as sessions, with their people, rooms and tracks. The ids of slots change with every release, and a
 * talk may have several slots: these are numbered in the order of their times.
 */
import type { KindName } from '../kinds/registry.ts';
import { LOCALES } from '../kinds/shapes/primitives.ts';
import { isTimezone } from '../model/rules/values/times.ts';
import type { JsonObject } from '../values/json.ts';
import { isLanguage } from '../values/language.ts';
import { asObject, lineOf, listOf, textOf, withoutEmpty, type Entry } from './entry.ts';
import { nameKey } from './mapped/take-values.ts';
import { Programme } from './programme.ts';
import { ScheduleTexts } from './schedule-texts.ts';
import { timeOfTalk, type ScheduledTalk } from './schedule-times.ts';
import { unreadable, type ReadingOptions, type SourceContent } from './source.ts';
import { secureLinkIn, webLinkIn } from './web-link.ts';

export interface ScheduleForm {
  /** The name of the source. */
  readonly name: string;
  readonly conference: JsonObject;
  readonly talks: readonly ScheduledTalk[];
  readonly rooms: readonly Entry[];
  readonly tracks: readonly Entry[];
  /** Descriptions of people, where they are not with their talks. */
  readonly people: readonly Entry[];
  /** True if its texts are plain. */
  readonly isPlain: boolean;
}

export const TALK_KINDS = ['session', 'host', 'interestPoint', 'category'] as const satisfies readonly KindName[];

export const readTalks = (form: ScheduleForm, options: ReadingOptions): SourceContent =>
  new Reading(form, options).read();

/** Fields that become something else, or that repeat others. Whatever else an entry has is reported as lost. */
const READ = {
  talk: 'guid code id title subtitle abstract description date start end duration room track type language persons participants links attachments logo live_url recording_url state cancelled',
  person: 'guid code id slug name public_name full_public_name biography extended_biography avatar links url',
  room: 'guid id slug name description',
  track: 'key guid id slug name color colors',
  conference:
    'title acronym start end days daysCount day_change timeslot_duration time_zone_name url base_url version rooms track tracks languages defaults xmlns:xsi xsi:noNamespaceSchemaLocation',
};

const NOT_IN_PROGRAMME = /^(?:rejected|withdrawn|deleted)$/;
const CANCELLED = /^cancell?ed$/;
const NOT_PUBLISHED = /^(?:draft|submitted)$/;

class Reading extends Programme {
  readonly #form: ScheduleForm;
  readonly #options: ReadingOptions;
  /** The zone that the source names. What depends on other settings would change when these do. */
  readonly #zone: string | undefined;
  readonly #language: string | undefined;
  readonly #texts: ScheduleTexts;
  /** The key of the first room with a name. */
  readonly #roomKeys = new Map<string, string>();
  readonly #trackNames = new Map<string, string>();
  readonly #people = new Map<string, Entry>();
  readonly #sharedIds: ReadonlyMap<string, number>;

  constructor(form: ScheduleForm, options: ReadingOptions) {
    super('session');
    this.#form = form;
    this.#options = options;
    const { time_zone_name, base_url, defaults } = form.conference;
    const zone = textOf(time_zone_name);
    if (zone !== '' && !isTimezone(zone)) this.findings.push(`${zone} is not a time zone`);
    this.#zone = isTimezone(zone) ? zone : undefined;
    const lose = (what: string): void => this.lose(what);
    this.#language = textOf(asObject(defaults)['language']) || languageOfMost(form.talks);
    const language = this.#language;
    const base = webLinkIn(textOf(base_url));
    this.#texts = new ScheduleTexts({ isPlain: form.isPlain, base, language, lose });
    this.#sharedIds = idsOfSeveral([...form.people, ...form.talks.flatMap(personsIn)], keyOf);
    const shared = [...this.#sharedIds].map(([id, names]) => `${id} (${names} names)`);
    if (shared.length > 0)
      this.findings.push(`people who share an id are recognised by id and name: ${shared.slice(0, 5).join(', ')}`);
  }

  read(): SourceContent {
    const { conference, tracks, people, talks } = this.#form;
    this.#loseOthers('conference', conference);
    // A list of speakers alone says nothing about the others, and a schedule without talks about nobody.
    if (talks.length === 0)
      for (const kind of TALK_KINDS) if (kind !== 'host' || people.length === 0) this.leaveOut(kind);
    this.#addRooms();
    for (const { data, span } of tracks) {
      this.#loseOthers('track', data);
      this.#category(data, span);
    }
    for (const { data, span } of people) this.#person(data, span);
    for (const talk of talks) this.#addTalk(talk);
    for (const [key, entry] of this.#people) this.#addHost(key, entry);
    return this.content({
      title: lineOf(conference['title']),
      timezone: this.#zone ?? this.#options.timezone,
      language: this.#language,
    });
  }

  #loseOthers(what: keyof typeof READ, data: JsonObject): void {
    const read = READ[what].split(' ');
    const others = Object.keys(withoutEmpty(data)).filter((field) => !read.includes(field) && data[field] !== false);
    for (const field of others) this.lose(`${what}: ${field.replaceAll('_', ' ')}`);
  }

  #addRooms(): void {
    const { rooms, talks } = this.#form;
    const shared = idsOfSeveral(rooms, ({ guid }) => textOf(guid));
    const mentioned = talks.map(({ data, span }): Entry => ({
      data: asObject(data['room']),
      span: () => span('room'),
    }));
    for (const { data, span } of [...rooms, ...mentioned]) {
      const [guid, name] = [textOf(data['guid']), nameOf(data)];
      const key = guid === '' || shared.has(guid) ? (this.#roomKeys.get(name) ?? name) : guid;
      if (key === '' || this.has('interestPoint', key)) continue;
      if (!this.#roomKeys.has(name)) this.#roomKeys.set(name, key);
      this.#loseOthers('room', data);
      const description = this.#texts.prose(data['description']);
      this.mention('interestPoint', key, span(), { title: name || key, description });
    }
  }

  #roomKeyOf(room: JsonObject): string | undefined {
    const guid = textOf(room['guid']);
    return this.has('interestPoint', guid) ? guid : this.#roomKeys.get(nameOf(room));
  }

  /** The key of a track or a type, which is mostly its name, or none. */
  #category(data: JsonObject, span: Entry['span']): readonly string[] {
    const slug = textOf(data['slug']);
    const name = nameOf(data) || (this.#trackNames.get(slug) ?? slug);
    if (name === '') return [];
    if (slug !== '') this.#trackNames.set(slug, name);
    const color = textOf(data['color']) || textOf(asObject(data['colors'])['light']);
    const isValid = /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(color);
    if (color !== '' && !isValid) this.lose('track: color');
    const key = textOf(data['key']) || name;
    return [this.mention('category', key, span(), { title: name, color: isValid ? color : '' })];
  }

  /** The key of a person, or none. Talks and lists of people may each have a part of what is known about one. */
  #person(data: JsonObject, span: Entry['span']): readonly string[] {
    const [id, name] = [keyOf(data), nameOf(data)];
    const isShared = this.#sharedIds.has(id);
    if (isShared && name === '') this.lose(`person: no name beside the id ${id}`);
    if (isShared && name === '') return [];
    const key = isShared ? `${id} | ${nameKey(name)}` : id || name;
    const before = this.#people.get(key);
    const known = { ...withoutEmpty(data), ...before?.data };
    if (key === '') this.leaveOut('host', unreadable(span(), 'a person has neither a name nor an id'));
    else this.#people.set(key, { data: known, span: before?.span ?? span });
    return key === '' ? [] : [key];
  }

  #addHost(key: string, { data, span }: Entry): void {
    this.#loseOthers('person', data);
    const title = nameOf(data) || key;
    const [description = '', ...longer] = this.#texts.differentProse(data['biography'], data['extended_biography']);
    const picture = this.#texts.picture(data['avatar']);
    const links = this.#texts.links(data['links']);
    for (const { url } of links) if (url === undefined) this.lose('person: link');
    const fields = {
      title,
      description,
      blocks: longer.map(paragraph),
      media: picture === undefined ? null : { url: picture, alt: title },
      links: links.flatMap(({ title: label, url }) => (url === undefined ? [] : [{ label: label || null, url }])),
    };
    this.mention('host', key, span(), fields, keyOf(data) || undefined);
  }

  #addTalk(talk: ScheduledTalk): void {
    const { data, span } = talk;
    const state = data['cancelled'] === true ? 'cancelled' : textOf(data['state']).toLowerCase();
    if (NOT_IN_PROGRAMME.test(state)) return this.lose(`talk: ${state}`);
    // Also of a talk that cannot be read: its people and its room still exist.
    const pointers = this.#pointersOf(talk);
    const key = keyOf(data) || textOf(data['slug']) || lineOf(data['title']);
    if (key === '') return this.leaveOut('session', unreadable(span(), 'this talk has neither an id nor a title'));
    const dayChange = textOf(this.#form.conference['day_change']);
    const clocks = { zone: this.#zone, fallback: this.#options.timezone, source: this.#form.name, dayChange };
    const read = timeOfTalk(talk, clocks);
    if ('code' in read) this.diagnostics.push(read);
    const time = 'code' in read ? undefined : read;
    const fields = time ? { ...this.#fieldsOf(data, state), ...pointers, time: { ...time } } : {};
    const room = nameOf(asObject(data['room']));
    this.addSlot({ key, at: span(), time, room, fields });
  }

  #pointersOf({ data, span }: ScheduledTalk) {
    const categories = ['track', 'type'].flatMap((field) =>
      listOf(data[field]).flatMap((each) => this.#category(asObject(each), () => span(field))),
    );
    const people = personsIn({ data, span }).flatMap((person) => this.#person(person.data, person.span));
    return {
      categoryIds: [...new Set(categories)],
      hostIds: [...new Set(people)],
      interestPointId: this.#roomKeyOf(asObject(data['room'])),
    };
  }

  #embedded(data: JsonObject, field: string): string | undefined {
    const text = textOf(data[field]);
    const url = secureLinkIn(text);
    if (text !== '' && url === undefined) this.lose(`talk: ${field.replace('_', ' ')} without https`);
    return url;
  }

  #fieldsOf(data: JsonObject, state: string) {
    this.#loseOthers('talk', data);
    // Visitors would come to an empty room.
    if (CANCELLED.test(state)) this.lose('talk: cancelled (imported as a draft)');
    const isHidden = CANCELLED.test(state) || NOT_PUBLISHED.test(state);
    const subtitle = lineOf(data['subtitle']);
    const [abstract = '', ...longer] = this.#texts.differentProse(data['abstract'], data['description']);
    const links = this.#texts.linkList([data['links'], data['attachments']]);
    const language = languageOf(data);
    const locale = LOCALES.find((each) => each === language);
    return {
      title: lineOf(data['title']),
      status: isHidden ? 'draft' : 'published',
      description: subtitle === '' ? abstract : `${this.#texts.strong(subtitle)}\n\n${abstract}`.trim(),
      media: this.#texts.picture(data['logo']),
      $stream: this.#embedded(data, 'live_url'),
      $recording: this.#embedded(data, 'recording_url'),
      defaultLocale: locale,
      blocks: [...longer, ...(links === '' ? [] : [links])].map(paragraph),
      metadata: language === '' || locale !== undefined ? {} : { language },
    };
  }
}

function languageOfMost(talks: readonly ScheduledTalk[]): string | undefined {
  const languages = Map.groupBy(talks, ({ data }) => languageOf(data));
  languages.delete('');
  return [...languages].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

const keyOf = ({ code, guid, id }: JsonObject): string => textOf(code) || textOf(guid) || textOf(id);

const personsIn = ({ data, span }: Entry): readonly Entry[] =>
  ['persons', 'participants'].flatMap((field) =>
    listOf(data[field]).map((person) => ({ data: asObject(person), span: () => span(field) })),
  );

/** Ids with several names, such as 0 for everyone without an account, and the numbers of names. */
function idsOfSeveral(entries: readonly Entry[], idOf: (data: JsonObject) => string): ReadonlyMap<string, number> {
  const named = entries.filter(({ data }) => idOf(data) !== '' && nameOf(data) !== '');
  const byId = [...Map.groupBy(named, ({ data }) => idOf(data))];
  const numbers = byId.map(([id, all]) => [id, new Set(all.map(({ data }) => nameKey(nameOf(data)))).size] as const);
  return new Map(numbers.filter(([, names]) => names > 1));
}

const nameOf = ({ public_name, name, full_public_name }: JsonObject): string =>
  lineOf(public_name) || lineOf(name) || lineOf(full_public_name);

/** `de, en` for a talk with an interpreter: the first is the speaker's. */
function languageOf({ language }: JsonObject): string {
  const [tag = ''] = textOf(language).split(/[\s,;/]+/, 1);
  return isLanguage(tag) ? tag : '';
}

const paragraph = (text: string): JsonObject => ({ type: 'paragraph', values: [{ text }] });
