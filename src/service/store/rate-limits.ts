/** Token buckets that all copies of the service share. */
import { get, type Work } from './work.ts';

export interface Taken {
  readonly allowed: boolean;
  /** The tokens that are left. */
  readonly tokens: number;
}

/**
 * Takes a token if there is one, after refilling the bucket for the time since it was last used. The clocks of two copies
 * differ: the one that is behind must not let the other one refill the same time again. A clock that is a minute behind was
 * set back.
 */
export function* takeToken(keyId: string, now: number, perMinute: number): Work<Taken> {
  const filled = `least(CAST(? AS DOUBLE PRECISION),
    rate_limits.tokens + greatest(0, CAST(? AS BIGINT) - rate_limits.updated) * CAST(? AS DOUBLE PRECISION) / 60000)`;
  const filling = [perMinute, now, perMinute];
  const taken = yield* get<Taken>(
    `INSERT INTO rate_limits (key_id, tokens, updated, allowed) VALUES (?, ?, ?, true)
      ON CONFLICT (key_id) DO UPDATE SET
        allowed = ${filled} >= 1,
        tokens = ${filled} - CASE WHEN ${filled} >= 1 THEN 1 ELSE 0 END,
        updated = CASE WHEN excluded.updated < rate_limits.updated - 60000 THEN excluded.updated
          ELSE greatest(rate_limits.updated, excluded.updated) END
      RETURNING allowed, tokens`,
    keyId,
    perMinute - 1,
    now,
    ...filling,
    ...filling,
    ...filling,
  );
  return taken!;
}
