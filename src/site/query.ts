/** Runs the queries of navigators and blocks: filters, order and range. A filter is data, never code. */
import * as siftModule from 'sift';
import { isObject } from '../values/json.ts';
import { once } from '../values/once.ts';
import { onceEach } from '../values/once-each.ts';
import { oncePer } from '../values/once-per.ts';
import type { Query } from '../kinds/shapes/navigator.ts';
import { readInstant } from '../values/instants.ts';

// Node sees a single default export in this CommonJS module; its types declare named exports.
const sift = (siftModule as unknown as { readonly default: typeof siftModule }).default;
const { $and, $eq, $exists, $gt, $gte, $in, $lt, $lte, $ne, $nin, $nor, $or, createQueryTester } = sift;

const OPERATIONS = { $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists, $and, $or, $nor };

interface Queried {
  readonly fields: object;
}

type QueryResult<E> =
  | { readonly type: 'found'; readonly entities: readonly E[] }
  | { readonly type: 'refused'; readonly reason: string };

export function runQuery<E extends Queried>(
  entities: readonly E[],
  query: Query | null | undefined,
  timezone: string,
): QueryResult<E> {
  const revive = reviver(timezone);
  const { filters, filtersLogical, sort, skip, limit } = query ?? {};
  try {
    const conditions = (filters ?? []).map((filter) => withInstants(asCondition(filter), timezone));
    const passes =
      conditions.length === 0
        ? () => true
        : createQueryTester<object>({ [filtersLogical ?? '$and']: conditions }, { operations: OPERATIONS });
    const found = entities.filter(({ fields }) => passes(revive(fields)));
    const sorted = sort ? found.toSorted(comparing(sort, revive)) : found;
    const from = skip ?? 0;
    const until = limit == null || limit === -1 ? sorted.length : from + limit;
    return { type: 'found', entities: sorted.slice(from, until) };
  } catch (error) {
    return { type: 'refused', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** `{key, value}` is another way to write `{[key]: value}`. */
function asCondition(filter: unknown): unknown {
  if (!isObject(filter)) throw new Error('a filter must be an object');
  const { key, value, ...rest } = filter;
  return typeof key === 'string' && Object.keys(rest).length === 0 ? { [key]: value ?? null } : filter;
}

/** Cached: fields never change, and many queries read the same documents. */
const reviver = onceEach((timezone: string) => oncePer((fields: object) => withInstants(fields, timezone) as object));

/** Converts texts that are instants to dates, so that they compare correctly regardless of their offsets. */
function withInstants(value: unknown, timezone: string): unknown {
  if (typeof value === 'string') {
    if (!/^\d{4}-\d{2}-\d{2}[T ]/.test(value)) return value;
    const read = readInstant(value, timezone);
    return read.type === 'instant' ? new Date(read.epoch) : value;
  }
  if (Array.isArray(value)) return value.map((item) => withInstants(item, timezone));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withInstants(each, timezone)]));
}

function comparing(sort: NonNullable<Query['sort']>, revive: (fields: object) => object) {
  const keys = Object.entries(sort);
  return (a: Queried, b: Queried): number => {
    for (const [field, direction] of keys) {
      const order = compare(valueOf(revive(a.fields), field), valueOf(revive(b.fields), field));
      if (order !== 0) return direction === 'desc' ? -order : order;
    }
    return 0;
  };
}

function valueOf(fields: object, field: string): unknown {
  let value: unknown = fields;
  for (const step of field.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

const collator = once(() => new Intl.Collator('fr', { numeric: true }));

/** Documents without the field come first, as on the service. */
function compare(a: unknown, b: unknown): number {
  if (a == null || b == null) return Number(a != null) - Number(b != null);
  if (typeof a === 'string' && typeof b === 'string') return collator().compare(a, b);
  return Number(a) - Number(b) || 0;
}
