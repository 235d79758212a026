import { kinds } from '../../kinds/registry.ts';
import { referredShape, type Format, type JsonSchema } from '../../kinds/schema.ts';
import { mapSchema } from '../map-schema.ts';
import { taggedOptions } from '../tagged-options.ts';

/** Converts a wire schema to OpenAPI 3.1, whose schemas are JSON Schema 2020-12. */
export const openapiForm = (schema: JsonSchema): JsonSchema => mapSchema(mapSchema(schema, withMapping), translate);

export const schemaReference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** `interestPoint` as the name of a schema: `InterestPoint`. */
export const pascalCase = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

const kindNames = new Set(kinds.map((kind) => pascalCase(kind.name)));

/** Kinds and shapes share one namespace, and there is both a kind and a shape called media. */
export const shapeComponent = (shape: string): string => (kindNames.has(shape) ? `${shape}Value` : shape);

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
  const { $ref, format, 'x-known': known, 'x-media': _, 'x-markdown': markdown, 'x-day': _day, ...rest } = schema;
  const words = {
    ...rest,
    ...($ref !== undefined && schemaReference(shapeComponent(referredShape($ref)))),
    ...(format && FORMATS[format]),
    ...(known && { examples: known }),
    ...(markdown === true && { contentMediaType: 'text/markdown' }),
    ...(schema['x-sensitive'] && { format: 'password' }),
  };
  return words as JsonSchema;
}
