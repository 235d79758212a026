/** The schemas of the document: those of kinds and shapes in the form of OpenAPI, and two that belong to no kind. */
import { surfaceACommon, surfaceBCommon } from '../../kinds/common-fields.ts';
import type { Kind } from '../../kinds/kind.ts';
import type { Profile } from '../../kinds/operation.ts';
import { kinds } from '../../kinds/registry.ts';
import { referredShape, type Format, type JsonSchema } from '../../kinds/schema.ts';
import { createSchema, recordSchema, updateSchema, wireShapes } from '../../kinds/wire-form.ts';
import { mapSchema, taggedOptions } from '../walk-schema.ts';

type Schemas = Readonly<Record<string, object>>;

export const schemaNames = (kind: Kind) => {
  const record = pascalCase(kind.name);
  return {
    record,
    recordOnSurfaceB: kind.surface === 'A' ? `${record}OnSurfaceB` : record,
    created: secretFields(kind).length > 0 ? `${record}Created` : record,
    create: `${record}Create`,
    update: `${record}Update`,
  };
};

/** Every schema that an operation may need. Unused ones are removed from the document later. */
export function openapiSchemas(profile: Profile): Schemas {
  const shapes = Object.entries(wireShapes()).map(([name, schema]) => [shapeComponent(name), openapiForm(schema)]);
  return {
    ...Object.assign({}, ...kinds.map((kind) => kindSchemas(kind, profile))),
    ...Object.fromEntries(shapes),
    DeleteResult: DELETE_RESULT,
    Problem: PROBLEM,
  };
}

function kindSchemas(kind: Kind, profile: Profile): Schemas {
  const names = schemaNames(kind);
  const record = marked(kind, recordSchema(kind), profile);
  return {
    [names.record]: openapiForm(without(record, secretFields(kind))),
    ...(names.created !== names.record && { [names.created]: withSecrets(kind, record) }),
    ...(names.recordOnSurfaceB !== names.record && {
      [names.recordOnSurfaceB]: openapiForm(onSurfaceB(kind, record, profile)),
    }),
    [names.create]: openapiForm(marked(kind, createSchema(kind), profile)),
    [names.update]: openapiForm(marked(kind, updateSchema(kind), profile)),
  };
}

/** Fields that the service accepts, and returns only once, in the response to the creation. */
const secretFields = (kind: Kind): readonly string[] =>
  Object.keys(kind.fields).filter(
    (name) => kind.fields[name]!.schema['x-sensitive'] && kind.fields[name]!.access === undefined,
  );

const withSecrets = (kind: Kind, { properties = {} }: JsonSchema): object => ({
  description: 'The record, including fields that are returned only once',
  allOf: [
    schemaReference(schemaNames(kind).record),
    {
      type: 'object',
      properties: Object.fromEntries(secretFields(kind).map((name) => [name, openapiForm(properties[name]!)])),
    },
  ],
});

/** A record of Surface A as Surface B shows it: with the common fields of that surface instead of its own. */
function onSurfaceB(kind: Kind, record: JsonSchema, profile: Profile): JsonSchema {
  const asOnB = { ...kind, fields: surfaceBCommon };
  const common = marked(asOnB, recordSchema(asOnB), profile);
  const own = without(record, [...Object.keys(surfaceACommon), ...secretFields(kind)]);
  return {
    ...own,
    description: `${kind.summary} As Surface B shows it: the same record, with the common fields of that surface.`,
    properties: { ...common.properties, ...own.properties },
    required: [...(common.required ?? []), ...(own.required ?? [])],
  };
}

function without(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name));
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    required: (schema.required ?? []).filter((name) => !names.includes(name)),
  };
}

/**
 * With the declaration's notes on a field as a whole: set by the service, or not shown by the interface. A list has the entries
 * that the service accepts in this profile: it rejects any other with 400.
 */
