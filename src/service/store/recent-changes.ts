/** What the changes of the last moments replaced (../lagging-view.ts). */
import type { KindName } from '../../kinds/registry.ts';
import type { StoredRecord } from './records.ts';
import { all, change, type Work } from './work.ts';

export interface RecentChange {
  readonly id: string;
  /** Undefined if it was created. */
  readonly before: StoredRecord | undefined;
}

interface NewChange extends RecentChange {
  readonly broadcastId: string;
  readonly kind: KindName;
  readonly at: number;
}

export function* noteChange({ broadcastId, kind, id, before, at }: NewChange): Work<void> {
  yield* change(
    'INSERT INTO recent_changes (broadcast_id, kind, record_id, before, at) VALUES (?, ?, ?, ?, ?)',
    broadcastId,
    kind,
    id,
    before ? JSON.stringify(before) : null,
    at,
  );
}

/** The latest first. */
export function* changesSince(broadcastId: string, kind: KindName, since: number): Work<readonly RecentChange[]> {
  const rows = yield* all<{ id: string; before: string | null }>(
    `SELECT record_id AS id, before FROM recent_changes WHERE broadcast_id = ? AND kind = ? AND at > ?
      ORDER BY number DESC`,
    broadcastId,
    kind,
    since,
  );
  return rows.map(({ id, before }) => ({
    id,
    before: before === null ? undefined : (JSON.parse(before) as StoredRecord),
  }));
}
