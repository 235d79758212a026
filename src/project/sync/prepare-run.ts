import type { Config } from '../../config/config.ts';
import type { Choices } from '../../plan/context.ts';
import type { Lock } from '../../state/file/lock.ts';
import { resume } from '../../state/resume.ts';
import type { Outside } from '../outside.ts';
import { choicesOf } from '../planning/choices.ts';
import { addressesIn, preparePlan, readBroadcast, readSendable, type Prepared } from '../planning/planning.ts';
import { contentConfigOf } from '../../repository/load-config.ts';
import { openTarget, type OpenTarget } from '../../target/open-target.ts';
import type { TargetOptions, LockOptions, ChoiceOptions } from '../calls/shared-options.ts';
import { waitForLock } from '../../target/wait-for-lock.ts';
import type { Again } from './rounds.ts';
import { nameOf } from '../../repository/repository.ts';
import { refuseUnknown } from '../files/address-pattern.ts';

/** A target with its lock taken, and the plan for it. */
export interface Ready {
  readonly config: Config;
  readonly target: OpenTarget;
  readonly lock: Lock;
  readonly prepared: Prepared;
  readonly planAgain: Again['prepare'];
  /** Aborted when the program stops the call, and when the lock is lost. */
  readonly signal: AbortSignal;
}

interface Wanted extends TargetOptions, ChoiceOptions, LockOptions {
  readonly create?: readonly string[] | undefined;
}

/** Everything up to the plan, as a separate function, so that the documents can be freed before anything is sent. */
export async function prepareRun(outside: Outside, options: Wanted): Promise<Ready> {
  const { folder, onEvent } = outside;
  const config = contentConfigOf(outside);
  const broadcast = await readSendable(config, folder, options.target);
  const lost = new AbortController();
  const signal = outside.signal ? AbortSignal.any([outside.signal, lost.signal]) : lost.signal;
  const target = await openTarget(config, outside, { ...options, broadcastName: nameOf(broadcast), signal });
  try {
    const lock = await waitForLock(target.store, { ...options, config, command: 'sync', outside });
    // The run then stops, and its results are saved if that is still allowed.
    lock.lost.addEventListener('abort', () => lost.abort());
    if (lock.note !== undefined) onEvent({ type: 'lock-taken-over', note: lock.note });
    try {
      const loaded = await resume(target.store, lock, target.clock.now);
      refuseUnknown([...(options.only ?? []), ...(options.create ?? [])], addressesIn(broadcast, loaded));
      const choices = choicesOf(options);
      const { input: _, ...prepared } = await preparePlan(config, broadcast, target, choices);
      const planAgain: Again['prepare'] = async (addresses) => {
        const only: Choices['only'] = (address, kind) => addresses.has(address) && choices.only(address, kind);
        const files = readBroadcast(config, folder, options.target);
        const { input: _input, ...next } = await preparePlan(config, files, target, { ...choices, only });
        return next;
      };
      return { config, target, lock, prepared, planAgain, signal };
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    await target.close();
    throw error;
  }
}
