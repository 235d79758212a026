/** Kinds and shapes described as data: `gitcast explain` prints it, and docs/reference.md is generated from it. */
import { capabilities, type Capabilities } from '../kinds/capabilities.ts';
import { fileSchema, isInFile } from '../kinds/file-form.ts';
import type { Field, Kind, Place } from '../kinds/kind.ts';
import { SURFACE_BASE, type Operation } from '../kinds/operation.ts';
import type { Profile } from '../kinds/operation.ts';
import { kinds } from '../kinds/registry.ts';
import { referredShape, type JsonSchema, type Shape } from '../kinds/schema.ts';
import { shapeExamples } from '../kinds/shapes/shape-registry.ts';
import { shapes, shapeSchema } from '../kinds/shapes/shape-registry.ts';
import type { Json } from '../values/json.ts';
import { describeType } from './describe-type.ts';
import { aboutValue, insideOf } from './walk-schema.ts';

export interface KindExplanation {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** The folder of its files, inside the content folder. */
  readonly folder: string | undefined;
  /** True if the service rejects fields that are not listed. */
  readonly closed: boolean;
  /** The field for the body of a Markdown file. */
  readonly body: string | undefined;
  readonly fields: readonly FieldExplanation[];
  readonly localKeys: ReturnType<typeof explainLocalKeys>;
  readonly naturalKey: readonly (readonly string[])[];
  readonly operations: readonly ReturnType<typeof explainOperation>[];
  readonly capabilities: Readonly<Record<Profile, Capabilities>>;
  /** Gaps of the interface, and what is assumed instead. */
  readonly gaps: readonly string[];
  readonly example: Kind['example'];
}

export interface FieldExplanation {
  readonly name: string;
  readonly type: string;
  readonly required: readonly Place[];
  readonly about: string;
  readonly access: 'written' | 'answered';
  readonly default: unknown;
  readonly assumed: boolean;
  /** The entries that the embedded service accepts in a list, by profile. */
  readonly accepted?: Readonly<Record<Profile, readonly string[]>>;
  /** The contents of an object or list of objects, at any depth, down to shapes that have their own name. */
  readonly inside: readonly PropertyExplanation[];
  readonly holds?: Holds;
}

export function explainKind(kind: Kind): KindExplanation {
  return {
    name: kind.name,
    title: kind.title,
    summary: kind.summary,
    folder: kind.folder,
    closed: kind.closed,
    body: kind.body,
    fields: Object.entries(kind.fields)
      .filter(([, field]) => field.access !== 'withheld')
      .map(([name, field]) => explainField(name, field)),
    localKeys: kind.folder === undefined ? [] : explainLocalKeys(kind),
    naturalKey: kind.naturalKey,
    operations: kind.operations.map(explainOperation),
    capabilities: { documented: capabilities(kind, 'documented'), extended: capabilities(kind, 'extended') },
    gaps: gapsOf(kind),
    example: kind.example,
  };
}

const explainField = (name: string, field: Field): FieldExplanation => ({
  name,
  type: describeType(field.schema),
  required: field.required ?? [],
  about: field.about,
  access: isInFile(field) ? 'written' : 'answered',
  default: field.schema.default,
  assumed: field.assumed ?? false,
  ...(field.accepted && { accepted: field.accepted }),
  inside: explainInside(name, field.schema, { depth: 1 }),
  ...holdsOf(field.schema),
});

function explainLocalKeys(kind: Kind) {
  const written = Object.entries(fileSchema(kind).properties ?? {}).filter(([name]) => name.startsWith('$'));
  return written.map(([name, schema]) => ({ name, type: describeType(schema), about: schema.description ?? '' }));
}

const explainOperation = ({ verb, surface, method, path, documented }: Operation) => ({
  verb,
  method,
  path: SURFACE_BASE[surface] + path,
  documented,
});

/** The gaps of the interface in a kind, collected from the marks in its declaration. */
function gapsOf(kind: Kind): readonly string[] {
  const fields = Object.entries(kind.fields).filter(([, field]) => field.access !== 'withheld');
  const operations = kind.operations.filter((operation) => !operation.documented);
  const parameters = kind.operations
    .flatMap((operation) => operation.query)
    .filter((parameter) => !parameter.documented);
  const open = fields.flatMap(([name, field]) =>
    knownValues(field.schema).map((values) => `${name} (${values.join(', ')})`),
  );
  return [
    ...sentence(
      'Operations that only the extended profile has',
      operations.map(({ method, path }) => `${method} ${path}`),
    ),
    ...sentence('Assumed names of query parameters', unique(parameters.map(({ name }) => name))),
    ...sentence(
      'Assumed fields',
      fields.filter(([, field]) => field.assumed).map(([name]) => name),
    ),
    ...sentence(
      'Fields with an assumed inner shape',
      fields.filter(([, { schema }]) => hasAssumedShape(schema)).map(([name]) => name),
    ),
    ...sentence('Fields that may have further values', open),
  ];
}

const sentence = (what: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${what}: ${names.join(', ')}.`];

/** The interface shows the field itself, but not what is inside it. */
const hasAssumedShape = ({ 'x-assumed': assumed, properties = {} }: JsonSchema): boolean =>
  assumed === true ||
  (Object.keys(properties).length > 0 && Object.values(properties).every((each) => each['x-assumed']));

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

/** The known values of an open enumeration, or of the entries of a list. */
function knownValues(schema: JsonSchema): readonly (readonly string[])[] {
  const values = schema['x-known'] ?? schema.items?.['x-known'];
  return values ? [values] : [];
}

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

function holdsOf(schema: JsonSchema): { readonly holds?: Holds } {
  if (schema.properties) return { holds: 'object' };
  if (schema.items?.properties) return { holds: 'list' };
  const { additionalProperties: values } = schema;
  return typeof values === 'object' && values.properties ? { holds: 'table' } : {};
}

export interface ShapeExplanation {
  readonly name: string;
  readonly summary: string;
  readonly properties: readonly PropertyExplanation[];
  /** For a shape that is one of several, by the value of `type`. */
  readonly options: readonly ReturnType<typeof optionOf>[];
  /** The kinds and shapes with a field of this shape. */
  readonly usedIn: readonly string[];
  /** As a file has it. */
  readonly example: Json;
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

function optionOf(shape: string) {
  const { description = '', properties } = shapeSchema(shape);
  return { type: properties?.['type']?.const ?? '', shape, about: description };
}

const refersTo = (schema: JsonSchema, name: string): boolean =>
  schema.$ref === undefined
    ? insideOf(schema).some((each) => refersTo(each, name))
    : referredShape(schema.$ref) === name;
