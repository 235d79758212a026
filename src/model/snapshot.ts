import type { JsonObject } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';

/** One object on the target as it was read, without the service's own keys. */
export interface RemoteRecord {
  readonly kind: KindName;
  /** The id on the target. */
  readonly id: string;
  /** The fields as answered, including those that are not declared. */
  readonly fields: JsonObject;
  /** Fields that the response did not show: they may have any value. */
  readonly hidden: readonly string[];
  /** When it was created. */
  readonly createdAt?: string;
  /** When it was last changed. */
  readonly updatedAt?: string;
  /** The version, for conditional requests. */
  readonly etag?: string;
  /** The name that a new file should have, if it is not the title, such as `2026/hello-world`: of sources only. */
  readonly slug?: string;
  /** The former paths of its page, such as `/2026/05/hello-world/`: of sources only. */
  readonly aliases?: readonly string[];
  /** The entries among which its key may pass to another one; all of the kind if it is empty: of sources only. */
  readonly keyGroup?: string;
  /** Where it is, such as `talks.csv:12`: of sources only. */
  readonly place?: string;
  /** Its fields include local keys such as `$cancelled`: of sources only. A service must not decide about them. */
  readonly hasFacts?: boolean;
  /** Why the fields are unreliable: the object exists, and nothing is planned for it. */
  readonly unclear?: string;
}

/** The objects of a kind on the target, or the reason why they are not all known. */
export type KindReading =
  | {
      readonly type: 'read';
      readonly records: ReadonlyMap<string, RemoteRecord>;
      /**
       * Objects that we wrote within the settle time and that are not shown as we left them: they exist. One that is not
       * shown at all has the instant from which that is believed.
       */
      readonly unseen?: ReadonlyMap<string, number | undefined>;
    }
  /** The read failed or was incomplete: missing objects may still exist. */
  | { readonly type: 'unknown'; readonly reason: string; readonly records: ReadonlyMap<string, RemoteRecord> }
  /** The target offers no way to read this kind. */
  | { readonly type: 'unreadable' };

/** The objects that were read from a target. */
export interface Snapshot {
  readonly target: string;
  readonly kinds: ReadonlyMap<KindName, KindReading>;
  /**
   * The time at which the read started, by our clock: it includes everything that was created before and has had time
   * to appear.
   */
  readonly startedAt: number;
  /** The number of requests it took. */
  readonly requests: number;
}

/** True if a complete list, and a question for it by its id if the target answers those, showed no such object. */
export function isGone({ kinds }: Pick<Snapshot, 'kinds'>, kind: KindName, id: string): boolean {
  const reading = kinds.get(kind);
  return reading?.type === 'read' && !reading.records.has(id) && !reading.unseen?.has(id);
}

/** The objects of a kind that were read, by id; empty if the target offers no way to read them. */
export function recordsOf({ kinds }: Pick<Snapshot, 'kinds'>, kind: KindName): ReadonlyMap<string, RemoteRecord> {
  const reading = kinds.get(kind);
  return reading && 'records' in reading ? reading.records : new Map();
}
