/**
 * The vocabulary for kinds and shapes: plain JSON Schema values that carry their TypeScript type. `x-` keywords express
 * what JSON Schema cannot, and all code that reads a declaration understands them:
 *
 * - `x-pointer`: names another document of these kinds. An address or an id in files, always the id on the wire.
 * - `x-media`: a picture, video or font file. Also `media/<file>` in files, an absolute URL on the wire.
 * - `x-sensitive`: a credential. Only `{ $env: NAME }` in files.
 * - `x-known`: the known values of an enumeration that the interface leaves open.
 * - `x-key`: a key of a table that a person can start from.
 * - `x-assumed`: our interpretation of something the interface does not show. Enforced in files, but not on the wire.
 * - `x-day`: a date alone is enough in files, and means the start of that day in the site's time zone.
 * - `x-markdown`: text in Markdown. `site`: the site renders it as Markdown, but the interface does not say what it is.
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
  readonly 'x-key'?: string;
  readonly 'x-assumed'?: true;
  readonly 'x-markdown'?: true | 'site';
  readonly 'x-day'?: true;
}

type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/**
 * - `instant`: ISO 8601 date and time with an offset, on a valid calendar date
 * - `object-id`: the 24 characters of an id on Surface B
 * - `web-url`: http or https; `https-url`: https only; `link`: http, https, mailto or tel
 */
export type Format = 'instant' | 'object-id' | 'web-url' | 'https-url' | 'link' | 'email';

declare const carried: unique symbol;

/** A JSON Schema whose valid values have the type T. */
export interface Schema<T = unknown> extends JsonSchema {
  /** For the compiler only. */
  readonly [carried]?: T;
}

export type Static<S> = S extends Schema<infer T> ? T : never;

type Constraints = Omit<JsonSchema, 'type' | 'properties' | 'items' | '$ref'>;

export const text = (constraints: Constraints = {}): Schema<string> => ({ type: 'string', ...constraints });
export const markdown = (constraints: Constraints = {}): Schema<string> => text({ 'x-markdown': true, ...constraints });
/** Text whose format the interface does not specify. */
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

/** An enumeration for which the interface shows only examples: other values pass, with a warning in files. */
export const openValues = (usual: readonly string[], constraints: Constraints = {}): Schema<string> =>
  text({ 'x-known': usual, ...constraints });

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

/** An object with these properties. Others are allowed: a future service may have more. */
export function object<const P extends Properties, const R extends keyof P & string = never>(
  properties: P,
  { required, ...constraints }: Omit<Constraints, 'required'> & { readonly required?: readonly R[] } = {},
): Schema<ObjectOf<P, R>> {
  return { type: 'object', properties, ...(required && { required }), ...constraints };
}

/** An object with arbitrary content of the user's. */
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

/** Marks a schema as our interpretation of a gap in the interface. */
export const assumed = <T>(schema: Schema<T>): Schema<T> => ({ ...schema, 'x-assumed': true });

/** A schema with a name, by which others refer to it. */
export interface Shape<T = unknown> {
  readonly name: string;
  readonly schema: Schema<T>;
  /** As a file has it: pointers are addresses, media are files under media/. */
  readonly example: T;
}

export const defineShape = <T, const Example extends T>(
  name: string,
  schema: Schema<T>,
  example: Example,
): Shape<T> & { readonly example: Example } => ({ name, schema, example });

const REFERENCE = '#/$defs/';

export const shapeNamed = <T>(name: string): Schema<T> => ({ $ref: REFERENCE + name });
export const ref = <T>(shape: Shape<T>): Schema<T> => shapeNamed<T>(shape.name);
export const referredShape = ($ref: string): string => $ref.slice(REFERENCE.length);
