/** Deliveries and their attempts in the database. Make changes inside `database.write`. */
import type { Database } from '../store/database.ts';

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
}

export interface StoredDelivery extends DeliverySummary {
  readonly body: string;
}

export interface Attempt {
  readonly at: number;
  /** The status of the answer, if there was one. */
  readonly status: number | null;
  readonly error: string | null;
}

export interface RecordedAttempt extends Attempt {
  readonly deliveryId: string;
  readonly number: number;
}

const COLUMNS = `id, broadcast_id AS broadcastId, webhook_id AS webhookId, type, state, attempts,
  due_at AS dueAt, created_at AS createdAt`;

const KEPT = 30 * 24 * 60 * 60 * 1000;

export class DeliveryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The due deliveries that have waited longest, skipping the given webhooks. */
  findDue(now: number, exceptWebhooks: readonly string[], limit: number): readonly Candidate[] {
    return this.#database.all<Candidate & Row>(
      `SELECT id, webhook_id AS webhookId FROM deliveries
        WHERE state = 'pending' AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?)
        AND webhook_id NOT IN (SELECT value FROM json_each(?)) ORDER BY due_at LIMIT ?`,
      now,
      now,
      JSON.stringify(exceptWebhooks),
      limit,
    );
  }

  nextDueAfter(now: number): number | undefined {
    return this.#database.get<{ dueAt: number }>(
      "SELECT due_at AS dueAt FROM deliveries WHERE state = 'pending' AND due_at > ? ORDER BY due_at LIMIT 1",
      now,
    )?.dueAt;
  }

  /** Releases deliveries leased by a process that ended before it could record a result. */
  releaseLeases(): void {
    this.#database.run(
      "UPDATE deliveries SET leased_until = NULL WHERE state = 'pending' AND leased_until IS NOT NULL",
    );
  }

  /**
   * Leases a delivery until the given time. If the process dies, the lease expires and the next one takes it. Undefined
   * if another lane took it first.
   */
  lease(id: string, now: number, until: number): StoredDelivery | undefined {
    return this.#database.get<StoredDelivery & Row>(
      `UPDATE deliveries SET leased_until = ? WHERE id = ? AND state = 'pending' AND due_at <= ?
        AND (leased_until IS NULL OR leased_until <= ?) RETURNING ${COLUMNS}, body`,
      until,
      id,
      now,
      now,
    );
  }

  /** Records an attempt and its consequence. Leaves a delivery alone if it was withdrawn in the meantime. */
  settle(id: string, attempt: Attempt, next: { readonly state: DeliveryState; readonly dueAt: number }): void {
    this.#database.run(
      'UPDATE deliveries SET state = ?, due_at = ?, attempts = attempts + 1, leased_until = NULL WHERE id = ?',
      next.state,
      next.dueAt,
      id,
    );
    this.#database.run(
      'INSERT INTO attempts (delivery_id, number, at, status, error) SELECT id, attempts, ?, ?, ? FROM deliveries WHERE id = ?',
      attempt.at,
      attempt.status,
      attempt.error,
      id,
    );
  }

  /** Deletes deliveries that were settled more than a month ago. */
  forgetOld(now: number): void {
    this.#database.run("DELETE FROM deliveries WHERE created_at < ? AND state <> 'pending'", now - KEPT);
  }

  latest(limit: number): readonly DeliverySummary[] {
    return this.#database.all<DeliverySummary & Row>(
      `SELECT ${COLUMNS} FROM deliveries ORDER BY created_at DESC, id DESC LIMIT ?`,
      limit,
    );
  }

  attemptsOf(deliveryIds: readonly string[]): readonly RecordedAttempt[] {
    return this.#database.all<RecordedAttempt & Row>(
      `SELECT delivery_id AS deliveryId, number, at, status, error FROM attempts
        WHERE delivery_id IN (SELECT value FROM json_each(?)) ORDER BY delivery_id, number`,
      JSON.stringify(deliveryIds),
    );
  }
}

type Row = Record<string, unknown>;
