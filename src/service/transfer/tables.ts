/** The tables of an export. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Identifies a row. Rows are in its order. */
  readonly key: readonly string[];
  /** Conditions that divide the rows: those that meet the first one come first. */
  readonly parts?: readonly string[];
  /** Columns that contain a JSON object. */
  readonly json?: readonly string[];
  readonly jsonOrNull?: readonly string[];
}

/**
 * Ordered so that rows refer only to earlier rows. Counts are left out, because they follow from the records. So is the
 * database id: an import may be older than what a state file has seen, so it counts as a new database. Limits, injected
 * faults and what lists that lag behind show are of the moment.
 */
export const TABLES: readonly Table[] = [
  { name: 'broadcasts', columns: 'id user_id plan quota'.split(' '), key: ['id'], jsonOrNull: ['quota'] },
  {
    name: 'api_keys',
    columns: 'id broadcast_id hash label created_at expires_at revoked_at access last_used_at lineage'.split(' '),
    key: ['id'],
  },
  {
    name: 'records',
    columns: 'id broadcast_id kind fields place_id secret created_at updated_at'.split(' '),
    key: ['id'],
    // Events refer to places, so records with a place come last.
    parts: ['place_id IS NULL', 'place_id IS NOT NULL'],
    json: ['fields'],
  },
  {
    name: 'idempotency',
    columns: 'key_id idempotency_key fingerprint status etag location body created_at'.split(' '),
    key: ['key_id', 'idempotency_key'],
  },
  {
    name: 'deliveries',
    columns: 'id broadcast_id webhook_id subject_id type body state attempts due_at leased_until created_at'.split(' '),
    key: ['id'],
    json: ['body'],
  },
  {
    name: 'attempts',
    columns: 'delivery_id number at status error'.split(' '),
    key: ['delivery_id', 'number'],
  },
];

/** The number of rows of each table. */
export type RowCounts = Readonly<Record<string, number>>;

export const noRows = (): Record<string, number> => Object.fromEntries(TABLES.map(({ name }) => [name, 0]));
