/**
 * The outbox: a delivery is written in the same transaction as the change it reports, so neither exists without the
 * other. The delivery worker sends it.
 */
import { kindNamed } from '../kinds/registry.ts';
import { isVisible } from './behaviours.ts';
import type { Profile } from './options.ts';
import { represent } from './representation.ts';
import { fieldsOf, listAllRecords, type StoredRecord } from './store/records.ts';
import { change, run, tell, type Work } from './store/work.ts';
import type { JsonObject } from '../values/json.ts';

/** One of the two is undefined for a record that is created or deleted. */
interface Change {
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
}

interface Announcing {
  readonly profile: Profile;
  readonly now: number;
  readonly newId: () => string;
  readonly requestId: string;
}

/** Tells webhooks of a change. */
export function* announce(change: Change, announcing: Announcing): Work<void> {
  const { before } = change;
  if (before?.kind === 'article') yield* withdrawScheduled(before.id, announcing.now);
  for (const each of announcements(change, announcing)) yield* deliver(each, announcing);
}

interface Announcement {
  readonly type: string;
  readonly record: StoredRecord;
  /** When to send the delivery: now, or when a scheduled article is published. */
  readonly dueAt: number;
}

const DOCUMENTED = new Set(['event.created', 'event.updated', 'event.deleted', 'place.created']);

function announcements({ before, after }: Change, { profile, now }: Announcing): readonly Announcement[] {
  const record = (after ?? before)!;
  const { kind } = record;
  if (kindNamed(kind).surface !== 'A') return [];
  const type = `${kind}.${before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated'}`;
  const announced = profile === 'extended' || DOCUMENTED.has(type) ? [{ type, record, dueAt: now }] : [];
  const publication = kind === 'article' && after ? publicationAt(before, after, now) : undefined;
  return publication === undefined
    ? announced
    : [...announced, { type: 'article.published', record, dueAt: publication }];
}

/**
 * The time at which this change makes an article visible: now, its publication time, or never (already visible, or a
 * draft).
 */
function publicationAt(before: StoredRecord | undefined, after: StoredRecord, now: number): number | undefined {
  const fields = fieldsOf(after);
  if (fields['status'] !== 'published' || isVisible(before && fieldsOf(before), now)) return undefined;
  return Math.max(now, Date.parse(fields['published_at'] as string));
}

function* deliver({ type, record, dueAt }: Announcement, { now, newId, requestId }: Announcing): Work<void> {
  const followers = yield* followersOf(record.broadcastId, type);
  for (const webhook of followers) {
    const id = `msg_${newId()}`;
    const timestamp = new Date(dueAt).toISOString();
    const body = `{"id":"${id}","type":"${type}","timestamp":"${timestamp}","data":${represent(record, 'A')}}`;
    yield* change(
      `INSERT INTO deliveries (id, broadcast_id, webhook_id, subject_id, type, body, state, due_at, created_at, request_id)
        VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?)`,
      id,
      record.broadcastId,
      webhook.id,
      record.id,
      type,
      body,
      dueAt,
      now,
      requestId,
    );
  }
  if (followers.length > 0) yield* tell('deliveries');
}

function* followersOf(broadcastId: string, type: string): Work<readonly StoredRecord[]> {
  return (yield* listAllRecords(broadcastId, 'webhook')).filter((webhook) => {
    const { active, events } = fieldsOf(webhook) as JsonObject & { events: readonly string[] };
    return active === true && events.includes(type);
  });
}

/** Withdraws scheduled announcements: the article was changed or removed before it was published. */
function* withdrawScheduled(subjectId: string, now: number): Work<void> {
  yield* run(
    "DELETE FROM deliveries WHERE subject_id = ? AND state = 'pending' AND attempts = 0 AND due_at > ?",
    subjectId,
    now,
  );
}
