/** Lists on both surfaces: paging, filters, order and envelopes. */
import type { KindName } from '../kinds/registry.ts';
import { isInstant } from './formats.ts';
import { invalid, type FieldProblem } from './http/problem.ts';
import { isObjectId } from './ids.ts';
import { indexedOrder, indexedPage, searchPage, type Part, type Searched } from './search.ts';
import { parseFilters, parseSort } from './query.ts';
import type { Represent } from './representation.ts';
import { hasCategory, meets, type Condition } from './store/filterable.ts';
import {
  countMeeting,
  countRecords,
  listById,
  listRecords,
  withTotal,
  type Page,
  type Range,
} from './store/records.ts';
import type { Work } from './store/work.ts';
import type { Variants } from './variants.ts';

const MOST = 200;
const USUAL = 50;

export interface ListingParts extends Searched {
  readonly represent: Represent;
  readonly variants: Variants;
}

export type QueryReader = (name: string) => string | undefined;

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
    limit: size,
    offset,
    newestFirst: variants.has('newest-first'),
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
  const order = sort && !keep && !lagging ? indexedOrder(sort) : undefined;
  const page = order
    ? yield* indexedPage(broadcastId, kind, order, part)
    : keep || sort || lagging
      ? yield* searchPage(parts, broadcastId, kind, { ...part, keep, sort })
      : yield* takePageById(broadcastId, kind, part);
  const data = page.records.map((record) => represent(record, 'B')).join(',');
  return `{"data":[${data}],"metadata":{"total":${page.total},"limit":${limit},"skip":${skip}},"_type":"${type}"}`;
}

function* takePageById(
  broadcastId: string,
  kind: KindName,
  { limit, skip, startId: after, newestFirst }: Part,
): Work<Page> {
  const list = listById(broadcastId, kind, { after, limit, skip, newestFirst });
  return yield* withTotal(list, countRecords(broadcastId, kind), after === undefined && limit > 0 ? skip : undefined);
}

function* takePage(parts: ListingParts, broadcastId: string, kind: KindName, range: Required<Range>): Work<Page> {
  const { conditions, newestFirst, offset, limit } = range;
  if (!parts.lagging) {
    const total =
      conditions.length === 0 ? countRecords(broadcastId, kind) : countMeeting(broadcastId, kind, conditions);
    return yield* withTotal(listRecords(broadcastId, kind, range), total, offset);
  }
  const met = (yield* parts.lagging.list(broadcastId, kind)).filter((record) => meets(record, conditions));
  const ordered = newestFirst ? met.toReversed() : met;
  return { records: ordered.slice(offset, offset + limit), total: met.length };
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
  const problems: FieldProblem[] = [];
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value))
    problems.push({ pointer: `/${name}`, detail: 'must be an integer' });
  else if (value < least || (most !== undefined && value > most)) {
    problems.push({
      pointer: `/${name}`,
      detail: `must be ${most === undefined ? `at least ${least}` : `from ${least} to ${most}`}`,
    });
  }
  if (problems.length > 0) throw invalid(problems);
  return value;
}
