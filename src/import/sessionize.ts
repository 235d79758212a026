/** Sessionize: the JSON of its API, in the forms All Data, Grid, Sessions and Speakers. */
import { count } from '../diagnostics/count.ts';
import { UserError } from '../diagnostics/errors.ts';
import type { KindName } from '../kinds/registry.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { entriesIn, entryOf, lineOf, listOf, textOf, withoutEmpty, type Entry } from './entry.ts';
import { readJsonText } from './json-text.ts';
import { plainToMarkdown } from './plain-text.ts';
import { Programme } from './programme.ts';
import { slotTime, type SlotTime } from './slot-times.ts';
import { startOf, unreadable, type Reader, type ReadingOptions, type Source } from './source.ts';
import { linkIn, secureLinkIn, webLinkIn } from './web-link.ts';

const KINDS = ['session', 'host', 'interestPoint', 'category'] as const satisfies readonly KindName[];
const MARKS = /"(?:isServiceSession|isPlenumSession|isTopSpeaker|questionAnswers|categoryItems)"\s*:/;

export const sessionize: Reader = {
  name: 'sessionize',
  title: 'Sessionize',
  recognises:
    'the JSON of the API of Sessionize: All Data, Grid, Sessions or Speakers, or a folder with several of them',
  key: 'the ids of Sessionize, with a number for a session that takes place several times',
  maps: 'sessions and breaks to sessions, speakers to hosts, rooms to interest points, the items of categories to categories',
  kinds: () => KINDS,
  isFor: ({ files }) =>
    files.every(({ path }) => /\.json$/i.test(path) || files.length === 1) &&
    files.some((file) => MARKS.test(startOf(file))),
  read: async (source, options) => new Reading(source, options).content(),
};

/** The lists of each entry with more entries. At the top, in days and in groups, there may be any. */
const LISTS = ['sessions', 'speakers', 'rooms', 'categories'];
const LISTS_IN: Readonly<Record<string, readonly string[]>> = {
  sessions: ['speakers', 'categories'],
  speakers: ['categories'],
  rooms: ['sessions'],
  categories: [],
};

/** A category with these alone is a question to speakers: nobody looks for talks about `No`. */
const YES_OR_NO = /^(?:yes|no|unsure|maybe|n\/a|oui|non|ja|nein|sí|si|sim|não)\.?$/i;

class Reading {
  readonly #programme = new Programme('session');
  readonly #options: ReadingOptions;
  readonly #source: Source;
  readonly #found = new Map<string, Entry[]>(LISTS.map((list) => [list, []]));

  constructor(source: Source, options: ReadingOptions) {
    this.#source = source;
    this.#options = options;
  }

  content() {
    for (const file of this.#source.files) this.#collect(entryOf(readJsonText(file)), '');
    const [sessions, speakers, rooms, groups] = LISTS.map((list) => this.#found.get(list)!);
    if (sessions!.length + speakers!.length === 0)
      throw new UserError(`${this.#source.name} has no sessions and no speakers of Sessionize`, {
        suggestion: 'download the JSON of an API endpoint of Sessionize, in the form All Data',
      });
    if (sessions!.length === 0) for (const kind of KINDS) if (kind !== 'host') this.#programme.leaveOut(kind);
    for (const room of rooms!) this.#mention('interestPoint', room, { title: lineOf(room.data['name']) });
    this.#addCategories(groups!);
    for (const speaker of speakers!) this.#addHost(speaker);
    this.#addSessions(sessions!);
    const { timezone } = this.#options;
    return this.#programme.content(timezone === undefined ? {} : { timezone });
  }

  /** In a list without a name, the fields of an entry show what it is. */
  #collect(entry: Entry, list: string): void {
    const { data } = entry;
    const isSpeaker = 'profilePicture' in data || 'tagLine' in data;
    const what = 'startsAt' in data ? 'sessions' : list === '' && isSpeaker ? 'speakers' : list;
    this.#found.get(what)?.push(entry);
    for (const name of LISTS_IN[what] ?? LISTS)
      for (const inside of entriesIn(entry, name)) if (Object.keys(inside.data).length > 0) this.#collect(inside, name);
    if (Array.isArray(data)) for (const inside of entriesIn(entry)) this.#collect(inside, '');
    const { room, roomId = null } = data;
    if (typeof room === 'string') this.#found.get('rooms')!.push({ ...entry, data: { id: roomId, name: room } });
  }

  #mention(kind: KindName, { data, span }: Entry, fields: Parameters<Programme['mention']>[3]): void {
    const id = textOf(data['id']);
    if (id === '') this.#programme.leaveOut(kind, unreadable(span(), 'this entry has no id', EXPORT_AGAIN));
    else this.#programme.mention(kind, id, span(), fields);
  }

