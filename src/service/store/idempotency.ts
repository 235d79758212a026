import { hash } from 'node:crypto';
import { Problem } from '../http/problem.ts';
import type { Answer } from '../http/reply.ts';
import { indexable } from './filterable.ts';
import { change, get, run, type Work } from './work.ts';

interface Kept {
  readonly fingerprint: string;
  readonly status: number;
  readonly etag: string | null;
  readonly location: string | null;
  readonly body: string;
  readonly createdAt: number;
}

/** A request that may be repeated. */
interface Repeatable {
  /**
   * The lineage of the key: one that replaced another continues its requests. It is the id of the first of these keys.
   */
  readonly lineage: string;
  readonly idempotencyKey: string;
  readonly path: string;
  readonly body: string;
  readonly now: number;
}

/**
 * Answers to requests with an Idempotency-Key are kept for a day: a repeated request gets the first answer. The answer is
 * stored exactly when the change is, because it is part of the same work.
 */
export function* once(request: Repeatable, act: () => Work<Answer>): Work<Answer> {
  const { lineage, path, body, now } = request;
  const idempotencyKey = indexable(request.idempotencyKey);
  const fingerprint = hash('sha256', `${path}\n${body}`);
  const kept = yield* get<Kept>(
    `SELECT fingerprint, status, etag, location, body, created_at AS "createdAt" FROM idempotency
      WHERE key_id = ? AND idempotency_key = ?`,
    lineage,
    idempotencyKey,
  );
  if (kept && kept.createdAt >= now - ANSWERS_KEPT) return repeated(kept, fingerprint);
  if (kept) yield* run('DELETE FROM idempotency WHERE key_id = ? AND idempotency_key = ?', lineage, idempotencyKey);
  const answer = yield* act();
  yield* change(
    'INSERT INTO idempotency (key_id, idempotency_key, fingerprint, status, etag, location, body, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    lineage,
    idempotencyKey,
    fingerprint,
    answer.status,
    answer.etag ?? null,
    answer.location ?? null,
    answer.body ?? '',
    now,
  );
  return answer;
}

function repeated({ fingerprint, status, etag, location, body }: Kept, wanted: string): Answer {
  if (fingerprint !== wanted) {
    throw new Problem(422, 'idempotency-mismatch', 'this Idempotency-Key was already used with a different request');
  }
  return {
    status: status as Answer['status'],
    body,
    ...(etag !== null && { etag }),
    ...(location !== null && { location }),
  };
}

const DAY = 24 * 60 * 60 * 1000;

const ANSWERS_KEPT = DAY;
const DELIVERIES_KEPT = 30 * DAY;

/** Pending deliveries are never too old. */
export function* forgetOld(now: number): Work<void> {
  yield* run('DELETE FROM idempotency WHERE created_at < ?', now - ANSWERS_KEPT);
  yield* run("DELETE FROM deliveries WHERE created_at < ? AND state <> 'pending'", now - DELIVERIES_KEPT);
}
