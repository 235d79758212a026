/** Converts objects from the service into records: removes the service's own keys and drops credentials. */
import { withValueAt, type Json, type JsonObject } from '../values/json.ts';
import type { Field } from '../kinds/kind.ts';
import { kindNamed, kinds, type KindName } from '../kinds/registry.ts';
import type { JsonSchema } from '../kinds/schema.ts';
import { escapedData } from '../values/secret-reference.ts';
import { walk } from '../kinds/walk.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import { isEmpty } from '../values/empty.ts';

const ID_KEYS = { A: ['id', '_id'], B: ['_id', 'id'] } as const;
const UPDATED_KEYS = { A: ['updated_at', '_updatedAt'], B: ['_updatedAt', 'updated_at'] } as const;
const CREATED_KEYS = { A: ['created_at', '_createdAt'], B: ['_createdAt', 'created_at'] } as const;
const OWN_KEYS = ['id', '_id', 'created_at', '_createdAt', 'updated_at', '_updatedAt'];

/** A numeric id is read as its decimal digits, here and in `fields`, so that pointers and ids can be compared. */
export function idOf(kind: KindName, answered: JsonObject): string | undefined {
  const keys = ID_KEYS[kindNamed(kind).surface];
  const number = keys.map((key) => answered[key]).find((value) => Number.isSafeInteger(value));
  return firstText(answered, keys) ?? (number === undefined ? undefined : String(number));
}

interface RecordDetails {
  readonly id: string;
  readonly etag?: string | undefined;
  /** Fields that this answer does not show although the object may have them. */
  readonly hidden?: readonly string[];
  /** True if the answer has keys that programs may misread. */
  readonly doubtful?: boolean;
}

export function toRecord(
  kind: KindName,
  answered: JsonObject,
  { id, etag, hidden = [], doubtful = false }: RecordDetails,
): RemoteRecord {
  const leftBehind = LEFT_BEHIND.get(kind)!;
  const sensitive = sensitiveFields(kind);
  const fields: Record<string, Json> = {};
  for (const name of Object.keys(answered)) {
    if (!leftBehind.has(name))
      fields[name] = escapedData(withTextIds(kindNamed(kind).fields[name]?.schema, answered[name]!));
  }
  const updatedAt = firstText(answered, UPDATED_KEYS[kindNamed(kind).surface]);
  const createdAt = firstText(answered, CREATED_KEYS[kindNamed(kind).surface]);
  return {
    kind,
    id,
    fields,
    hidden: [...sensitive, ...hidden.filter((name) => !sensitive.includes(name))],
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
    // A weak ETag never satisfies If-Match.
    ...(etag !== undefined && !etag.startsWith('W/') && { etag }),
    ...(doubtful && { unclear: UNCLEAR }),
  };
}

const UNCLEAR = 'it has a key that is one escaped character, which programs may misread';

/** The value, with its pointers converted to strings. */
function withTextIds(schema: JsonSchema | undefined, value: Json): Json {
  if (schema === undefined || typeof value === 'string' || value === null) return value;
  let whole: Json = value;
  walk(schema, value, (visited) => {
    if (!visited.schema['x-pointer'] || !Number.isSafeInteger(visited.value)) return;
    whole = withValueAt(whole, visited.path, String(visited.value));
  });
  return whole;
}

const namesWhere = (kind: KindName, test: (field: Field) => boolean): readonly string[] =>
  Object.entries(kindNamed(kind).fields)
    .filter(([, field]) => test(field))
    .map(([name]) => name);

const SENSITIVE = new Map(
  kinds.map(({ name }) => [name, namesWhere(name, ({ schema }) => schema['x-sensitive'] === true)]),
);

/** Fields that are credentials: never read, so always hidden. */
export const sensitiveFields = (kind: KindName): readonly string[] => SENSITIVE.get(kind)!;

const LEFT_BEHIND = new Map(
  kinds.map(({ name }) => {
    const withheld = namesWhere(name, ({ access }) => access === 'withheld');
    return [name, new Set([...OWN_KEYS, ...withheld, ...sensitiveFields(name), '__proto__'])];
  }),
);

const firstText = (answered: JsonObject, keys: readonly string[]): string | undefined =>
  keys.map((key) => answered[key]).find((value): value is string => typeof value === 'string' && value !== '');

/** Fields that the interface does not promise in lists, but returns when a single object is read. */
const NOT_PROMISED_IN_LISTS: { readonly [K in KindName]?: readonly string[] } = {
  article: ['content', 'cover_image_url'],
};

/**
 * Fields that a list does not show although its objects may have them. For all other fields, absent means empty. One entry
 * that has the field proves that the list shows it.
 */
export function hiddenInList(kind: KindName, entries: readonly JsonObject[]): readonly string[] {
  const names = NOT_PROMISED_IN_LISTS[kind] ?? [];
  return names.filter((name) => !entries.some((entry) => Object.hasOwn(entry, name)));
}

/**
 * True if something that was sent is missing from the answer: the service has dropped it, or shows it only when the object
 * is read.
 */
export function answersInPart(kind: KindName, sent: JsonObject, answered: JsonObject): boolean {
  const isMissing = (name: string): boolean => !isEmpty(sent[name]) && !Object.hasOwn(answered, name);
  return Object.keys(sent).some((name) => isMissing(name) && !sensitiveFields(kind).includes(name));
}
