/**
 * Notes when keys were last used, so that nobody revokes one that is still in use. A minute is exact enough, and a request
 * never waits for it.
 */
import type { Origin } from './observe/origin.ts';
import type { Clock } from './options.ts';
import type { Engine } from './store/engine.ts';
import { noteUse } from './store/tenants.ts';

const MINUTE = 60_000;

export class KeyUse {
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #noted = new Map<string, number>();

  constructor(engine: Engine, clock: Clock) {
    this.#engine = engine;
    this.#clock = clock;
  }

  note(keyId: string, origin?: Origin): void {
    const now = this.#clock.now();
    const last = this.#noted.get(keyId);
    // A clock that was set back would otherwise say nothing for a long time.
    if (last !== undefined && Math.abs(now - last) < MINUTE) return;
    this.#noted.set(keyId, now);
    const noting = this.#engine.write('everything', () => noteUse(keyId, now), { origin });
    noting.catch(() => this.#noted.delete(keyId));
  }
}
