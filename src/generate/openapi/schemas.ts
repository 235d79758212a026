import { surfaceACommon, surfaceBCommon } from '../../kinds/common-fields.ts';
import type { Kind } from '../../kinds/kind.ts';
import type { Profile } from '../../kinds/operation.ts';
import { kinds } from '../../kinds/registry.ts';
import type { JsonSchema } from '../../kinds/schema.ts';
import { createSchema, recordSchema, updateSchema, wireShapes } from '../../kinds/wire-form.ts';
import { openapiForm, pascalCase, schemaReference, shapeComponent } from './form.ts';
import { DELETE_RESULT, PROBLEM } from './fixed-schemas.ts';

export type Schemas = Readonly<Record<string, object>>;

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
  const form = (schema: JsonSchema): JsonSchema => marked(kind, narrowed(kind, schema, profile));
  const record = form(recordSchema(kind));
  return {
    [names.record]: openapiForm(without(record, secretFields(kind))),
    ...(names.created !== names.record && { [names.created]: withSecrets(kind, record) }),
    ...(names.recordOnSurfaceB !== names.record && { [names.recordOnSurfaceB]: openapiForm(onSurfaceB(kind, record)) }),
    [names.create]: openapiForm(form(createSchema(kind))),
    [names.update]: openapiForm(form(updateSchema(kind))),
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
function onSurfaceB(kind: Kind, record: JsonSchema): JsonSchema {
  const common = recordSchema({ ...kind, fields: surfaceBCommon });
  const own = without(record, [...Object.keys(surfaceACommon), ...secretFields(kind)]);
  return {
    ...own,
    description: `${kind.summary} As Surface B shows it: the same record, with the common fields of that surface.`,
    properties: { ...marked({ ...kind, fields: surfaceBCommon }, common).properties, ...own.properties },
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

/** With the entries that the service accepts in this profile: it rejects any other with 400. */
function narrowed(kind: Kind, schema: JsonSchema, profile: Profile): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const accepted = kind.fields[name]!.accepted?.[profile];
    return [name, accepted ? { ...property, items: { type: 'string', enum: accepted } } : property];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** With the declaration's notes on a field as a whole: set by the service, or not shown by the interface. */
function marked(kind: Kind, schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { access, assumed } = kind.fields[name]!;
    return [
      name,
      { ...property, ...(access === 'answered' && { readOnly: true }), ...(assumed && { 'x-assumed': true }) },
    ];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
