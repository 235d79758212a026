/** Lists on both surfaces: paging, filters, order and envelopes. */
import type { KindName } from '../kinds/registry.ts';
import type { JsonObject } from '../values/json.ts';
import { invalid, type Problem } from './http/problem.ts';
import { isObjectId } from './ids.ts';
import type { LaggingView } from './lagging-view.ts';
import { parseFilters, parseSort, type Predicate, type Sort } from './record-query.ts';
import type { Represent } from './representation.ts';
import { hasCategory, meets, type Condition } from './store/filterable.ts';
import {
  fieldsOf,
  findRecord,
  listRecords,
  readPage,
  type Listing,
  type OrderedColumn,
  type Page,
  type StoredRecord,
} from './store/records.ts';
import type { Work } from './store/work.ts';
import { isInstant } from './validation.ts';
import type { Variants } from './variants.ts';

const MOST = 200;
const USUAL = 50;

export interface ListingParts {
  readonly represent: Represent;
  readonly variants: Variants;
  readonly lagging: LaggingView | undefined;
}

type QueryReader = (name: string) => string | undefined;

export function* listOnSurfaceA(
  parts: ListingParts,
  broadcastId: string,
  kind: KindName,
  query: QueryReader,
): Work<string> {
  const { represent, variants } = parts;
  const paged = kind !== 'place' && kind !== 'webhook';
  const limit = readInteger(query, 'limit', { least: 1, most: MOST, otherwise: paged ? USUAL : undefined });
  const offset = readInteger(query, 'offset', { least: 0, otherwise: 0 })!;
  const size = Math.min(limit ?? Number.MAX_SAFE_INTEGER, variants.has('small-pages') ? 20 : Number.MAX_SAFE_INTEGER);
  const page = yield* takePage(parts, broadcastId, kind, {
    column: 'created_at',
    limit: size,
    skip: offset,
    descending: variants.has('newest-first'),
    conditions: conditionsOf(kind, query),
  });
  const data = page.records.map((record) => represent(record, 'A')).join(',');
  if (kind === 'webhook') return `{"data":[${data}]}`;
  const total = variants.has('no-total') ? '' : `,"total":${page.total}`;
  const paging = limit === undefined ? '' : `,"limit":${size},"offset":${offset}`;
  return `{"data":[${data}]${total}${paging}}`;
}

export function* listOnSurfaceB(
  parts: ListingParts,
  broadcastId: string,
  kind: KindName,
  type: string,
  query: QueryReader,
): Work<string> {
  const { represent, variants, lagging } = parts;
  const most = variants.has('small-pages') ? 20 : MOST;
  const limit = Math.min(readInteger(query, 'limit', { least: 0, otherwise: USUAL })!, most);
  const skip = readInteger(query, 'skip', { least: 0, otherwise: 0 })!;
  const startId = query('startId');
  if (startId !== undefined && !isObjectId(startId))
    throw invalid([{ pointer: '/startId', detail: 'must be an object id' }]);
  const keep = parseFilters(query('filters'), query('filtersLogical'));
  const sort = parseSort(query('sort'));
  const newestFirst = variants.has('newest-first') && !sort;
  const part = { limit, skip, startId, newestFirst };
  const column = keep || lagging ? undefined : sort ? indexedColumn(sort) : 'id';
  const page = column
    ? yield* indexedPage(broadcastId, kind, column, { ...part, sort })
    : yield* searchPage(lagging, broadcastId, kind, { ...part, keep, sort });
  const data = page.records.map((record) => represent(record, 'B')).join(',');
  return `{"data":[${data}],"metadata":{"total":${page.total},"limit":${limit},"skip":${skip}},"_type":"${type}"}`;
}

function* takePage(
  { lagging }: ListingParts,
  broadcastId: string,
  kind: KindName,
  listing: Required<Omit<Listing, 'after' | 'idsDescend'>>,
): Work<Page> {
  if (!lagging) return yield* readPage(broadcastId, kind, listing);
  const { conditions, descending, skip, limit } = listing;
  const met = (yield* lagging.list(broadcastId, kind)).filter((record) => meets(record, conditions));
  const ordered = descending ? met.toReversed() : met;
  return { records: ordered.slice(skip, skip + limit), total: met.length };
}

function conditionsOf(kind: KindName, query: QueryReader): readonly Condition[] {
  if (kind === 'article') return articleConditions(query('status'));
  return kind === 'event' ? eventConditions(query('category'), query('start_date'), query('end_date')) : [];
}

function articleConditions(status: string | undefined): readonly Condition[] {
  if (status === undefined) return [];
  if (status !== 'draft' && status !== 'published')
    throw invalid([{ pointer: '/status', detail: 'must be draft or published' }]);
  return [{ type: 'status', is: status }];
}

function eventConditions(category?: string, startDate?: string, endDate?: string): readonly Condition[] {
  const [from, until] = [readDate('start_date', startDate), readDate('end_date', endDate)];
  return [
    ...(category === undefined ? [] : [hasCategory(category)]),
    ...(from === undefined ? [] : [{ type: 'startsAtOrAfter' as const, is: from }]),
    ...(until === undefined ? [] : [{ type: 'endsAtOrBefore' as const, is: until }]),
  ];
}

