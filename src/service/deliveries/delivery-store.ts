/** Deliveries and their attempts in the store. */
import { all, get, listed, LOCKED_IF_FREE, run, tell, type Work } from '../store/work.ts';

export type DeliveryState = 'pending' | 'delivered' | 'failed';

export interface Candidate {
  readonly id: string;
  readonly webhookId: string;
}

export interface DeliverySummary extends Candidate {
  readonly broadcastId: string;
  readonly type: string;
  readonly state: DeliveryState;
  /** The number of attempts made and recorded. */
  readonly attempts: number;
  readonly dueAt: number;
  readonly createdAt: number;
  /** The request that led to it. */
  readonly requestId: string | null;
}

export interface StoredDelivery extends DeliverySummary {
  readonly body: string;
  readonly traceparent: string | null;
}

export interface Attempt {
  readonly at: number;
  /** The status of the answer, if there was one. */
  readonly status: number | null;
  readonly error: string | null;
}

interface RecordedAttempt extends Attempt {
  readonly deliveryId: string;
  readonly number: number;
}

const COLUMNS = `id, broadcast_id AS "broadcastId", webhook_id AS "webhookId", type, state, attempts,
  due_at AS "dueAt", created_at AS "createdAt", request_id AS "requestId"`;

/** The due deliveries that have waited longest, skipping the given webhooks. */
export function findDue(now: number, exceptWebhooks: readonly string[], limit: number): Work<readonly Candidate[]> {
  const excepted = listed(exceptWebhooks);
  return all<Candidate>(
    `SELECT id, webhook_id AS "webhookId" FROM deliveries
      WHERE state = 'pending' AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?)
      AND webhook_id NOT IN (${excepted.places}) ORDER BY due_at LIMIT ?`,
    now,
    now,
    ...excepted.values,
    limit,
  );
}

export function* nextDueAfter(now: number): Work<number | undefined> {
  const next = yield* get<{ dueAt: number }>(
    `SELECT due_at AS "dueAt" FROM deliveries WHERE state = 'pending' AND due_at > ? ORDER BY due_at LIMIT 1`,
    now,
  );
  return next?.dueAt;
}

interface Queue {
  readonly due: number;
  readonly later: number;
  /** When the oldest one became due. */
  readonly oldest: number | null;
}

/** The deliveries that wait to be sent. */
export function* queueOf(now: number): Work<Queue> {
  const row = yield* get<{ pending: number; due: number; oldest: number | null }>(
    `SELECT count(*) AS pending, count(CASE WHEN due_at <= ? THEN 1 END) AS due, min(due_at) AS oldest FROM deliveries
      WHERE state = 'pending'`,
    now,
  );
  const { pending, due, oldest } = row!;
  return { due, later: pending - due, oldest: due === 0 ? null : oldest };
}

/** Releases deliveries leased by processes that ended before they could record a result. */
export function* releaseLeases(alive: readonly string[]): Work<void> {
  const { places, values } = listed(alive);
  yield* run(
    `UPDATE deliveries SET leased_until = NULL, leased_by = NULL WHERE state = 'pending' AND leased_until IS NOT NULL
      AND (leased_by IS NULL OR leased_by NOT IN (${places}))`,
    ...values,
  );
}

export interface Lease extends Pick<Candidate, 'id'> {
  readonly holder: string;
  readonly until: number;
}

/**
 * Leases a delivery until the given time. If the process dies, the lease expires and the next one takes it. Undefined
 * if another process took it first.
 */
export function lease({ id, until, holder }: Lease, now: number): Work<StoredDelivery | undefined> {
  return get<StoredDelivery>(
    `UPDATE deliveries SET leased_until = ?, leased_by = ? WHERE id IN (SELECT id FROM deliveries WHERE id = ? AND state = 'pending'
      AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?) ${LOCKED_IF_FREE}) RETURNING ${COLUMNS}, body, traceparent`,
    until,
    holder,
    id,
    now,
    now,
  );
}

/** Gives up leases, so that any process can send the deliveries at once. Later leases of the same deliveries stay. */
export function* returnLeases(leases: readonly Lease[]): Work<void> {
  for (const { id, holder, until } of leases)
    yield* run(
      'UPDATE deliveries SET leased_until = NULL, leased_by = NULL WHERE id = ? AND leased_by = ? AND leased_until = ?',
      id,
      holder,
      until,
    );
  yield* tell('deliveries');
}

/** Records an attempt and its consequence. Leaves a delivery alone if it was withdrawn in the meantime. */
export function* recordAttempt(
  id: string,
  attempt: Attempt,
  next: { readonly state: DeliveryState; readonly dueAt: number },
): Work<void> {
  yield* run(
    'UPDATE deliveries SET state = ?, due_at = ?, attempts = attempts + 1, leased_until = NULL, leased_by = NULL WHERE id = ?',
    next.state,
    next.dueAt,
    id,
  );
  yield* run(
    `INSERT INTO attempts (delivery_id, number, at, status, error)
      SELECT id, attempts, CAST(? AS BIGINT), CAST(? AS INTEGER), CAST(? AS TEXT) FROM deliveries WHERE id = ?`,
    attempt.at,
    attempt.status,
    attempt.error,
    id,
  );
  yield* tell('attempts');
}

export const latestDeliveries = (limit: number): Work<readonly DeliverySummary[]> =>
  all<DeliverySummary>(`SELECT ${COLUMNS} FROM deliveries ORDER BY created_at DESC, id DESC LIMIT ?`, limit);

export function attemptsOf(deliveryIds: readonly string[]): Work<readonly RecordedAttempt[]> {
  const { places, values } = listed(deliveryIds);
  return all<RecordedAttempt>(
    `SELECT delivery_id AS "deliveryId", number, at, status, error FROM attempts
      WHERE delivery_id IN (${places}) ORDER BY delivery_id, number`,
    ...values,
  );
}
