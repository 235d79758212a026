/** The data that the page shows from the store. */
import { kinds, type KindName } from '../../kinds/registry.ts';
import {
  attemptsOf,
  latestDeliveries,
  type DeliverySummary,
  type RecordedAttempt,
} from '../deliveries/delivery-store.ts';
import { countEachKind, fieldsOf, findRecord, type KindCount, type StoredRecord } from '../store/records.ts';
import { listBroadcasts } from '../store/tenants.ts';
import { all, type Work } from '../store/work.ts';
import { hostOf, titleOf } from './shown.ts';

export interface ShownBroadcast {
  readonly id: string;
  readonly name: string;
  readonly counts: readonly KindCount[];
}

export interface ShownBroadcasts {
  readonly shown: readonly ShownBroadcast[];
  /** The number of those that are not shown. */
  readonly more: number;
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

export function* readBroadcasts(): Work<ShownBroadcasts> {
  const broadcasts = yield* listBroadcasts();
  const shown: ShownBroadcast[] = [];
  for (const { id } of broadcasts.slice(0, MOST_BROADCASTS)) {
    const record = yield* findRecord(id, 'broadcast', id);
    shown.push({ id, name: String((record && fieldsOf(record)['name']) ?? ''), counts: yield* countsOf(id) });
  }
  return { shown, more: broadcasts.length - shown.length };
}

/** In the order of the kinds. */
function* countsOf(broadcastId: string): Work<readonly KindCount[]> {
  const counts = yield* countEachKind(broadcastId);
  return kinds.flatMap(({ name }) => counts.filter(({ kind }) => kind === name && name !== 'broadcast'));
}

export function* readLatestRecords(): Work<readonly ShownRecord[]> {
  // Fields are read for the selected rows only: sorting a hundred thousand rows would carry all of their fields along.
  const rows = yield* all<StoredRecord>(
    `SELECT id, kind, fields, updated_at AS "updatedAt" FROM records
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

export function* readDeliveries(): Work<readonly ShownDelivery[]> {
  const latest = yield* latestDeliveries(MOST_DELIVERIES);
  const made = Map.groupBy(yield* attemptsOf(latest.map(({ id }) => id)), ({ deliveryId }) => deliveryId);
  const shown: ShownDelivery[] = [];
  for (const delivery of latest) {
    const webhook = yield* findRecord(delivery.broadcastId, 'webhook', delivery.webhookId);
    const host = webhook ? hostOf(fieldsOf(webhook)['url']) : '';
    shown.push({ delivery, host, made: made.get(delivery.id) ?? [] });
  }
  return shown;
}
