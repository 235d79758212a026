/**
 * Schedules of pretalx, frab and other programs that write the formats of voc/schedule: two forms as one. Programs and versions differ in where they put things, less in their names: the JSON
 * has rooms inside days or, in its second version, lists side by side; the XML has attributes.
 */
import { UserError } from '../diagnostics/errors.ts';
import { isEmpty } from '../values/empty.ts';
import { isObject, valueAt, type Json, type JsonObject } from '../values/json.ts';
import { asObject, entriesIn, entryOf, withoutEmpty, type Entry } from './entry.ts';
import { readJsonText } from './json-text.ts';
import { startOf, type Reader, type SourceFile } from './source.ts';
import { readTalks, TALK_KINDS, type ScheduleForm } from './talks.ts';
import type { ScheduledTalk } from './schedule-times.ts';
import { readXml, type XmlElement } from './xml.ts';

export const schedule: Reader = {
  name: 'schedule',
  title: 'pretalx and frab',
  kinds: () => TALK_KINDS,
  isFor: ({ files, isFolder }) => !isFolder && files.some((file) => looksLikeSchedule(startOf(file))),
  read: async ({ name, files, isFolder }, options) => {
    const { into } = options;
    if (isFolder) throw new UserError(`${name} is a folder`, { suggestion: 'pass its schedule.json or schedule.xml' });
    if (into !== undefined && into !== 'session')
      throw new UserError(`the talks of a schedule become sessions, and cannot be imported as ${into}`);
    return readTalks(await readScheduleForm(files[0]!), options);
  },
};

const isXml = (start: string): boolean => /^\s*</.test(start);

function looksLikeSchedule(start: string): boolean {
  return isXml(start)
    ? /<schedule[\s>]/.test(start) && /<conference[\s>]/.test(start)
    : /"schedule"\s*:\s*\{/.test(start) && /"conference"\s*:\s*\{/.test(start);
}

const readScheduleForm = async (file: SourceFile): Promise<ScheduleForm> =>
  isXml(startOf(file)) ? fromXml(await readXml(file), file) : fromJson(file);

const noSchedule = ({ shown }: SourceFile): UserError =>
  new UserError(`${shown} is not a schedule: it has no conference`, {
    suggestion: 'download schedule.json or schedule.xml from pretalx or frab',
  });

const asMarkdown = ({ shown }: SourceFile) => ({ name: shown, isPlain: false });

function fromJson(file: SourceFile): ScheduleForm {
  const root = entryOf(readJsonText(file));
  const conference = valueAt(root.data, ['schedule', 'conference']);
  if (!isObject(conference)) throw noSchedule(file);
  const days = entriesIn(root, 'schedule', 'conference', 'days');
  const inRooms = days.flatMap((day) =>
    Object.keys(asObject(day.data['rooms'])).flatMap((room) =>
      entriesIn(day, 'rooms', room).map(({ data, span }) => scheduled({ data, span }, day.data, room)),
    ),
  );
  const listed = entriesIn(root, 'schedule', 'events').map(({ data, span }) =>
    scheduled({ data: { ...data, type: inWords(data['type'] ?? null) }, span }, {}, null),
  );
  const { url = null, base_url = null } = asObject(root.data['schedule']);
  return {
    ...asMarkdown(file),
    conference: { url, base_url, ...conference },
    talks: [...inRooms, ...listed],
    rooms: [...entriesIn(root, 'schedule', 'conference', 'rooms'), ...entriesIn(root, 'schedule', 'rooms')],
    tracks: entriesIn(root, 'schedule', 'conference', 'tracks'),
    people: entriesIn(root, 'schedule', 'persons'),
  };
}

/** A talk names its room, or is listed in it. */
const scheduled = ({ data, span }: Entry, day: JsonObject, room: Json): ScheduledTalk => ({
  data: { room, ...withoutEmpty(data) },
  span,
  day,
});

/** The second version has a list of types, such as `LIGHTNING_TALK`. */
const inWords = (type: Json): Json =>
  typeof type === 'string' && /^[A-Z][A-Z_-]+$/.test(type)
    ? type[0]! + type.slice(1).toLowerCase().replaceAll('_', ' ')
    : type;

function fromXml(root: XmlElement, file: SourceFile): ScheduleForm {
  const conference = childrenOf(root, 'conference')[0];
  if (!conference) throw noSchedule(file);
  const days = childrenOf(root, 'day');
  const talks = days.flatMap((day) =>
    [...childrenOf(day, 'room'), day].flatMap((place) =>
      childrenOf(place, 'event').map((event) => scheduled(talkOf(event), day.attributes, place.attributes)),
    ),
  );
  const roots = [root, conference];
  const tracks = [...roots, ...roots.flatMap((each) => childrenOf(each, 'tracks'))];
  return {
    ...asMarkdown(file),
    conference: { ...root.attributes, ...objectOf(childrenOf(root, 'base_url')), ...objectOf(conference.children) },
    talks,
    rooms: days.flatMap((day) => childrenOf(day, 'room').map((room) => ({ ...xmlEntry(room), data: room.attributes }))),
    tracks: tracks.flatMap((each) => childrenOf(each, 'track').map(xmlEntry)),
    people: childrenOf(root, 'persons').flatMap(({ children }) => children.map(xmlEntry)),
  };
}

const childrenOf = ({ children }: XmlElement, name: string): readonly XmlElement[] =>
  children.filter((child) => child.name === name);

const xmlEntry = (element: XmlElement): Entry => ({
  data: asObject(jsonOf(element)),
  span: (field) => (element.children.find(({ name }) => name === field) ?? element).span(),
});

const LISTS = ['persons', 'links', 'attachments', 'answers', 'tracks'];

/** An element as the JSON has it. */
function jsonOf(element: XmlElement): Json {
  const { name, attributes, children } = element;
  if (LISTS.includes(name)) return children.map(jsonOf);
  if (children.length > 0) return { ...attributes, ...objectOf(children) };
  const text = outdented(element.text());
  const { href, ...others } = attributes;
  if (href !== undefined) return { url: href, title: text, ...others };
  return isEmpty(others) ? text : { name: text, ...others };
}

const objectOf = (elements: readonly XmlElement[]): JsonObject =>
  Object.fromEntries(elements.map((element) => [element.name, jsonOf(element)]));

function talkOf(event: XmlElement): Entry {
  const { span, data } = xmlEntry(event);
  const { recording = null, ...others } = data;
  const { license = null, optout = null } = asObject(recording);
  return { span, data: { ...others, recording_license: license, do_not_record: optout === 'true' } };
}

/** Programs that indent XML indent the lines of texts too, which Markdown would read as code. */
function outdented(text: string): string {
  const [first = '', ...lines] = text.trim().split('\n');
  const written = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  // A text may have more lines than a function takes arguments.
  const indent = written.reduce((least, each) => Math.min(least, each), Infinity);
  return [first, ...lines.map((line) => line.slice(indent))].join('\n');
}
