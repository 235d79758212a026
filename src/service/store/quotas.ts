/** The limits of a broadcast: documents of each kind, bytes of all of them, and deliveries in a day. */
import { Problem } from '../http/problem.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import { countEachKind, countRecords, type KindCount, type StoredRecord } from './records.ts';
import { all, get, run, tell, type Work } from './work.ts';

/** The limits of what a broadcast may store and send. Without a number there is no limit. */
export interface Quota {
  /** The most records of a kind. */
  readonly documents?: Readonly<Partial<Record<KindName, number>>> | undefined;
  /** The most bytes of the fields of all records, as JSON. */
  readonly bytes?: number | undefined;
  /** The most deliveries in 24 hours. */
  readonly deliveriesPerDay?: number | undefined;
}

/** The amounts that a broadcast stores and has sent. */
export interface Usage {
  /** The records of each kind. */
  readonly documents: readonly KindCount[];
  /** The bytes of the fields of all records, as JSON. */
  readonly bytes: number;
  /** In the last 24 hours. */
  readonly deliveries: number;
}

/** A change that was just made. */
export interface QuotaChange {
  readonly record: StoredRecord;
  readonly isNew: boolean;
  /** True if it takes more space than before. */
  readonly isLarger: boolean;
  /** The number of deliveries that it caused. */
  readonly deliveries: number;
  readonly now: number;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Throws, so that the change is undone, if it exceeds the quota. One that makes a broadcast smaller is never refused. The
 * changes of a broadcast with a quota wait for each other here: each counts those before it.
 */
export function* checkQuota(quota: Quota, { record, isNew, isLarger, deliveries, now }: QuotaChange): Work<void> {
  const { broadcastId, kind } = record;
  yield* get('SELECT id FROM broadcasts WHERE id = ? /* FOR NO KEY UPDATE */', broadcastId);
  const most = quota.documents?.[kind];
  if (isNew && most !== undefined && (yield* countRecords(broadcastId, kind)) > most)
    throw exceeded(`${kindNamed(kind).title.toLowerCase()} documents: ${most} are allowed`);
  if (isLarger && quota.bytes !== undefined && (yield* storedBytes(broadcastId)) > quota.bytes)
    throw exceeded(`stored bytes: ${quota.bytes} are allowed`);
  const { deliveriesPerDay } = quota;
  if (
    deliveries > 0 &&
    deliveriesPerDay !== undefined &&
    (yield* deliveriesSince(broadcastId, now - DAY)) > deliveriesPerDay
  )
    throw exceeded(`deliveries in 24 hours: ${deliveriesPerDay} are allowed`);
}

/** Not a 5xx: the same request will be refused again, and a client must not take it for one that may have succeeded. */
const exceeded = (what: string): Problem =>
  new Problem(403, 'quota', `the quota of this broadcast is exceeded: ${what}; nothing was changed`);

export function* usageOf(broadcastId: string, now: number): Work<Usage> {
  return {
    documents: yield* countEachKind(broadcastId),
    bytes: yield* storedBytes(broadcastId),
    deliveries: yield* deliveriesSince(broadcastId, now - DAY),
  };
}

function* storedBytes(broadcastId: string): Work<number> {
  const row = yield* get<{ bytes: number }>(
    'SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) AS bytes FROM counts WHERE broadcast_id = ?',
    broadcastId,
  );
  return row!.bytes;
}

function* deliveriesSince(broadcastId: string, since: number): Work<number> {
  const row = yield* get<{ total: number }>(
    'SELECT count(*) AS total FROM deliveries WHERE broadcast_id = ? AND created_at > ?',
    broadcastId,
    since,
  );
  return row!.total;
}

/** False if there is no such broadcast. `undefined` removes its quota. */
export function* setQuota(broadcastId: string, quota: Quota | undefined): Work<boolean> {
  const text = quota === undefined ? null : JSON.stringify(quota);
  yield* tell('tenants');
  return (yield* run('UPDATE broadcasts SET quota = ? WHERE id = ?', text, broadcastId)) > 0;
}

/** Undefined if there is no such broadcast, null if it has no quota. */
export function* quotaOf(broadcastId: string): Work<Quota | null | undefined> {
  const row = yield* get<{ quota: string | null }>('SELECT quota FROM broadcasts WHERE id = ?', broadcastId);
  return row && (row.quota === null ? null : (JSON.parse(row.quota) as Quota));
}

/** One limit of a broadcast, and how much of it is used. */
export interface QuotaUse {
  readonly broadcastId: string;
  /** A kind, `bytes` or `deliveries`, as `serve broadcasts quota` names them. */
  readonly resource: string;
  readonly limit: number;
  readonly used: number;
}

/** Every limit that is set, in three queries whatever the number of broadcasts. */
export function* quotaUse(now: number): Work<readonly QuotaUse[]> {
  const limited = yield* all<{ id: string; quota: string }>('SELECT id, quota FROM broadcasts WHERE quota IS NOT NULL');
  if (limited.length === 0) return [];
  const counts = yield* all<{ id: string; kind: KindName; total: number; bytes: number }>(
    `SELECT c.broadcast_id AS id, c.kind, CAST(sum(c.total) AS BIGINT) AS total, CAST(sum(c.bytes) AS BIGINT) AS bytes
      FROM broadcasts b JOIN counts c ON c.broadcast_id = b.id WHERE b.quota IS NOT NULL GROUP BY c.broadcast_id, c.kind`,
  );
  const deliveries = yield* all<{ id: string; total: number }>(
    `SELECT d.broadcast_id AS id, count(*) AS total FROM broadcasts b
      JOIN deliveries d ON d.broadcast_id = b.id AND d.created_at > ?
      WHERE b.quota LIKE '%"deliveriesPerDay"%' GROUP BY d.broadcast_id`,
    now - DAY,
  );
  const countsOf = Map.groupBy(counts, ({ id }) => id);
  const deliveriesOf = new Map(deliveries.map(({ id, total }) => [id, total]));
  return limited.flatMap(({ id, quota }) => {
    const { documents = {}, bytes, deliveriesPerDay } = JSON.parse(quota) as Quota;
    const stored = countsOf.get(id) ?? [];
    const use = (resource: string, limit: number | undefined, used: number): readonly QuotaUse[] =>
      limit === undefined ? [] : [{ broadcastId: id, resource, limit, used }];
    return [
      ...Object.entries(documents).flatMap(([kind, limit]) =>
        use(kind, limit, stored.find((each) => each.kind === kind)?.total ?? 0),
      ),
      ...use(
        'bytes',
        bytes,
        stored.reduce((sum, each) => sum + each.bytes, 0),
      ),
      ...use('deliveries', deliveriesPerDay, deliveriesOf.get(id) ?? 0),
    ];
  });
}
