import type { JsonSchema } from '../kinds/schema.ts';
import { aboutValue } from './about-value.ts';
import { describeType } from './describe-type.ts';

export interface PropertyExplanation {
  /** Its path: `home.header.logo`, `authProviders[].type`, `localeDetails.<key>.title`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly about: string;
}

/** The properties inside a value, at any depth. Shapes with a name are explained once, under that name. */
export function explainInside(name: string, schema: JsonSchema): readonly PropertyExplanation[] {
  const { properties = {}, items, additionalProperties } = schema;
  const found = Object.entries(properties).flatMap(([key, below]) => {
    const path = name === '' ? key : `${name}.${key}`;
    const itself = explainProperty(path, below, schema.required?.includes(key) ?? false);
    return [itself].concat(explainInside(path, below));
  });
  if (items) return found.concat(explainInside(`${name}[]`, items));
  return typeof additionalProperties === 'object'
    ? found.concat(explainInside(`${name}.<key>`, additionalProperties))
    : found;
}

const explainProperty = (name: string, schema: JsonSchema, required: boolean): PropertyExplanation => ({
  name,
  type: describeType(schema),
  required,
  about: aboutValue(schema) ?? '',
});
