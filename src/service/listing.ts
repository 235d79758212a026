/** Lists on both surfaces: paging, filters, order and envelopes. */
import type { JsonObject } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';
import { isInstant } from './formats.ts';
import { invalid, type FieldProblem } from './http/problem.ts';
import { isObjectId } from './ids.ts';
import type { LaggingView } from './lagging-view.ts';
import { parseFilters, parseSort } from './query.ts';
import type { Represent } from './representation.ts';
import { countRecords, fieldsOf, listAllRecords, listRecords, type StoredRecord } from './store/records.ts';
import type { Work } from './store/work.ts';
import type { Variants } from './variants.ts';

const MOST = 200;
const USUAL = 50;

export interface ListingParts {
  readonly represent: Represent;
  readonly variants: Variants;
  readonly lagging: LaggingView | undefined;
}

export type QueryReader = (name: string) => string | undefined;

interface Page {
  readonly records: readonly StoredRecord[];
  readonly total: number;
}

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
  const page = yield* takePage(parts, broadcastId, kind, { limit: size, offset, keep: surfaceAFilter(kind, query) });
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
  const { represent, variants } = parts;
  const most = variants.has('small-pages') ? 20 : MOST;
  const limit = Math.min(readInteger(query, 'limit', { least: 0, otherwise: USUAL })!, most);
  const skip = readInteger(query, 'skip', { least: 0, otherwise: 0 })!;
  const startId = query('startId');
  if (startId !== undefined && !isObjectId(startId))
    throw invalid([{ pointer: '/startId', detail: 'must be an object id' }]);
  const keep = parseFilters(query('filters'), query('filtersLogical'));
  const order = parseSort(query('sort'));

  const seen = (yield* everything(parts, broadcastId, kind))
    .map((record) => ({ record, fields: { ...commonFields(record), ...fieldsOf(record) } }))
    .filter(({ fields }) => keep(fields))
    .sort((a, b) => order?.(a.fields, b.fields) || compareIds(a.record.id, b.record.id));
  const newestFirst = variants.has('newest-first') && !order;
  if (newestFirst) seen.reverse();
  const ids = seen.map(({ record }) => record.id);
  const start =
    startId === undefined ? 0 : order ? positionAfter(ids, startId) : positionPast(ids, startId, newestFirst);
  const page = seen.slice(start + skip, start + skip + limit);
  const data = page.map(({ record }) => represent(record, 'B')).join(',');
  return `{"data":[${data}],"metadata":{"total":${seen.length},"limit":${limit},"skip":${skip}},"_type":"${type}"}`;
}

const commonFields = ({ id, createdAt, updatedAt }: StoredRecord): JsonObject => ({
  _id: id,
  _createdAt: createdAt,
  _updatedAt: updatedAt,
});

/** A custom sort order can only be continued after an entry that is in the list. */
function positionAfter(ids: readonly string[], startId: string): number {
  const at = ids.indexOf(startId);
  if (at === -1) throw invalid([{ pointer: '/startId', detail: 'must be the id of an object in the list' }]);
  return at + 1;
}

/** In id order, the list can be continued even if the object no longer exists. */
function positionPast(ids: readonly string[], startId: string, newestFirst: boolean): number {
  const at = ids.findIndex((id) => (newestFirst ? id < startId : id > startId));
  return at === -1 ? ids.length : at;
}

interface Selection {
  readonly limit: number;
  readonly offset: number;
  readonly keep: ((fields: JsonObject) => boolean) | undefined;
}

function* takePage(
  parts: ListingParts,
  broadcastId: string,
  kind: KindName,
  { limit, offset, keep }: Selection,
): Work<Page> {
  const { variants, lagging } = parts;
  if (!keep && !lagging) {
    const range = { limit, offset, newestFirst: variants.has('newest-first') };
    const records = yield* listRecords(broadcastId, kind, range);
    return { records, total: yield* countRecords(broadcastId, kind) };
  }
  const kept = (yield* everything(parts, broadcastId, kind)).filter((record) => !keep || keep(fieldsOf(record)));
  const ordered = variants.has('newest-first') ? [...kept].reverse() : kept;
  return { records: ordered.slice(offset, offset + limit), total: kept.length };
}

const everything = ({ lagging }: ListingParts, broadcastId: string, kind: KindName): Work<readonly StoredRecord[]> =>
  lagging ? lagging.list(broadcastId, kind) : listAllRecords(broadcastId, kind);

function surfaceAFilter(kind: KindName, query: QueryReader): Selection['keep'] {
  if (kind === 'article') return articleFilter(query('status'));
  return kind === 'event' ? eventFilter(query('category'), query('start_date'), query('end_date')) : undefined;
}

function articleFilter(status: string | undefined): Selection['keep'] {
  if (status === undefined) return undefined;
  if (status !== 'draft' && status !== 'published')
    throw invalid([{ pointer: '/status', detail: 'must be draft or published' }]);
  return (fields) => fields['status'] === status;
}

function eventFilter(category?: string, startDate?: string, endDate?: string): Selection['keep'] {
  if (category === undefined && startDate === undefined && endDate === undefined) return undefined;
  const [from, until] = [readDate('start_date', startDate), readDate('end_date', endDate)];
  return (fields) =>
    (category === undefined || fields['category'] === category) &&
    (from === undefined || Date.parse(fields['start_time'] as string) >= from) &&
    (until === undefined || Date.parse(fields['end_time'] as string) <= until);
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

const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
