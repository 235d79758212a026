/**
 * Which parts of a table or of a JSON file become which fields: a YAML file, declared and not code, in one language for
 * both. A source is a column of a table, or in JSON a member of an object or a JSON Pointer below it. The declaration of
 * the field decides what becomes of the value there: an instant, a list, a pointer to another record, Markdown, a number.
 */
import { Source } from '../content/source.ts';
import { readYaml } from '../content/yaml-tree.ts';
import { count } from '../diagnostics/count.ts';
import { diagnose, type Diagnostic, type Span } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { didYouMean } from '../diagnostics/nearest.ts';
import { option, worded } from '../diagnostics/wording.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import { referredShape, type JsonSchema } from '../kinds/schema.ts';
import { shapeSchema } from '../kinds/shapes/shape-registry.ts';
import { formatPath, isObject, type Json, type Path } from '../values/json.ts';
import * as is from '../values/shape.ts';
import { mapImage, type MapImage } from './map-image.ts';

/** Where a value comes from: a source, several that become a list, or one of the functions. */
export type Expression = string | readonly Expression[] | Call | { readonly [field: string]: Expression };

/** A function. Its first key is its name. */
export type Call =
  | {
      readonly from: string | readonly string[];
      /** The separator of a list in one text, such as a comma. */
      readonly split?: string;
      /** What to use instead of certain values. */
      readonly values?: Readonly<Record<string, Json>>;
      /** How another record is found. By default by its key, then by its name, and otherwise it is created. */
      readonly by?: 'key' | 'name';
      /** The notation of a text. Line breaks of plain text are kept, and Markdown in it stays. */
      readonly as?: 'text' | 'markdown' | 'html';
      /** The words that mean `published`; all others mean `draft`. */
      readonly published?: readonly string[];
    }
  | { readonly value: Json }
  /** Several values in one text: `{First name} {Last name}`. */
  | { readonly template: string }
  | {
      readonly date: Expression;
      readonly time?: Expression;
      /** Of a cell such as `9:00 - 10:30`. */
      readonly part?: 'start' | 'end';
      readonly timezone?: string;
    }
  | { readonly duration: Expression; readonly unit?: 'minutes' | 'hours' };

/** The rows that have a value at each source, or one of certain values. */
export type Condition = string | readonly string[] | Readonly<Record<string, Json>>;

/** The records of one kind. */
export interface RecordMapping {
  readonly kind: KindName;
  /** In a folder: the file with its rows. */
  readonly file?: string;
  // In JSON: the pointer to them, such as `/days/*/sessions/*`.
  readonly rows?: string;
  readonly where?: Condition;
  readonly unless?: Condition;
  readonly key?: string | readonly string[];
  readonly fields: Readonly<Record<string, Expression>>;
}

/** The settings of a mapping file. */
export interface MappingSettings {
  readonly timezone?: string;
  /** The order in dates such as 05/06/2027. */
  readonly dates?: 'day-month' | 'month-day';
  readonly decimal?: 'comma' | 'point';
  readonly delimiter?: ',' | ';' | '\t' | '|';
  readonly encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** The line with the names of the columns. */
  readonly header?: number;
  /** For GeoJSON, instead of records: where the image of a map is. */
  readonly image?: MapImage;
  readonly records: readonly RecordMapping[];
}

/** A mapping that was checked, and the position of each of its values. */
export interface Mapping {
  readonly file: string;
  readonly text: string;
  readonly settings: MappingSettings;
  readonly valueSpan: (path: Path) => Span;
}

/** What a source has is not enough: `mapping` is what was found out, for a person to complete. */
export class IncompleteMapping extends UserError {
  readonly mapping: string;

  constructor(message: string, suggestion: string, mapping: string) {
    super(message, {
      suggestion: worded`${suggestion}; complete the proposed mapping and pass it with ${option('map', 'FILE')}`,
    });
    this.mapping = mapping;
    this.found = suggestion;
  }

  /** The suggestion without the next step. */
  readonly found: string;
}

/** The kinds that entries of other programs become. */
export const MAPPED_KINDS = [
  'event',
  'session',
  'host',
  'place',
  'interestPoint',
  'category',
  'article',
  'page',
] as const satisfies readonly KindName[];

/** The names of the functions. */
const CALLS = ['from', 'value', 'template', 'date', 'duration'] as const;

export const callIn = (expression: Expression): Call | undefined =>
  isObject(expression) && CALLS.some((name) => Object.hasOwn(expression, name)) ? (expression as Call) : undefined;

/** Without references and alternatives: of `or null` the other one. */
export function plainSchema(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) return plainSchema(shapeSchema(referredShape(schema.$ref)));
  return schema.anyOf?.[0] ? plainSchema(schema.anyOf[0]) : schema;
}

export const hasType = ({ type }: JsonSchema, name: string): boolean =>
  type === name || (Array.isArray(type) && type.includes(name));

/** True if the expression has an expression for each part of the value. */
export const isInParts = (schema: JsonSchema, expression: Expression): expression is Record<string, Expression> =>
  isObject(expression) &&
  hasType(schema, 'object') &&
  (!hasType(schema, 'string') || Object.hasOwn(expression, 'url')) &&
  (schema.properties !== undefined || schema.additionalProperties !== undefined);

