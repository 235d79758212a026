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
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { JsonSchema } from '../kinds/schema.ts';
import { propertySchema, walk, walkFields, type Visited } from '../kinds/walk.ts';
import { isTimezone } from '../model/rules/values/times.ts';
import { formatPath, isObject, type Json, type JsonObject, type Path } from '../values/json.ts';
import * as is from '../values/shape.ts';

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
  (value) => typeof value === 'string' && isTimezone(value),
  { suggest: (value) => didYouMean(String(value), Intl.supportedValuesOf('timeZone')) },
);

const only = <const F extends is.FieldShapes>(fields: F) => is.onlyOf(fields as never) as is.Shape<is.ObjectOf<F>>;

export const FUNCTIONS = ['from', 'value', 'template', 'date', 'duration'] as const;

const isCall = (value: Json): boolean => isObject(value) && FUNCTIONS.some((name) => Object.hasOwn(value, name));

const EXPRESSION = `a source or a function (${FUNCTIONS.join(', ')})`;

/** A source is short for `{ from: SOURCE }`. */
const expressionShape: is.Shape<never> = {
  check: (value) => {
    if (isSource(value)) return [];
    if (!isObject(value)) return [{ path: [], expected: EXPRESSION, found: value }];
    const mismatches = callShape.check(value);
    return isCall(value) || mismatches.length > 0 ? mismatches : [{ path: [], expected: EXPRESSION, found: value }];
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
export type Expression = string | Call;
export type Call = CallOptions & { readonly [name in 'date' | 'time' | 'duration']?: Expression };

export const callOf = (expression: Expression): Call =>
  typeof expression === 'string' ? { from: expression } : expression;

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

/** A value that a function makes. */
export interface MadeValue {
  readonly call: Call;
  /** Of the value, or of each item of a list. */
  readonly schema: JsonSchema;
  /** Its path in the record. */
  readonly path: Path;
}

export const hasType = ({ type }: JsonSchema, name: string): boolean => [type].flat().includes(name as never);

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
  records: is.listOf(writtenRecords),
});

export type MappingSettings = Omit<is.InferOf<typeof settingsShape>, 'records'>;

/** The records of one kind. Values and parts are named by their paths. */
export interface RecordMapping extends is.InferOf<typeof writtenRecords> {
  readonly made: ReadonlyMap<string, MadeValue>;
  /** The parts that an object is nothing without. */
  readonly required: ReadonlyMap<string, readonly string[]>;
  /** Lists that are written as one item. */
  readonly lists: ReadonlySet<string>;
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
  const data = withoutNothing(written);
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

/** Reads fields together with their declarations. Problems are added to the list. */
function recordsOf(written: is.InferOf<typeof writtenRecords>, index: number, problems: is.Mismatch[]): RecordMapping {
  const { kind, key, where, unless, fields } = written;
  const path = ['records', index];
  const [made, required, lists] = [
    new Map<string, MadeValue>(),
    new Map<string, readonly string[]>(),
    new Set<string>(),
  ];
  const named = [...sourcesIn(key, [...path, 'key']), ...inCondition(where, [...path, 'where'])];
  named.push(...inCondition(unless, [...path, 'unless']));
  const visit = ({ schema, value, path: field }: Visited): void => {
    const at = [...path, 'fields', ...field];
    const isInParts = !isCall(value) && (schema.properties ?? isObject(schema.additionalProperties));
    if (hasType(schema, 'array')) {
      if (Array.isArray(value)) return;
      lists.add(formatPath(field));
      walk(schema.items ?? {}, value, visit, field);
    } else if (isObject(value) && isInParts) {
      required.set(formatPath(field), schema.required ?? []);
      problems.push(...partProblems(value, schema, at));
    } else if (!made.has(formatPath(field.slice(0, -1)))) {
      problems.push(...expressionShape.check(value).map((each) => ({ ...each, path: [...at, ...each.path] })));
      made.set(formatPath(field), { call: callOf(value as string), schema, path: field });
      named.push(...sourcesIn(value, at));
    }
  };
  const declared = Object.entries(kindNamed(kind).fields).filter(([, { access }]) => access === undefined);
  const properties = Object.fromEntries(declared.map(([name, { schema }]) => [name, schema]));
  const needed = declared.flatMap(([name, field]) => (field.required?.includes('file') ? [name] : []));
  problems.push(...partProblems(fields, { properties, required: needed }, [...path, 'fields']));
  walkFields({ fields: Object.fromEntries(declared) }, fields, visit);
  return { ...written, made, required, lists, sources: named };
}

function partProblems(parts: JsonObject, schema: JsonSchema, path: Path): is.Mismatch[] {
  const keys = Object.keys(schema.properties ?? {});
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(parts, name));
  const unknown = Object.keys(parts).filter((name) => !propertySchema(schema, name));
  return [
    ...missing.map((name) => ({ path: [...path, name], expected: EXPRESSION, found: undefined })),
    ...unknown.map((name) => ({ path: [...path, name], expected: EXPRESSION, found: name, keys })),
  ];
}

const inCondition = (condition: Condition = [], path: Path): readonly NamedSource[] =>
  isObject(condition)
    ? Object.keys(condition).map((source) => ({ source, path: [...path, source] }))
    : sourcesIn(condition as Json, path);

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
      suggestion: `${found}; complete this mapping and pass it with --map FILE:\n\n${mapping.trim()}`,
    });
    this.mapping = mapping;
    this.found = found;
  }
}
