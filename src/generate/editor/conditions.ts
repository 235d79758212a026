import type { JsonSchema } from '../../kinds/schema.ts';
import { shapeReference } from './known.ts';
import { taggedOptions } from '../tagged-options.ts';

/**
 * Types with a tag, as a chain of conditions instead of `oneOf`: an editor then completes and checks by the type that
 * is written, and completes the tag's values before there is one.
 */
export function asConditions(schema: JsonSchema): JsonSchema {
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
  const chain = { ...rest, properties: { [tag]: values }, allOf: conditions };
  return chain;
}
