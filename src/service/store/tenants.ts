/** Broadcasts, their owners and their keys. A key is stored as a hash, and shown only once. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { all, get, LOCKED, run, tell, type Work } from './work.ts';

export type Plan = 'pro' | 'free';

/** The permissions of a key. */
type Access = 'write' | 'read';

export interface Tenant {
  readonly keyId: string;
  /** The id of the first of the keys that replaced each other, which a client keeps when its key is rotated. */
  readonly lineage: string;
  readonly broadcastId: string;
  readonly userId: string;
  readonly plan: Plan;
  readonly access: Access;
  /** When the key expires, in milliseconds since 1970. */
  readonly expires?: number;
}

export interface ApiKey {
  readonly id: string;
  readonly broadcastId: string;
  readonly label: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly access: Access;
  /** To the minute. */
  readonly lastUsedAt: string | null;
}

export interface StoredBroadcast {
  readonly id: string;
  readonly userId: string;
  readonly plan: Plan;
}

interface KeyRow extends ApiKey {
  readonly hash: string;
}

const KEY_COLUMNS = `id, broadcast_id AS "broadcastId", label, created_at AS "createdAt", expires_at AS "expiresAt",
  revoked_at AS "revokedAt", access, last_used_at AS "lastUsedAt"`;

/** The tenant that a key belongs to, unless the key is unknown or revoked. */
export function* identify(key: string): Work<Tenant | undefined> {
  const hash = hashKey(key);
  const row = yield* get<KeyRow & { lineage: string; userId: string; plan: Plan }>(
    `SELECT k.id, coalesce(k.lineage, k.id) AS lineage, k.broadcast_id AS "broadcastId", k.hash, k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
      k.access, b.user_id AS "userId", b.plan FROM api_keys k JOIN broadcasts b ON b.id = k.broadcast_id WHERE k.hash = ?`,
    hash,
  );
  // The index finds a candidate by its hash; the comparison itself takes constant time.
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined;
  if (row.revokedAt !== null) return undefined;
  const { id: keyId, lineage, broadcastId, userId, plan, access, expiresAt } = row;
  return {
    keyId,
    lineage,
    broadcastId,
    userId,
    plan,
    access,
    ...(expiresAt !== null && { expires: Date.parse(expiresAt) }),
  };
}

export const isCurrent = ({ expires = Infinity }: Tenant, now: number): boolean => expires > now;

export interface NewKey {
  readonly label: string;
  readonly now: number;
  readonly expiresAt?: string | undefined;
  readonly access?: Access | undefined;
  /** That of the key that it replaces. */
  readonly lineage?: string | undefined;
  /** A key that the caller has chosen. */
  readonly key?: string | undefined;
}

/** A new key. Only its digest is stored, so it is never shown again. */
export interface CreatedKey {
  /** The id by which it is revoked. */
  readonly id: string;
  /** The key itself. */
  readonly key: string;
}

export function* createKey(broadcastId: string, details: NewKey): Work<CreatedKey> {
  const key = details.key ?? `gck_${randomBytes(24).toString('base64url')}`;
  const id = `key_${randomBytes(6).toString('hex')}`;
  yield* run(
    'INSERT INTO api_keys (id, broadcast_id, hash, label, created_at, expires_at, access, lineage) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    id,
    broadcastId,
    hashKey(key),
    details.label,
    new Date(details.now).toISOString(),
    details.expiresAt ?? null,
    details.access ?? 'write',
    details.lineage ?? null,
  );
  return { id, key };
}

export const listKeys = (): Work<readonly ApiKey[]> =>
  all<ApiKey>(`SELECT ${KEY_COLUMNS} FROM api_keys ORDER BY created_at, id`);

/** Copies of the service use a key at the same time, each with its own clock. */
export function* noteUse(id: string, now: number): Work<void> {
  const at = new Date(now).toISOString();
  const since = 'last_used_at IS NULL OR last_used_at < ?';
  yield* run(`UPDATE api_keys SET last_used_at = ? WHERE id = ? AND (${since})`, at, id, at);
}

export function* revokeKey(id: string, now: number): Work<boolean> {
  const at = new Date(now).toISOString();
  yield* tell('tenants');
  return (yield* run('UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', at, id)) > 0;
}

export function* insertBroadcast({ id, userId, plan }: StoredBroadcast): Work<void> {
  yield* run('INSERT INTO broadcasts (id, user_id, plan) VALUES (?, ?, ?)', id, userId, plan);
}

export const listBroadcasts = (): Work<readonly StoredBroadcast[]> =>
  all<StoredBroadcast>('SELECT id, user_id AS "userId", plan FROM broadcasts ORDER BY id');

export function* setPlan(id: string, plan: Plan): Work<boolean> {
  yield* tell('tenants');
  return (yield* run('UPDATE broadcasts SET plan = ? WHERE id = ?', plan, id)) > 0;
}

/** Keys are long and random, so a plain hash cannot be reversed, and the time of the lookup reveals nothing useful. */
const hashKey = (key: string): string => hash('sha256', key);

/** The successor of a key. */
export interface RotatedKey extends CreatedKey {
  /** The broadcast that both are keys of. */
  readonly broadcastId: string;
  /** The id of the old key. */
  readonly replaces: string;
  /** When the old key ends. */
  readonly replacedExpiresAt: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** Both are valid for a day. Undefined if there is no such valid key. One that would expire sooner still does. */
export function* rotateKey(
  id: string,
  { now, expiresAt }: Pick<NewKey, 'now' | 'expiresAt'>,
): Work<RotatedKey | undefined> {
  const old = yield* get<ApiKey & { readonly lineage: string }>(
    `SELECT ${KEY_COLUMNS}, coalesce(lineage, id) AS lineage FROM api_keys WHERE id = ? ${LOCKED}`,
    id,
  );
  if (!old || !isValid(old, now)) return undefined;
  const { broadcastId, label, access, lineage } = old;
  const created = yield* createKey(broadcastId, { label, access, lineage, now, expiresAt });
  const end = new Date(now + DAY).toISOString();
  const replacedExpiresAt = old.expiresAt !== null && old.expiresAt < end ? old.expiresAt : end;
  yield* run('UPDATE api_keys SET expires_at = ? WHERE id = ?', replacedExpiresAt, id);
  yield* tell('tenants');
  return { ...created, broadcastId, replaces: id, replacedExpiresAt };
}

/** `last`: nothing was revoked, because no other valid key of the broadcast can write. */
export function* revokeUnlessLast(id: string, now: number): Work<'revoked' | 'unknown' | 'last'> {
  const key = yield* get<ApiKey>(`SELECT ${KEY_COLUMNS} FROM api_keys WHERE id = ?`, id);
  if (!key || key.revokedAt !== null) return 'unknown';
  // The second of two keys that are revoked at the same time has to see that the first one is.
  yield* get('SELECT id FROM broadcasts WHERE id = ? /* FOR NO KEY UPDATE */', key.broadcastId);
  const keys = yield* all<ApiKey>(`SELECT ${KEY_COLUMNS} FROM api_keys WHERE broadcast_id = ?`, key.broadcastId);
  const writing = keys.filter((each) => each.access === 'write' && isValid(each, now));
  if (writing.length === 1 && writing[0]!.id === id) return 'last';
  return (yield* revokeKey(id, now)) ? 'revoked' : 'unknown';
}

const isValid = ({ revokedAt, expiresAt }: ApiKey, now: number): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now);
