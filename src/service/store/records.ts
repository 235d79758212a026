/** Records of all kinds. */
import type { JsonObject } from '../../values/json.ts';
import type { KindName } from '../../kinds/registry.ts';
import { all, get, LOCKED, run, type Work } from './work.ts';

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

export interface KindCount {
  readonly kind: KindName;
  readonly total: number;
}

export interface Range {
  readonly limit: number;
  readonly offset: number;
  readonly newestFirst?: boolean;
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
export function* listRecords(
  broadcastId: string,
  kind: KindName,
  { limit, offset, newestFirst = false }: Range,
): Work<readonly StoredRecord[]> {
  const order = newestFirst ? 'created_at DESC, id DESC' : 'created_at, id';
  // The offset skips entries in the index only: looking up each skipped row would make long lists quadratic.
  const page = `SELECT id FROM records WHERE broadcast_id = ? AND kind = ? ORDER BY ${order} LIMIT ? OFFSET ?`;
  return yield* all<StoredRecord>(
    `SELECT ${COLUMNS} FROM records WHERE id IN (${page}) ORDER BY ${order}`,
    broadcastId,
    kind,
    limit,
    offset,
  );
}

export function* listAllRecords(broadcastId: string, kind: KindName): Work<readonly StoredRecord[]> {
  const total = yield* countRecords(broadcastId, kind);
  return total === 0 ? [] : yield* listRecords(broadcastId, kind, { limit: total, offset: 0 });
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

export function* insertRecord(record: StoredRecord): Work<void> {
  yield* run(
    'INSERT INTO records (id, broadcast_id, kind, fields, place_id, secret, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    record.id,
    record.broadcastId,
    record.kind,
    record.fields,
    record.placeId,
    record.secret,
    record.createdAt,
    record.updatedAt,
  );
}

export function* updateRecord({ id, fields, placeId, secret, updatedAt }: StoredRecord): Work<void> {
  yield* run(
    'UPDATE records SET fields = ?, place_id = ?, secret = ?, updated_at = ? WHERE id = ?',
    fields,
    placeId,
    secret,
    updatedAt,
    id,
  );
}

export function* deleteRecord(id: string): Work<void> {
  yield* run('DELETE FROM records WHERE id = ?', id);
}

/** The number of events at a place. */
export function* countAtPlace(placeId: string): Work<number> {
  const row = yield* get<{ total: number }>('SELECT count(*) AS total FROM records WHERE place_id = ?', placeId);
  return row!.total;
}

export const fieldsOf = (record: StoredRecord): JsonObject => JSON.parse(record.fields) as JsonObject;
