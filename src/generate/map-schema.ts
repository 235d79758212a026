import type { JsonSchema } from '../kinds/schema.ts';

/** Rewrites a schema from its leaves up: `change` gets each schema after the ones inside it. */
export function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inside = (child: JsonSchema) => mapSchema(child, change);
  const { properties, items, additionalProperties, anyOf, oneOf } = schema;
  return change({
    ...schema,
    ...(properties && { properties: mapValues(properties, inside) }),
    ...(items && { items: inside(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inside(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
    ...(oneOf && { oneOf: oneOf.map(inside) }),
  });
}

export const mapValues = <A, B>(table: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, change(value)]));
