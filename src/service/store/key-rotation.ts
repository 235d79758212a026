/** Replaces keys while both are valid for a while, and never leaves a broadcast without one. */
import { createKey, KEY_COLUMNS, revokeKey, type ApiKey, type CreatedKey } from './tenants.ts';
import { all, get, LOCKED, run, tell, type Work } from './work.ts';

/** The successor of a key. */
export interface RotatedKey extends CreatedKey {
  /** The broadcast that both are keys of. */
  readonly broadcastId: string;
  /** The id of the old key. */
  readonly replaces: string;
  /** When the old key ends. */
  readonly replacedExpiresAt: string;
}

export interface Rotation {
  readonly now: number;
  /** Milliseconds for which both are valid. */
  readonly overlap: number;
  /** When the new key expires. */
  readonly expiresAt: string | undefined;
}

/** Undefined if there is no such valid key. One that would expire sooner still does. */
export function* rotateKey(id: string, { now, overlap, expiresAt }: Rotation): Work<RotatedKey | undefined> {
  const old = yield* get<ApiKey & { readonly lineage: string }>(
    `SELECT ${KEY_COLUMNS}, coalesce(lineage, id) AS lineage FROM api_keys WHERE id = ? ${LOCKED}`,
    id,
  );
  if (!old || !isValid(old, now)) return undefined;
  const { broadcastId, label, access, lineage } = old;
  const created = yield* createKey(broadcastId, { label, access, lineage, now, expiresAt });
  const end = new Date(now + overlap).toISOString();
  const replacedExpiresAt = old.expiresAt !== null && old.expiresAt < end ? old.expiresAt : end;
  yield* run('UPDATE api_keys SET expires_at = ? WHERE id = ?', replacedExpiresAt, id);
  yield* tell('tenants');
  return { ...created, broadcastId, replaces: id, replacedExpiresAt };
}

/** `last`: nothing was revoked, because no other valid key of the broadcast can write. */
export function* revokeUnlessLast(id: string, now: number): Work<'revoked' | 'unknown' | 'last'> {
  const key = yield* get<ApiKey>(`SELECT ${KEY_COLUMNS} FROM api_keys WHERE id = ?`, id);
  if (!key || key.revokedAt !== null) return 'unknown';
  // Of two keys that are revoked at the same time, the second one has to see that the first one is.
  yield* get('SELECT id FROM broadcasts WHERE id = ? /* FOR NO KEY UPDATE */', key.broadcastId);
  const keys = yield* all<ApiKey>(`SELECT ${KEY_COLUMNS} FROM api_keys WHERE broadcast_id = ?`, key.broadcastId);
  const writing = keys.filter((each) => each.access === 'write' && isValid(each, now));
  if (writing.length === 1 && writing[0]!.id === id) return 'last';
  return (yield* revokeKey(id, now)) ? 'revoked' : 'unknown';
}

const isValid = ({ revokedAt, expiresAt }: ApiKey, now: number): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now);
