/** Sessionize: the JSON of its API, in the forms All Data, Grid, Sessions and Speakers, as a schedule. */
import { UserError } from '../diagnostics/errors.ts';
import { isObject, type JsonObject } from '../values/json.ts';
import { entriesIn, entryOf, lineOf, listOf, textOf, withoutEmpty, type Entry } from './entry.ts';
import { readJsonText } from './json-text.ts';
import { startOf, type Reader, type Source } from './source.ts';
import { readTalks, TALK_KINDS, type ScheduleForm } from './talks.ts';
import type { ScheduledTalk } from './schedule-times.ts';

const MARKS = /"(?:isServiceSession|isPlenumSession|isTopSpeaker|questionAnswers|categoryItems)"\s*:/;

export const sessionize: Reader = {
  name: 'sessionize',
  title: 'Sessionize',
  kinds: () => TALK_KINDS,
  isFor: ({ files }) =>
    files.every(({ path }) => /\.json$/i.test(path) || files.length === 1) &&
    files.some((file) => MARKS.test(startOf(file))),
  read: async (source, options) => readTalks(formOf(source, options.timezone), options),
};

type List = 'sessions' | 'speakers' | 'rooms' | 'categories';
type Found = Readonly<Record<List, Entry[]>>;

/** The lists of each entry with more entries. At the top, in days and in groups, there may be any. */
const LISTS: readonly List[] = ['sessions', 'speakers', 'rooms', 'categories'];
const LISTS_IN: Readonly<Record<List, readonly List[]>> = {
  sessions: ['speakers', 'categories'],
  speakers: [],
  rooms: ['sessions'],
  categories: [],
};

/** A category with these alone is a question to speakers: nobody looks for talks about `No`. */
const YES_OR_NO = /^(?:yes|no|unsure|maybe|n\/a|oui|non|ja|nein|sí|si|sim|não)\.?$/i;

function formOf(source: Source, timezone: string | undefined): ScheduleForm {
  const found: Found = { sessions: [], speakers: [], rooms: [], categories: [] };
  for (const file of source.files) collect(entryOf(readJsonText(file)), undefined, found);
  if (found.sessions.length + found.speakers.length === 0)
    throw new UserError(`${source.name} has no sessions and no speakers of Sessionize`, {
      suggestion: 'download the JSON of an API endpoint of Sessionize, in the form All Data',
    });
  const tracks = tracksIn(found.categories);
  const idsOf = (entries: readonly Entry[]) => new Set(entries.map(({ data }) => textOf(data['id'])));
  const known = { speakers: idsOf(found.speakers), rooms: idsOf(found.rooms), tracks };
  const talks = sessionsIn(found.sessions).map((session) => talkOf(session, known));
  return {
    name: source.name,
    conference: withoutEmpty({ time_zone_name: timezone }),
    talks,
    rooms: found.rooms.map(({ data, span }) => ({
      data: withoutEmpty({ guid: data['id'], name: data['name'] }),
      span,
    })),
    tracks: [...tracks.values()],
    people: found.speakers.map(personOf),
    isPlain: true,
  };
}

/** In a list without a name, the fields of an entry show what it is. */
function collect(entry: Entry, list: List | undefined, found: Found): void {
  const { data } = entry;
  const isSpeaker = 'profilePicture' in data || 'tagLine' in data;
  const what = 'startsAt' in data ? 'sessions' : list === undefined && isSpeaker ? 'speakers' : list;
  if (what) found[what].push(entry);
  for (const name of what ? LISTS_IN[what] : LISTS)
    for (const inside of entriesIn(entry, name)) if (Object.keys(inside.data).length > 0) collect(inside, name, found);
  if (Array.isArray(data)) for (const inside of entriesIn(entry)) collect(inside, undefined, found);
  const { room, roomId = null } = data;
  if (typeof room === 'string') found.rooms.push({ ...entry, data: { id: roomId, name: room } });
}

