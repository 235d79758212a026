import type { Config } from '../../config/config.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import type { Lock } from '../../state/file/lock.ts';
import type { Outside } from '../outside.ts';
import { readBroadcast } from '../planning/planning.ts';
import { configOf } from '../../repository/load-config.ts';
import { withTarget, type OpenTarget } from '../../target/open-target.ts';
import type { TargetOptions } from '../calls/shared-options.ts';
import { waitForLock } from '../../target/wait-for-lock.ts';
import { nameOf } from '../../repository/repository.ts';

interface Locked {
  readonly config: Config;
  readonly broadcast: Broadcast;
  readonly target: OpenTarget;
  readonly lock: Lock;
}

/** Opens the target and holds its lock during the call. */
export async function locked<T>(
  outside: Outside,
  options: TargetOptions,
  command: string,
  act: (parts: Locked) => Promise<T>,
): Promise<T> {
  const config = configOf(outside);
  const broadcast = readBroadcast(config, outside.folder, options.target);
  return withTarget(config, outside, { ...options, broadcastName: nameOf(broadcast) }, async (target) => {
    const lock = await waitForLock(target.store, { ...options, config, command, outside });
    try {
      return await act({ config, broadcast, target, lock });
    } finally {
      await lock.release();
    }
  });
}
