/**
 * Which parts of a table or of a JSON file become which fields: a YAML file, declared and not code, in one language for
 * both. A source is a column of a table, or in JSON a member of an object or a JSON Pointer below it. The declaration of
 * the field decides what becomes of the value there: an instant, a list, a pointer to another record, Markdown, a number.
 * So a mapping is read together with the declarations, into values to make with their schemas.
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
import { propertySchema } from '../kinds/walk.ts';
import { formatPath, isObject, type Json, type JsonObject, type Path } from '../values/json.ts';
import * as is from '../values/shape.ts';
import { mapImage } from './map-image.ts';

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

export const DELIMITERS = [',', ';', '\t', '|'] as const;

const isSource = (value: unknown): boolean => typeof value === 'string' && value !== '';
const sources: is.Shape<string | readonly string[]> = is.shape(
  'a source or a list of sources',
  (value) => isSource(value) || (Array.isArray(value) && value.length > 0 && value.every(isSource)),
);
const zone: is.Shape<string> = is.shape(
  'a time zone such as Europe/Paris',
  (value) => typeof value === 'string' && (value === 'UTC' || Intl.supportedValuesOf('timeZone').includes(value)),
  { suggest: (value) => didYouMean(String(value), Intl.supportedValuesOf('timeZone')) },
);

const only = <const F extends is.FieldShapes>(fields: F) => is.onlyOf(fields as never) as is.Shape<is.ObjectOf<F>>;

export const FUNCTIONS = ['from', 'value', 'template', 'date', 'duration'] as const;

const EXPRESSION = `a source or a function (${FUNCTIONS.join(', ')})`;

/** A source is short for `{ from: SOURCE }`. */
const expressionShape: is.Shape<never> = {
  check: (value) => {
    if (isSource(value)) return [];
    if (!isObject(value)) return [{ path: [], expected: EXPRESSION, found: value }];
    const mismatches = callShape.check(value);
    const isCall = mismatches.length > 0 || FUNCTIONS.some((name) => Object.hasOwn(value, name));
    return isCall ? mismatches : [{ path: [], expected: EXPRESSION, found: value }];
  },
};

/** One of the functions, with its options. */
const callShape = only({
  from: is.optional(sources),
  /** The separator of a list in one text, such as a comma. */
  split: is.optional(is.filledText),
  /** What to use instead of certain values. */
  values: is.optional(is.recordOf(is.shape<Json>('a value', (value) => !isObject(value)))),
  /** Another record is found by its key alone. By default also by its name, and otherwise it is created. */
  by: is.optional(is.oneOf(['key'])),
  /** The notation of a text. Line breaks of plain text are kept, and Markdown in it stays. */
  as: is.optional(is.oneOf(['text', 'markdown', 'html'])),
  value: is.optional(is.shape<Json>('a value', () => true)),
  /** Several values in one text: `{First name} {Last name}`. */
  template: is.optional(is.filledText),
  date: is.optional(expressionShape),
  time: is.optional(expressionShape),
  /** Of a cell such as `9:00 - 10:30`. */
  part: is.optional(is.oneOf(['start', 'end'])),
  duration: is.optional(expressionShape),
  unit: is.optional(is.oneOf(['minutes', 'hours'])),
});

type CallOptions = Omit<is.InferOf<typeof callShape>, 'date' | 'time' | 'duration'>;
export type Call = CallOptions & { readonly date?: Call; readonly time?: Call; readonly duration?: Call };

/** With sources as calls. */
function callOf(written: Json | undefined): Call | undefined {
  if (!isObject(written)) return written === undefined ? undefined : { from: written as string };
  const { date, time, duration, ...options } = written;
  const inner = Object.entries({ date, time, duration }).filter(([, each]) => each !== undefined);
  return { ...options, ...Object.fromEntries(inner.map(([name, each]) => [name, callOf(each)])) };
}

export const placeholders = (template: string): readonly string[] =>
  [...template.matchAll(/\{([^{}]+)\}/g)].map(([, source]) => source!);

/** A source that the mapping names, and the path of its name in the mapping file. */
export interface NamedSource {
  readonly source: string;
  readonly path: Path;
}

