/** Sessionize: the JSON of its API, in the forms All Data, Grid, Sessions and Speakers. */
import { isObject, type Json, type JsonObject, type Path } from '../values/json.ts';
import { epochOf, instantText, readInstant } from '../values/instants.ts';
import { UserError } from '../diagnostics/errors.ts';
import { count } from '../diagnostics/count.ts';
import type { Span } from '../diagnostics/diagnostic.ts';
import type { KindName } from '../kinds/registry.ts';
import { Gathering } from './gathering.ts';
import { readJsonText, type JsonText } from './json-text.ts';
import { oneLine, plainToMarkdown } from './plain-text.ts';
import { startOf, timezoneNeeded, unreadable, type Reader, type ReadingOptions, type Source } from './source.ts';
import { linkIn, secureLinkIn, webLinkIn } from './web-link.ts';

const KINDS = ['session', 'host', 'interestPoint', 'category'] as const satisfies readonly KindName[];
const MARKS = /"(?:isServiceSession|isPlenumSession|isTopSpeaker|questionAnswers|categoryItems)"\s*:/;

export const sessionize: Reader = {
  name: 'sessionize',
  title: 'Sessionize',
  recognises:
    'the JSON of the API of Sessionize: All Data, Grid, Sessions or Speakers, or a folder with several of them',
  key: 'the ids of Sessionize',
  maps: 'sessions and breaks to sessions, speakers to hosts, rooms to interest points, the items of categories to categories, answers to metadata',
  kinds: () => KINDS,
  isFor: ({ files }) =>
    files.every(({ path }) => /\.json$/i.test(path) || files.length === 1) &&
    files.some((file) => MARKS.test(startOf(file))),
  read: async (source, options) => new Reading(source, options).content(),
};

/** An object of the source, and where it is. */
interface Entry {
  readonly json: JsonText;
  readonly path: Path;
  readonly value: JsonObject;
}

interface Timed {
  readonly start: string;
  readonly end: string;
}

class Reading {
  readonly #gathering = new Gathering();
  readonly #options: ReadingOptions;
  readonly #source: Source;
  readonly #sessions: Entry[] = [];
  readonly #speakers = new Map<string, Entry>();
  readonly #rooms = new Map<string, Entry>();
  readonly #items = new Map<string, { readonly item: Entry; readonly group: string | undefined }>();
  readonly #questions = new Map<string, string>();
  readonly #choices = new Map<string, { readonly question: string; readonly answer: string }>();
  readonly #days: string[] = [];

  constructor(source: Source, options: ReadingOptions) {
    this.#source = source;
    this.#options = options;
  }

