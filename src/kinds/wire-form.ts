/**
 * A kind's schemas on the wire: the record that is read, and the bodies that create and update it. Assumptions
 * (`x-assumed`) are not enforced here, because a service may differ.
 */
import type { Field, Kind, Place } from './kind.ts';
import { nullable, type JsonSchema } from './schema.ts';
import { shapes } from './shapes/shape-registry.ts';

export function recordSchema(kind: Kind): JsonSchema {
  const fields = Object.entries(kind.fields).filter(([, field]) => field.access !== 'withheld');
  return {
    type: 'object',
    description: kind.summary,
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, field.listed ? nullable(described(field)) : described(field)]),
    ),
    required: Object.entries(kind.fields).flatMap(([name, field]) =>
      field.listed || field.required?.includes('record') ? [name] : [],
    ),
  };
}

export function createSchema(kind: Kind): JsonSchema {
  return body(kind, 'create');
}

/** All fields are optional: a field that is not sent is kept, and `null` clears one that is not required. */
export function updateSchema(kind: Kind): JsonSchema {
  return body(kind, 'update');
}

/** The shared shapes in their wire form, by name. */
export const wireShapes = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(shapes.map(({ name, schema }) => [name, wireForm(schema)]));

const isWritable = (field: Field): boolean => field.access === undefined;

function body(kind: Kind, verb: 'create' | 'update'): JsonSchema {
  const required = requiredIn(kind, 'create');
  const fields = Object.entries(kind.fields).filter(([, field]) => isWritable(field));
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, required.includes(name) ? described(field) : nullable(described(field))]),
    ),
    ...(verb === 'create' && { required }),
    ...(kind.closed && { additionalProperties: false }),
  };
}

const requiredIn = (kind: Kind, place: Place): readonly string[] =>
  Object.entries(kind.fields)
    .filter(([, field]) => field.required?.includes(place))
    .map(([name]) => name);

const described = (field: Field): JsonSchema => ({ ...wireForm(field.schema), description: field.about });

function wireForm(schema: JsonSchema): JsonSchema {
  if (schema['x-assumed']) {
    return { ...(schema.description !== undefined && { description: schema.description }), 'x-assumed': true };
  }
  const { properties, required, items, additionalProperties, anyOf, oneOf } = schema;
  return {
    ...schema,
    // An assumed property cannot be required of a service.
    ...(required && { required: required.filter((name) => !properties?.[name]?.['x-assumed']) }),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, wireForm(v)])) }),
    ...(items && { items: wireForm(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: wireForm(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map(wireForm) }),
    ...(oneOf && { oneOf: oneOf.map(wireForm) }),
  };
}
