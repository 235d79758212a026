import { referredShape, type JsonSchema } from '../kinds/schema.ts';
import { shapeSchema } from '../kinds/shapes/registry.ts';

/** A declaration's description of a value, or that of its shape. */
export function aboutValue({ description, $ref, anyOf }: JsonSchema): string | undefined {
  const reference = $ref ?? anyOf?.[0]?.$ref;
  return description ?? (reference === undefined ? undefined : shapeSchema(referredShape(reference)).description);
}
