import { referredShape, type Format, type JsonSchema } from '../../kinds/schema.ts';
import { addressReference, MEDIA_FILE_REFERENCE, shapeReference, type KnownAddresses } from './known.ts';

/** Converts a schema to draft 7. */
export interface EditorSchema {
  readonly [keyword: string]: unknown;
}

/** One schema of the file form, with its inner schemas already converted. */
export function forEditor(schema: JsonSchema, known: KnownAddresses): EditorSchema {
  if (schema.$ref !== undefined) return reference(schema.$ref, annotations(schema));
  if (schema['x-pointer']) return alternatives(schema, pointer(schema, known));
  if (schema['x-media']) return alternatives(schema, media(schema, known));
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

function media(schema: JsonSchema, known: KnownAddresses): readonly EditorSchema[] {
  const { properties, required, items } = schema;
  const files = known.media.length > 0 ? [MEDIA_FILE_REFERENCE] : [];
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
