/** One attempt at one delivery: sends it to the webhook's current address and records the result. */
import { returnLeases, recordAttempt, type DeliveryState, type Lease, type StoredDelivery } from './delivery-store.ts';
import type { Outcome, Shipment } from './send.ts';
import type { ServiceParts } from '../options.ts';
import type { Attempted } from '../request-log.ts';
import type { Work } from '../store/work.ts';
import { fieldsOf, findRecord, updateRecord, type StoredRecord } from '../store/records.ts';
import { deliveryHeaders } from './signatures.ts';

const TIMEOUT = 15_000;
const GENERAL_HEADERS = { 'content-type': 'application/json', 'user-agent': 'gitcast-webhooks' };

/** A delivery that this process attempts. */
export interface HeldDelivery {
  readonly lease: Lease;
  readonly abandon: AbortSignal;
}

/** Aborted by `abandon`, it counts as not made: nobody knows whether the receiver has got it. */
export async function attempt(
  parts: ServiceParts,
  delivery: StoredDelivery,
  { lease, abandon }: HeldDelivery,
): Promise<Attempted> {
  const { engine, options } = parts;
  const webhook = await engine.read('everything', () => findWebhook(delivery));
  const result = await sendTo(webhook, delivery, { ...parts, abandon });
  if (abandon.aborted && 'error' in result && result.error !== undefined) {
    await engine.write('everything', () => returnLeases([lease]));
    return { status: null, error: 'given up, because the service is stopping', state: 'returned' };
  }
  const now = options.clock.now();
  const random = options.tests?.random ?? Math.random;
  const conclusion = conclude(result, { earlier: delivery.attempts, now, random });
  const settling = function* (): Work<void> {
    yield* recordAttempt(delivery.id, conclusion.next);
    // Read again, because it may have changed while the receiver was answering.
    const current = conclusion.switchesOff ? yield* findWebhook(delivery, { toChange: true }) : undefined;
    if (current) yield* updateRecord(switchedOff(current, now));
  };
  await engine.write('everything', settling);
  return { ...conclusion.attempt, state: conclusion.next.state };
}

async function sendTo(
  webhook: StoredRecord | undefined,
  delivery: StoredDelivery,
  parts: ServiceParts & Pick<Shipment, 'abandon'>,
): Promise<Result> {
  if (!webhook) return { pointless: 'the webhook was deleted' };
  const { url, active } = fieldsOf(webhook);
  if (active !== true) return { pointless: 'the webhook is switched off' };
  const { options, abandon } = parts;
  const { id, body } = delivery;
  const timestamp = Math.floor(options.clock.now() / 1000);
  const shipment = {
    url: url as string,
    headers: { ...GENERAL_HEADERS, ...deliveryHeaders({ id, timestamp, body }, webhook.secret) },
    body,
    allowPrivate: options.allowPrivateWebhooks,
    timeoutMs: TIMEOUT,
    abandon,
  };
  // Most commands that run the service deliver nothing.
  const send = options.tests?.send ?? (await import('./send.ts')).send;
  return send(shipment);
}

const findWebhook = (
  { broadcastId, webhookId }: StoredDelivery,
  { toChange = false } = {},
): Work<StoredRecord | undefined> => findRecord(broadcastId, 'webhook', webhookId, { toChange });

const switchedOff = (webhook: StoredRecord, now: number): StoredRecord => ({
  ...webhook,
  fields: JSON.stringify({ ...fieldsOf(webhook), active: false }),
  updatedAt: new Date(now).toISOString(),
});

/** The result of an attempt: what `send` returned, or the reason why nothing was sent. */
type Result = Outcome | { readonly pointless: string };

interface Conclusion {
  readonly attempt: Omit<Attempted, 'state'>;
  readonly next: { readonly state: DeliveryState; readonly dueAt: number };
  readonly switchesOff: boolean;
}

interface BeforeAttempt {
  /** The number of attempts before this one. */
  readonly earlier: number;
  readonly now: number;
  readonly random: () => number;
}

const GONE = 410;

export function conclude(result: Result, { earlier, now, random }: BeforeAttempt): Conclusion {
  const finished = (state: DeliveryState) => ({ state, dueAt: now });
  if ('pointless' in result) {
    return {
      attempt: { status: null, error: result.pointless },
      next: finished('failed'),
      switchesOff: false,
    };
  }
  const { status = null, error } = result;
  const attempt = { status, error: error ?? remarkOn(status) };
  if (status !== null && status >= 200 && status < 300)
    return { attempt, next: finished('delivered'), switchesOff: false };
  if (status === GONE) return { attempt, next: finished('failed'), switchesOff: true };
  const wait = waitAfter(earlier + 1, random);
  const next = wait === undefined ? finished('failed') : { state: 'pending' as const, dueAt: now + wait };
  return { attempt, next, switchesOff: false };
}

function remarkOn(status: number | null): string | null {
  if (status === GONE) return 'the receiver asked for no more deliveries';
  return status !== null && status >= 300 && status < 400 ? 'redirects are not followed' : null;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The wait after the first failure, the second, and so on. After the last one there are no further attempts. */
const WAITS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

const JITTER = 0.1;

/**
 * The wait after the given number of failed attempts, or undefined when it is time to give up. It varies by up to a
 * tenth, so that deliveries that failed together are not retried together. `random` returns 0 to 1; 0.5 changes
 * nothing.
 */
export function waitAfter(failures: number, random: () => number): number | undefined {
  const wait = WAITS[failures - 1];
  return wait === undefined ? undefined : Math.round(wait * (1 + JITTER * (2 * random() - 1)));
}
