/**
 * The two forms of a schedule as one. Programs and versions differ in where they put things, less in their names: the JSON
 * has rooms inside days or, in its second version, lists side by side; the XML has attributes.
 */
import type { Span } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { isEmpty } from '../values/empty.ts';
import { isObject, valueAt, type Json, type JsonObject, type Path } from '../values/json.ts';
import { readJsonText } from './json-text.ts';
import { asObject } from './schedule-texts.ts';
import { startOf, type SourceFile } from './source.ts';
import { readXml, type XmlElement } from './xml.ts';

export interface Entry {
  readonly data: JsonObject;
  /** Of a field, or of the whole entry. */
  readonly span: (field?: string) => Span;
}

export interface ScheduledTalk extends Entry {
  /** The room that it is listed in. */
  readonly room: Json;
  readonly day: JsonObject;
}

export interface ScheduleForm {
  readonly conference: Entry;
  readonly days: readonly JsonObject[];
  readonly talks: readonly ScheduledTalk[];
  readonly rooms: readonly Entry[];
  readonly tracks: readonly Entry[];
  /** Descriptions of people, where they are not with their talks. */
  readonly people: readonly Entry[];
}

const isXml = (start: string): boolean => /^\s*</.test(start);

export function looksLikeSchedule(start: string): boolean {
  return isXml(start)
    ? /<schedule[\s>]/.test(start) && /<conference[\s>]/.test(start)
    : /"schedule"\s*:\s*\{/.test(start) && /"conference"\s*:\s*\{/.test(start);
}

export const readScheduleForm = async (file: SourceFile): Promise<ScheduleForm> =>
  isXml(startOf(file)) ? fromXml(await readXml(file), file) : fromJson(file);

const noSchedule = ({ shown }: SourceFile): UserError =>
  new UserError(`${shown} is not a schedule: it has no conference`, {
    suggestion: 'download schedule.json or schedule.xml from pretalx or frab',
  });

function fromJson(file: SourceFile): ScheduleForm {
  const { value, spanOf } = readJsonText(file);
  const at = (...path: Path): Json | undefined => valueAt(value, path);
  const entry = (data: JsonObject, path: Path): Entry => ({
    data,
    span: (field) => spanOf(field === undefined ? path : [...path, field]),
  });
  const entries = (...path: Path): readonly Entry[] => {
    const list = at(...path);
    if (Array.isArray(list)) return list.map((each: Json, index) => entry(asObject(each), [...path, index]));
    // What is not a list is reported as one entry that cannot be read.
    return isEmpty(list) ? [] : [entry({}, path)];
  };
  const conference = at('schedule', 'conference');
  if (!isObject(conference)) throw noSchedule(file);
  const days = entries('schedule', 'conference', 'days').map(({ data }) => data);
  const inRooms = days.flatMap((day, index) =>
    Object.keys(asObject(day['rooms'])).flatMap((room) =>
      entries('schedule', 'conference', 'days', index, 'rooms', room).map((talk) => ({ ...talk, room, day })),
    ),
  );
  const listed = entries('schedule', 'events').map(({ data, span }) => {
    const type = inWords(data['type'] ?? null);
    return { data: { ...data, type }, span, room: null, day: {} };
  });
  const { url = null, base_url = null } = asObject(at('schedule'));
  return {
    conference: entry({ url, base_url, ...conference }, ['schedule', 'conference']),
    days,
    talks: [...inRooms, ...listed],
    rooms: [...entries('schedule', 'conference', 'rooms'), ...entries('schedule', 'rooms')],
    tracks: entries('schedule', 'conference', 'tracks'),
    people: entries('schedule', 'persons'),
  };
}

/** The second version has a list of types, such as `LIGHTNING_TALK`. */
const inWords = (type: Json): Json =>
  typeof type === 'string' && /^[A-Z][A-Z_-]+$/.test(type)
    ? type[0]! + type.slice(1).toLowerCase().replaceAll('_', ' ')
    : type;

function fromXml(root: XmlElement, file: SourceFile): ScheduleForm {
  const conference = childrenOf(root, 'conference')[0];
  if (!conference) throw noSchedule(file);
  const roots = [root, conference];
  const days = childrenOf(root, 'day').map((element) => ({ element, day: element.attributes }));
  const rooms = days.flatMap(({ element, day }) => childrenOf(element, 'room').map((room) => ({ room, day })));
  const inRooms = rooms.flatMap(({ room, day }) =>
    childrenOf(room, 'event').map((event) => ({ event, day, room: room.attributes['name'] ?? null })),
  );
  const withoutRoom = days.flatMap(({ element, day }) =>
    childrenOf(element, 'event').map((event) => ({ event, day, room: null })),
  );
  const listed = (list: string, name: string): readonly XmlElement[] =>
    roots.flatMap((each) => [...childrenOf(each, name), ...childrenOf(each, list).flatMap(({ children }) => children)]);
  return {
    conference: { ...entryOf(conference), data: { ...fieldsOf(root), ...fieldsOf(conference) } },
    days: days.map(({ day }) => day),
    talks: [...inRooms, ...withoutRoom].map(({ event, day, room }) => ({ ...talkOf(event), day, room })),
    rooms: rooms.map(({ room }) => ({ ...entryOf(room), data: room.attributes })),
    tracks: listed('tracks', 'track').map((track) => ({ ...entryOf(track), data: namedBy(track) })),
    people: childrenOf(root, 'persons').flatMap((persons) => persons.children.map(entryOf)),
  };
}

const childrenOf = ({ children }: XmlElement, name: string): readonly XmlElement[] =>
  children.filter((child) => child.name === name);

/** Attributes and elements that have nothing but text. */
const fieldsOf = ({ attributes, children }: XmlElement): JsonObject => ({
  ...attributes,
  ...Object.fromEntries(
    children.filter((child) => child.children.length === 0).map((child) => [child.name, outdented(child.text())]),
  ),
});

const namedBy = (element: XmlElement): JsonObject => ({ name: outdented(element.text()), ...element.attributes });

const entryOf = (element: XmlElement): Entry => ({
  data: fieldsOf(element),
  span: (field) => (element.children.find(({ name }) => name === field) ?? element).span(),
});

function talkOf(event: XmlElement): Entry {
  const each = (list: string, read: (element: XmlElement) => JsonObject): readonly JsonObject[] =>
    childrenOf(event, list).flatMap(({ children }) => children.map(read));
  const recording = Object.assign({}, ...childrenOf(event, 'recording').map(fieldsOf)) as JsonObject;
  const linked = ({ attributes, ...element }: XmlElement): JsonObject => ({
    url: attributes['href'] ?? '',
    title: outdented(element.text()),
    type: attributes['type'] ?? null,
  });
  const { span, data } = entryOf(event);
  return {
    span,
    data: {
      ...data,
      persons: each('persons', namedBy),
      links: each('links', linked),
      attachments: each('attachments', linked),
      answers: each('answers', fieldsOf),
      recording_license: recording['license'] ?? null,
      do_not_record: recording['optout'] === 'true',
    },
  };
}

/** Programs that indent XML indent the lines of texts too, which Markdown would read as code. */
function outdented(text: string): string {
  const [first = '', ...lines] = text.trim().split('\n');
  const written = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indent = Math.min(...written);
  return [first, ...lines.map((line) => line.slice(indent))].join('\n');
}
