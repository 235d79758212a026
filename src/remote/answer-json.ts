/**
 * Parses JSON answers without two errors of JSON.parse: integer ids above 2^53 lose their last digits, and V8 misreads
 * keys that consist of one escape sequence (see values/escaped-keys.ts). Objects with such a key are parsed
 * correctly here and reported, since other programs may have misread and stored the same text.
 */
import { escapedSingleKeys } from '../values/escaped-keys.ts';
import { isObject, nestsDeeper, type Json, type JsonObject } from '../values/json.ts';

const NONE: ReadonlySet<Json> = new Set();

/** Deeper than anything a broadcast contains, and shallow enough for recursive code. */
export const DEEPEST_ANSWER = 200;

export class TooDeep extends Error {}

/**
 * `doubtful` is every object and list that contains such a key, at any depth. Throws `TooDeep`, or the error of
 * JSON.parse.
 */
export function parseAnswer(text: string): { readonly value: Json; readonly doubtful: ReadonlySet<Json> } {
  if (nestsDeeper(text, DEEPEST_ANSWER)) throw new TooDeep();
  const keys = escapedSingleKeys(text);
  const read = LONG_NUMBER.test(text) ? (json: string) => JSON.parse(json, keepDigits) as Json : parse;
  if (keys.length === 0) return { value: read(text), doubtful: NONE };
  const prefix = unusedPrefix(text);
  const doubtful = new Set<Json>();
  const value = read(withPrefix(text, keys, prefix));
  return { value: restored(value, prefix, doubtful), doubtful };
}

const parse = (json: string): Json => JSON.parse(json) as Json;

const LONG_NUMBER = /\d{16}/;
/** Field names that hold ids. List elements have no name and may be ids too. */
const HOLDS_ID = /^_?id$|_id$|Id$/;

function keepDigits(this: unknown, key: string, value: Json, context?: { readonly source?: string }): Json {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const { source = '' } = context ?? {};
  return /^\d+$/.test(source) && (Array.isArray(this) || HOLDS_ID.test(key)) ? source : value;
}

function unusedPrefix(text: string): string {
  for (let number = 0; ; number++) {
    const prefix = `escaped-key-${number}-`;
    if (!text.includes(prefix)) return prefix;
  }
}

/** A longer key is parsed correctly. */
function withPrefix(text: string, keys: readonly { readonly offset: number }[], prefix: string): string {
  const starts = keys.map(({ offset }) => offset + 1);
  return [0, ...starts].map((start, index) => text.slice(start, starts[index])).join(prefix);
}

function restored(value: Json, prefix: string, doubtful: Set<Json>): Json {
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => restored(item, prefix, doubtful));
    if (items.some((item) => doubtful.has(item))) doubtful.add(items);
    return items;
  }
  if (!isObject(value)) return value;
  const names = Object.keys(value);
  const entries = names.map((name): [string, Json] => [
    name.startsWith(prefix) ? name.slice(prefix.length) : name,
    restored(value[name]!, prefix, doubtful),
  ]);
  const whole: JsonObject = Object.fromEntries(entries);
  if (names.some((name) => name.startsWith(prefix)) || entries.some(([, each]) => doubtful.has(each))) {
    doubtful.add(whole);
  }
  return whole;
}