function sourcesIn(expression: Json | undefined, path: Path): readonly NamedSource[] {
  if (typeof expression === 'string') return [{ source: expression, path }];
  if (Array.isArray(expression)) return expression.flatMap((each: Json, index) => sourcesIn(each, [...path, index]));
  if (!isObject(expression)) return [];
  return [
    ...placeholders(String(expression['template'])).map((source) => ({ source, path: [...path, 'template'] })),
    ...['from', 'date', 'time', 'duration'].flatMap((name) => sourcesIn(expression[name], [...path, name])),
  ];
}

/** How a value is made: from parts, from the items of a list, or by one expression. */
export type Making =
  | { readonly type: 'parts'; readonly parts: readonly (readonly [string, Making])[]; readonly schema: JsonSchema }
  | { readonly type: 'items'; readonly items: readonly Making[] }
  | MadeValue;

/** The schema has no references and alternatives. */
export interface MadeValue {
  readonly type: 'value';
  readonly call: Call;
  readonly schema: JsonSchema;
  /** The path of the value in its record. */
  readonly field: Path;
  readonly sources: readonly NamedSource[];
}

export function madeValues(making: Making): readonly MadeValue[] {
  if (making.type === 'value') return [making];
  return (making.type === 'items' ? making.items : making.parts.map(([, part]) => part)).flatMap(madeValues);
}

/** Without references and alternatives: of `or null` the other one. */
export function plainSchema(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) return plainSchema(shapeSchema(referredShape(schema.$ref)));
  return schema.anyOf?.[0] ? plainSchema(schema.anyOf[0]) : schema;
}

export const hasType = ({ type }: JsonSchema, name: string): boolean => [type].flat().includes(name as never);

/** A picture can be its address alone, or its parts. */
const isInParts = (schema: JsonSchema, written: Json): written is JsonObject =>
  isObject(written) && hasType(schema, 'object') && (!hasType(schema, 'string') || Object.hasOwn(written, 'url'));

/** Reads a part of the mapping file together with the schema of what it makes. Problems are added to the list. */
function makingOf(written: Json, declared: JsonSchema, path: Path, problems: is.Mismatch[]): Making {
  const schema = plainSchema(declared);
  // The path begins with `records[0].fields`.
  const field = path.slice(3);
  if (hasType(schema, 'array')) {
    const making = (item: Json, at: Path) => makingOf(item, schema.items ?? {}, at, problems);
    const isList = Array.isArray(written);
    return {
      type: 'items',
      items: isList ? written.map((each, i) => making(each, [...path, i])) : [making(written, path)],
    };
  }
  if (!isInParts(schema, written)) {
    problems.push(...expressionShape.check(written).map((each) => ({ ...each, path: [...path, ...each.path] })));
    return { type: 'value', call: callOf(written)!, schema, field, sources: sourcesIn(written, path) };
  }
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(written, name));
  problems.push(...missing.map((name) => ({ path: [...path, name], expected: EXPRESSION, found: undefined })));
  const parts = Object.entries(written).flatMap(([name, part]) => {
    const ofPart = propertySchema(schema, name);
    if (ofPart) return [[name, makingOf(part, ofPart, [...path, name], problems)] as const];
    problems.push({
      path: [...path, name],
      expected: EXPRESSION,
      found: name,
      keys: Object.keys(schema.properties ?? {}),
    });
    return [];
  });
  return { type: 'parts', parts, schema };
}

/** The fields of a kind as one schema, without those that only the service sets. */
function schemaOf(kind: KindName): JsonSchema {
  const fields = Object.entries(kindNamed(kind).fields).filter(([, { access }]) => access === undefined);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
    required: fields.flatMap(([name, { required }]) => (required?.includes('file') ? [name] : [])),
  };
}

/** The rows that have a value at each source, or one of certain values. */
export type Condition = string | readonly string[] | JsonObject;

const condition: is.Shape<Condition> = is.orObject<string | readonly string[], JsonObject>(
  sources,
  is.recordOf(is.shape<Json>('a value or a list of values', (value) => value !== undefined && !isObject(value))),
);

