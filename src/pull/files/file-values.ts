/** An object on the target in the form of a file: addresses for ids, media files for URLs, no credentials. */
import { isObject, type Json, type JsonObject, type Path } from '../../values/json.ts';
import { factKeys, isInFile } from '../../kinds/file-form.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import type { JsonSchema } from '../../kinds/schema.ts';
import { walk, type Visited } from '../../kinds/walk.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { RemoteRecord } from '../../model/snapshot.ts';
import { localeOf } from '../../model/texts.ts';
import { credentialPaths } from '../../plan/fields/credentials.ts';
import { textInFile, type LinkSpellings } from '../texts/pulled-links.ts';
import type { Names } from './file-names.ts';

export interface FileValues {
  readonly fields: JsonObject;
  /** The path of a credential, and with it the leaf that contained it, which is left out. */
  readonly credentials: readonly Path[];
  /** The field of each link to an entry of a source that has no file. */
  readonly lostLinks: readonly string[];
}

/** `spellings`: how the file itself writes its links. */
export function fileValues(
  { kind, fields, hidden, hasFacts }: RemoteRecord,
  names: Names,
  spellings?: LinkSpellings,
): FileValues {
  const own = ownLocale(fields, names);
  const credentials = credentialPaths(kind, fields);
  const withheld = new Set(credentials.map(leafHolding).map((path) => path.join('\0')));
  const values: Record<string, Json> = {};
  const lost: string[] = [];
  for (const [name, field] of Object.entries(kindNamed(kind).fields)) {
    const value = fields[name];
    if (value === undefined || hidden.includes(name) || !isInFile(field)) continue;
    const whole = translated(field.schema, value, { names, spellings, own, name, lost });
    const written = withoutPaths(whole, [name], withheld);
    if (written !== undefined) values[name] = written;
  }
  for (const name of hasFacts ? factKeys(kindNamed(kind)) : []) {
    const value = fields[name];
    if (value !== undefined) values[name] = value;
  }
  return { fields: values, credentials, lostLinks: lost };
}

/** A list is one leaf and is left out as a whole: sent back without its credential, it would delete the credential. */
function leafHolding(path: Path): Path {
  const list = path.findIndex((step) => typeof step === 'number');
  return list === -1 ? path : path.slice(0, list);
}

function withoutPaths(value: Json, path: Path, withheld: ReadonlySet<string>): Json | undefined {
  if (withheld.has(path.join('\0'))) return undefined;
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([key, child]): [string, Json][] => {
    const below = withoutPaths(child, [...path, key], withheld);
    return below === undefined ? [] : [[key, below]];
  });
  return Object.fromEntries(kept);
}

interface Translating {
  readonly names: Names;
  readonly spellings: LinkSpellings | undefined;
  /** The language of the object's own texts. */
  readonly own: Locale;
  /** The field that contains it. */
  readonly name: string;
  readonly lost: string[];
}

function ownLocale(fields: JsonObject, { locales }: Names): Locale {
  const { defaultLocale = isObject(fields['home']) ? fields['home']['defaultLocale'] : undefined } = fields;
  return locales.find((locale) => locale === defaultLocale) ?? locales[0]!;
}

/** Every value that is written differently in a file, with that form. */
function translated(schema: JsonSchema, value: Json, translating: Translating): Json {
  const replaced = new Map<string, Json>();
  walk(schema, value, (visited) => {
    const written = inFile(visited, translating);
    if (written !== undefined) replaced.set(visited.path.join('\0'), written);
  });
  return rebuilt(value, [], replaced);
}

function rebuilt(value: Json, path: Path, replaced: ReadonlyMap<string, Json>): Json {
  const replacement = replaced.get(path.join('\0'));
  if (replacement !== undefined) return replacement;
  if (Array.isArray(value)) return value.map((each: Json, index) => rebuilt(each, [...path, index], replaced));
  if (!isObject(value)) return value;
  // `null` means no value, and keys that start with an underscore belong to the service.
  const said = Object.entries(value).filter(([key, child]) => child !== null && !key.startsWith('_'));
  return Object.fromEntries(said.map(([key, child]) => [key, rebuilt(child, [...path, key], replaced)]));
}

function inFile(
  { schema, value, shape, path }: Visited,
  { names, spellings, own, name, lost }: Translating,
): Json | undefined {
  if (shape === 'Navigator' && isObject(value)) return navigatorInFile(schema, value, names);
  if (typeof value !== 'string') return undefined;
  const pointed = schema['x-pointer'] as readonly KindName[] | undefined;
  if (pointed) return firstDefined(pointed, (kind) => names.addressOf(kind, value));
  if (schema['x-media']) return names.mediaAt(value);
  if (!schema['x-markdown']) return undefined;
  const whole = [name, ...path];
  const locale = names.locales.find((each) => each === localeOf(whole)) ?? own;
  return textInFile(value, names, { spellings, locale, path: whole, onLost: () => lost.push(name) });
}

/** A link to a document that the target does not have was sent as the URL of its page. */
function navigatorInFile(schema: JsonSchema, value: JsonObject, names: Names): Json | undefined {
  const { url, ...others } = value;
  const page = typeof url === 'string' ? names.documentAt(url) : undefined;
  if (!page) return undefined;
  const field = Object.entries(schema.properties ?? {}).find(([, { anyOf, ...own }]) =>
    [own, ...(anyOf ?? [])].some((option) => option['x-pointer']?.includes(page.kind)),
  );
  if (!field) return undefined;
  return {
    [field[0]]: page.address,
    ...Object.fromEntries(Object.entries(others).filter(([, each]) => each !== null)),
  };
}

function firstDefined<T, R>(values: readonly T[], find: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
