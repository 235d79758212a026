/**
 * `{ $env: NAME }` names a secret, and only at a field that is declared sensitive. In all other data `$env` is a key like
 * any other. To keep the two apart, data is escaped everywhere inside gitcast, in files too: its `$env` is written
 * `$$env`, its `$$env` is `$$$env`. So nothing in a service's response is ever mistaken for the name of a secret, and it
 * goes back to the service byte for byte. Only the service's client adds and removes that `$`.
 */
import { isObject, type Json, type JsonObject, type Path } from './json.ts';

const KEY = '$env';
const ESCAPED = /^\$+env$/;

export interface SecretReference {
  readonly $env: string;
}

export const isSecretReference = (value: Json | undefined): value is JsonObject & SecretReference =>
  isObject(value) && typeof value[KEY] === 'string';

/** The paths of all `$env` keys, regardless of their values. */
export function secretKeyPaths(value: Json | undefined, path: Path = [], found: Path[] = []): readonly Path[] {
  if (!isNested(value)) return found;
  if (Array.isArray(value)) {
    value.forEach((each: Json, index) => isNested(each) && secretKeyPaths(each, [...path, index], found));
    return found;
  }
  for (const [key, each] of Object.entries(value as JsonObject)) {
    if (key === KEY) found.push([...path, key]);
    if (isNested(each)) secretKeyPaths(each, [...path, key], found);
  }
  return found;
}

const isNested = (value: Json | undefined): value is JsonObject | readonly Json[] =>
  typeof value === 'object' && value !== null;

/** A service's data as gitcast stores it. */
export const escapedData = <T extends Json>(data: T): T => renamed(data, (key) => `$${key}`);

/** gitcast's data as a service receives it. */
export const plainData = <T extends Json>(data: T): T =>
  renamed(data, (key) => (key.startsWith('$$') ? key.slice(1) : key));

/** Returns the value itself if it has no such key, which is nearly always the case. */
function renamed<T extends Json>(value: T, rename: (key: string) => string): T {
  if (!hasKey(value)) return value;
  if (Array.isArray(value)) return value.map((each: Json) => renamed(each, rename)) as Json as T;
  const entries = Object.entries(value as JsonObject).map(([key, each]): [string, Json] => [
    ESCAPED.test(key) ? rename(key) : key,
    renamed(each, rename),
  ]);
  return Object.fromEntries(entries) as Json as T;
}

function hasKey(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((each: Json) => hasKey(each));
  for (const key in value) if (ESCAPED.test(key) || hasKey((value as JsonObject)[key]!)) return true;
  return false;
}