export const schemaOfPart = (schema: JsonSchema, name: string): JsonSchema =>
  schema.properties?.[name] ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {});

const oneOrMore: is.Shape<string | readonly string[]> = is.shape(
  'a source or a list of sources',
  (value) => isSource(value) || (Array.isArray(value) && value.length > 0 && value.every(isSource)),
);
const isSource = (value: unknown): boolean => typeof value === 'string' && value !== '';

const zone: is.Shape<string> = is.shape(
  'a time zone such as Europe/Paris',
  (value) => typeof value === 'string' && isZone(value),
  {
    suggest: (value) => didYouMean(String(value), Intl.supportedValuesOf('timeZone')),
  },
);

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A source or one of the functions. */
const simple: is.Shape<Expression> = {
  check: (value) => {
    if (isSource(value)) return [];
    const name = isObject(value) ? CALLS.find((each) => Object.hasOwn(value, each)) : undefined;
    if (name !== undefined) return functions[name].check(value);
    if (isObject(value)) {
      const [key = ''] = Object.keys(value);
      return [{ path: key === '' ? [] : [key], expected: `one of ${CALLS.join(', ')}`, found: key, keys: CALLS }];
    }
    return [{ path: [], expected: `a source or a function (${CALLS.join(', ')})`, found: value }];
  },
};

const functions: Readonly<Record<(typeof CALLS)[number], is.Shape<Call>>> = {
  from: is.onlyOf<Extract<Call, { from: unknown }>>({
    from: oneOrMore,
    split: is.optional(is.filledText),
    values: is.optional(is.recordOf(is.shape<Json>('a value', (value) => !isObject(value)))),
    by: is.optional(is.oneOf(['key', 'name'])),
    as: is.optional(is.oneOf(['text', 'markdown', 'html'])),
    published: is.optional(is.listOf(is.filledText)),
  }),
  value: is.onlyOf<Extract<Call, { value: unknown }>>({ value: is.shape('a value', (value) => value !== undefined) }),
  template: is.onlyOf<Extract<Call, { template: unknown }>>({
    template: is.shape(
      'a text with sources in braces, such as {First name} {Last name}',
      (value) => typeof value === 'string' && placeholders(value).length > 0,
    ),
  }),
  date: is.onlyOf<Extract<Call, { date: unknown }>>({
    date: simple,
    time: is.optional(simple),
    part: is.optional(is.oneOf(['start', 'end'])),
    timezone: is.optional(zone),
  }),
  duration: is.onlyOf<Extract<Call, { duration: unknown }>>({
    duration: simple,
    unit: is.optional(is.oneOf(['minutes', 'hours'])),
  }),
};

export const placeholders = (template: string): readonly string[] =>
  [...template.matchAll(/\{([^{}]+)\}/g)].map(([, source]) => source!);

/** The shape of the expression for a value of this schema. Blocks contain blocks, so it looks no further than what is written. */
const expressionFor = (declared: JsonSchema): is.Shape<Expression> => ({
  check: (value) => {
    const schema = plainSchema(declared);
    if (Array.isArray(value) && hasType(schema, 'array'))
      return is.listOf(expressionFor(schema.items ?? {})).check(value);
    if (!isInParts(schema, value as Expression)) return simple.check(value);
    const { properties } = schema;
    return properties
      ? expressionsFor(properties, schema.required).check(value)
      : is.recordOf((name) => expressionFor(schemaOfPart(schema, name))).check(value);
  },
});

const expressionsFor = (schemas: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []) =>
  is.onlyOf(
    Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => {
        const shape = expressionFor(schema);
        return [name, required.includes(name) ? shape : is.optional(shape)];
      }),
    ) as never,
  ) as is.Shape<RecordMapping['fields']>;

const condition: is.Shape<Condition> = is.orObject<string | readonly string[], Readonly<Record<string, Json>>>(
  oneOrMore,
  is.recordOf(is.shape<Json>('a value or a list of values', (value) => value !== undefined && !isObject(value))),
);

function recordsOf(kind: KindName): is.Shape<RecordMapping> {
  const fields = Object.entries(kindNamed(kind).fields).filter(([, { access }]) => access === undefined);
  return is.onlyOf<RecordMapping>({
    kind: is.exactly(kind),
    file: is.optional(is.filledText),
    rows: is.optional(is.shape('a JSON Pointer such as /sessions/*', (value) => /^(?:\/.*)?$/.test(String(value)))),
    where: is.optional(condition),
    unless: is.optional(condition),
    key: is.optional(oneOrMore),
    fields: expressionsFor(
      Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
      fields.flatMap(([name, { required }]) => (required?.includes('file') ? [name] : [])),
    ),
  });
}

const kindOfRecords = is.object({
  kind: is.shape(`one of ${MAPPED_KINDS.join(', ')}`, () => false, {
    suggest: (value) => didYouMean(String(value), MAPPED_KINDS),
  }),
});

