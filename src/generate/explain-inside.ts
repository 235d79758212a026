import type { JsonSchema } from '../kinds/schema.ts';
import { aboutValue } from './about-value.ts';
import { describeType } from './describe-type.ts';

export interface PropertyExplanation {
  /** Its path: `home.header.logo`, `authProviders[].type`, `localeDetails.<key>.title`. */
  readonly name: string;
  /** How it is called below the property that holds it, and how far below the top it is. */
  readonly label: string;
  readonly depth: number;
  readonly type: string;
  /** For a value whose own properties follow. */
  readonly holds?: Holds;
  readonly required: boolean;
  readonly about: string;
}

export type Holds = 'object' | 'list' | 'table';

interface Below {
  readonly depth?: number;
  readonly prefix?: string;
}

/** The properties inside a value, at any depth. Shapes with a name are explained once, under that name. */
export function explainInside(
  name: string,
  schema: JsonSchema,
  { depth = 0, prefix = '' }: Below = {},
): readonly PropertyExplanation[] {
  const { properties = {}, items, additionalProperties } = schema;
  const found = Object.entries(properties).flatMap(([key, below]) => {
    const path = name === '' ? key : `${name}.${key}`;
    const itself: PropertyExplanation = {
      name: path,
      label: prefix + key,
      depth,
      type: describeType(below),
      ...holdsOf(below),
      required: schema.required?.includes(key) ?? false,
      about: aboutValue(below) ?? '',
    };
    return [itself].concat(explainInside(path, below, { depth: depth + 1 }));
  });
  if (items) return found.concat(explainInside(`${name}[]`, items, { depth, prefix }));
  return typeof additionalProperties === 'object'
    ? found.concat(explainInside(`${name}.<key>`, additionalProperties, { depth, prefix: `${prefix}<key>.` }))
    : found;
}

export function holdsOf(schema: JsonSchema): { readonly holds?: Holds } {
  if (schema.properties) return { holds: 'object' };
  if (schema.items?.properties) return { holds: 'list' };
  const { additionalProperties: values } = schema;
  return typeof values === 'object' && values.properties ? { holds: 'table' } : {};
}