/** By id. Items with one name in several groups have that of the group before it. */
function tracksIn(groups: readonly Entry[]): ReadonlyMap<string, Entry> {
  const items = groups.flatMap((entry) => {
    const group = lineOf(entry.data['title']) || lineOf(entry.data['name']);
    const inside = [...entriesIn(entry, 'items'), ...entriesIn(entry, 'categoryItems')];
    const isQuestion = inside.every(({ data }) => YES_OR_NO.test(lineOf(data['name'])));
    return isQuestion ? [] : inside.map(({ data, span }) => ({ data, span, group, name: lineOf(data['name']) }));
  });
  const named = [...Map.groupBy(items, ({ name }) => name)];
  const doubled = named.filter(([, all]) => all.some(({ group }) => group !== all[0]!.group)).map(([name]) => name);
  return new Map(
    items.map(({ data, span, group, name }) => {
      const key = textOf(data['id']) || name;
      return [key, { data: { key, name: doubled.includes(name) ? `${group}: ${name}` : name }, span }];
    }),
  );
}

function personOf(entry: Entry): Entry {
  const { id, fullName, name, firstName, lastName, tagLine, bio, profilePicture, ...others } = entry.data;
  const links = entriesIn(entry, 'links').map(({ data: { url = '', title, linkType = '' } }) => ({
    url,
    title: lineOf(title) || linkType,
  }));
  return {
    data: withoutEmpty({
      id,
      name: lineOf(fullName) || lineOf(name) || `${lineOf(firstName)} ${lineOf(lastName)}`,
      biography: `${lineOf(tagLine)}\n\n${textOf(bio)}`.trim(),
      avatar: profilePicture,
      links,
      // No host has these: they are counted.
      answers: others['questionAnswers'],
      categories: others['categoryItems'],
      top_speaker: others['isTopSpeaker'] === true || null,
    }),
    span: entry.span,
  };
}

const isForAllRooms = ({ data }: Entry): boolean =>
  data['isServiceSession'] === true && data['isPlenumSession'] === true;

/** A grid has a session for all rooms in each of them, and a break for all rooms may also be one of single rooms. */
function sessionsIn(sessions: readonly Entry[]): readonly Entry[] {
  const breakOf = ({ data }: Entry): string => JSON.stringify([data['title'], data['startsAt'], data['endsAt']]);
  const forAll = new Set(sessions.filter(isForAllRooms).map(breakOf));
  const distinct = new Map(sessions.map((entry) => [JSON.stringify([entry.data['id'], breakOf(entry)]), entry]));
  return [...distinct.values()].filter(
    (entry) => entry.data['isServiceSession'] !== true || isForAllRooms(entry) || !forAll.has(breakOf(entry)),
  );
}

/** Where the fields of a talk are in Sessionize. */
const FIELDS: Readonly<Record<string, string>> = {
  start: 'startsAt',
  end: 'endsAt',
  persons: 'speakers',
  room: 'roomId',
};

interface Known {
  readonly speakers: ReadonlySet<string>;
  readonly rooms: ReadonlySet<string>;
  readonly tracks: ReadonlyMap<string, Entry>;
}

function talkOf(entry: Entry, { speakers, rooms, tracks }: Known): ScheduledTalk {
  const { data } = entry;
  const persons = listOf(data['speakers'])
    .map((each) => textOf(isObject(each) ? each['id'] : each))
    .filter((id) => speakers.has(id))
    .map((id) => ({ id }));
  const inGroups = entriesIn(entry, 'categories').flatMap((group) => entriesIn(group, 'categoryItems'));
  const items = [...listOf(data['categoryItems']), ...inGroups.map((item) => item.data['id'])].map(textOf);
  // A break for all rooms takes place in none of them.
  const guid = isForAllRooms(entry) ? '' : textOf(data['roomId']);
  return {
    data: withoutEmpty({
      id: data['id'],
      title: data['title'],
      abstract: data['description'],
      start: data['startsAt'],
      end: data['endsAt'],
      room: rooms.has(guid) ? { guid } : null,
      track: items.flatMap((id) => tracks.get(id)?.data ?? []),
      persons,
      live_url: data['liveUrl'],
      recording_url: data['recordingUrl'],
      state: stateOf(data),
      not_confirmed_by_the_speakers: data['isConfirmed'] === false && data['isServiceSession'] !== true ? true : null,
      answers: data['questionAnswers'],
    }),
    span: (field, ...path) => entry.span(...(field === undefined ? [] : [FIELDS[field] ?? field]), ...path),
    day: {},
  };
}

/** Organisers decide about sessions that are not accepted, which no visitor should see before. */
function stateOf({ status }: JsonObject): string {
  return typeof status !== 'string' || /^accepted$/i.test(status) ? '' : 'draft';
}
