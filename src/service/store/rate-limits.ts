/** Token buckets that all copies of the service share. */
import { changeAtOnce, type Work } from './work.ts';

export interface Taken {
  readonly granted: number;
  /** The tokens that are left. */
  readonly tokens: number;
}

export interface Demand {
  readonly keyId: string;
  readonly wanted: number;
  readonly perMinute: number;
  readonly now: number;
}

/**
 * Takes as many of the wanted tokens as there are, after refilling the bucket for the time since it was last used. The
 * clocks of two copies differ: the one that is behind must not let the other one refill the same time again. A clock that
 * is a minute behind was set back.
 */
export function* takeTokens({ keyId, wanted, perMinute, now }: Demand): Work<Taken> {
  const filled = `least(CAST(? AS DOUBLE PRECISION),
    rate_limits.tokens + greatest(0, CAST(? AS BIGINT) - rate_limits.updated) * CAST(? AS DOUBLE PRECISION) / 60000)`;
  const granted = `least(CAST(? AS INTEGER), floor(${filled}))`;
  const filling = [perMinute, now, perMinute];
  const first = Math.min(wanted, perMinute);
  const taken = yield* changeAtOnce<Taken>(
    `INSERT INTO rate_limits (key_id, tokens, updated, granted) VALUES (?, ?, ?, ?)
      ON CONFLICT (key_id) DO UPDATE SET
        granted = ${granted},
        tokens = ${filled} - ${granted},
        updated = CASE WHEN excluded.updated < rate_limits.updated - 60000 THEN excluded.updated
          ELSE greatest(rate_limits.updated, excluded.updated) END
      RETURNING granted, tokens`,
    keyId,
    perMinute - first,
    now,
    first,
    wanted,
    ...filling,
    ...filling,
    wanted,
    ...filling,
  );
  return taken!;
}
