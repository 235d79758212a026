/** The `lagging-lists` variant: lists show the state of a second ago, including deletions and changes. */
import type { KindName } from '../kinds/registry.ts';
import type { Clock } from './options.ts';
import { listAllRecords, type StoredRecord } from './store/records.ts';
import type { Work } from './store/work.ts';

const LAG = 1000;

interface Change {
  readonly at: number;
  readonly id: string;
  readonly record: StoredRecord | undefined;
}

interface Collection {
  readonly visible: Map<string, StoredRecord>;
  readonly coming: Change[];
}

export class LaggingView {
  readonly #clock: Clock;
  readonly #collections = new Map<string, Collection>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Belongs into the work that makes a change, before it, so that the first one finds the state before it. */
  *prepare(broadcastId: string, kind: KindName): Work<void> {
    yield* this.#collection(broadcastId, kind);
  }

  /** Call after the change was made. */
  changed(broadcastId: string, kind: KindName, id: string, record: StoredRecord | undefined): void {
    this.#collections.get(nameOf(broadcastId, kind))!.coming.push({ at: this.#clock.now(), id, record });
  }

  *list(broadcastId: string, kind: KindName): Work<readonly StoredRecord[]> {
    const { visible, coming } = yield* this.#collection(broadcastId, kind);
    const until = this.#clock.now() - LAG;
    while (coming[0] && coming[0].at <= until) {
      const { id, record } = coming.shift()!;
      if (record) visible.set(id, record);
      else visible.delete(id);
    }
    return [...visible.values()];
  }

  *#collection(broadcastId: string, kind: KindName): Work<Collection> {
    const name = nameOf(broadcastId, kind);
    const known = this.#collections.get(name);
    if (known) return known;
    const all = yield* listAllRecords(broadcastId, kind);
    const collection = { visible: new Map(all.map((record) => [record.id, record])), coming: [] };
    this.#collections.set(name, collection);
    return collection;
  }
}

const nameOf = (broadcastId: string, kind: KindName): string => `${broadcastId} ${kind}`;
