import { createHash } from 'node:crypto';
import { Problem } from '../http/problem.ts';
import type { Answer } from '../http/answer.ts';
import type { Database } from './database.ts';

const KEPT = 24 * 60 * 60 * 1000;

interface Kept extends Record<string, unknown> {
  readonly fingerprint: string;
  readonly status: number;
  readonly etag: string | null;
  readonly location: string | null;
  readonly body: string;
}

/** Answers to requests with an Idempotency-Key, kept for a day: a repeated request gets the first answer. */
export class Idempotency {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Call inside the change's transaction, so that the answer is stored exactly when the change is. */
  once(keyId: string, idempotencyKey: string, request: { path: string; body: string }, act: () => Answer): Answer {
    const fingerprint = createHash('sha256').update(`${request.path}\n${request.body}`).digest('hex');
    const now = this.#now();
    this.#database.run('DELETE FROM idempotency WHERE created_at < ?', now - KEPT);
    const kept = this.#database.get<Kept>(
      'SELECT fingerprint, status, etag, location, body FROM idempotency WHERE key_id = ? AND idempotency_key = ?',
      keyId,
      idempotencyKey,
    );
    if (kept) return repeated(kept, fingerprint);
    const answer = act();
    this.#database.run(
      'INSERT INTO idempotency (key_id, idempotency_key, fingerprint, status, etag, location, body, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      keyId,
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