  /** Items with one name in several groups have that of the group before it. */
  #addCategories(groups: readonly Entry[]): void {
    const items = groups.flatMap((entry) => {
      const group = lineOf(entry.data['title']) || lineOf(entry.data['name']);
      const inside = [...entriesIn(entry, 'items'), ...entriesIn(entry, 'categoryItems')];
      const isQuestion = inside.every(({ data }) => YES_OR_NO.test(lineOf(data['name'])));
      return isQuestion ? [] : inside.map((item) => ({ item, group, name: lineOf(item.data['name']) }));
    });
    const named = [...Map.groupBy(items, ({ name }) => name)];
    const doubled = named.filter(([, all]) => all.some(({ group }) => group !== all[0]!.group)).map(([name]) => name);
    for (const { item, group, name } of items) {
      const title = doubled.includes(name) && group !== '' ? `${group}: ${name}` : name;
      this.#mention('category', item, { title, metadata: withoutEmpty({ group }) });
    }
  }

  #addHost(entry: Entry): void {
    const { data } = entry;
    this.#loseAnswers(entry);
    const parts = [data['firstName'], data['lastName']].map(lineOf).filter((part) => part !== '');
    const title = lineOf(data['fullName']) || lineOf(data['name']) || parts.join(' ');
    const texts = [lineOf(data['tagLine']), textOf(data['bio'])].map(plainToMarkdown);
    const url = this.#link(entry, 'profilePicture', webLinkIn);
    this.#mention('host', entry, {
      title,
      description: texts.filter((text) => text !== '').join('\n\n'),
      media: url === null ? null : { url, alt: title },
      categoryIds: this.#categoriesOf(entry),
      links: entriesIn(entry, 'links').flatMap((link) => {
        const label = lineOf(link.data['title']) || lineOf(link.data['linkType']) || null;
        const address = this.#link(link, 'url', linkIn);
        return address === null ? [] : [{ label, url: address }];
      }),
    });
  }

  #addSessions(sessions: readonly Entry[]): void {
    const isShown = this.#withoutRepeatedBreaks(sessions);
    const unconfirmed = isShown.filter(
      ({ data }) => isAccepted(data) && data['isConfirmed'] === false && data['isServiceSession'] !== true,
    );
    if (unconfirmed.length > 0)
      this.#programme.findings.push(
        `${count(unconfirmed.length, 'session')} not yet confirmed by the speakers: published`,
      );
    for (const entry of isShown) this.#addSession(entry);
  }

  /** A grid has a session for all rooms in each of them, and a break for all rooms may also be one of single rooms. */
  #withoutRepeatedBreaks(sessions: readonly Entry[]): readonly Entry[] {
    const timeOf = ({ data }: Entry): string => JSON.stringify([data['startsAt'], data['endsAt']]);
    const breakOf = (entry: Entry): string => JSON.stringify([entry.data['title'], timeOf(entry)]);
    const forAll = new Set(sessions.filter(isForAllRooms).map(breakOf));
    const distinct = new Map(sessions.map((entry) => [JSON.stringify([entry.data['id'], timeOf(entry)]), entry]));
    return [...distinct.values()].filter((entry) => {
      const isShown = entry.data['isServiceSession'] !== true || isForAllRooms(entry) || !forAll.has(breakOf(entry));
      if (!isShown) this.#programme.lose('room of a break that is for all rooms');
      return isShown;
    });
  }

  #addSession(entry: Entry): void {
    const { data, span } = entry;
    const key = textOf(data['id']);
    if (key === '')
      return this.#programme.leaveOut('session', unreadable(span(), 'this entry has no id', EXPORT_AGAIN));
    const time = this.#timeOf(entry);
    this.#loseAnswers(entry);
    this.#programme.addSlot({
      key,
      at: span(),
      time,
      fields: {
        title: lineOf(data['title']),
        status: isAccepted(data) ? 'published' : 'draft',
        description: plainToMarkdown(textOf(data['description'])),
        hostIds: this.#hostsOf(entry),
        interestPointId: this.#roomOf(entry),
        categoryIds: this.#categoriesOf(entry),
        time: { ...time },
        $stream: this.#link(entry, 'liveUrl', secureLinkIn),
        $recording: this.#link(entry, 'recordingUrl', secureLinkIn),
      },
    });
  }

  #timeOf(entry: Entry): SlotTime | undefined {
    const { data } = entry;
    const [start, end] = ['startsAt', 'endsAt'].map((field) => ({ field, text: textOf(data[field]) }));
    if (lineOf(data['title']) === '') return this.#report(entry, 'title', 'this session has no title');
    if (start!.text === '') {
      this.#programme.lose('session without a time');
      return undefined;
    }
    const clocks = { zone: this.#options.timezone, fallback: undefined, source: this.#source.name };
    const time = slotTime(start!, end!, clocks);
    return 'field' in time ? this.#report(entry, time.field, time.message) : time;
  }

  #hostsOf(entry: Entry): readonly string[] {
    const ids = listOf(entry.data['speakers']).map((each) => textOf(isObject(each) ? each['id'] : each));
    return this.#known(entry, 'speakers', 'host', ids);
  }

  /** A break for all rooms takes place in none of them. */
  #roomOf(entry: Entry): string | undefined {
    const ids = isForAllRooms(entry) ? [] : listOf(entry.data['roomId']).map(textOf);
    return this.#known(entry, 'roomId', 'interestPoint', ids)[0];
  }

  #known(entry: Entry, field: string, kind: KindName, ids: readonly string[]): readonly string[] {
    return [...new Set(ids)].filter((id) => {
      const isKnown = this.#programme.has(kind, id);
      if (!isKnown)
        this.#report(entry, field, `there is no ${field === 'roomId' ? 'room' : 'speaker'} ${id} in the source`);
      return isKnown;
    });
  }

  #categoriesOf(entry: Entry): readonly string[] {
    return itemsOf(entry).filter((id) => this.#programme.has('category', id));
  }

  /** Speakers wrote them for the organisers, not for visitors. */
  #loseAnswers({ data }: Entry): void {
    this.#programme.lose('answer to a question', listOf(data['questionAnswers']).length);
  }

  #link(entry: Entry, field: string, read: (text: string) => string | undefined): string | null {
    const text = textOf(entry.data[field]);
    const url = read(text);
    if (text !== '' && url === undefined)
      this.#report(entry, field, `\`${text.slice(0, 80)}\` is not a URL that can be used here`);
    return url ?? null;
  }

  #report({ span }: Entry, field: string, message: string): undefined {
    this.#programme.diagnostics.push(unreadable(span(field), message, 'correct it in Sessionize'));
  }
}

const EXPORT_AGAIN = 'export it again from Sessionize';

/** Speakers and organisers decide about the others, which no visitor should see before. */
const isAccepted = ({ status }: JsonObject): boolean => typeof status !== 'string' || /^accepted$/i.test(status);

const isForAllRooms = ({ data }: Entry): boolean =>
  data['isServiceSession'] === true && data['isPlenumSession'] === true;

/** The ids of the items of categories, which a grid has in groups. */
function itemsOf(entry: Entry): readonly string[] {
  const inGroups = entriesIn(entry, 'categories').flatMap((group) => entriesIn(group, 'categoryItems'));
  const ids: readonly (Json | undefined)[] = [
    ...listOf(entry.data['categoryItems']),
    ...inGroups.map(({ data }) => data['id']),
  ];
  return [...new Set(ids.map(textOf))];
}
