/** Records of all kinds. */
import type { JsonObject } from '../../values/json.ts';
import type { KindName } from '../../kinds/registry.ts';
import { conditionsSql, FILTERABLE_COLUMNS, filterableValues, type Condition } from './filterable.ts';
import { all, change, get, LOCKED, type Query, type Value, type Work } from './work.ts';

/** A stored record: its own fields as JSON text, and the fields that the service assigns. */
export interface StoredRecord {
  readonly id: string;
  readonly broadcastId: string;
  readonly kind: KindName;
  /** The fields as JSON text, so that a read does not have to parse and serialise them. */
  readonly fields: string;
  readonly placeId: string | null;
  /** Signs a webhook's deliveries; never returned by reads. */
  readonly secret: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const COLUMNS = `id, broadcast_id AS "broadcastId", kind, fields, place_id AS "placeId", secret,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

const FIND = `SELECT ${COLUMNS} FROM records WHERE id = ?`;
const FIND_TO_CHANGE = `${FIND} ${LOCKED}`;

/** How many records of a kind a broadcast has. */
export interface KindCount {
  /** The kind. */
  readonly kind: KindName;
  /** The number of its records. */
  readonly total: number;
}

export interface Range {
  readonly limit: number;
  readonly offset: number;
  readonly newestFirst?: boolean;
  readonly conditions?: readonly Condition[];
}

export function* findRecord(
  broadcastId: string,
  kind: KindName,
  id: string,
  { toChange = false } = {},
): Work<StoredRecord | undefined> {
  const found = yield* get<StoredRecord>(toChange ? FIND_TO_CHANGE : FIND, id);
  return found?.broadcastId === broadcastId && found.kind === kind ? found : undefined;
}

/** In order of creation. */
export function listRecords(
  broadcastId: string,
  kind: KindName,
  { limit, offset, newestFirst = false, conditions = [] }: Range,
): Work<readonly StoredRecord[]> {
  const values = [broadcastId, kind, ...conditions.map(({ is }) => is)];
  return listPart({
    columns: ['created_at', 'id'],
    where: `broadcast_id = ? AND kind = ?${conditionsSql(conditions)}`,
    values,
    newestFirst,
    limit,
    skip: offset,
  });
}

export function* listAllRecords(broadcastId: string, kind: KindName): Work<readonly StoredRecord[]> {
  const total = yield* countRecords(broadcastId, kind);
  return total === 0 ? [] : yield* listRecords(broadcastId, kind, { limit: total, offset: 0 });
}

export interface IdRange {
  /** Begins after this id, which need not exist. */
  readonly after?: string | undefined;
  readonly limit: number;
  readonly skip?: number;
  readonly newestFirst?: boolean;
}

/** In the order of ids. Each page costs the same, however far it is from the beginning. */
export function listById(
  broadcastId: string,
  kind: KindName,
  { after, limit, skip = 0, newestFirst = false }: IdRange,
): Work<readonly StoredRecord[]> {
  const beginning = after === undefined ? '' : ` AND id ${newestFirst ? '<' : '>'} ?`;
  const where = `broadcast_id = ? AND kind = ?${beginning}`;
  const values = [broadcastId, kind, ...(after === undefined ? [] : [after])];
  return listPart({ columns: ['id'], where, values, newestFirst, limit, skip });
}

interface ListPart {
  /** The order. */
  readonly columns: readonly string[];
  readonly where: string;
  readonly values: readonly Value[];
  readonly newestFirst: boolean;
  readonly limit: number;
  readonly skip: number;
}

/** An index has the order. What is skipped is skipped in the index alone: looking up each row would cost as much as a page. */
function listPart(part: ListPart): Work<readonly StoredRecord[]> {
  const { columns, where, values, newestFirst, limit, skip } = part;
  const order = columns.map((column) => (newestFirst ? `${column} DESC` : column)).join(', ');
  const names = columns.join(', ');
  const first = `SELECT ${names} FROM records WHERE ${where} ORDER BY ${order} LIMIT 1 OFFSET ?`;
  const beginning = skip === 0 ? '' : ` AND (${names}) ${newestFirst ? '<=' : '>='} (${first})`;
  return all<StoredRecord>(
    `SELECT ${COLUMNS} FROM records WHERE ${where}${beginning} ORDER BY ${order} LIMIT ?`,
    ...values,
    ...(skip === 0 ? [] : [...values, skip]),
    limit,
  );
}

export type OrderedColumn = 'id' | 'created_at' | 'updated_at';

/** Records with the same value are in the order of their ids. */
export interface ColumnOrder {
  readonly column: OrderedColumn;
  readonly descending: boolean;
}

interface ColumnRange extends ColumnOrder {
  readonly after: StoredRecord | undefined;
  readonly limit: number;
  readonly skip: number;
}

export function listByColumn(
  broadcastId: string,
  kind: KindName,
  { column, descending, after, limit, skip }: ColumnRange,
): Work<readonly StoredRecord[]> {
  const beyond = descending ? '<' : '>';
  const beginning =
    column === 'id' ? ` AND id ${beyond} ?` : ` AND ${column} ${beyond}= ? AND (${column} ${beyond} ? OR id > ?)`;
  const order = `${column}${descending ? ' DESC' : ''}${column === 'id' ? '' : ', id'}`;
  return all<StoredRecord>(
    `SELECT ${COLUMNS} FROM records WHERE broadcast_id = ? AND kind = ?${after ? beginning : ''}
      ORDER BY ${order} LIMIT ? OFFSET ?`,
    broadcastId,
    kind,
    ...(after ? startingAfter(after, column) : []),
    limit,
    skip,
  );
}

function startingAfter({ id, createdAt, updatedAt }: StoredRecord, column: OrderedColumn): readonly Value[] {
  if (column === 'id') return [id];
  const value = column === 'created_at' ? createdAt : updatedAt;
  return [value, value, id];
}

export interface Page {
  readonly records: readonly StoredRecord[];
  /** The number of records on all pages. */
  readonly total: number;
}

/**
 * A page of a list and the number of all its records as of one moment, by one query: between two, another copy may add
 * one or delete one. An empty page has no row for the number; `most` is what it then can have been at most.
 */
export function* withTotal(
  list: Work<readonly StoredRecord[]>,
  count: Work<number>,
  most = Number.MAX_SAFE_INTEGER,
): Work<Page> {
  const [listing, counting] = [list.next().value as Query, count.next().value as Query];
  const records = yield* all<StoredRecord & Pick<Page, 'total'>>(
    listing.sql.replace(COLUMNS, () => `${COLUMNS}, (${counting.sql}) AS total`),
    ...counting.values,
    ...listing.values,
  );
  if (records.length > 0) return { records, total: records[0]!.total };
  const { value: total } = count.next(yield counting) as IteratorReturnResult<number>;
  return { records, total: Math.min(total, most) };
}

/** The number of records that meet conditions. Without any, `countRecords` knows it. */
export function* countMeeting(broadcastId: string, kind: KindName, conditions: readonly Condition[]): Work<number> {
  const row = yield* get<{ total: number }>(
    `SELECT count(*) AS total FROM records WHERE broadcast_id = ? AND kind = ?${conditionsSql(conditions)}`,
    broadcastId,
    kind,
    ...conditions.map(({ is }) => is),
  );
  return row!.total;
}

export function* countRecords(broadcastId: string, kind: KindName): Work<number> {
  const row = yield* get<{ total: number }>(
    'SELECT CAST(coalesce(sum(total), 0) AS BIGINT) AS total FROM counts WHERE broadcast_id = ? AND kind = ?',
    broadcastId,
    kind,
  );
  return row!.total;
}

/** The number of records of each kind that has some. */
export const countEachKind = (broadcastId: string): Work<readonly KindCount[]> =>
  all<KindCount>(
    `SELECT kind, CAST(sum(total) AS BIGINT) AS total FROM counts WHERE broadcast_id = ? GROUP BY kind
      HAVING sum(total) > 0`,
    broadcastId,
  );

const INSERT = `INSERT INTO records
  (id, broadcast_id, kind, fields, place_id, secret, created_at, updated_at, ${FILTERABLE_COLUMNS.join(', ')})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ${FILTERABLE_COLUMNS.map(() => '?').join(', ')})`;

/** `parsed`: its fields, for those who have them. */
export function* insertRecord(record: StoredRecord, parsed?: JsonObject): Work<void> {
  yield* change(
    INSERT,
    record.id,
    record.broadcastId,
    record.kind,
    record.fields,
    record.placeId,
    record.secret,
    record.createdAt,
    record.updatedAt,
    ...filterableValues(record, parsed),
  );
}

const UPDATED = ['fields', 'place_id', 'secret', 'updated_at', ...FILTERABLE_COLUMNS];
const UPDATE = `UPDATE records SET ${UPDATED.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`;

export function* updateRecord(record: StoredRecord): Work<void> {
  const { id, fields, placeId, secret, updatedAt } = record;
  yield* change(UPDATE, fields, placeId, secret, updatedAt, ...filterableValues(record), id);
}

export function* deleteRecord(id: string): Work<void> {
  yield* change('DELETE FROM records WHERE id = ?', id);
}

/** The number of events at a place. */
export function* countAtPlace(placeId: string): Work<number> {
  const row = yield* get<{ total: number }>('SELECT count(*) AS total FROM records WHERE place_id = ?', placeId);
  return row!.total;
}

export const fieldsOf = (record: StoredRecord): JsonObject => JSON.parse(record.fields) as JsonObject;
