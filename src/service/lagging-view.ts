/** The `lagging-lists` variant: lists show the state of a second ago, including deletions and changes. */
import type { KindName } from '../kinds/registry.ts';
import type { Clock } from './options.ts';
import type { Records, StoredRecord } from './store/records.ts';

const LAG = 1000;

interface Change {
  readonly at: number;
  readonly id: string;
  readonly record: StoredRecord | undefined;
}

export class LaggingView {
  readonly #records: Records;
  readonly #clock: Clock;
  readonly #collections = new Map<string, { visible: Map<string, StoredRecord>; coming: Change[] }>();

  constructor(records: Records, clock: Clock) {
    this.#records = records;
    this.#clock = clock;
  }

  /** Call before a change is made, so that the first one finds the state before it. */
  prepare(broadcastId: string, kind: KindName): void {
    this.#collection(broadcastId, kind);
  }

  changed(broadcastId: string, kind: KindName, id: string, record: StoredRecord | undefined): void {
    this.#collection(broadcastId, kind).coming.push({ at: this.#clock.now(), id, record });
  }

  list(broadcastId: string, kind: KindName): readonly StoredRecord[] {
    const { visible, coming } = this.#collection(broadcastId, kind);
    const until = this.#clock.now() - LAG;
    while (coming[0] && coming[0].at <= until) {
      const { id, record } = coming.shift()!;
      if (record) visible.set(id, record);
      else visible.delete(id);
    }
    return [...visible.values()];
  }

  #collection(broadcastId: string, kind: KindName) {
    const name = `${broadcastId} ${kind}`;
    let collection = this.#collections.get(name);
    if (!collection) {
      const all = this.#records.list(broadcastId, kind, { limit: this.#records.count(broadcastId, kind), offset: 0 });
      collection = { visible: new Map(all.map((record) => [record.id, record])), coming: [] };
      this.#collections.set(name, collection);
    }
    return collection;
  }
}
