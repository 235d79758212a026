import type { JsonObject } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Base, BaseEntry } from '../model/base.ts';
import { recordsOf, type RemoteRecord, type Snapshot } from '../model/snapshot.ts';
import type { Action, Change, Plan } from '../plan/plan.ts';
import type { Client } from '../remote/client.ts';
import type { Intent } from '../state/journal-line.ts';
import type { Journal } from '../state/store.ts';
import type { StoredValue } from './stored-values.ts';

/** Everything that a run works with. None of it changes during the run. */
export interface Run {
  readonly client: Client;
  readonly journal: Pick<Journal, 'append'>;
  readonly keepBody: (text: string) => Promise<string>;
  readonly keepInTrash: (object: ObjectToDelete) => Promise<void>;
  readonly digest: (canonical: string) => string;
  readonly secretDigest: (variable: string) => string | undefined;
  /** The value of a secret that content is allowed to name; throws for any other. */
  readonly secret: (name: string) => string | undefined;
  /** The key of a change's intent, the same on every call. */
  readonly keyFor: (change: Change) => string;
  /** An intent of an earlier run that sent the same body and had no effect: its key is sent again. */
  readonly sentBefore: (intent: Intent) => Intent | undefined;
  /** The milliseconds after which the result of a request is certainly visible. */
  readonly settle: number;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly concurrency: number;
  readonly allowReplace: boolean;
  /** Set when the user ends the run: requests in progress finish, and no new ones start. */
  readonly signal?: AbortSignal | undefined;
  readonly onResult: (result: Result) => void;
}

export interface ObjectToDelete {
  readonly address: string;
  readonly kind: KindName;
  readonly id: string;
  /** As the target has them, except for secrets. */
  readonly fields: JsonObject;
}

/** The outcome of a change. */
export type ResultOutcome = 'applied' | 'failed' | 'skipped' | 'open';

/** The result of one change. */
export interface Result {
  /** The document's address. */
  readonly address: string;
  /** The planned action. */
  readonly action: Action;
  /** `open`: drift, a conflict or a manual step, which the run leaves to a person. */
  readonly outcome: ResultOutcome;
  /** The id on the target. */
  readonly id?: string;
  /** Why it was not applied. */
  readonly error?: string;
  /** For a change that waits, or a creation whose outcome is unknown: after this instant the target shows it. */
  readonly until?: number;
  /** Its request was sent in this run. */
  readonly sent?: true;
  /** It was skipped because the whole run stopped. `error` is the reason, the same for all skipped changes. */
  readonly halted?: true;
  /** Values that the service did not store as they were sent. */
  readonly stored?: readonly StoredValue[];
  /** It was written, but what the service made of it could not be read. */
  readonly unread?: true;
}

/** A write that got an empty answer. */
export interface Unseen {
  readonly change: Change;
  readonly id: string;
  readonly named: JsonObject;
}

/**
 * Knowledge that a run has gained so far: the ids of objects it created, and the entries of documents that it will need
 * again. The journal has the entries of all others; keeping them here too would take the memory of a second state.
 */
export class Progress {
  readonly #entries: Map<string, BaseEntry>;
  readonly #idOf: Map<string, string>;
  readonly #revisited: ReadonlySet<string>;
  /** The entries at addresses that another document moves to. */
  readonly #displaced: ReadonlyMap<string, BaseEntry>;
  readonly #arrived = new Set<string>();
  readonly #written = new Map<string, RemoteRecord>();
  readonly #unanswered = new Map<string, BaseEntry>();
  readonly unseen = new Map<string, Unseen>();
  readonly #snapshot: Snapshot;

  constructor({ changes }: Pick<Plan, 'changes'>, { base, snapshot }: { base: Base; snapshot: Snapshot }) {
    this.#entries = new Map(base.entries);
    this.#idOf = new Map([...base.entries].map(([address, { id }]) => [address, id]));
    this.#revisited = revisited(changes);
    this.#displaced = new Map(
      changes.flatMap(({ action, address }) => {
        const entry = action === 'move' ? base.entries.get(address) : undefined;
        return entry ? [[address, entry] as const] : [];
      }),
    );
    this.#snapshot = snapshot;
  }

  readonly idOf = (address: string): string | undefined => this.#idOf.get(address);
  readonly entry = (address: string): BaseEntry | undefined => this.#entries.get(address);
  /** The entry that a moved document had, also if another one is at its former address by now. */
  readonly former = (from: string): BaseEntry | undefined => this.#displaced.get(from) ?? this.#entries.get(from);
  /** True if a document moved in this run to this address, which another one had. */
  readonly isArrivedAt = (address: string): boolean => this.#arrived.has(address);

  /** The object with this id, as this run left it. */
  lastSent(id: string): RemoteRecord | undefined {
    return this.#written.get(id);
  }

  /** The object as this run left it or found it. */
  latest(kind: KindName, id: string): RemoteRecord | undefined {
    return this.#written.get(id) ?? this.seen(kind, id);
  }

  seen(kind: KindName, id: string): RemoteRecord | undefined {
    return recordsOf(this.#snapshot, kind).get(id);
  }

  /** A write got an empty answer: the service's version is read once the run is finished. */
  notSeen(unseen: Unseen): void {
    this.unseen.set(unseen.change.address, unseen);
  }

  /** The base entry of a document whose written values have not been read back. */
  lastWritten(address: string): BaseEntry | undefined {
    return this.#unanswered.get(address);
  }

  written(address: string, entry: BaseEntry, record?: RemoteRecord): void {
    if (this.unseen.has(address)) this.#unanswered.set(address, entry);
    this.#idOf.set(address, entry.id);
    if (this.#displaced.has(address)) this.#arrived.add(address);
    if (this.#revisited.has(address)) {
      this.#entries.set(address, entry);
      if (record) this.#written.set(entry.id, record);
    } else this.#entries.delete(address);
  }

  deleted(address: string, id: string): void {
    if (this.idOf(address) === id) this.forget(address);
  }

  forget(address: string): void {
    this.#entries.delete(address);
    this.#idOf.delete(address);
  }
}

/** Documents with several changes, and those whose old object is deleted once the new one exists. */
function revisited(changes: readonly Change[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(
    changes.flatMap(({ address, action }) => {
      const isSecond = seen.has(address);
      seen.add(address);
      return isSecond || action === 'replace' ? [address] : [];
    }),
  );
}
