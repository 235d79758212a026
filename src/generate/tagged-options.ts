import { referredShape, type JsonSchema } from '../kinds/schema.ts';
import { shapeSchema } from '../kinds/shapes/registry.ts';

export interface TaggedOption {
  readonly shape: string;
  /** The tag value of this shape. */
  readonly value: string;
}

/** The shapes that a discriminator selects between. */
export function taggedOptions({ discriminator, oneOf = [] }: JsonSchema): readonly TaggedOption[] {
  if (!discriminator) return [];
  return oneOf.map(({ $ref = '' }) => {
    const shape = referredShape($ref);
    return { shape, value: shapeSchema(shape).properties![discriminator.propertyName]!.const! };
  });
}
