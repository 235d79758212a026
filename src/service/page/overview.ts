/** The data that the page shows from the database. */
import { kinds, type KindName } from '../../kinds/registry.ts';
import type { DeliverySummary, RecordedAttempt } from '../deliveries/delivery-store.ts';
import type { DeliveryWorker } from '../deliveries/worker.ts';
import type { Database } from '../store/database.ts';
import { fieldsOf, type Records, type StoredRecord } from '../store/records.ts';
import type { Tenants } from '../store/tenants.ts';
import { hostOf, titleOf } from './shown.ts';

export interface OverviewParts {
  readonly database: Database;
  readonly records: Records;
  readonly tenants: Tenants;
  readonly deliveries: DeliveryWorker;
}

export interface ShownBroadcast {
  readonly id: string;
  readonly name: string;
  readonly counts: readonly { readonly kind: KindName; readonly total: number }[];
}

export interface ShownRecord {
  readonly id: string;
  readonly kind: KindName;
  readonly title: string;
  readonly updatedAt: string;
}

export interface ShownDelivery {
  readonly delivery: DeliverySummary;
  /** Empty if the webhook was deleted. */
  readonly host: string;
  readonly made: readonly RecordedAttempt[];
}

const MOST_BROADCASTS = 50;
const MOST_RECORDS = 10;
const MOST_DELIVERIES = 20;

export function readBroadcasts({ tenants, records }: OverviewParts): {
  shown: readonly ShownBroadcast[];
  more: number;
} {
  const all = tenants.listBroadcasts();
  const shown = all.slice(0, MOST_BROADCASTS).map(({ id }) => {
    const record = records.find(id, 'broadcast', id);
    const counts = kinds
      .filter(({ name }) => name !== 'broadcast')
      .map(({ name }) => ({ kind: name, total: records.count(id, name) }))
      .filter(({ total }) => total > 0);
    return { id, name: String((record && fieldsOf(record)['name']) ?? ''), counts };
  });
  return { shown, more: all.length - shown.length };
}

export function readLatestRecords({ database }: OverviewParts): readonly ShownRecord[] {
  // Fields are read for the selected rows only: sorting a hundred thousand rows would carry all of their fields along.
  const rows = database.all<StoredRecord & Record<string, unknown>>(
    `SELECT id, kind, fields, updated_at AS updatedAt FROM records
      WHERE id IN (SELECT id FROM records ORDER BY updated_at DESC, id DESC LIMIT ?) ORDER BY updated_at DESC, id DESC`,
    MOST_RECORDS,
  );
  return rows.map((record) => ({
    id: record.id,
    kind: record.kind,
    title: titleOf(record),
    updatedAt: record.updatedAt,
  }));
}

export function readDeliveries({ records, deliveries }: OverviewParts): readonly ShownDelivery[] {
  const latest = deliveries.store.latest(MOST_DELIVERIES);
  const made = Map.groupBy(deliveries.store.attemptsOf(latest.map(({ id }) => id)), ({ deliveryId }) => deliveryId);
  return latest.map((delivery) => {
    const webhook = records.find(delivery.broadcastId, 'webhook', delivery.webhookId);
    return { delivery, host: webhook ? hostOf(fieldsOf(webhook)['url']) : '', made: made.get(delivery.id) ?? [] };
  });
}
