import { isObject, type Json, type JsonObject, type Path } from '../values/json.ts';
import type { Kind } from './kind.ts';
import { referredShape, type JsonSchema } from './schema.ts';
import { shapeSchema } from './shapes/shape-registry.ts';

export interface Visited {
  /** The schema of the value, with references and alternatives resolved. */
  readonly schema: JsonSchema;
  readonly value: Json;
  readonly path: Path;
  /** The name of the value's shape, if it has one. */
  readonly shape: string | undefined;
}

/**
 * Walks a value together with its schema, parents before children. It does not validate: a value that matches no schema
 * is skipped, because the validator has already reported it.
 */
export function walk(schema: JsonSchema, value: Json, visit: (visited: Visited) => void, path: Path = []): void {
  const { schema: resolved, shape } = resolve(schema, value);
  visit({ schema: resolved, value, path, shape });
  if (Array.isArray(value)) {
    const { items } = resolved;
    if (items) value.forEach((item: Json, index) => walk(items, item, visit, [...path, index]));
  } else if (isObject(value)) {
    for (const [key, child] of Object.entries(value)) {
      const below = propertySchema(resolved, key);
      if (below) walk(below, child, visit, [...path, key]);
    }
  }
}

/** Walks the fields of an object that its kind declares. Paths start with the name of the field. */
export function walkFields(
  { fields: declared }: Pick<Kind, 'fields'>,
  fields: JsonObject,
  visit: (visited: Visited) => void,
): void {
  for (const [name, value] of Object.entries(fields)) {
    const schema = Object.hasOwn(declared, name) ? declared[name]!.schema : undefined;
    if (schema !== undefined) walk(schema, value, visit, [name]);
  }
}

export function propertySchema(schema: JsonSchema, key: string): JsonSchema | undefined {
  if (schema.properties && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

/** The schema that applies to a value: references and alternatives resolved. */
export function resolve(
  schema: JsonSchema,
  value: Json,
  shape?: string,
): { schema: JsonSchema; shape: string | undefined } {
  if (schema.$ref !== undefined) {
    const name = referredShape(schema.$ref);
    return resolve(shapeSchema(name), value, name);
  }
  // Declarations use only two alternatives: `or null` and the types of a block.
  const [first] = schema.anyOf ?? [];
  if (first) return resolve(first, value, shape);
  if (schema.discriminator && schema.oneOf && isObject(value)) {
    const tag = value[schema.discriminator.propertyName];
    const chosen = schema.oneOf
      .map((option) => resolve(option, value))
      .find((option) => option.schema.properties?.[schema.discriminator!.propertyName]?.const === tag);
    return chosen ?? { schema: {}, shape };
  }
  return { schema, shape };
}
