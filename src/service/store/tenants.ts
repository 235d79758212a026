import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from './database.ts';

export type Plan = 'pro' | 'free';

export interface Tenant {
  readonly keyId: string;
  readonly broadcastId: string;
  readonly userId: string;
  readonly plan: Plan;
}

export interface ApiKey {
  readonly id: string;
  readonly broadcastId: string;
  readonly label: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

interface KeyRow extends ApiKey, Record<string, unknown> {
  readonly hash: string;
}

const KEY_COLUMNS =
  'id, broadcast_id AS broadcastId, hash, label, created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt';

/** Broadcasts, their owners and their keys. A key is stored as a hash, and shown only once. */
export class Tenants {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The tenant that a key belongs to, unless the key is unknown, expired or revoked. */
  identify(key: string, now: number): Tenant | undefined {
    const hash = hashKey(key);
    const row = this.#database.get<KeyRow & { userId: string; plan: Plan }>(
      `SELECT k.id, k.broadcast_id AS broadcastId, k.hash, k.expires_at AS expiresAt, k.revoked_at AS revokedAt,
        b.user_id AS userId, b.plan FROM api_keys k JOIN broadcasts b ON b.id = k.broadcast_id WHERE k.hash = ?`,
      hash,
    );
    // The index finds a candidate by its hash; the comparison itself takes constant time.
    if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined;
    if (row.revokedAt !== null || (row.expiresAt !== null && Date.parse(row.expiresAt) <= now)) return undefined;
    return { keyId: row.id, broadcastId: row.broadcastId, userId: row.userId, plan: row.plan };
  }

  createKey(broadcastId: string, details: { label: string; now: number; expiresAt?: string; key?: string }) {
    const key = details.key ?? `gck_${randomBytes(24).toString('base64url')}`;
    const id = `key_${randomBytes(6).toString('hex')}`;
    this.#database.run(
      'INSERT INTO api_keys (id, broadcast_id, hash, label, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      broadcastId,
      hashKey(key),
      details.label,
      new Date(details.now).toISOString(),
      details.expiresAt ?? null,
    );
    return { id, key };
  }

  listKeys(): readonly ApiKey[] {
    return this.#database
      .all<KeyRow>(`SELECT ${KEY_COLUMNS} FROM api_keys ORDER BY created_at, id`)
      .map(({ hash: _, ...key }) => key);
  }

  revokeKey(id: string, now: number): boolean {
    const at = new Date(now).toISOString();
    return this.#database.run('UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', at, id) > 0;
  }

  createBroadcast(id: string, userId: string, plan: Plan): void {
    this.#database.run('INSERT INTO broadcasts (id, user_id, plan) VALUES (?, ?, ?)', id, userId, plan);
  }

  listBroadcasts(): readonly { readonly id: string; readonly userId: string; readonly plan: Plan }[] {
    return this.#database.all('SELECT id, user_id AS userId, plan FROM broadcasts ORDER BY id');
  }

  ownerOf(broadcastId: string): string {
    return this.#database.get<{ userId: string }>('SELECT user_id AS userId FROM broadcasts WHERE id = ?', broadcastId)!
      .userId;
  }

  setPlan(id: string, plan: Plan): boolean {
    return this.#database.run('UPDATE broadcasts SET plan = ? WHERE id = ?', plan, id) > 0;
  }
}

/** Keys are long and random, so a plain hash cannot be reversed, and the time of the lookup reveals nothing useful. */
const hashKey = (key: string): string => hash('sha256', key);
