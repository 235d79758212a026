/**
 * The values of an object that the interface declares. A service may add others to its answers, and change them with each
 * read, as a counter does: those are nobody's edit.
 */
import { isObject, type Json } from '../../values/json.ts';
import type { JsonSchema } from '../../kinds/schema.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { propertySchema, resolve } from '../../kinds/walk.ts';
import type { RemoteRecord } from '../../model/snapshot.ts';
import { canonical } from '../../values/canonical.ts';
import { leafAt } from '../../values/leaves.ts';
import type { Change } from '../plan.ts';

/** The value without the keys that its schema does not declare: nothing of an object that may have any, such as `metadata`. */
export function declaredPart(schema: JsonSchema, value: Json): Json {
  const { schema: declared } = resolve(schema, value);
  if (Array.isArray(value)) return value.map((each: Json) => declaredPart(declared.items ?? {}, each));
  if (!isObject(value)) return value;
  const parts = Object.entries(value).flatMap(([key, child]): readonly [string, Json][] => {
    const below = propertySchema(declared, key);
    return below ? [[key, declaredPart(below, child)]] : [];
  });
  return Object.fromEntries(parts);
}

/**
 * Digest of the object that a change is made from: of everything declared, and of what the file manages in objects without
 * declared keys.
 */
export function fingerprint(
  { kind, fields }: Pick<RemoteRecord, 'kind' | 'fields'>,
  { fields: changed, sets, agreed, drops }: Pick<Change, 'fields' | 'sets' | 'agreed' | 'drops'>,
  { digest }: { readonly digest: (canonical: string) => string },
): string {
  const declared = Object.entries(kindNamed(kind).fields).flatMap(([name, { schema }]): readonly [string, Json][] => {
    const value = fields[name] ?? null;
    return value === null ? [] : [[name, declaredPart(schema, value)]];
  });
  const managed = [...changed.map(({ name }) => name), ...sets, ...Object.keys(agreed), ...drops];
  const values = managed.map((name): [string, Json] => [name, leafAt(fields, name) ?? null]);
  return digest(canonical({ declared: Object.fromEntries(declared), managed: Object.fromEntries(values) }));
}