function marked({ fields }: Pick<Kind, 'fields'>, schema: JsonSchema, profile: Profile): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { access, assumed, accepted } = fields[name]!;
    const notes = {
      ...(accepted && { items: { type: 'string', enum: accepted[profile] } }),
      ...(access === 'answered' && { readOnly: true }),
      ...(assumed && { 'x-assumed': true }),
    };
    return [name, { ...property, ...notes }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Converts a wire schema to OpenAPI 3.1, whose schemas are JSON Schema 2020-12. */
export const openapiForm = (schema: JsonSchema): JsonSchema => mapSchema(mapSchema(schema, withMapping), translate);

export const schemaReference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** `interestPoint` as the name of a schema: `InterestPoint`. */
export const pascalCase = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

const kindNames = new Set(kinds.map((kind) => pascalCase(kind.name)));

/** Kinds and shapes share one namespace, and there is both a kind and a shape called media. */
const shapeComponent = (shape: string): string => (kindNames.has(shape) ? `${shape}Value` : shape);

/** Without it, a tag would have to be the name of its schema. */
function withMapping(schema: JsonSchema): JsonSchema {
  const { discriminator } = schema;
  if (!discriminator) return schema;
  const entries = taggedOptions(schema).map(({ shape, value }) => [value, schemaReference(shapeComponent(shape)).$ref]);
  const mapped = { ...discriminator, mapping: Object.fromEntries(entries) };
  return { ...schema, discriminator: mapped };
}

const FORMATS: Readonly<Record<Format, object>> = {
  instant: { format: 'date-time' },
  'object-id': { pattern: '^[0-9a-fA-F]{24}$' },
  'web-url': { format: 'uri', pattern: '^https?://' },
  'https-url': { format: 'uri', pattern: '^https://' },
  link: { format: 'uri' },
  email: { format: 'email' },
};

/** `x-assumed`, `x-pointer` and `x-sensitive` remain, as extensions that readers of the document can use. */
function translate(schema: JsonSchema): JsonSchema {
  const { $ref, format, 'x-known': usual, 'x-media': _, 'x-markdown': markdown, 'x-day': _day, ...rest } = schema;
  const words = {
    ...rest,
    ...($ref !== undefined && schemaReference(shapeComponent(referredShape($ref)))),
    ...(format && FORMATS[format]),
    ...(usual && { examples: usual }),
    ...(markdown === true && { contentMediaType: 'text/markdown' }),
    ...(schema['x-sensitive'] && { format: 'password' }),
  };
  return words as JsonSchema;
}

const DELETE_RESULT = {
  type: 'object',
  description: 'The answer of Surface B to a deletion',
  properties: {
    success: { type: 'boolean', description: 'True if it was deleted' },
    referenceType: { type: 'string', description: 'The type of the resource' },
    referenceId: { type: 'string', pattern: '^[0-9a-fA-F]{24}$', description: 'Its identifier' },
    operationType: { const: 'delete', description: 'What was done' },
  },
  required: ['success', 'referenceType', 'referenceId', 'operationType'],
};

const PROBLEM = {
  type: 'object',
  description: 'An error in the format of RFC 9457. The interface defines only the status.',
  'x-assumed': true,
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Identifies the type of problem' },
    title: { type: 'string', description: 'A short summary of the type of problem' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status' },
    detail: { type: 'string', description: 'What went wrong this time' },
    code: { type: 'string', description: 'The type of problem as a code for programs' },
    errors: {
      type: 'array',
      maxItems: 100,
      description: 'The individual errors in a body, at most one hundred',
      items: {
        type: 'object',
        properties: {
          pointer: { type: 'string', format: 'json-pointer', description: 'The value in the body' },
          detail: { type: 'string', description: 'What is wrong with it' },
        },
        required: ['pointer', 'detail'],
      },
    },
    request_id: { type: 'string', description: 'Identifies the request in the logs of the service' },
  },
  required: ['type', 'title', 'status', 'code'],
};
