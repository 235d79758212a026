/**
 * The outbox: a delivery is written in the same transaction as the change it reports, so neither exists without the
 * other. The delivery worker sends it.
 */
import type { JsonObject } from '../values/json.ts';
import type { Origin } from './observe/origin.ts';
import { createIdSource } from './ids.ts';
import type { Clock } from './options.ts';
import { fieldsOf, listAllRecords, type StoredRecord } from './store/records.ts';
import { change, run, tell, type Work } from './store/work.ts';

export interface Announcement {
  readonly type: string;
  readonly record: StoredRecord;
  /** The record as Surface A represents it. */
  readonly data: () => string;
  /** When to send the delivery: now, or when a scheduled article is published. */
  readonly dueAt: number;
}

export class Outbox {
  readonly #clock: Clock;
  readonly #newId: () => string;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#newId = createIdSource(clock.now);
  }

  /** Returns the number of deliveries. */
  *announce({ type, record, data, dueAt }: Announcement, origin: Origin = {}): Work<number> {
    const followers = yield* followersOf(record.broadcastId, type);
    const { requestId, traceparent } = origin;
    for (const webhook of followers) {
      const id = `msg_${this.#newId()}`;
      const timestamp = new Date(dueAt).toISOString();
      const body = `{"id":"${id}","type":"${type}","timestamp":"${timestamp}","data":${data()}}`;
      yield* change(
        `INSERT INTO deliveries (id, broadcast_id, webhook_id, subject_id, type, body, state, due_at, created_at, request_id,
          traceparent) VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?)`,
        id,
        record.broadcastId,
        webhook.id,
        record.id,
        type,
        body,
        dueAt,
        this.#clock.now(),
        requestId ?? null,
        traceparent ?? null,
      );
    }
    if (followers.length > 0) yield* tell('deliveries');
    return followers.length;
  }

  /** Withdraws scheduled announcements: the article was changed or removed before it was published. */
  *withdrawScheduled(subjectId: string): Work<void> {
    yield* run(
      "DELETE FROM deliveries WHERE subject_id = ? AND state = 'pending' AND attempts = 0 AND due_at > ?",
      subjectId,
      this.#clock.now(),
    );
  }
}

function* followersOf(broadcastId: string, type: string): Work<readonly StoredRecord[]> {
  return (yield* listAllRecords(broadcastId, 'webhook')).filter((webhook) => {
    const { active, events } = fieldsOf(webhook) as JsonObject & { events: readonly string[] };
    return active === true && events.includes(type);
  });
}
