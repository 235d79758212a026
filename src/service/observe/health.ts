/**
 * Whether this copy runs (`/healthz`) and whether it should get requests (`/readyz`), for those who start and balance
 * copies. Both need no key, so they reveal nothing else, and asking often costs no more than asking once a second.
 */
import { jsonReply, type Endpoints } from '../http/reply.ts';
import { get, LOCKED, type Engine } from '../store/work.ts';
import { within } from '../../values/within.ts';

const STOPPING = 'the service is stopping';
const CHECKED_MS = 1000;
const PATIENCE_MS = 2000;
/** Finds nothing, so it locks nothing. A server that cannot be changed, such as an old primary, refuses to look for locks. */
const PROBE = `SELECT value FROM meta WHERE name = '' ${LOCKED}`;

export class Health {
  readonly #engine: Engine;
  #isStopping = false;
  #checked: { readonly until: number; readonly obstacle: Promise<string | undefined> } | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** From now on, this copy should get no new requests. */
  stop(): void {
    this.#isStopping = true;
  }

  /** The reason why this copy should get no requests, if there is one. */
  async obstacle(): Promise<string | undefined> {
    if (this.#isStopping) return STOPPING;
    const now = performance.now();
    if (!this.#checked || this.#checked.until < now)
      this.#checked = { until: now + CHECKED_MS, obstacle: this.#check() };
    const obstacle = await this.#checked.obstacle;
    return this.#isStopping ? STOPPING : obstacle;
  }

  /** The error itself goes to the log: it may name hosts and users. */
  async #check(): Promise<string | undefined> {
    const asked = this.#engine
      .read('everything', () => get(PROBE))
      .then(
        () => 'reached' as const,
        () => 'not reached' as const,
      );
    const found = await within(PATIENCE_MS, asked);
    if (found === undefined) return `the database did not answer within ${PATIENCE_MS / 1000} s`;
    return found === 'reached' ? undefined : 'the database cannot be reached';
  }
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
