/** Pulls on deliveries: one pull per burst, one at a time. An error never ends it. */
import { setTimeout as wait } from 'node:timers/promises';
import { RemoteError, UserError } from '../../diagnostics/errors.ts';
import type { Notation } from '../../diagnostics/wording.ts';
import { gather } from '../../webhooks/gather.ts';
import type { Delivery } from '../../webhooks/receiver.ts';
import { Busy } from './pull-into-branch.ts';
import type { PulledBranch, PullEvent } from '../events.ts';

export interface PullListener {
  readonly onDelivery: (delivery: Delivery) => void;
  /** Pulls once without a delivery: some may have been missed while nothing was listening. */
  readonly catchUp: () => void;
  readonly stop: () => Promise<void>;
}

interface PullWork {
  readonly branch: string;
  readonly pull: (deliveries: readonly Delivery[]) => Promise<PulledBranch>;
  readonly tell: (event: PullEvent) => void;
  readonly notation: Notation;
}

/** Long enough for the deliveries of one save in a web editor, short enough to be done when its user looks. */
const QUIET = 500;
const LONGEST = 5000;
const BUSY = { pause: 2000, tries: 150 };

export function listenAndPull({ branch, pull, tell, notation }: PullWork): PullListener {
  const stop = new AbortController();
  const task = async (given: readonly (Delivery | undefined)[]): Promise<void> => {
    const deliveries = given.filter((each) => each !== undefined);
    try {
      const pulled = await whenFree(() => pull(deliveries), stop.signal, tell);
      if (pulled) tell({ kind: 'pulled', branch, deliveries: deliveries.map(({ id }) => id), ...pulled });
    } catch (error) {
      tell({ kind: 'failed', ...failureOf(error, notation) });
    }
  };
  const gatherer = gather<Delivery | undefined>({ task, quiet: QUIET, longest: LONGEST });
  return {
    onDelivery: gatherer.add,
    catchUp: () => gatherer.add(undefined),
    stop: async () => {
      stop.abort();
      await gatherer.stop();
    },
  };
}

/** Waits while a sync is running, because its changes are not in the state yet. Undefined if it was stopped. */
export async function whenFree<T>(
  act: () => Promise<T>,
  signal: AbortSignal,
  tell: PullWork['tell'] = () => {},
): Promise<T | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Busy) || tries === BUSY.tries) throw error;
      if (tries === 1) tell({ kind: 'waiting', reason: error.message });
    }
    await wait(BUSY.pause, undefined, { signal }).catch(() => {});
    if (signal.aborted) return undefined;
  }
}

/** The next delivery tries again, so no error ends the process. */
function failureOf(error: unknown, notation: Notation): { error: string; suggestion: string | null } {
  if (error instanceof UserError) {
    const [first] = error.diagnostics;
    const where = first ? `: ${first.at.file}:${first.at.line}:${first.at.column} ${first.message}` : '';
    const { message, suggestion = null } = error.in(notation);
    return { error: message + where, suggestion };
  }
  if (error instanceof RemoteError) return { error: error.message, suggestion: error.suggestion ?? null };
  return { error: `internal error: ${error instanceof Error ? error.message : String(error)}`, suggestion: null };
}
