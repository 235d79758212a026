/**
 * The outbox: a delivery is written in the same transaction as the change it reports, so neither exists without the
 * other. The delivery worker sends it.
 */
import type { JsonObject } from '../values/json.ts';
import type { Clock } from './options.ts';
import type { Database } from './store/database.ts';
import { fieldsOf, type Records, type StoredRecord } from './store/records.ts';

export interface Announcement {
  readonly type: string;
  readonly record: StoredRecord;
  /** The record as Surface A represents it. */
  readonly data: string;
  /** When to send the delivery: now, or when a scheduled article is published. */
  readonly dueAt: number;
}

export class Outbox {
  readonly #database: Database;
  readonly #records: Records;
  readonly #clock: Clock;
  readonly #newId: () => string;
  /** Called after each announcement, so that the worker does not have to poll. */
  onAnnounced: () => void = () => {};

  constructor(parts: { database: Database; records: Records; clock: Clock; newId: () => string }) {
    this.#database = parts.database;
    this.#records = parts.records;
    this.#clock = parts.clock;
    this.#newId = parts.newId;
  }

  announce({ type, record, data, dueAt }: Announcement): void {
    const followers = this.#followersOf(record.broadcastId, type);
    for (const webhook of followers) {
      const id = `msg_${this.#newId()}`;
      const timestamp = new Date(dueAt).toISOString();
      const body = `{"id":"${id}","type":"${type}","timestamp":"${timestamp}","data":${data}}`;
      this.#database.run(
        `INSERT INTO deliveries (id, broadcast_id, webhook_id, subject_id, type, body, state, due_at, created_at)
          VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?)`,
        id,
        record.broadcastId,
        webhook.id,
        record.id,
        type,
        body,
        dueAt,
        this.#clock.now(),
      );
    }
    if (followers.length > 0) this.onAnnounced();
  }

  /** Withdraws scheduled announcements: the article was changed or removed before it was published. */
  withdrawScheduled(subjectId: string): void {
    this.#database.run(
      "DELETE FROM deliveries WHERE subject_id = ? AND state = 'pending' AND attempts = 0 AND due_at > ?",
      subjectId,
      this.#clock.now(),
    );
  }

  #followersOf(broadcastId: string, type: string): readonly StoredRecord[] {
    const total = this.#records.count(broadcastId, 'webhook');
    if (total === 0) return [];
    return this.#records.list(broadcastId, 'webhook', { limit: total, offset: 0 }).filter((webhook) => {
      const { active, events } = fieldsOf(webhook) as JsonObject & { events: readonly string[] };
      return active === true && events.includes(type);
    });
  }
}
