import type { JsonObject } from '../../values/json.ts';
import type { KindName } from '../../kinds/registry.ts';
import type { Database } from './database.ts';

/** A record as it is stored: its own fields as JSON text, and beside them what the service gives it. */
export interface StoredRecord {
  readonly id: string;
  readonly broadcastId: string;
  readonly kind: KindName;
  /** The fields as JSON text, so that reading one does not parse and print it again. */
  readonly fields: string;
  readonly placeId: string | null;
  /** Signs a webhook's deliveries; never part of what is read. */
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

/** Records of all kinds. Changes are made inside `database.write`. */
export class Records {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  find(broadcastId: string, kind: KindName, id: string): StoredRecord | undefined {
    const found = this.#database.get<StoredRow>(FIND, id);
    return found?.broadcastId === broadcastId && found.kind === kind ? found : undefined;
  }

  /** In the order in which they were made. */
  list(broadcastId: string, kind: KindName, { limit, offset, newestFirst = false }: Range): readonly StoredRecord[] {
    const order = newestFirst ? 'created_at DESC, id DESC' : 'created_at, id';
    // What an offset skips is skipped in the index alone: looking up each skipped row would make long lists quadratic.
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

  /** How many events take place at a place. */
  countAtPlace(placeId: string): number {
    return this.#database.get<{ total: number }>('SELECT count(*) AS total FROM records WHERE place_id = ?', placeId)!
      .total;
  }
}

type StoredRow = StoredRecord & Record<string, unknown>;

export const fieldsOf = (record: StoredRecord): JsonObject => JSON.parse(record.fields) as JsonObject;