const mappingShape = is.onlyOf<MappingSettings>({
  timezone: is.optional(zone),
  dates: is.optional(is.oneOf(['day-month', 'month-day'])),
  decimal: is.optional(is.oneOf(['comma', 'point'])),
  delimiter: is.optional(is.oneOf([',', ';', '\t', '|'])),
  encoding: is.optional(is.oneOf(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])),
  header: is.optional(is.shape<number>('the number of a line', (value) => Number.isSafeInteger(value) && value !== 0)),
  image: is.optional(mapImage),
  records: is.listOf(
    is.byKey('kind', Object.fromEntries(MAPPED_KINDS.map((kind) => [kind, recordsOf(kind)])), kindOfRecords),
  ),
});

/** Checks the text of a mapping file. */
export function readMapping(file: string, text: string): Mapping {
  const source = new Source(file, text);
  const { data: written, problems } = readYaml(text);
  const data = isObject(written) && 'image' in written ? { records: [], ...written } : written;
  const diagnostics =
    problems.length > 0
      ? problems.map(({ code, start, end, message, suggestion }) =>
          diagnose(code, source.yamlSpan(start, end), message, { suggestion }),
        )
      : mappingShape.check(withoutNothing(data)).map((mismatch) => problemOf(mismatch, source));
  if (diagnostics.length > 0)
    throw new UserError(`the mapping ${file} has ${count(diagnostics.length, 'error')}`, { diagnostics });
  const settings = withoutNothing(data) as unknown as MappingSettings;
  return { file, text, settings, valueSpan: (path) => source.valueSpan(path) };
}

/** A setting without a value counts as not set. */
function withoutNothing(data: Json): Json {
  if (Array.isArray(data)) return data.map((item: Json) => withoutNothing(item));
  if (!isObject(data)) return data;
  const given = Object.entries(data).filter(([name, value]) => value !== null || name === 'value');
  return Object.fromEntries(given.map(([name, value]) => [name, name === 'value' ? value : withoutNothing(value)]));
}

function problemOf({ path, expected, found, keys, suggestion }: is.Mismatch, source: Source): Diagnostic {
  const name = String(path.at(-1) ?? '');
  if (Array.isArray(keys)) {
    const where = path.length === 1 ? 'a mapping' : `\`${formatPath(path.slice(0, -1))}\``;
    return diagnose('config-unknown', source.keySpan(path), `${where} has no \`${name}\``, {
      suggestion: didYouMean(name, keys, '`') ?? `use ${keys.join(', ')}`,
    });
  }
  const at = source.valueSpan(path);
  const what = path.length === 0 ? 'a mapping' : `\`${formatPath(path)}\``;
  return found === undefined
    ? diagnose('config-value', source.keySpan(path), `${what} is missing: it must be ${expected}`)
    : diagnose('config-value', at, `${what} must be ${expected}`, { suggestion });
}

/** A source that the mapping names, and the path of its name in the mapping file. */
export interface NamedSource {
  readonly source: string;
  readonly path: Path;
}

/** Every source that the records are made from. */
export function sourcesOf(records: RecordMapping, index: number): readonly NamedSource[] {
  const { key, where, unless, fields } = records;
  const path = ['records', index];
  return [
    ...sourcesIn(key ?? [], [...path, 'key']),
    ...sourcesInCondition(where, [...path, 'where']),
    ...sourcesInCondition(unless, [...path, 'unless']),
    ...sourcesIn(fields, [...path, 'fields']),
  ];
}

const sourcesInCondition = (condition: Condition | undefined = [], path: Path): readonly NamedSource[] =>
  isObject(condition)
    ? Object.keys(condition).map((source) => ({ source, path: [...path, source] }))
    : sourcesIn(condition as string | readonly string[], path);

function sourcesIn(expression: Expression, path: Path): readonly NamedSource[] {
  if (typeof expression === 'string') return [{ source: expression, path }];
  if (Array.isArray(expression)) return expression.flatMap((each, index) => sourcesIn(each, [...path, index]));
  const call = callIn(expression);
  const inCall = (name: string) =>
    sourcesIn((expression as Readonly<Record<string, Expression>>)[name] ?? [], [...path, name]);
  if (!call)
    return Object.entries(expression as Readonly<Record<string, Expression>>).flatMap(([name, each]) =>
      sourcesIn(each, [...path, name]),
    );
  if ('template' in call) return placeholders(call.template).map((source) => ({ source, path: [...path, 'template'] }));
  return 'value' in call ? [] : ['from', 'date', 'time', 'duration'].flatMap(inCall);
}

/** A source that is not there: the next step, or the names of those that are. */
export function noSuchSource(
  mapping: Mapping,
  { source, path }: NamedSource,
  help: string | readonly string[],
): Diagnostic {
  const at = mapping.valueSpan(path);
  if (typeof help === 'string')
    return diagnose('config-value', at, `there is nothing at \`${source}\``, { suggestion: help });
  const meant = didYouMean(source, help, '`');
  const suggestion = `${meant === undefined ? '' : `${meant} `}its columns are ${help.map((name) => `\`${name}\``).join(', ')}`;
  return diagnose('config-value', at, `the table has no column \`${source}\``, { suggestion });
}
