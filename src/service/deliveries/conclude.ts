import type { Attempt, DeliveryState } from './delivery-store.ts';
import { waitAfter } from './retry-schedule.ts';
import type { Outcome } from './send.ts';

/** The result of an attempt: what `send` returned, or the reason why nothing was sent. */
export type Result = Outcome | { readonly pointless: string };

export interface Conclusion {
  readonly attempt: Attempt;
  readonly next: { readonly state: DeliveryState; readonly dueAt: number };
  readonly switchesOff: boolean;
}

interface Circumstances {
  /** The number of attempts before this one. */
  readonly earlier: number;
  readonly now: number;
  readonly random: () => number;
}

const GONE = 410;

export function conclude(result: Result, { earlier, now, random }: Circumstances): Conclusion {
  const settled = (state: DeliveryState) => ({ state, dueAt: now });
  if ('pointless' in result) {
    return { attempt: { at: now, status: null, error: result.pointless }, next: settled('failed'), switchesOff: false };
  }
  const { status = null, error } = result;
  const attempt = { at: now, status, error: error ?? remarkOn(status) };
  if (status !== null && status >= 200 && status < 300)
    return { attempt, next: settled('delivered'), switchesOff: false };
  if (status === GONE) return { attempt, next: settled('failed'), switchesOff: true };
  const wait = waitAfter(earlier + 1, random);
  const next = wait === undefined ? settled('failed') : { state: 'pending' as const, dueAt: now + wait };
  return { attempt, next, switchesOff: false };
}

function remarkOn(status: number | null): string | null {
  if (status === GONE) return 'the receiver asked for no more deliveries';
  return status !== null && status >= 300 && status < 400 ? 'redirects are not followed' : null;
}
