/**
 * The vocabulary in which kinds and shapes are written: plain JSON Schema values that carry their TypeScript type along.
 * What JSON Schema has no word for is said by `x-` keywords, which every reader of a declaration understands:
 *
 * - `x-pointer`: names another document of these kinds. In a file an address or an id, on the wire always the id.
 * - `x-media`: a picture, video or font file. In a file also `media/<file>`, on the wire an absolute URL.
 * - `x-sensitive`: a credential. In a file only `{ $env: NAME }`.
 * - `x-known`: the values that we know of an enumeration that the interface leaves open.
 * - `x-assumed`: our reading of something the interface does not show. Files are held to it, the wire is not.
 * - `x-markdown`: text in Markdown. `site`: our site renders it as such, and the interface says nothing about it.
 */
export interface JsonSchema {
  readonly type?: SchemaType | readonly SchemaType[];
  readonly description?: string;
  readonly default?: unknown;
  readonly format?: Format;
  readonly pattern?: string;
  readonly enum?: readonly (string | number | null)[];
  readonly const?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly $ref?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly discriminator?: { readonly propertyName: string };
  readonly 'x-pointer'?: readonly string[];
  readonly 'x-media'?: true;
  readonly 'x-sensitive'?: true;
  readonly 'x-known'?: readonly string[];
  readonly 'x-assumed'?: true;
  readonly 'x-markdown'?: true | 'site';
}

type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/**
 * - `instant`: ISO 8601 date and time with an offset, checked with its calendar
 * - `object-id`: the 24 characters of an id on Surface B
 * - `web-url`: http or https; `https-url`: https only; `link`: http, https, mailto or tel
 */
export type Format = 'instant' | 'object-id' | 'web-url' | 'https-url' | 'link' | 'email';

declare const carried: unique symbol;

/** A JSON Schema whose valid values have the type T. */
export interface Schema<T = unknown> extends JsonSchema {
  readonly [carried]?: T;
}

export type Static<S> = S extends Schema<infer T> ? T : never;

type Constraints = Omit<JsonSchema, 'type' | 'properties' | 'items' | '$ref'>;

export const text = (constraints: Constraints = {}): Schema<string> => ({ type: 'string', ...constraints });
export const markdown = (constraints: Constraints = {}): Schema<string> => text({ 'x-markdown': true, ...constraints });
/** Text of which the interface does not say what it is. */
export const prose = (constraints: Constraints = {}): Schema<string> => text({ 'x-markdown': 'site', ...constraints });
export const number = (constraints: Constraints = {}): Schema<number> => ({ type: 'number', ...constraints });
export const integer = (constraints: Constraints = {}): Schema<number> => ({ type: 'integer', ...constraints });
export const flag = (constraints: Constraints = {}): Schema<boolean> => ({ type: 'boolean', ...constraints });
export const instant = (constraints: Constraints = {}): Schema<string> => text({ format: 'instant', ...constraints });
export const anything = (constraints: Constraints = {}): Schema<unknown> => constraints;

export const oneOfValues = <const V extends string>(
  values: readonly V[],
  constraints: Constraints = {},
): Schema<V> => ({
  type: 'string',
  enum: values,
  ...constraints,
});

/** An enumeration of which the interface shows only examples: others pass, with a warning in files. */
export const openValues = (known: readonly string[], constraints: Constraints = {}): Schema<string> =>
  text({ 'x-known': known, ...constraints });

export const list = <T>(items: Schema<T>, constraints: Constraints = {}): Schema<readonly T[]> => ({
  type: 'array',
  items,
  ...constraints,
});

type Properties = { readonly [name: string]: Schema };
type Simplify<T> = { [K in keyof T]: T[K] };
type ObjectOf<P extends Properties, R extends keyof P> = Simplify<
  { readonly [K in R]: Static<P[K]> } & { readonly [K in Exclude<keyof P, R>]?: Static<P[K]> | undefined }
>;

/** An object with these properties. Others may stand beside them: a service of tomorrow may know more. */
export function object<const P extends Properties, const R extends keyof P & string = never>(
  properties: P,
  { required, ...constraints }: Omit<Constraints, 'required'> & { readonly required?: readonly R[] } = {},
): Schema<ObjectOf<P, R>> {
  return { type: 'object', properties, ...(required && { required }), ...constraints };
}

/** An object whose content is the user's own business. */
export const freeForm = (constraints: Constraints = {}): Schema<{ readonly [key: string]: unknown }> => ({
  type: 'object',
  additionalProperties: true,
  ...constraints,
});

/** An object used as a table: any key, one type of value. */
export const tableOf = <T>(
  values: Schema<T>,
  constraints: Constraints = {},
): Schema<{ readonly [key: string]: T }> => ({
  type: 'object',
  additionalProperties: values,
  ...constraints,
});

export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  const { type, enum: values, description, ...rest } = schema;
  if (Array.isArray(type) && type.includes('null')) return schema;
  if (type === undefined) {
    return schema.$ref === undefined
      ? schema
      : { anyOf: [schema, { type: 'null' }], ...(description && { description }) };
  }
  return {
    type: [...(typeof type === 'string' ? [type] : type), 'null'],
    ...(values && { enum: [...values, null] }),
    ...(description && { description }),
    ...rest,
  };
}

/** Marks a schema as our own reading of a gap in the interface. */
export const assumed = <T>(schema: Schema<T>): Schema<T> => ({ ...schema, 'x-assumed': true });

/** A schema with a name of its own, referred to wherever it is used. */
export interface Shape<T = unknown> {
  readonly name: string;
  readonly schema: Schema<T>;
}

export const defineShape = <T>(name: string, schema: Schema<T>): Shape<T> => ({ name, schema });

const REFERENCE = '#/$defs/';

export const shapeNamed = <T>(name: string): Schema<T> => ({ $ref: REFERENCE + name });
export const ref = <T>(shape: Shape<T>): Schema<T> => shapeNamed<T>(shape.name);
export const referredShape = ($ref: string): string => $ref.slice(REFERENCE.length);