  content() {
    for (const file of this.#source.files) {
      const json = readJsonText(file);
      if (!this.#collect({ json, path: [], value: asObject(json.value) }) && !this.#source.isFolder)
        throw new UserError(`${file.shown} has no sessions and no speakers of Sessionize`, {
          suggestion: 'download the JSON of an API endpoint of Sessionize, in the form All Data',
        });
    }
    if (this.#sessions.length === 0) for (const kind of KINDS) if (kind !== 'host') this.#gathering.leaveOut(kind);
    for (const [id, room] of this.#rooms) this.#add('interestPoint', id, room, this.#named(room, 'interestPoint'));
    this.#addCategories();
    for (const [id, speaker] of this.#speakers) this.#addHost(id, speaker);
    this.#addSessions();
    const { timezone } = this.#options;
    const [start, end] = [this.#days.toSorted()[0], this.#days.toSorted().at(-1)];
    return this.#gathering.content({ ...(timezone && { timezone }), ...(start && { start }), ...(end && { end }) });
  }

  /** False if it has nothing of Sessionize. Objects in lists are days, groups, sessions or speakers. */
  #collect(entry: Entry): boolean {
    const { value } = entry;
    if (Array.isArray(value)) return entriesIn(entry).filter((each) => this.#collect(each)).length > 0;
    if ('startsAt' in value) return this.#collectSession(entry);
    if ('profilePicture' in value || 'tagLine' in value) return this.#keyed('host', entry, this.#speakers);
    for (const question of entriesIn(entry, 'questions'))
      this.#questions.set(String(question.value['id']), textOf(question, 'question') ?? '');
    this.#collectParts(entry);
    for (const each of [entry, ...entriesIn(entry, 'rooms')])
      for (const session of entriesIn(each, 'sessions')) this.#collectSession(session);
    return ['sessions', 'speakers', 'rooms'].some((key) => Array.isArray(value[key]));
  }

  /** The speakers, the categories and the room of a session are in it, except in All Data. */
  #collectSession(entry: Entry): true {
    const { roomId, room } = entry.value;
    this.#collectParts(entry);
    if (typeof room === 'string' && roomId !== undefined)
      this.#keyed('interestPoint', { ...entry, value: { id: roomId, name: room } }, this.#rooms);
    this.#sessions.push(entry);
    return true;
  }

  #collectParts(entry: Entry): void {
    for (const room of entriesIn(entry, 'rooms')) this.#keyed('interestPoint', room, this.#rooms);
    for (const group of entriesIn(entry, 'categories')) this.#collectGroup(group);
    for (const speaker of entriesIn(entry, 'speakers')) this.#keyed('host', speaker, this.#speakers);
  }

  #collectGroup(entry: Entry): void {
    const group = textOf(entry, 'title') ?? textOf(entry, 'name');
    const items = [...entriesIn(entry, 'items'), ...entriesIn(entry, 'categoryItems')];
    const isQuestion = items.every((item) => YES_OR_NO.test(textOf(item, 'name') ?? ''));
    for (const item of items) {
      const [id, answer] = [textOf(item, 'id'), textOf(item, 'name')];
      if (id === undefined) this.#gathering.leaveOut('category', withoutId(item));
      else if (isQuestion && group !== undefined) this.#choices.set(id, { question: group, answer: answer! });
      else if (!this.#items.has(id)) this.#items.set(id, { item, group });
    }
  }

  #keyed(kind: KindName, entry: Entry, into: Map<string, Entry>): true {
    const id = textOf(entry, 'id');
    if (id === undefined) this.#gathering.leaveOut(kind, withoutId(entry));
    // A speaker of a session has a name alone: the entry with more fields counts.
    else if (Object.keys(entry.value).length > Object.keys(into.get(id)?.value ?? {}).length) into.set(id, entry);
    return true;
  }

  #addCategories(): void {
    const titles = [...this.#items.values()].map(({ item }) => textOf(item, 'name'));
    for (const [id, { item, group }] of this.#items) {
      const title = textOf(item, 'name');
      const isDoubled = titles.indexOf(title) !== titles.lastIndexOf(title);
      const fields = this.#named(item, 'category');
      this.#add(
        'category',
        id,
        item,
        fields && {
          ...fields,
          ...(group !== undefined && { metadata: { group }, ...(isDoubled && { title: `${group}: ${title}` }) }),
        },
      );
    }
  }

  #addHost(id: string, entry: Entry): void {
    const { value } = entry;
    const parts = [textOf(entry, 'firstName'), textOf(entry, 'lastName')].filter((part) => part !== undefined);
    const title = textOf(entry, 'fullName') ?? textOf(entry, 'name') ?? parts.join(' ');
    const description = [oneLine(textOf(entry, 'tagLine') ?? ''), textOf(entry, 'bio') ?? '']
      .map(plainToMarkdown)
      .filter((text) => text !== '');
    const picture = this.#link(entry, 'profilePicture', webLinkIn);
    const links = entriesIn(entry, 'links').flatMap((link) => {
      const url = this.#link(link, 'url', linkIn);
      const label = textOf(link, 'title') ?? textOf(link, 'linkType') ?? null;
      return url === undefined ? [] : [{ label, url }];
    });
    const metadata = {
      ...this.#answersOf(entry),
      ...(value['isTopSpeaker'] === true && { isTopSpeaker: true }),
    };
    this.#add(
      'host',
      id,
      entry,
      title === ''
        ? this.#nameless(entry, 'host')
        : {
            title: oneLine(title),
            status: 'published',
            ...(description.length > 0 && { description: description.join('\n\n') }),
            ...(picture !== undefined && { media: { url: picture, alt: oneLine(title) } }),
            ...this.#categoriesOf(entry),
            ...(links.length > 0 && { links }),
            ...(Object.keys(metadata).length > 0 && { metadata }),
          },
    );
  }

  /** Without the breaks of single rooms that are also one for all rooms. */
  #shownSessions(): readonly Entry[] {
    const breakOf = ({ value: { title, startsAt, endsAt } }: Entry): string =>
      JSON.stringify([title, startsAt, endsAt]);
    const forAll = new Set(this.#sessions.filter(isForAllRooms).map(breakOf));
    return this.#sessions.filter((entry) => {
      const isShown = entry.value['isServiceSession'] !== true || isForAllRooms(entry) || !forAll.has(breakOf(entry));
      if (!isShown) this.#gathering.lose('room of a break that is for all rooms');
      return isShown;
    });
  }

  #addSessions(): void {
    const sessions = this.#shownSessions();
    const byKey = Map.groupBy(sessions, (entry) => textOf(entry, 'id'));
    const unconfirmed = sessions.filter(({ value }) => isAccepted(value) && value['isConfirmed'] === false);
    const spoken = unconfirmed.filter(({ value }) => value['isServiceSession'] !== true);
    if (spoken.length > 0)
      this.#gathering.findings.push(`${count(spoken.length, 'session')} not yet confirmed by the speakers: published`);
    for (const [id, entries] of byKey) {
      // A grid has a session for all rooms in each of them.
      const distinct = [...new Map(entries.map((entry) => [textOf(entry, 'startsAt'), entry])).values()];
      const inOrder = distinct.toSorted((a, b) => (String(a.value['startsAt']) < String(b.value['startsAt']) ? -1 : 1));
      if (id !== undefined && inOrder.length > 1)
        this.#gathering.findings.push(`session ${id} takes place ${inOrder.length} times: numbered in order of time`);
      for (const [index, entry] of inOrder.entries()) {
        if (id === undefined) this.#gathering.leaveOut('session', withoutId(entry));
        else this.#addSession(index === 0 ? id : `${id}-${index + 1}`, entry);
      }
    }
  }

  #addSession(id: string, entry: Entry): void {
    const { value } = entry;
    const title = textOf(entry, 'title');
    if (title === undefined) return this.#add('session', id, entry, this.#nameless(entry, 'session'));
    const fields = { title: oneLine(title), status: isAccepted(value) ? 'published' : 'draft' };
    if (textOf(entry, 'startsAt') === undefined) {
      this.#gathering.lose('session without a time');
      return this.#add('session', id, entry, fields, 'it has no time yet');
    }
    const time = this.#timeOf(entry);
    if (!time) return this.#add('session', id, entry, fields, 'its time cannot be read');
    this.#days.push(time.start.slice(0, 10));
    const description = plainToMarkdown(textOf(entry, 'description') ?? '');
    const [stream, recording] = ['liveUrl', 'recordingUrl'].map((key) => this.#link(entry, key, secureLinkIn));
    const { timezone } = this.#options;
    this.#add('session', id, entry, {
      ...fields,
      ...(description !== '' && { description }),
      ...this.#hostsOf(entry),
      ...this.#roomOf(entry),
      ...this.#categoriesOf(entry),
      time: { ...time, ...(timezone !== undefined && { timezone }) },
      ...(stream !== undefined && { $stream: stream }),
      ...(recording !== undefined && { $recording: recording }),
      ...metadataOf(this.#answersOf(entry)),
    });
  }

  #timeOf(entry: Entry): Timed | undefined {
    const start = this.#instant(entry, 'startsAt');
    const end = this.#instant(entry, 'endsAt');
    if (start === undefined || end === undefined) return undefined;
    if (epochOf(end) > epochOf(start)) return { start, end };
    const message = 'the session ends before it starts, or when it starts';
    this.#gathering.diagnostics.push(unreadable(spanOf(entry, 'endsAt'), message, 'correct its end in Sessionize'));
    return undefined;
  }

  #instant(entry: Entry, key: string): string | undefined {
    const { timezone } = this.#options;
    const text = textOf(entry, key) ?? '';
    const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);
    if (timezone === undefined && !hasOffset && readInstant(text, 'UTC').type === 'instant')
      throw timezoneNeeded(this.#source.name);
    const read = readInstant(text, timezone ?? 'UTC');
    if (read.type === 'instant')
      return hasOffset && timezone !== undefined ? instantText(read.epoch, timezone) : read.text;
    const why =
      read.type === 'not-a-time'
        ? read.reason
        : `the clocks in ${timezone} ${read.type === 'skipped' ? 'skip' : 'repeat'} this time`;
    this.#gathering.diagnostics.push(
      unreadable(spanOf(entry, key), `\`${text}\` is not a time: ${why}`, 'correct it in Sessionize'),
    );
    return undefined;
  }

  #hostsOf(entry: Entry): JsonObject {
    const named = listIn(entry, 'speakers').map((speaker) => String(isObject(speaker) ? speaker['id'] : speaker));
    const known = [...new Set(named)].filter((id) => this.#speakers.has(id));
    for (const id of named.filter((each) => !known.includes(each)))
      this.#gathering.diagnostics.push(
        unreadable(spanOf(entry, 'speakers'), `there is no speaker ${id} in the source`),
      );
    return known.length > 0 ? { hostIds: known } : {};
  }

  /** A break for all rooms takes place in none of them. */
  #roomOf(entry: Entry): JsonObject {
    const room = textOf(entry, 'roomId');
    if (room === undefined || isForAllRooms(entry)) return {};
    if (this.#rooms.has(room)) return { interestPointId: room };
    this.#gathering.diagnostics.push(unreadable(spanOf(entry, 'roomId'), `there is no room ${room} in the source`));
    return {};
  }

  #categoriesOf(entry: Entry): JsonObject {
    const categoryIds = itemsOf(entry).filter((id) => this.#items.has(id));
    return categoryIds.length > 0 ? { categoryIds } : {};
  }

  #answersOf(entry: Entry): JsonObject {
    const written = entriesIn(entry, 'questionAnswers').flatMap((each) => {
      const question = textOf(each, 'question') ?? this.#questions.get(String(each.value['questionId'])) ?? '';
      const answer = textOf(each, 'answerValue') ?? textOf(each, 'answer');
      return question === '' || answer === undefined ? [] : [{ question, answer }];
    });
    const answers = [...written, ...itemsOf(entry).flatMap((id) => this.#choices.get(id) ?? [])];
    return answers.length > 0 ? { answers } : {};
  }

  #link(entry: Entry, key: string, read: (text: string) => string | undefined): string | undefined {
    const text = textOf(entry, key);
    const url = text === undefined ? undefined : read(text);
    if (text !== undefined && url === undefined)
      this.#gathering.diagnostics.push(
        unreadable(
          spanOf(entry, key),
          `\`${text.slice(0, 80)}\` is not a URL that can be used here`,
          'correct it in Sessionize',
        ),
      );
    return url;
  }

  #named(entry: Entry, kind: KindName): JsonObject | undefined {
    const title = textOf(entry, 'name');
    return title === undefined ? this.#nameless(entry, kind) : { title: oneLine(title), status: 'published' };
  }

  #nameless(entry: Entry, kind: KindName): undefined {
    const what = { session: 'session', host: 'speaker', interestPoint: 'room' }[kind as string] ?? 'category';
    this.#gathering.diagnostics.push(unreadable(spanOf(entry), `this ${what} has no name`, 'name it in Sessionize'));
  }

  #add(kind: KindName, id: string, entry: Entry, fields: JsonObject | undefined, why?: string): void {
    const unclear = why ?? (fields ? undefined : 'it has no name');
    this.#gathering.records.push({ kind, id, fields: fields ?? {}, at: spanOf(entry), ...(unclear && { unclear }) });
  }
}

