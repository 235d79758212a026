/** A description of a shape as data, as `explain-kind.ts` has it for kinds. */
import { kinds } from '../kinds/registry.ts';
import { referredShape, type JsonSchema, type Shape } from '../kinds/schema.ts';
import { shapeExamples } from '../kinds/shapes/registry.ts';
import { shapes, shapeSchema } from '../kinds/shapes/registry.ts';
import type { Json } from '../values/json.ts';
import { explainInside, type PropertyExplanation } from './explain-inside.ts';

export interface ShapeExplanation {
  readonly name: string;
  readonly summary: string;
  readonly properties: readonly PropertyExplanation[];
  /** For a shape that is one of several, by the value of `type`. */
  readonly options: readonly ShapeOption[];
  /** The kinds and shapes with a field of this shape. */
  readonly usedIn: readonly string[];
  /** As a file has it. */
  readonly example: Json;
}

interface ShapeOption {
  readonly type: string;
  readonly shape: string;
  readonly about: string;
}

export const explainShape = ({ name, schema }: Shape): ShapeExplanation => ({
  name,
  summary: schema.description ?? name,
  properties: explainInside('', schema),
  options: (schema.oneOf ?? []).flatMap(({ $ref }) => ($ref === undefined ? [] : optionOf(referredShape($ref)))),
  usedIn: [
    ...kinds.filter(({ fields }) => Object.values(fields).some((field) => refersTo(field.schema, name))),
    ...shapes.filter((shape) => shape.name !== name && refersTo(shape.schema, name)),
  ].map((each) => each.name),
  example: shapeExamples[name]!,
});

function optionOf(shape: string): ShapeOption {
  const { description = '', properties } = shapeSchema(shape);
  return { type: properties?.['type']?.const ?? '', shape, about: description };
}

function refersTo(schema: JsonSchema, name: string): boolean {
  const { $ref, properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  if ($ref !== undefined) return referredShape($ref) === name;
  const inside = [
    ...Object.values(properties),
    ...anyOf,
    ...oneOf,
    ...(items ? [items] : []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
  return inside.some((each) => refersTo(each, name));
}
