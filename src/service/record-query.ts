/** Filters and sorting for lists on Surface B. A filter is data: no regular expressions, no code. */
import { assertNever } from '../diagnostics/errors.ts';
import { isObject, valueAt, type Json, type JsonObject } from '../values/json.ts';
import { invalid, pointerBelow } from './http/problem.ts';
import { parseUntrusted } from './http/request-body.ts';

type Test = (value: Json | undefined) => boolean;

const OPERATORS: Readonly<Record<string, (operand: Json) => Test>> = {
  $eq: (operand) => matchesOneOf([operand]),
  $ne: (operand) => not(matchesOneOf([operand])),
  $in: (operand) => matchesOneOf(asList(operand)),
  $nin: (operand) => not(matchesOneOf(asList(operand))),
  $gt: (operand) => (value) => compare(value, operand) > 0,
  $gte: (operand) => (value) => compare(value, operand) >= 0,
  $lt: (operand) => (value) => compare(value, operand) < 0,
  $lte: (operand) => (value) => compare(value, operand) <= 0,
  $exists: (operand) => (value) => (value !== undefined) === (operand !== false),
};

const not =
  (test: Test): Test =>
  (value) =>
    !test(value);

export type Predicate = (record: JsonObject) => boolean;
type Order = (a: JsonObject, b: JsonObject) => number;

/** Undefined if everything passes. */
export function parseFilters(text: string | undefined, logical: string | undefined): Predicate | undefined {
  if (logical !== undefined && logical !== '$and' && logical !== '$or' && logical !== '$nor') {
    throw invalid([{ pointer: '/filtersLogical', detail: 'must be one of $and, $or, $nor' }]);
  }
  const filters = text === undefined ? [] : parseJson(text, 'filters');
  if (!Array.isArray(filters)) throw invalid([{ pointer: '/filters', detail: 'must be a JSON array' }]);
  const predicates = filters.map((filter: Json, index) => parseFilter(filter, `/filters/${index}`));
  if (predicates.length === 0) return undefined;
  switch (logical) {
    case '$or':
      return (record) => predicates.some((holds) => holds(record));
    case '$nor':
      return (record) => !predicates.some((holds) => holds(record));
    case '$and':
    case undefined:
      return (record) => predicates.every((holds) => holds(record));
    default:
      return assertNever(logical);
  }
}

function parseFilter(filter: Json, pointer: string): Predicate {
  if (!isObject(filter)) throw invalid([{ pointer, detail: 'must be an object' }]);
  const { key, value } = filter;
  const isKeyAndValue =
    typeof key === 'string' && Object.keys(filter).every((name) => name === 'key' || name === 'value');
  const conditions = isKeyAndValue ? { [key]: value ?? null } : filter;
  const predicates = Object.entries(conditions).map(([field, condition]) => parseCondition(field, condition, pointer));
  return (record) => predicates.every((holds) => holds(record));
}

function parseCondition(field: string, condition: Json, pointer: string): Predicate {
  const isOperation = isObject(condition) && Object.keys(condition).some((name) => name.startsWith('$'));
  const operations = isOperation ? Object.entries(condition) : [['$eq', condition] as const];
  const tests = operations.map(([name, operand]) => {
    const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
    if (!operator) throw invalid([{ pointer: pointerBelow(pointer, field), detail: `${name} is not an operator` }]);
    return operator(operand);
  });
  return (record) => tests.every((holds) => holds(fieldAt(record, field)));
}

export interface Sort {
  readonly compare: Order;
  /** The fields, the most important first. */
  readonly by: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
}

/** A sort order from its JSON: `{"title": "asc"}`. Records that lack the field come first. */
export function parseSort(text: string | undefined): Sort | undefined {
  if (text === undefined) return undefined;
  const sort = parseJson(text, 'sort');
  const isOrder =
    isObject(sort) && Object.values(sort).every((direction) => direction === 'asc' || direction === 'desc');
  if (!isOrder) throw invalid([{ pointer: '/sort', detail: 'must be a JSON object whose values are asc or desc' }]);
  const by = Object.entries(sort) as [string, 'asc' | 'desc'][];
  const compare: Order = (a, b) => {
    for (const [field, direction] of by) {
      const order = compareForSort(fieldAt(a, field), fieldAt(b, field));
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return 0;
  };
  return { compare, by };
}

const fieldAt = (record: JsonObject, field: string): Json | undefined => valueAt(record, field.split('.'));

const asList = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value]);

/**
 * A list matches if one of its entries does, as in the databases these operators come from. Each value is written once,
 * and not once for each operand: both can be many.
 */
function matchesOneOf(operands: readonly Json[]): Test {
  const texts = new Set(operands.map((operand) => JSON.stringify(operand)));
  const hasLists = operands.some((operand) => Array.isArray(operand));
  const isListed = (value: Json | undefined): boolean => texts.has(JSON.stringify(value ?? null));
  const matches = (value: Json | undefined): boolean =>
    Array.isArray(value) ? value.some((each: Json) => matches(each)) : isListed(value);
  return (value) => (hasLists && Array.isArray(value) && isListed(value)) || matches(value);
}

function compare(value: Json | undefined, operand: Json): number {
  if (typeof value !== typeof operand || (typeof value !== 'string' && typeof value !== 'number')) return Number.NaN;
  return value < (operand as typeof value) ? -1 : value > (operand as typeof value) ? 1 : 0;
}

function compareForSort(a: Json | undefined, b: Json | undefined): number {
  if (a === undefined || a === null || b === undefined || b === null) {
    return Number(a !== undefined && a !== null) - Number(b !== undefined && b !== null);
  }
  const comparable = typeof a === typeof b && typeof a !== 'object';
  const [first, second] = comparable ? [a, b] : [JSON.stringify(a), JSON.stringify(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function parseJson(text: string, name: string): Json {
  try {
    return parseUntrusted(text, `/${name}`) as Json;
  } catch (error) {
    throw error instanceof SyntaxError ? invalid([{ pointer: `/${name}`, detail: 'must be JSON' }]) : error;
  }
}
