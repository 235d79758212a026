/**
 * `/healthz` answers while this copy runs, and `/readyz` says whether it should get requests, for those who start and balance
 * copies. Both need no key, so they reveal nothing else, and asking often costs no more than asking once a second.
 */
import { jsonReply, type Endpoints } from './http/reply.ts';
import { get, LOCKED, type Engine } from './store/work.ts';
import { within } from '../values/within.ts';

const STOPPING = 'the service is stopping';
const CHECKED_MS = 1000;
const PATIENCE_MS = 2000;
/** Finds nothing, so it locks nothing. A server that cannot be changed, such as an old primary, refuses to look for locks. */
const PROBE = `SELECT value FROM meta WHERE name = '' ${LOCKED}`;

export interface Health {
  /** From now on, this copy should get no new requests. */
  readonly stop: () => void;
  /** The reason why this copy should get no requests, if there is one. */
  readonly obstacle: () => Promise<string | undefined>;
}

export function healthOf(engine: Engine): Health {
  let isStopping = false;
  let checked: { readonly until: number; readonly obstacle: Promise<string | undefined> } | undefined;
  return {
    stop: () => void (isStopping = true),
    obstacle: async () => {
      if (isStopping) return STOPPING;
      const now = performance.now();
      if (!checked || checked.until < now) checked = { until: now + CHECKED_MS, obstacle: check(engine) };
      const obstacle = await checked.obstacle;
      return isStopping ? STOPPING : obstacle;
    },
  };
}

/** The error itself goes to the log: it may name hosts and users. */
async function check(engine: Engine): Promise<string | undefined> {
  const asked = engine
    .read('everything', () => get(PROBE))
    .then(
      () => 'reached' as const,
      () => 'not reached' as const,
    );
  const found = await within(PATIENCE_MS, asked);
  if (found === undefined) return `the database did not answer within ${PATIENCE_MS / 1000} s`;
  return found === 'reached' ? undefined : 'the database cannot be reached';
}

const HEADERS = { 'Cache-Control': 'no-store' };

export const healthEndpoints = (obstacle: () => Promise<string | undefined>): Endpoints => ({
  'GET /healthz': () => jsonReply(200, { status: 'alive' }, HEADERS),
  'GET /readyz': async () => {
    const reason = await obstacle();
    return reason === undefined
      ? jsonReply(200, { status: 'ready' }, HEADERS)
      : jsonReply(503, { status: 'unavailable', reason }, { ...HEADERS, 'Retry-After': '1' });
  },
});
