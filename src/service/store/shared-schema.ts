/** The tables that both databases have, in the words that each has for types. */
import { UserError } from '../../diagnostics/errors.ts';

/** Raised by every change of a table. */
export const TABLES_VERSION = 1;

export function refuseOtherVersion(database: string, version: number): void {
  if (version === TABLES_VERSION) return;
  throw new UserError(
    `${database} has tables of another gitcast (version ${version}; this one uses version ${TABLES_VERSION})`,
    { suggestion: 'run the gitcast that created it, or begin with a new database' },
  );
}

export interface Dialect {
  /** Text that is compared, byte by byte. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly time: string;
  /** The end of a table, and of one whose rows are stored in the order of its key. */
  readonly strict: string;
  readonly ordered: string;
}

export const sharedTables = ({ key, time, strict, ordered }: Dialect): string => `
  CREATE TABLE broadcasts (
    id ${key} PRIMARY KEY,
    user_id ${key} NOT NULL,
    plan ${key} NOT NULL CHECK (plan IN ('pro', 'free'))
  )${strict};

  CREATE TABLE api_keys (
    id ${key} PRIMARY KEY,
    broadcast_id ${key} NOT NULL REFERENCES broadcasts (id),
    hash ${key} NOT NULL UNIQUE,
    label TEXT NOT NULL,
    created_at ${key} NOT NULL,
    expires_at ${key},
    revoked_at ${key},
    access ${key} NOT NULL DEFAULT 'write' CHECK (access IN ('write', 'read')),
    last_used_at ${key},
    -- The first of the keys that replaced each other, if it is not this one.
    lineage ${key}
  )${strict};

  -- One row per record of any kind. The fields are JSON text; values that the service itself uses are columns.
  CREATE TABLE records (
    id ${key} PRIMARY KEY,
    broadcast_id ${key} NOT NULL REFERENCES broadcasts (id),
    kind ${key} NOT NULL,
    fields TEXT NOT NULL,
    place_id ${key} REFERENCES records (id),
    secret TEXT,
    created_at ${key} NOT NULL,
    updated_at ${key} NOT NULL,
    -- What the documented filters compare (filterable.ts).
    status ${key},
    category ${key},
    starts_at ${time},
    ends_at ${time}
  )${ordered};
  CREATE INDEX records_in_order ON records (broadcast_id, kind, created_at, id);
  CREATE INDEX records_by_place ON records (place_id) WHERE place_id IS NOT NULL;
  CREATE INDEX records_by_id ON records (broadcast_id, kind, id);
  CREATE INDEX records_by_update ON records (broadcast_id, kind, updated_at, id);
  CREATE INDEX records_by_status ON records (broadcast_id, kind, status, created_at, id) WHERE status IS NOT NULL;
  CREATE INDEX records_by_category ON records (broadcast_id, kind, category, created_at, id) WHERE category IS NOT NULL;
  CREATE INDEX records_by_start ON records (broadcast_id, kind, starts_at, ends_at) WHERE starts_at IS NOT NULL;
  CREATE INDEX records_by_end ON records (broadcast_id, kind, ends_at) WHERE ends_at IS NOT NULL;

  CREATE TABLE idempotency (
    key_id ${key} NOT NULL,
    idempotency_key ${key} NOT NULL,
    fingerprint ${key} NOT NULL,
    status INTEGER NOT NULL,
    etag TEXT,
    location TEXT,
    body TEXT NOT NULL,
    created_at ${time} NOT NULL,
    PRIMARY KEY (key_id, idempotency_key)
  )${ordered};
  CREATE INDEX idempotency_by_age ON idempotency (created_at);

  -- A delivery is written with the change it reports, and kept until it arrives or is abandoned.
  CREATE TABLE deliveries (
    id ${key} PRIMARY KEY,
    broadcast_id ${key} NOT NULL,
    webhook_id ${key} NOT NULL,
    subject_id ${key} NOT NULL,
    type ${key} NOT NULL,
    body TEXT NOT NULL,
    state ${key} NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at ${time} NOT NULL,
    leased_until ${time},
    created_at ${time} NOT NULL,
    -- Which process sends it, and the request that led to it.
    leased_by ${key},
    request_id ${key}
  )${ordered};
  CREATE INDEX deliveries_due ON deliveries (due_at) WHERE state = 'pending';
  CREATE INDEX deliveries_by_age ON deliveries (created_at);
  CREATE INDEX deliveries_by_subject ON deliveries (subject_id) WHERE state = 'pending';
`;
