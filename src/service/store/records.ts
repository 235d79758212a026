/** Records of all kinds. */
import type { JsonObject } from '../../values/json.ts';
import type { KindName } from '../../kinds/registry.ts';
import { conditionsSql, FILTERABLE_COLUMNS, filterableValues, type Condition } from './filterable.ts';
import { all, change, get, LOCKED, type Value, type Work } from './work.ts';

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

export function* findRecord(
  broadcastId: string,
  kind: KindName,
  id: string,
  { toChange = false } = {},
): Work<StoredRecord | undefined> {
  const found = yield* get<StoredRecord>(toChange ? FIND_TO_CHANGE : FIND, id);
  return found?.broadcastId === broadcastId && found.kind === kind ? found : undefined;
}

/** The columns in whose order an index has the records. Records with the same value are in the order of their ids. */
export type OrderedColumn = 'id' | 'created_at' | 'updated_at';

const VALUE_OF = { id: 'id', created_at: 'createdAt', updated_at: 'updatedAt' } as const;

/** A part of the records of a kind. */
export interface Listing {
  readonly column: OrderedColumn;
  readonly descending?: boolean;
  readonly conditions?: readonly Condition[];
  /** Begins after this record, which need not exist any more. */
  readonly after?: Partial<StoredRecord> | undefined;
  readonly limit: number;
  readonly skip?: number;
}

interface Sql {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Rows are skipped in the index alone: looking up each row would cost as much as a page. */
function listSql(broadcastId: string, kind: KindName, listing: Listing): Sql {
  const { column, descending = false, conditions = [], after, limit, skip = 0 } = listing;
  const beyond = descending ? '<' : '>';
  const begin = column === 'id' ? `id ${beyond} ?` : `${column} ${beyond}= ? AND (${column} ${beyond} ? OR id > ?)`;
  const where = `broadcast_id = ? AND kind = ?${conditionsSql(conditions)}${after ? ` AND ${begin}` : ''}`;
  const values = [broadcastId, kind, ...conditions.map(({ is }) => is), ...(after ? startingAfter(after, column) : [])];
  const select = (what: string, more: string): string =>
    `SELECT ${what} FROM records WHERE ${where}${more} ORDER BY ${orderOf(listing)}`;
  if (skip === 0) return { sql: `${select(COLUMNS, '')} LIMIT ?`, values: [...values, limit] };
  if (column !== 'id' && descending)
    return { sql: `${select(COLUMNS, '')} LIMIT ? OFFSET ?`, values: [...values, limit, skip] };
  const names = column === 'id' ? 'id' : `${column}, id`;
  const first = `${select(names, '')} LIMIT 1 OFFSET ?`;
  return {
    sql: `${select(COLUMNS, ` AND (${names}) ${beyond}= (${first})`)} LIMIT ?`,
    values: [...values, ...values, skip, limit],
  };
}

/** Records with the same value are in the order of their ids, whatever the direction. */
function orderOf({ column, descending = false }: Listing, names: Readonly<Record<string, string>> = {}): string {
  const first = `${names[column] ?? column}${descending ? ' DESC' : ''}`;
  return column === 'id' ? first : `${first}, id`;
}

function startingAfter(record: Partial<StoredRecord>, column: OrderedColumn): readonly Value[] {
  const [id, value] = [record.id!, record[VALUE_OF[column]]!];
  return column === 'id' ? [id] : [value, value, id];
}

/** Counting a hundred thousand rows would cost more than a page, so the number of all is kept. */
const countSql = (broadcastId: string, kind: KindName, conditions: readonly Condition[] = []): Sql => ({
  sql:
    conditions.length === 0
      ? 'SELECT CAST(coalesce(sum(total), 0) AS BIGINT) AS total FROM counts WHERE broadcast_id = ? AND kind = ?'
      : `SELECT count(*) AS total FROM records WHERE broadcast_id = ? AND kind = ?${conditionsSql(conditions)}`,
  values: [broadcastId, kind, ...conditions.map(({ is }) => is)],
});

export function listRecords(broadcastId: string, kind: KindName, listing: Listing): Work<readonly StoredRecord[]> {
  const { sql, values } = listSql(broadcastId, kind, listing);
  return all<StoredRecord>(sql, ...values);
}

/** In order of creation. */
export const listAllRecords = (broadcastId: string, kind: KindName): Work<readonly StoredRecord[]> =>
  listRecords(broadcastId, kind, { column: 'created_at', limit: Number.MAX_SAFE_INTEGER });

export interface Page {
  readonly records: readonly StoredRecord[];
  /** The number of records on all pages. */
  readonly total: number;
}

/** One query, so that both are of one moment: between two, another copy may add a record or delete one. */
export function* readPage(broadcastId: string, kind: KindName, listing: Listing): Work<Page> {
  const [list, count] = [listSql(broadcastId, kind, listing), countSql(broadcastId, kind, listing.conditions)];
  const rows = yield* all<StoredRecord & Pick<Page, 'total'>>(
    `SELECT page.*, number.total FROM (${count.sql}) AS number LEFT JOIN (${list.sql}) AS page ON TRUE
      ORDER BY ${orderOf(listing, NAMES)}`,
    ...count.values,
    ...list.values,
  );
  // An empty page is one row without a record.
  return { records: rows[0]!.id === null ? [] : rows, total: rows[0]!.total };
}

/** As the columns are called in a page. */
const NAMES = { created_at: '"createdAt"', updated_at: '"updatedAt"' };

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
