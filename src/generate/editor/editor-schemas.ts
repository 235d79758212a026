/**
 * JSON Schemas for editors, for the file form of a kind. They use draft 7, which the YAML extensions of editors support
 * best, and contain what is in the repository: a pointer completes to the addresses that exist.
 */
import { fileSchema, fileShapes } from '../../kinds/file-form.ts';
import type { Kind } from '../../kinds/kind.ts';
import { referredShape, type Format, type JsonSchema } from '../../kinds/schema.ts';
import { aboutValue, mapSchema, mapValues, reachable, taggedOptions } from '../walk-schema.ts';

/** The names that exist in a repository, for completion. */
export interface KnownAddresses {
  /** The addresses of the documents, by kind. */
  readonly addresses: ReadonlyMap<string, readonly string[]>;
  /** Media files as values name them: `media/bridge.jpg`. */
  readonly media: readonly string[];
}

export const DEFINITIONS = '#/definitions/';

/** The existing names as definitions: each list is defined once, however many fields offer it. */
const nameDefinitions = ({ addresses, media }: KnownAddresses): Record<string, object> => ({
  ...Object.fromEntries([...addresses].map(([kind, existing]) => [`address-of-${kind}`, { enum: existing }])),
  'media-file': { enum: media },
});

const addressReference = (kind: string) => ({ $ref: `${DEFINITIONS}address-of-${kind}` });
const MEDIA_FILE_REFERENCE = { $ref: `${DEFINITIONS}media-file` };
const shapeReference = (shape: string) => ({ $ref: DEFINITIONS + shape });

export function editorSchema(kind: Kind, names: KnownAddresses): object {
  const translate = (schema: JsonSchema): object =>
    mapSchema(mapSchema(schema, prepare), (inner) => forEditor(inner, names));
  const root = translate(fileSchema(kind));
  const definitions = { ...mapValues(fileShapes(), translate), ...nameDefinitions(names) };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: kind.title,
    ...root,
    definitions: reachable(root, definitions, DEFINITIONS),
  };
}

/** Steps that must run while references still name shapes. */
const prepare = (schema: JsonSchema): JsonSchema => asConditions(schema.anyOf ? describeReference(schema) : schema);

function describeReference(schema: JsonSchema): JsonSchema {
  const description = aboutValue(schema);
  return description === undefined ? schema : { ...schema, description };
}

/**
 * Types with a tag, as a chain of conditions instead of `oneOf`: an editor then completes and checks by the type that
 * is written, and completes the tag's values before there is one.
 */
function asConditions(schema: JsonSchema): JsonSchema {
  const { discriminator, oneOf: _, ...rest } = schema;
  if (!discriminator) return schema;
  const tag = discriminator.propertyName;
  const options = taggedOptions(schema);
  const conditions = options.map(({ shape, value }) => ({
    if: { properties: { [tag]: { const: value } }, required: [tag] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: shapeReference(shape),
  }));
  const values: JsonSchema = { enum: options.map(({ value }) => value), description: 'The type of this object' };
  return { ...rest, properties: { [tag]: values }, allOf: conditions } as JsonSchema;
}

/** A schema of draft 7. */
interface EditorSchema {
  readonly [keyword: string]: unknown;
}

/** One schema of the file form, with its inner schemas already converted. */
function forEditor(schema: JsonSchema, names: KnownAddresses): EditorSchema {
  if (schema.$ref !== undefined) return reference(schema.$ref, annotations(schema));
  if (schema['x-pointer']) return alternatives(schema, pointer(schema, names));
  if (schema['x-media']) return alternatives(schema, media(schema, names));
  // Editors complete the enumeration; the second alternative allows other values.
  if (schema['x-known']) return alternatives(schema, [{ enum: schema['x-known'] }, { type: 'string' }]);
  return plain(schema);
}

/** Draft 7 ignores anything next to a reference, so a description has to wrap it. */
function reference($ref: string, around: EditorSchema): EditorSchema {
  const target = shapeReference(referredShape($ref));
  return Object.keys(around).length === 0 ? target : { ...around, allOf: [target] };
}

function alternatives(schema: JsonSchema, options: readonly EditorSchema[]): EditorSchema {
  const all = [...options, ...(types(schema).includes('null') ? [{ type: 'null' }] : [])];
  return { ...annotations(schema), ...(all.length === 1 ? all[0] : { anyOf: all }) };
}

function pointer(schema: JsonSchema, { addresses }: KnownAddresses): readonly EditorSchema[] {
  const existing = (schema['x-pointer'] ?? []).filter((kind) => (addresses.get(kind)?.length ?? 0) > 0);
  // Editors complete the lists. `validate` checks whether an address exists: the lists become stale with every new
  // file.
  return [...existing.map(addressReference), { type: 'string' }];
}

function media(schema: JsonSchema, names: KnownAddresses): readonly EditorSchema[] {
  const { properties, required, items } = schema;
  const files = names.media.length > 0 ? [MEDIA_FILE_REFERENCE] : [];
  const text = { type: 'string', pattern: '^(media/|https?://)' };
  const allowed = types(schema);
  return [
    ...files,
    text,
    ...(allowed.includes('object') ? [{ type: 'object', properties, required }] : []),
    ...(allowed.includes('array') ? [{ type: 'array', items }] : []),
  ];
}

const FORMATS: Readonly<Record<Format, EditorSchema>> = {
  instant: { pattern: String.raw`^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}` },
  'object-id': { pattern: '^[0-9a-fA-F]{24}$' },
  'web-url': { pattern: '^https?://' },
  'https-url': { pattern: '^https://' },
  link: { pattern: '^(https?://|mailto:|tel:)' },
  email: { format: 'email' },
};

const DAY_OR_INSTANT: EditorSchema = { pattern: String.raw`^\d{4}-\d{2}-\d{2}(?:$|[Tt ]\d{2}:\d{2})` };

function plain({ format, ...schema }: JsonSchema): EditorSchema {
  const keywords = Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-'));
  return { ...Object.fromEntries(keywords), ...(format && FORMATS[format]), ...(schema['x-day'] && DAY_OR_INSTANT) };
}

const types = ({ type }: JsonSchema) => [type ?? []].flat();

const annotations = ({ description, default: preset }: JsonSchema): EditorSchema => ({
  ...(description !== undefined && { description }),
  ...(preset !== undefined && { default: preset }),
});

interface Folders {
  /** The path of the schemas in the editor's settings. */
  readonly schemas: string;
  readonly content: string;
}

export const schemaFile = (kind: Kind): string => `${kind.name}.json`;
/** For the files of a target's own folder, which overlay others. */
export const overlaySchemaFile = (kind: Kind): string => `${kind.name}.overlay.json`;

/** The value of `yaml.schemas` in an editor's settings: the files of each schema. */
export function editorBindings(kinds: readonly Kind[], folders: Folders): Record<string, readonly string[]> {
  const inFiles = kinds.filter((kind) => kind.folder !== undefined);
  return Object.fromEntries(
    inFiles.flatMap((kind) => {
      const files = kind.single ? kind.folder : `${kind.folder}/**/*.yaml`;
      return [
        [`${folders.schemas}/${schemaFile(kind)}`, [`${folders.content}/${files}`]],
        [`${folders.schemas}/${overlaySchemaFile(kind)}`, [`${folders.content}.*/${files}`]],
      ];
    }),
  );
}
