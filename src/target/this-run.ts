/** This run: the user who starts it, the page where it can be watched, and the lock that it takes. */
import type { Config } from '../config/config.ts';
import type { LockOwner } from '../state/file/lock-file.ts';
import { thisProcess, LockHeld, type Lock } from '../state/file/lock.ts';
import { runsInCi } from '../machine/runs-in-ci.ts';
import type { StateStore } from '../state/store.ts';
import type { Caller } from '../repository/caller.ts';

export function thisRun(config: Config, command: string): LockOwner {
  const url = runUrl(config);
  const user = config.environment('USER');
  return thisProcess({ command, ...(url !== undefined && { url }), ...(user !== undefined && { user }) });
}

/** The page of the run in GitHub's or GitLab's CI. */
function runUrl({ variable }: Config): string | undefined {
  const [server, repository, run] = ['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY', 'GITHUB_RUN_ID'].map(variable);
  return server && repository && run ? `${server}/${repository}/actions/runs/${run}` : variable('CI_JOB_URL');
}

/** The person whose push or click started CI. */
export const actorOf = ({ variable }: Config): string | undefined =>
  variable('GITHUB_ACTOR') ?? variable('GITLAB_USER_LOGIN');

interface LockEvent {
  readonly type: 'lock-waited-for';
  readonly holder: string;
  readonly milliseconds: number;
}

interface Locking {
  readonly config: Config;
  readonly command: string;
  readonly outside: Pick<Caller<LockEvent>, 'clock' | 'onEvent' | 'signal'>;
}

/** Longer than the five minutes after which a lock expires. */
const IN_CI = 6 * 60_000;
const POLL = 5_000;

/** Takes the lock of a target, and waits for the run that holds it. */
export async function waitForLock(store: Pick<StateStore, 'lock'>, locking: Locking): Promise<Lock> {
  const { config, command, outside } = locking;
  const { clock } = outside;
  const timeout = runsInCi(config.environment) ? IN_CI : 0;
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

export async function whileLocked<T>(taken: Promise<Lock>, act: (lock: Lock) => Promise<T>): Promise<T> {
  const lock = await taken;
  try {
    return await act(lock);
  } finally {
    await lock.release();
  }
}
