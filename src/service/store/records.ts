import type { JsonObject } from '../../values/json.ts';
import type { KindName } from '../../kinds/registry.ts';
import type { Database } from './database.ts';

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

const COLUMNS = `id, broadcast_id AS broadcastId, kind, fields, place_id AS placeId, secret,
  created_at AS createdAt, updated_at AS updatedAt`;

const FIND = `SELECT ${COLUMNS} FROM records WHERE id = ?`;

export interface Range {
  readonly limit: number;
  readonly offset: number;
  readonly newestFirst?: boolean;
}

/** Records of all kinds. Make changes inside `database.write`. */
export class Records {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  find(broadcastId: string, kind: KindName, id: string): StoredRecord | undefined {
    const found = this.#database.get<StoredRow>(FIND, id);
    return found?.broadcastId === broadcastId && found.kind === kind ? found : undefined;
  }

  /** In order of creation. */
  list(broadcastId: string, kind: KindName, { limit, offset, newestFirst = false }: Range): readonly StoredRecord[] {
    const order = newestFirst ? 'created_at DESC, id DESC' : 'created_at, id';
    // The offset skips entries in the index only: looking up each skipped row would make long lists quadratic.
    const page = `SELECT id FROM records WHERE broadcast_id = ? AND kind = ? ORDER BY ${order} LIMIT ? OFFSET ?`;
    return this.#database.all<StoredRow>(
      `SELECT ${COLUMNS} FROM (${page}) CROSS JOIN records USING (id) ORDER BY ${order}`,
      broadcastId,
      kind,
      limit,
      offset,
    );
  }

  count(broadcastId: string, kind: KindName): number {
    const row = this.#database.get<{ total: number }>(
      'SELECT total FROM counts WHERE broadcast_id = ? AND kind = ?',
      broadcastId,
      kind,
    );
    return row?.total ?? 0;
  }

  insert(record: StoredRecord): void {
    this.#database.run(
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

  update({ id, fields, placeId, secret, updatedAt }: StoredRecord): void {
    this.#database.run(
      'UPDATE records SET fields = ?, place_id = ?, secret = ?, updated_at = ? WHERE id = ?',
      fields,
      placeId,
      secret,
      updatedAt,
      id,
    );
  }

  delete(id: string): void {
    this.#database.run('DELETE FROM records WHERE id = ?', id);
  }

  /** The number of events at a place. */
  countAtPlace(placeId: string): number {
    return this.#database.get<{ total: number }>('SELECT count(*) AS total FROM records WHERE place_id = ?', placeId)!
      .total;
  }
}

type StoredRow = StoredRecord & Record<string, unknown>;

export const fieldsOf = (record: StoredRecord): JsonObject => JSON.parse(record.fields) as JsonObject;
