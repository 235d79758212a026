/**
 * The `lagging-lists` variant: lists show the state of a second ago, including deletions and changes. What a change replaces
 * is stored with it, and lists take back the changes of the last second, so all copies of the service show the same.
 */
import type { KindName } from '../kinds/registry.ts';
import type { Clock } from './options.ts';
import { changesSince, noteChange } from './store/recent-changes.ts';
import { listAllRecords, type StoredRecord } from './store/records.ts';
import type { Work } from './store/work.ts';

const LAG = 1000;

export class LaggingView {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Belongs into the work that makes the change. `before` is undefined for a new record. */
  noteChange({ broadcastId, kind, id }: Changed, before: StoredRecord | undefined): Work<void> {
    return noteChange({ broadcastId, kind, id, before, at: this.#clock.now() });
  }

  *list(broadcastId: string, kind: KindName): Work<readonly StoredRecord[]> {
    const records = new Map((yield* listAllRecords(broadcastId, kind)).map((record) => [record.id, record]));
    // Read second: a change in between is taken back although it is not there yet, which changes nothing.
    for (const { id, before } of yield* changesSince(broadcastId, kind, this.#clock.now() - LAG)) {
      if (before) records.set(id, before);
      else records.delete(id);
    }
    return [...records.values()].toSorted(inOrder);
  }
}

export type Changed = Pick<StoredRecord, 'broadcastId' | 'kind' | 'id'>;

const inOrder = (a: StoredRecord, b: StoredRecord): number => compare(a.createdAt, b.createdAt) || compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