const writtenRecords = only({
  kind: is.shape<(typeof MAPPED_KINDS)[number]>(
    `one of ${MAPPED_KINDS.join(', ')}`,
    (value) => MAPPED_KINDS.includes(value as never),
    { suggest: (value) => didYouMean(String(value), MAPPED_KINDS) },
  ),
  /** In a folder: the file with its rows. */
  file: is.optional(is.filledText),
  /** In JSON: the pointer to them. */
  rows: is.optional(is.shape<string>('a JSON Pointer such as /sessions/*', (value) => /^(?:\/.*)?$/.test(`${value}`))),
  where: is.optional(condition),
  unless: is.optional(condition),
  key: is.optional(sources),
  fields: is.shape<JsonObject>('an object', isObject),
});

const settingsShape = only({
  timezone: is.optional(zone),
  /** The order in dates such as 05/06/2027. */
  dates: is.optional(is.oneOf(['day-month', 'month-day'])),
  delimiter: is.optional(is.oneOf(DELIMITERS)),
  encoding: is.optional(is.oneOf(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])),
  /** The line with the names of the columns. */
  header: is.optional(is.shape<number>('the number of a line', (value) => Number(value) >= 1)),
  /** For GeoJSON, instead of records: where the image of a map is. */
  image: is.optional(mapImage),
  records: is.listOf(writtenRecords),
});

export type MappingSettings = Omit<is.InferOf<typeof settingsShape>, 'records'>;

/** The records of one kind. */
export interface RecordMapping extends Omit<is.InferOf<typeof writtenRecords>, 'fields'> {
  readonly fields: Extract<Making, { type: 'parts' }>;
  readonly sources: readonly NamedSource[];
}

/** A mapping that was checked, and the position of each of its values. */
export interface Mapping {
  readonly file: string;
  readonly settings: MappingSettings;
  readonly records: readonly RecordMapping[];
  readonly valueSpan: (path: Path) => Span;
}

/** Checks the text of a mapping file. */
export function readMapping(file: string, text: string): Mapping {
  const source = new Source(file, text);
  const { data: written, problems } = readYaml(text);
  const given = withoutNothing(written);
  const data = isObject(given) && 'image' in given ? { records: [], ...given } : given;
  const mismatches = [...settingsShape.check(data)];
  const { records, ...settings } = (data ?? {}) as unknown as is.InferOf<typeof settingsShape>;
  const made = mismatches.length > 0 ? [] : records.map((each, index) => recordsOf(each, index, mismatches));
  const diagnostics =
    problems.length > 0
      ? problems.map(({ code, start, end, message, suggestion }) =>
          diagnose(code, source.yamlSpan(start, end), message, { suggestion }),
        )
      : mismatches.map((mismatch) => problemOf(mismatch, source));
  if (diagnostics.length > 0)
    throw new UserError(`the mapping ${file} has ${count(diagnostics.length, 'error')}`, { diagnostics });
  return { file, settings, records: made, valueSpan: (path) => source.valueSpan(path) };
}

function recordsOf(written: is.InferOf<typeof writtenRecords>, index: number, problems: is.Mismatch[]): RecordMapping {
  const { kind, key, where, unless } = written;
  const path = ['records', index];
  const fields = makingOf(written.fields, schemaOf(kind), [...path, 'fields'], problems) as RecordMapping['fields'];
  const inCondition = (name: string, condition: Condition = []): readonly NamedSource[] =>
    isObject(condition)
      ? Object.keys(condition).map((source) => ({ source, path: [...path, name, source] }))
      : sourcesIn(condition as Json, [...path, name]);
  const named = [
    ...inCondition('key', key),
    ...inCondition('where', where),
    ...inCondition('unless', unless),
    ...madeValues(fields).flatMap((each) => each.sources),
  ];
  return { ...written, fields, sources: named };
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
  const what = path.length === 0 ? 'a mapping' : `\`${formatPath(path)}\``;
  return found === undefined
    ? diagnose('config-value', source.keySpan(path), `${what} is missing: it must be ${expected}`)
    : diagnose('config-value', source.valueSpan(path), `${what} must be ${expected}`, { suggestion });
}

/** What a source has is not enough: `mapping` is what was found out, for a person to complete. */
export class IncompleteMapping extends UserError {
  readonly mapping: string;
  /** The suggestion without the next step. */
  readonly found: string;

  constructor(message: string, found: string, mapping: string) {
    super(message, {
      suggestion: worded`${found}; complete the proposed mapping and pass it with ${option('map', 'FILE')}`,
    });
    this.mapping = mapping;
    this.found = found;
  }
}
