/** Random values for a schema of the OpenAPI document. */
import * as fc from 'fast-check';
import type { Json } from '../../src/values/json.ts';
import { anyCodePoint } from '../code-points.ts';
import { webUrl } from '../web-urls.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly examples?: readonly Json[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

type Schemas = Readonly<Record<string, Schema>>;
type Values = fc.Arbitrary<Json>;

const byPattern = new Map<string, Values>();

/** The same few patterns occur in hundreds of schemas, and an arbitrary for one of them takes long to make. */
function matching(pattern: string): Values {
  const values = byPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  byPattern.set(pattern, values);
  return values;
}

/** Blocks can contain blocks: below this depth, nothing is nested. */
const DEEPEST = 5;

/** Any text, including characters that break programs. */
const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: anyCodePoint, maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', '\0', '\u{FEFF}', '__proto__', '<script>', "' OR 1=1 --", '%00', '\ud800'),
  },
);
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(2 ** 53));
export const anything = fc.oneof(
  text,
  number,
  fc.constant(null),
  fc.boolean(),
  fc.jsonValue({ maxDepth: 3 }),
) as Values;

const BY_FORMAT: Readonly<Record<string, Values>> = {
  'date-time': fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
    .map((at) => at.toISOString()),
  uri: webUrl,
  email: fc.emailAddress(),
};

export class SchemaValues {
  readonly #schemas: Schemas;
  readonly #strays: boolean;
  readonly #made = new Map<string, Values>();

  /** With strays, one value in twelve does not match its schema. */
  constructor(schemas: Schemas, { strays }: { readonly strays: boolean }) {
    this.#schemas = schemas;
    this.#strays = strays;
  }

  of(schema: Schema, depth = 0): Values {
    const wanted = this.#wanted(schema, depth);
    return this.#strays ? fc.oneof({ weight: 11, arbitrary: wanted }, { weight: 1, arbitrary: anything }) : wanted;
  }

  #wanted(schema: Schema, depth: number): Values {
    if (schema.$ref !== undefined) return this.#named(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1), depth);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return fc.oneof(...choices.map((each) => this.of(each, depth)));
    const types = schema.type === undefined ? [] : [schema.type].flat();
    if (schema.properties) return this.#object(schema, depth);
    return types.length === 0 ? anything : fc.oneof(...types.map((type) => this.#typed(type, schema, depth)));
  }

  #named(name: string, depth: number): Values {
    const key = `${name} ${depth}`;
    const known = this.#made.get(key) ?? this.#wanted(this.#schemas[name]!, depth + 1);
    this.#made.set(key, known);
    return known;
  }

  #object({ properties = {}, required = [] }: Schema, depth: number): Values {
    const asked = Object.entries(properties).filter(([name]) => depth < DEEPEST || required.includes(name));
    const shape = Object.fromEntries(asked.map(([name, property]) => [name, this.of(property, depth + 1)]));
    const requiredKeys = required.filter((name) => name in shape);
    const record = (keys: readonly string[]) => fc.record(shape, { requiredKeys: [...keys], noNullPrototype: true });
    if (!this.#strays) return record(requiredKeys) as Values;
    return fc.oneof({ weight: 9, arbitrary: record(requiredKeys) }, { weight: 1, arbitrary: record([]) }) as Values;
  }

  #typed(type: string, schema: Schema, depth: number): Values {
    const { minimum = -1000, maximum = 1000 } = schema;
    switch (type) {
      case 'string':
        return this.#text(schema);
      case 'integer':
        return fc.integer({ min: minimum, max: maximum });
      case 'number':
        return fc.double({ min: minimum, max: maximum, noNaN: true });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        if (depth >= DEEPEST) return fc.constant([]);
        return fc.array(schema.items ? this.of(schema.items, depth + 1) : anything, { maxLength: 3 });
      default:
        return this.#table(schema, depth);
    }
  }

  #table({ additionalProperties }: Schema, depth: number): Values {
    const values = typeof additionalProperties === 'object' ? this.of(additionalProperties, depth + 1) : anything;
    return fc.dictionary(fc.string({ maxLength: 10 }), values, { maxKeys: 3, noNullPrototype: true }) as Values;
  }

  #text({ pattern, format, examples, minLength = 0, maxLength = 40 }: Schema): Values {
    if (pattern !== undefined && pattern.endsWith('$')) return matching(pattern);
    if (pattern !== undefined) return BY_FORMAT['uri']!;
    if (format !== undefined && BY_FORMAT[format]) return BY_FORMAT[format];
    const free = text.filter((value) => value.length >= minLength && value.length <= maxLength);
    return examples ? fc.oneof(fc.constantFrom(...examples), free) : free;
  }
}