/** Speakers and organisers decide about the others, which no visitor should see before. */
const isAccepted = ({ status }: JsonObject): boolean => typeof status !== 'string' || /^accepted$/i.test(status);

const isForAllRooms = ({ value }: Entry): boolean =>
  value['isServiceSession'] === true && value['isPlenumSession'] === true;

const metadataOf = (metadata: JsonObject): JsonObject => (Object.keys(metadata).length > 0 ? { metadata } : {});

/** A category with these alone is a question: nobody looks for talks about `No`. */
const YES_OR_NO = /^(?:yes|no|unsure|maybe|n\/a|oui|non|ja|nein|sí|si|sim|não)\.?$/i;

/** A list has its indexes as keys. */
const asObject = (value: Json): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {};

function entriesIn(entry: Entry, key?: string): readonly Entry[] {
  const { json, path, value } = entry;
  const list = key === undefined ? value : value[key];
  if (!Array.isArray(list)) return [];
  const at = key === undefined ? path : [...path, key];
  return list.flatMap((each: Json, index) => (isObject(each) ? [{ json, path: [...at, index], value: each }] : []));
}

const listIn = ({ value }: Entry, key: string): readonly Json[] => {
  const list = value[key];
  return Array.isArray(list) ? list : [];
};

/** Their ids, which a grid has in groups. */
function itemsOf(entry: Entry): readonly string[] {
  const inGroups = entriesIn(entry, 'categories').flatMap((group) => entriesIn(group, 'categoryItems'));
  const ids = [...listIn(entry, 'categoryItems'), ...inGroups.map(({ value }) => value['id'] ?? '')];
  return [...new Set(ids.map(String))];
}

/** Ids are numbers or texts. */
function textOf({ value }: Entry, key: string): string | undefined {
  const text = value[key];
  if (typeof text === 'number') return String(text);
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

const spanOf = ({ json, path }: Entry, key?: string): Span => json.spanOf(key === undefined ? path : [...path, key]);

const withoutId = (entry: Entry) =>
  unreadable(spanOf(entry), 'this entry has no id', 'export it again from Sessionize');
