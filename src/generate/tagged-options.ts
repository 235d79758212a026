import { referredShape, type JsonSchema } from '../kinds/schema.ts';
import { shapeSchema } from '../kinds/shapes/registry.ts';

export interface TaggedOption {
  readonly shape: string;
  /** The value of the tag that means this shape. */
  readonly value: string;
}

/** The shapes that a discriminator tells apart. */
export function taggedOptions({ discriminator, oneOf = [] }: JsonSchema): readonly TaggedOption[] {
  if (!discriminator) return [];
  return oneOf.map(({ $ref = '' }) => {
    const shape = referredShape($ref);
    return { shape, value: shapeSchema(shape).properties![discriminator.propertyName]!.const! };
  });
}
