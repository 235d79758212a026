/**
 * A kind's schema in files, derived from its declaration. It differs from the wire: pointers may be addresses, media may
 * be local files, credentials are only named, `null` clears any field that is not required, and keys that start with `$`
 * are never sent.
 */
import type { Field, Kind, Place } from './kind.ts';
import { oncePer } from '../values/once-per.ts';
import { aliases } from './common-fields.ts';
import { flag, list, nullable, number, object, tableOf, text, type JsonSchema } from './schema.ts';
import { shapes } from './shapes/shape-registry.ts';

const SECRET: JsonSchema = {
  type: 'object',
  description: 'The name of the environment variable that holds the value',
  properties: { $env: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$', description: 'Name of the variable' } },
  required: ['$env'],
  'x-sensitive': true,
};

export const isInFile = (field: Field): boolean => field.access === undefined;
export const isRequired = (field: Field, place: Place): boolean => field.required?.includes(place) ?? false;

/** Words for people, in any form. */
export const isPlainText = ({ type, format, pattern, enum: values, ...schema }: JsonSchema): boolean =>
  [type].flat().includes('string') &&
  !(format ?? pattern ?? values ?? schema['x-known'] ?? schema['x-pointer'] ?? schema['x-media']);

const schemas = new WeakMap<Kind, JsonSchema>();

/** The schema of this kind's files. Needed for every document, so computed once. */
export function fileSchema(kind: Kind): JsonSchema {
  let schema = schemas.get(kind);
  if (!schema) schemas.set(kind, (schema = makeFileSchema(kind)));
  return schema;
}

function makeFileSchema(kind: Kind): JsonSchema {
  const fields = Object.entries(kind.fields).filter(([, field]) => isInFile(field));
  const required = fields.filter(([, field]) => isRequired(field, 'file')).map(([name]) => name);
  const written = fields.map(([name, field]): [string, JsonSchema] => {
    const schema = { ...fileForm(field.schema), description: field.about };
    return [name, required.includes(name) ? filledIn(schema) : nullable(schema)];
  });
  return {
    type: 'object',
    description: kind.summary,
    properties: { ...Object.fromEntries(written), ...localKeys(kind) },
    // In a Markdown file this field is the body, so it may be absent from the front matter.
    required: required.filter((name) => name !== kind.body),
    ...(kind.closed && { additionalProperties: false }),
  };
}

/** A required field needs a value: neither null nor an empty text is accepted. */
function filledIn(schema: JsonSchema): JsonSchema {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  const [only, another] = types;
  if (only === undefined || another !== undefined) return schema;
  const isPlainText = only === 'string' && !(schema.format ?? schema.pattern ?? schema.enum);
  return { ...schema, type: only, ...(isPlainText && { minLength: Math.max(1, schema.minLength ?? 0) }) };
}

/** The shared shapes in their file form, by name. */
export const fileShapes = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(shapes.map(({ name, schema }) => [name, fileForm(schema)]));

function localKeys(kind: Kind): Record<string, JsonSchema> {
  const { translated, fields } = kind;
  return {
    $id: text({ minLength: 1, description: 'The id of the remote object that this file manages' }),
    $protect: flag({ description: 'Never delete the remote object, even if this file is deleted' }),
    $example: flag({ description: 'An example: sent only to the embedded service until this line is deleted' }),
    $slug: text({ pattern: SLUG_PATTERN, description: 'The last part of its address on the site' }),
    $targets: list(text(), { minItems: 1, description: 'The targets it is for (default: all)' }),
    ...(translated && {
      $locales: tableOf(
        object(
          Object.fromEntries(
            translated.map((name) => [name, { ...fileForm(fields[name]!.schema), description: fields[name]!.about }]),
          ),
        ),
        { description: 'Translations by language, such as fr, de or pt-BR, each with the fields that differ' },
      ),
    }),
    ...(kind.page && { $aliases: aliases }),
    ...(kind.page?.programme && liveFacts),
    ...((kind.page?.pin ?? kind.single) && location),
    ...siteTranslations(kind),
    ...kind.local,
  };
}

const ABOUT_THE_FILE = ['$id', '$protect', '$example', '$slug', '$targets', '$aliases'];

/** The local keys that are about the subject and not about its file: a source may know them too. */
export const factKeys = oncePer((kind: Kind): readonly string[] =>
  Object.keys(localKeys(kind)).filter((key) => !ABOUT_THE_FILE.includes(key)),
);

/** The interface has no fields for these, and the service refuses an event with others: they are for the site alone. */
const liveFacts = {
  $cancelled: flag({ description: 'Cancelled: stays in the programme of the site, marked as cancelled' }),
  $full: flag({ description: 'Full: no places are left, which the site shows' }),
  $stream: text({ format: 'https-url', description: 'Where to follow it live' }),
  $recording: text({
    format: 'https-url',
    description: 'Where its recording is: once it has started, the site shows this instead of the stream',
  }),
};

const location = {
  $address: object(
    {
      street: text({ description: 'Street and number' }),
      postcode: text({ description: 'Postal code, in quotes if it starts with 0' }),
      city: text({ description: 'Town or city' }),
      region: text({ description: 'State or region, where addresses have one' }),
      country: text({ description: 'Country, or its code of two letters' }),
    },
    { required: ['city'], additionalProperties: false, description: 'Its postal address' },
  ),
  $geo: object(
    {
      latitude: number({ minimum: -90, maximum: 90, description: 'Degrees north' }),
      longitude: number({ minimum: -180, maximum: 180, description: 'Degrees east' }),
    },
    { required: ['latitude', 'longitude'], additionalProperties: false, description: 'Where it is on the globe' },
  ),
};

/** The service has three languages. The site may have more, and takes their texts from here. */
function siteTranslations({ fields }: Kind): Record<string, JsonSchema> {
  const details = fields['localeDetails']?.schema.additionalProperties;
  if (typeof details !== 'object') return {};
  const own = Object.entries(details.properties ?? {}).filter(([name]) => Object.hasOwn(fields, name));
  return {
    $locales: tableOf(fileForm({ ...details, properties: Object.fromEntries(own) }), {
      description: 'Translations for the site alone, in languages that the service does not have, such as de',
      'x-key': 'de',
    }),
  };
}

export const SLUG_PATTERN = '^[a-z0-9][a-z0-9-]{0,95}$';

function fileForm(schema: JsonSchema): JsonSchema {
  if (schema['x-sensitive']) return SECRET;
  const { minLength: _least, maxLength: _most, ...rest } = schema;
  // A pointer may be an address, so the length of an id does not apply.
  const kept = schema['x-pointer'] ? rest : schema;
  const { properties, items, additionalProperties, anyOf, oneOf } = kept;
  return {
    ...kept,
    ...(properties && { properties: mapProperties(properties, kept.required ?? []) }),
    ...(items && { items: fileForm(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: fileForm(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map(fileForm) }),
    ...(oneOf && { oneOf: oneOf.map(fileForm) }),
  };
}

function mapProperties(properties: NonNullable<JsonSchema['properties']>, required: readonly string[]) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const form = fileForm(schema);
      return [name, required.includes(name) || isNullable(form) ? form : nullable(form)];
    }),
  );
}

function isNullable({ type, anyOf }: JsonSchema): boolean {
  return (Array.isArray(type) && type.includes('null')) || (anyOf?.some((option) => option.type === 'null') ?? false);
}
