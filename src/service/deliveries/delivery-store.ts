/** Deliveries and their attempts in the store. */
import { all, get, listed, LOCKED_IF_FREE, run, tell, type Work } from '../store/work.ts';

/** `failed`: there will be no other attempt. */
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
      AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?) ${LOCKED_IF_FREE}) RETURNING ${COLUMNS}, body`,
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

/** Records the consequence of an attempt. Leaves a delivery alone if it was withdrawn in the meantime. */
export function* recordAttempt(
  id: string,
  next: { readonly state: DeliveryState; readonly dueAt: number },
): Work<void> {
  yield* run(
    'UPDATE deliveries SET state = ?, due_at = ?, attempts = attempts + 1, leased_until = NULL, leased_by = NULL WHERE id = ?',
    next.state,
    next.dueAt,
    id,
  );
}
