/** Lists on both surfaces: paging, filters, order and envelopes. */
import type { KindName } from '../kinds/registry.ts';
import type { JsonObject } from '../values/json.ts';
import { invalid, type Problem } from './http/problem.ts';
import { isObjectId } from './ids.ts';
import { parseFilters, parseSort, type Sort } from './record-query.ts';
import { represent } from './representation.ts';
import { hasCategory, type Condition } from './store/filterable.ts';
import {
  fieldsOf,
  findRecord,
  listRecords,
  readPage,
  type OrderedColumn,
  type Page,
  type StoredRecord,
} from './store/records.ts';
import type { Work } from './store/work.ts';
import { isInstant } from './validation.ts';

const MOST = 200;
const USUAL = 50;

/** The list that a request asks for. */
export interface ListRequest {
  readonly broadcastId: string;
  readonly kind: KindName;
  readonly query: QueryReader;
}

type QueryReader = (name: string) => string | undefined;

export function* listOnSurfaceA({ broadcastId, kind, query }: ListRequest): Work<string> {
  const paged = kind !== 'place' && kind !== 'webhook';
  const limit = readInteger(query, 'limit', { least: 1, most: MOST, otherwise: paged ? USUAL : undefined });
  const offset = readInteger(query, 'offset', { least: 0, otherwise: 0 })!;
  const page = yield* readPage(broadcastId, kind, {
    column: 'created_at',
    conditions: conditionsOf(kind, query),
    limit: limit ?? Number.MAX_SAFE_INTEGER,
    skip: offset,
  });
  const data = page.records.map((record) => represent(record, 'A')).join(',');
  if (kind === 'webhook') return `{"data":[${data}]}`;
  const paging = limit === undefined ? '' : `,"limit":${limit},"offset":${offset}`;
  return `{"data":[${data}],"total":${page.total}${paging}}`;
}

/** `type`: the name of the collection. */
export function* listOnSurfaceB(list: ListRequest, type: string): Work<string> {
  const { broadcastId, kind, query } = list;
  const limit = Math.min(readInteger(query, 'limit', { least: 0, otherwise: USUAL })!, MOST);
  const skip = readInteger(query, 'skip', { least: 0, otherwise: 0 })!;
  const startId = query('startId');
  if (startId !== undefined && !isObjectId(startId))
    throw invalid([{ pointer: '/startId', detail: 'must be an object id' }]);
  const holds = parseFilters(query('filters'), query('filtersLogical'));
  const keep = ({ fields }: Found): boolean => !holds || holds(fields);
  const sort = parseSort(query('sort'));
  const descending = sort?.by[0]?.[1] === 'desc';
  const after = startId === undefined ? undefined : yield* startOf(list, startId, sort && keep);
  const column = holds ? undefined : sort ? indexedColumn(sort) : 'id';
  const compare = (a: Found, b: Found): number => sort?.compare(a.fields, b.fields) || byId(a, b);
  const page = column
    ? yield* readPage(broadcastId, kind, { column, descending, after: after?.record, limit, skip })
    : yield* searchPage(list, { keep, compare, after, limit, skip });
  const data = page.records.map((record) => represent(record, 'B')).join(',');
  return `{"data":[${data}],"metadata":{"total":${page.total},"limit":${limit},"skip":${skip}},"_type":"${type}"}`;
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

interface Found {
  readonly record: StoredRecord;
  readonly fields: JsonObject;
}

interface Search {
  readonly keep: (found: Found) => boolean;
  readonly compare: (a: Found, b: Found) => number;
  /** The page begins after this one. */
  readonly after?: Found | undefined;
  readonly limit: number;
  readonly skip: number;
}

const BATCH = 500;

/** Looks at every record, and keeps only those that may be on the page. */
function* searchPage({ broadcastId, kind }: ListRequest, search: Search): Work<Page> {
  const { keep, compare, after, limit, skip } = search;
  const most = skip + limit;
  let nearest: Found[] = [];
  const inOrder = (): Found[] => nearest.sort(compare).slice(0, most);
  let total = 0;
  for (let last: StoredRecord | undefined; ;) {
    const batch: readonly StoredRecord[] = yield* listRecords(broadcastId, kind, {
      column: 'id',
      after: last,
      limit: BATCH,
    });
    for (const found of batch.map(foundIn)) {
      if (!keep(found)) continue;
      total += 1;
      if (!after || compare(found, after) > 0) nearest.push(found);
      if (nearest.length > 2 * most + BATCH) nearest = inOrder();
    }
    if (batch.length < BATCH) break;
    last = batch.at(-1);
  }
  const records = inOrder().map(({ record }) => record);
  return { records: records.slice(skip), total };
}

const foundIn = (record: StoredRecord): Found => ({
  record,
  fields: { _id: record.id, _createdAt: record.createdAt, _updatedAt: record.updatedAt, ...fieldsOf(record) },
});

/**
 * The object after which a list continues. In id order, it need not exist any more. A custom sort order can only be
 * continued after an entry that is in the list, which `isListed` decides.
 */
function* startOf(
  { broadcastId, kind }: ListRequest,
  startId: string,
  isListed: Search['keep'] | undefined,
): Work<Found> {
  if (!isListed) return { record: { id: startId } as StoredRecord, fields: {} };
  const record = yield* findRecord(broadcastId, kind, startId);
  const found = record && foundIn(record);
  if (found && isListed(found)) return found;
  throw invalid([{ pointer: '/startId', detail: 'must be the id of an object in the list' }]);
}

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

const byId = ({ record: a }: Found, { record: b }: Found): number => compareTexts(a.id, b.id);

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
