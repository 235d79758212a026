/** Values that must never be written into a file: declared credentials, and values that look like one. */
import { isObject, type Json, type JsonObject, type Path } from '../../values/json.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import type { JsonSchema } from '../../kinds/schema.ts';
import { propertySchema, walk } from '../../kinds/walk.ts';
import { keysOf } from '../../values/leaves.ts';
import { append } from '../../values/long-lists.ts';

/** Inside objects that the interface leaves undefined, such as the settings of a workflow node, the name decides. */
const TELLING = /secret|passw(?:or)?d|passphrase|token|api[-_]?key|private[-_]?key|credential|authorization/i;

/** The paths in a remote object that hold credentials. */
export function credentialPaths(kind: KindName, fields: JsonObject): readonly Path[] {
  const paths: Path[] = [];
  for (const [name, { schema }] of Object.entries(kindNamed(kind).fields)) {
    const field = fields[name];
    if (field === undefined || isPlain(schema, field)) continue;
    walk(schema, field, ({ schema: declared, value, path }) => {
      if (declared['x-sensitive'] && !isNothing(value)) paths.push([name, ...path]);
      if (!isObject(value)) return;
      const undeclared = Object.entries(value).filter(([key]) => propertySchema(declared, key) === undefined);
      for (const [key, child] of undeclared) append(paths, credentialsByName(key, child, [name, ...path, key]));
    });
  }
  return paths;
}

/** True for most fields, which hold one text or number and are not declared to be a credential. */
const isPlain = (schema: JsonSchema, value: Json): boolean =>
  typeof value !== 'object' && !schema['x-sensitive'] && schema.$ref === undefined && schema.anyOf === undefined;

function credentialsByName(key: string, value: Json, path: Path): readonly Path[] {
  if (isNothing(value)) return [];
  if (TELLING.test(key)) return [path];
  if (Array.isArray(value)) return value.flatMap((each: Json, index) => credentialsByName('', each, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, child]) => credentialsByName(name, child, [...path, name]));
}

const isNothing = (value: Json): boolean => value === null || value === '' || value === false;

/**
 * True if the leaf is declared to contain a credential, at any depth inside a list: the target may have one where the
 * file has none.
 */
export function isSensitiveLeaf({ kind }: { readonly kind: KindName }, name: string): boolean {
  const [field = '', ...below] = keysOf(name);
  let schema: JsonSchema | undefined = kindNamed(kind).fields[field]?.schema;
  for (const key of below) schema = schema && propertySchema(schema, key);
  return schema !== undefined && declaresCredential(schema);
}

function declaresCredential({ properties = {}, items, anyOf = [], ...schema }: JsonSchema): boolean {
  if (schema['x-sensitive']) return true;
  return [...Object.values(properties), ...anyOf, ...(items ? [items] : [])].some(declaresCredential);
}
