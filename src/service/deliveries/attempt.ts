/** One attempt at one delivery: sends it to the webhook's current address and records the result. */
import { deliveryHeaders } from '../../webhooks/sign.ts';
import type { Faults } from '../faults.ts';
import type { ServiceOptions } from '../options.ts';
import type { Database } from '../store/database.ts';
import { fieldsOf, type Records, type StoredRecord } from '../store/records.ts';
import { conclude, type Result } from './conclude.ts';
import type { DeliveryStore, StoredDelivery } from './delivery-store.ts';
import { send } from './send.ts';

export interface AttemptParts {
  readonly database: Database;
  readonly records: Records;
  readonly store: DeliveryStore;
  readonly faults: Faults | undefined;
  readonly options: ServiceOptions;
}

const TIMEOUT = 15_000;
const GENERAL_HEADERS = { 'content-type': 'application/json', 'user-agent': 'gitcast-webhooks' };

export async function attempt(parts: AttemptParts, delivery: StoredDelivery): Promise<void> {
  const { database, records, store, options } = parts;
  const webhook = findWebhook(records, delivery);
  const result = await sendTo(webhook, delivery, parts);
  await database.write(() => {
    const now = options.clock.now();
    const random = options.deliveries?.random ?? Math.random;
    const conclusion = conclude(result, { earlier: delivery.attempts, now, random });
    store.settle(delivery.id, conclusion.attempt, conclusion.next);
    store.forgetOld(now);
    // Read again, because it may have changed while the receiver was answering.
    const current = conclusion.switchesOff ? findWebhook(records, delivery) : undefined;
    if (current) records.update(switchedOff(current, now));
  });
}

async function sendTo(
  webhook: StoredRecord | undefined,
  delivery: StoredDelivery,
  parts: AttemptParts,
): Promise<Result> {
  if (!webhook) return { pointless: 'the webhook was deleted' };
  const { url, active } = fieldsOf(webhook);
  if (active !== true) return { pointless: 'the webhook is switched off' };
  const { options, faults } = parts;
  const { id, body } = delivery;
  const timestamp = Math.floor(options.clock.now() / 1000);
  const shipment = {
    url: url as string,
    headers: { ...GENERAL_HEADERS, ...deliveryHeaders({ id, timestamp, body }, webhook.secret) },
    body,
    allowPrivate: options.allowPrivateWebhooks,
    timeoutMs: TIMEOUT,
    ...options.deliveries,
  };
  if (faults?.duplicatesDeliveries) await send(shipment);
  return send(shipment);
}

const findWebhook = (records: Records, { broadcastId, webhookId }: StoredDelivery): StoredRecord | undefined =>
  records.find(broadcastId, 'webhook', webhookId);

const switchedOff = (webhook: StoredRecord, now: number): StoredRecord => ({
  ...webhook,
  fields: JSON.stringify({ ...fieldsOf(webhook), active: false }),
  updatedAt: new Date(now).toISOString(),
});
