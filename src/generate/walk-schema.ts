/** Ways through the schemas of kinds and shapes. */
import { referredShape, type JsonSchema } from '../kinds/schema.ts';
import { shapeSchema } from '../kinds/shapes/shape-registry.ts';

/** Rewrites a schema from its leaves up: `change` gets each schema after the ones inside it. */
export function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inside = (child: JsonSchema) => mapSchema(child, change);
  const { properties, items, additionalProperties, anyOf, oneOf } = schema;
  return change({
    ...schema,
    ...(properties && { properties: mapValues(properties, inside) }),
    ...(items && { items: inside(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inside(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
    ...(oneOf && { oneOf: oneOf.map(inside) }),
  });
}

export const mapValues = <A, B>(table: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, change(value)]));

/** The schemas directly inside one. */
export const insideOf = ({ properties = {}, items, additionalProperties, anyOf = [], oneOf = [] }: JsonSchema) => [
  ...Object.values(properties),
  ...anyOf,
  ...oneOf,
  ...(items ? [items] : []),
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
];

/** A declaration's description of a value, or that of its shape. */
export function aboutValue({ description, $ref, anyOf }: JsonSchema): string | undefined {
  const reference = $ref ?? anyOf?.[0]?.$ref;
  return description ?? (reference === undefined ? undefined : shapeSchema(referredShape(reference)).description);
}

interface TaggedOption {
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

/** The `definitions` that `root` refers to, directly or through others. */
export function reachable<T>(
  root: unknown,
  definitions: Readonly<Record<string, T>>,
  prefix: string,
): Record<string, T> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      if (key === '$ref' && typeof child === 'string' && child.startsWith(prefix)) refer(child.slice(prefix.length));
      else visit(child);
    }
  };
  const refer = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    visit(definitions[name]);
  };
  visit(root);
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => found.has(name)));
}
