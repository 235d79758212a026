/**
 * Edits of JSON that somebody might make who wants a sync to do something else: not of the wrong type, which any check of a
 * shape finds, but plausible. A draw decides where each of them is made.
 */
import { isObject, withValueAt, valueAt, type Json, type JsonObject, type Path } from '../../../src/values/json.ts';

/** A number from 0 to below `count`. */
export type Draw = (count: number) => number;

/** Draws that are the same for the same seed. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0 || 1;
  return (count) => {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % count;
  };
}

export interface Tampering {
  readonly name: string;
  /** Undefined if there is nothing here that it could change. */
  readonly edit: (json: JsonObject, draw: Draw) => JsonObject | undefined;
}

const placesIn = (value: Json, path: Path = []): readonly Path[] => {
  const inside = Array.isArray(value)
    ? value.flatMap((each: Json, index) => placesIn(each, [...path, index]))
    : isObject(value)
      ? Object.entries(value).flatMap(([key, each]) => placesIn(each as Json, [...path, key]))
      : [];
  return path.length === 0 ? inside : [path, ...inside];
};

const pick = <T>(all: readonly T[], draw: Draw): T | undefined =>
  all.length === 0 ? undefined : all[draw(all.length)];

/** Edits one place whose value passes the test. */
const atOne =
  (isPlace: (value: Json, path: Path) => boolean, edit: (value: Json, draw: Draw) => Json) =>
  (json: JsonObject, draw: Draw): JsonObject | undefined => {
    const place = pick(
      placesIn(json).filter((path) => isPlace(valueAt(json, path)!, path)),
      draw,
    );
    return place && (withValueAt(json, place, edit(valueAt(json, place)!, draw)) as JsonObject);
  };

/** Exchanges the values of two places. */
const swapTwo =
  (isPlace: (value: Json, path: Path) => boolean) =>
  (json: JsonObject, draw: Draw): JsonObject | undefined => {
    const places = placesIn(json).filter((path) => isPlace(valueAt(json, path)!, path));
    const [one, other] = [pick(places, draw), pick(places, draw)];
    if (!one || !other) return undefined;
    const [first, second] = [valueAt(json, one)!, valueAt(json, other)!];
    return withValueAt(withValueAt(json, one, second), other, first) as JsonObject;
  };

const isText = (value: Json): value is string => typeof value === 'string' && value.length > 1;
const isKey = (name: string) => (_: Json, path: Path) => path.at(-1) === name;
const isList = (value: Json): value is Json[] => Array.isArray(value) && value.length > 0;

/** Letters that look the same: Latin and Cyrillic, composed and decomposed, with and without a character of no width. */
const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/a/, 'а'],
  [/e/, 'е'],
  [/o/, 'о'],
  [/i/, 'і'],
  [/-/, '‐'],
  [/^(.)/, '$1\u200b'],
  [/$/, '\u00a0'],
];

export const TAMPERINGS: readonly Tampering[] = [
  { name: 'another text', edit: atOne(isText, (text, draw) => `${String(text)}${draw(1000)}`) },
  {
    name: 'another number',
    edit: atOne(
      (value) => typeof value === 'number',
      (value) => Number(value) + 1,
    ),
  },
  {
    name: 'the opposite',
    edit: atOne(
      (value) => typeof value === 'boolean',
      (value) => !value,
    ),
  },
  {
    name: 'a look-alike',
    edit: atOne(isText, (text, draw) => {
      const [from, to] = LOOKALIKES[draw(LOOKALIKES.length)]!;
      return String(text).replace(from, to);
    }),
  },
  { name: 'another id', edit: atOne(isKey('id'), (_, draw) => `${draw(9)}`.repeat(24)) },
  { name: 'two ids exchanged', edit: swapTwo(isKey('id')) },
  { name: 'two addresses exchanged', edit: swapTwo(isKey('address')) },
  { name: 'two texts exchanged', edit: swapTwo(isText) },
  { name: 'another fingerprint', edit: atOne(isKey('fingerprint'), () => 'x'.repeat(22)) },
  { name: 'another digest', edit: atOne(isKey('digest'), (value) => String(value).toUpperCase()) },
  { name: 'another version', edit: atOne(isKey('version'), (value) => Number(value) + 1) },
  { name: 'another target', edit: atOne(isKey('target'), () => 'production') },
  {
    name: 'another identity',
    edit: atOne(
      (value, path) => isText(value) && path.includes('identity'),
      (text) => String(text).replace(/.$/, 'f'),
    ),
  },
  {
    name: 'one entry less',
    edit: atOne(isList, (list, draw) => (list as Json[]).toSpliced(draw((list as Json[]).length), 1)),
  },
  {
    name: 'one entry twice',
    edit: atOne(isList, (list, draw) => [...(list as Json[]), (list as Json[])[draw((list as Json[]).length)]!]),
  },
  {
    name: 'another order',
    edit: atOne(
      (value) => isList(value) && value.length > 1,
      (list) => (list as Json[]).toReversed(),
    ),
  },
  {
    name: 'one key less',
    edit: atOne(
      (value) => isObject(value) && Object.keys(value).length > 0,
      (object, draw) => {
        const keys = Object.keys(object as JsonObject);
        const { [keys[draw(keys.length)]!]: _, ...rest } = object as JsonObject;
        return rest;
      },
    ),
  },
  { name: 'one key more', edit: atOne(isObject, (object) => ({ ...(object as JsonObject), note: 'approved' })) },
  {
    name: 'another action',
    edit: atOne(isKey('action'), (_, draw) => ['create', 'update', 'delete', 'forget'][draw(4)]!),
  },
  {
    name: 'a deletion added',
    edit: atOne(isKey('changes'), (changes, draw) => {
      const change = pick(changes as JsonObject[], draw);
      return change ? [...(changes as Json[]), { ...change, action: 'delete', fields: [] }] : (changes as Json);
    }),
  },
  {
    // In every place, so that what is shown and what is sent agree.
    name: 'a value replaced everywhere',
    edit: (json, draw) => {
      const texts = placesIn(json)
        .map((path) => valueAt(json, path)!)
        .filter(isText);
      const text = pick(texts, draw);
      if (text === undefined) return undefined;
      return JSON.parse(
        JSON.stringify(json).replaceAll(JSON.stringify(text), JSON.stringify(`${text}!`)),
      ) as JsonObject;
    },
  },
];

/** Edits of the text, which a parser may read as something else than a person does. */
export const TEXT_TAMPERINGS: readonly {
  readonly name: string;
  readonly edit: (text: string, draw: Draw) => string;
}[] = [
  { name: 'cut off', edit: (text, draw) => text.slice(0, 1 + draw(text.length - 2)) },
  { name: 'a key twice', edit: (text) => text.replace(/"(\w+)": ?([^,{[\n]+),/, '"$1": $2, "$1": $2,') },
  { name: 'a byte order mark', edit: (text) => `\ufeff${text}` },
  { name: 'text behind it', edit: (text) => `${text}{}` },
  { name: 'empty', edit: () => '' },
];
