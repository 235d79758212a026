/** Takes the lock of a target, and waits for the run that holds it. A lock expires five minutes after its run died. */
import type { Config } from '../config/config.ts';
import { runsInCi } from '../machine/runs-in-ci.ts';
import { LockHeld, type Lock } from '../state/file/lock.ts';
import type { StateStore } from '../state/store.ts';
import type { Caller } from '../repository/caller.ts';
import { thisRun } from './this-run.ts';

interface LockEvent {
  readonly type: 'lock-waited-for';
  readonly holder: string;
  readonly milliseconds: number;
}

interface Locking {
  /** How long to wait, in milliseconds (default: 0, and six minutes in CI). */
  readonly lockTimeout?: number | undefined;
  readonly config: Config;
  readonly command: string;
  readonly outside: Pick<Caller<LockEvent>, 'clock' | 'onEvent' | 'signal'>;
}

/** Longer than the five minutes after which a lock expires. */
const IN_CI = 6 * 60_000;
const POLL = 5_000;

export async function waitForLock(store: Pick<StateStore, 'lock'>, locking: Locking): Promise<Lock> {
  const { config, command, outside } = locking;
  const { clock } = outside;
  const timeout = locking.lockTimeout ?? (runsInCi(config.environment) ? IN_CI : 0);
  const end = clock.now() + timeout;
  let holder: string | undefined;
  for (;;) {
    try {
      return await store.lock(thisRun(config, command));
    } catch (error) {
      const left = end - clock.now();
      if (!(error instanceof LockHeld) || left <= 0) throw error;
      if (holder !== error.id) outside.onEvent({ type: 'lock-waited-for', holder: error.holder, milliseconds: left });
      holder = error.id;
      await clock.sleep(Math.min(POLL, left), outside.signal);
    }
  }
}
