/**
 * The `lagging-lists` variant: lists show the state of a second ago, including deletions and changes. What a change replaces
 * is stored with it, and lists take back the changes of the last second, so all copies of the service show the same.
 */
import type { KindName } from '../kinds/registry.ts';
import type { Clock } from './options.ts';
import { listAllRecords, type StoredRecord } from './store/records.ts';
import { all, change, type Work } from './store/work.ts';

const LAG = 1000;

export interface LaggingView {
  /** Belongs into the work that makes the change. `before` is undefined for a new record. */
  readonly noteChange: (changed: StoredRecord, before: StoredRecord | undefined) => Work<void>;
  /** In no particular order. */
  readonly list: (broadcastId: string, kind: KindName) => Work<readonly StoredRecord[]>;
}

export const createLaggingView = (clock: Clock): LaggingView => ({
  noteChange: ({ broadcastId, kind, id }, before) =>
    change(
      'INSERT INTO recent_changes (broadcast_id, kind, record_id, before, at) VALUES (?, ?, ?, ?, ?)',
      broadcastId,
      kind,
      id,
      before ? JSON.stringify(before) : null,
      clock.now(),
    ),
  *list(broadcastId, kind) {
    const records = new Map((yield* listAllRecords(broadcastId, kind)).map((record) => [record.id, record]));
    // Read second: a change in between is taken back although it is not there yet, which changes nothing.
    for (const { id, before } of yield* changesSince(broadcastId, kind, clock.now() - LAG)) {
      if (before === null) records.delete(id);
      else records.set(id, JSON.parse(before) as StoredRecord);
    }
    return [...records.values()];
  },
});

/** The records that changes replaced, the latest first. A record that was created replaced nothing. */
const changesSince = (broadcastId: string, kind: KindName, since: number) =>
  all<{ id: string; before: string | null }>(
    `SELECT record_id AS id, before FROM recent_changes WHERE broadcast_id = ? AND kind = ? AND at > ?
      ORDER BY number DESC`,
    broadcastId,
    kind,
    since,
  );
