import { referredShape, type JsonSchema } from '../kinds/schema.ts';
import { shapeSchema } from '../kinds/shapes/registry.ts';

/** What a declaration says about a value, or else about the shape that it has. */
export function aboutValue({ description, $ref, anyOf }: JsonSchema): string | undefined {
  const reference = $ref ?? anyOf?.[0]?.$ref;
  return description ?? (reference === undefined ? undefined : shapeSchema(referredShape(reference)).description);
}