/** A date, or a date and time. A date as upper bound includes the whole day. */
function readDate(name: 'start_date' | 'end_date', text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const instant = whole ? `${text}T${name === 'end_date' ? '23:59:59.999' : '00:00:00'}Z` : text;
  if (!isInstant(instant)) throw invalid([{ pointer: `/${name}`, detail: 'must be an ISO 8601 date' }]);
  return Date.parse(instant);
}

function readInteger(
  query: QueryReader,
  name: string,
  { least, most, otherwise }: { least: number; most?: number; otherwise: number | undefined },
): number | undefined {
  const text = query(name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  const refused = (detail: string): Problem => invalid([{ pointer: `/${name}`, detail }]);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) throw refused('must be an integer');
  if (value < least || value > (most ?? Infinity))
    throw refused(`must be ${most === undefined ? `at least ${least}` : `from ${least} to ${most}`}`);
  return value;
}

interface Part {
  readonly limit: number;
  readonly skip: number;
  /** The list continues after this object. */
  readonly startId: string | undefined;
  readonly newestFirst: boolean;
  readonly sort: Sort | undefined;
}

interface Search extends Part {
  readonly keep?: Predicate | undefined;
}

interface Found {
  readonly record: StoredRecord;
  readonly fields: JsonObject;
}

/** Looks at every record, and keeps only those that may be on the page. */
function* searchPage(
  lagging: LaggingView | undefined,
  broadcastId: string,
  kind: KindName,
  search: Search,
): Work<Page> {
  const { limit, skip, startId, newestFirst, keep, sort } = search;
  const first = startId === undefined ? undefined : yield* startOf(lagging, broadcastId, kind, { ...search, startId });
  const compare = (a: Found, b: Found): number =>
    sort?.compare(a.fields, b.fields) || (newestFirst ? -1 : 1) * compareIds(a.record.id, b.record.id);
  const nearest = new Nearest(compare, skip + limit);
  let total = 0;
  let after: StoredRecord | undefined;
  for (;;) {
    const batch: readonly StoredRecord[] = lagging
      ? yield* lagging.list(broadcastId, kind)
      : yield* listRecords(broadcastId, kind, { column: 'id', after, limit: BATCH });
    for (const found of batch.map(foundIn)) {
      if (keep && !keep(found.fields)) continue;
      total += 1;
      if (!first || compare(found, first) > 0) nearest.add(found);
    }
    if (batch.length < BATCH || lagging) break;
    after = batch.at(-1);
  }
  return {
    records: nearest
      .sorted()
      .slice(skip)
      .map(({ record }) => record),
    total,
  };
}

const BATCH = 500;

const foundIn = (record: StoredRecord): Found => ({
  record,
  fields: { _id: record.id, _createdAt: record.createdAt, _updatedAt: record.updatedAt, ...fieldsOf(record) },
});

/**
 * The object after which a list continues. In id order, it need not exist any more. A custom sort order can only be
 * continued after an entry that is in the list.
 */
function* startOf(
  lagging: LaggingView | undefined,
  broadcastId: string,
  kind: KindName,
  { startId, sort, keep }: Search & { readonly startId: string },
): Work<Found> {
  if (!sort) return { record: { id: startId } as StoredRecord, fields: {} };
  const record = lagging
    ? (yield* lagging.list(broadcastId, kind)).find(({ id }) => id === startId)
    : yield* findRecord(broadcastId, kind, startId);
  const found = record && foundIn(record);
  if (!found || (keep && !keep(found.fields))) throw notInList();
  return found;
}

const notInList = (): Problem => invalid([{ pointer: '/startId', detail: 'must be the id of an object in the list' }]);

/** The columns of fields that the service assigns, in whose order an index has the records. */
const COLUMNS: Readonly<Record<string, OrderedColumn>> = {
  _id: 'id',
  _createdAt: 'created_at',
  _updatedAt: 'updated_at',
};

/** The column whose index has the order that a sort asks for, if there is one. */
function indexedColumn({ by }: Sort): OrderedColumn | undefined {
  const [[field] = [''], ...others] = by;
  return Object.hasOwn(COLUMNS, field) && others.length === 0 ? COLUMNS[field] : undefined;
}

function* indexedPage(broadcastId: string, kind: KindName, column: OrderedColumn, part: Part): Work<Page> {
  const { startId, sort, newestFirst, limit, skip } = part;
  const after =
    startId === undefined ? undefined : sort ? yield* findRecord(broadcastId, kind, startId) : { id: startId };
  if (startId !== undefined && !after) throw notInList();
  const descending = sort ? sort.by[0]![1] === 'desc' : newestFirst;
  return yield* readPage(broadcastId, kind, { column, descending, idsDescend: false, after, limit, skip });
}

/** The first entries of an order, without keeping all of them. */
class Nearest {
  readonly #compare: (a: Found, b: Found) => number;
  readonly #most: number;
  #kept: Found[] = [];

  constructor(compare: (a: Found, b: Found) => number, most: number) {
    this.#compare = compare;
    this.#most = most;
  }

  add(found: Found): void {
    this.#kept.push(found);
    if (this.#kept.length > 2 * this.#most + BATCH) this.#kept = this.sorted();
  }

  sorted(): Found[] {
    return this.#kept.sort(this.#compare).slice(0, this.#most);
  }
}

const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
