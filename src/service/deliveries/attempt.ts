/** One attempt at one delivery: sends it to the webhook's current address and records the result. */
import { deliveryHeaders } from '../../webhooks/sign.ts';
import type { Faults } from '../faults.ts';
import type { Attempted } from '../observe/observer.ts';
import type { Origin } from '../observe/origin.ts';
import type { ServiceOptions } from '../options.ts';
import type { Engine } from '../store/engine.ts';
import { fieldsOf, findRecord, updateRecord, type StoredRecord } from '../store/records.ts';
import type { Work } from '../store/work.ts';
import { conclude, type Result } from './conclude.ts';
import { returnLeases, settle, type Lease, type StoredDelivery } from './delivery-store.ts';
import type { Shipment } from './send.ts';

export interface AttemptParts {
  readonly engine: Engine;
  readonly faults: Faults | undefined;
  readonly options: ServiceOptions;
}

const TIMEOUT = 15_000;
const GENERAL_HEADERS = { 'content-type': 'application/json', 'user-agent': 'gitcast-webhooks' };

/** A delivery that this process attempts. */
export interface Held {
  readonly lease: Lease;
  readonly abandon: AbortSignal;
  readonly origin?: Origin | undefined;
}

/** Aborted by `abandon`, it counts as not made: nobody knows whether the receiver has got it. */
export async function attempt(
  parts: AttemptParts,
  delivery: StoredDelivery,
  { lease, abandon, origin }: Held,
): Promise<Attempted> {
  const { engine, options } = parts;
  const webhook = await engine.read('everything', () => findWebhook(delivery), { origin });
  const result = await sendTo(webhook, delivery, { ...parts, abandon });
  if (abandon.aborted && 'error' in result && result.error !== undefined) {
    await engine.write('everything', () => returnLeases([lease]), { origin });
    return { status: null, error: 'given up, because the service is stopping', state: 'returned' };
  }
  const now = options.clock.now();
  const random = options.deliveries?.random ?? Math.random;
  const conclusion = conclude(result, { earlier: delivery.attempts, now, random });
  const settling = function* (): Work<void> {
    yield* settle(delivery.id, conclusion.attempt, conclusion.next);
    // Read again, because it may have changed while the receiver was answering.
    const current = conclusion.switchesOff ? yield* findWebhook(delivery, { toChange: true }) : undefined;
    if (current) yield* updateRecord(switchedOff(current, now));
  };
  await engine.write('everything', settling, { origin });
  const { status, error } = conclusion.attempt;
  return { status, error, state: conclusion.next.state };
}

async function sendTo(
  webhook: StoredRecord | undefined,
  delivery: StoredDelivery,
  parts: AttemptParts & Pick<Shipment, 'abandon'>,
): Promise<Result> {
  if (!webhook) return { pointless: 'the webhook was deleted' };
  const { url, active } = fieldsOf(webhook);
  if (active !== true) return { pointless: 'the webhook is switched off' };
  const { options, faults, abandon } = parts;
  const { id, body } = delivery;
  const timestamp = Math.floor(options.clock.now() / 1000);
  const shipment = {
    url: url as string,
    headers: { ...GENERAL_HEADERS, ...deliveryHeaders({ id, timestamp, body }, webhook.secret) },
    body,
    allowPrivate: options.allowPrivateWebhooks,
    timeoutMs: TIMEOUT,
    abandon,
    ...options.deliveries,
  };
  // Most commands that run the service deliver nothing.
  const { send } = await import('./send.ts');
  if (await faults?.duplicatesDeliveries()) await send(shipment);
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
