import type { JsonObject } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';

/** One object of the target as it was read, with the service's own keys taken off. */
export interface RemoteRecord {
  readonly kind: KindName;
  readonly id: string;
  /** The fields as answered, those included that no declaration knows. */
  readonly fields: JsonObject;
  /** Fields that the reading did not show: they may have any value. */
  readonly hidden: readonly string[];
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly etag?: string;
  /** Why the fields cannot be relied on: the object is there, and nothing is planned for it. */
  readonly unclear?: string;
}

/** What is known of a kind on the target: all of it, or why not. */
export type KindReading =
  | {
      readonly type: 'read';
      readonly records: ReadonlyMap<string, RemoteRecord>;
      /** Objects that we wrote lately, and that the list may not show yet as they are: they are there. */
      readonly unseen?: ReadonlySet<string>;
    }
  /** The reading failed or was incomplete: what is missing may still be there. */
  | { readonly type: 'unknown'; readonly reason: string; readonly records: ReadonlyMap<string, RemoteRecord> }
  /** The target offers no way to read this kind. */
  | { readonly type: 'unreadable' };

/** What was read from a target. */
export interface Snapshot {
  readonly target: string;
  readonly kinds: ReadonlyMap<KindName, KindReading>;
  /** When its reading began, by our clock: what was made before that and has had time to appear is in it. */
  readonly startedAt: number;
  /** How many requests it took. */
  readonly requests: number;
}

/** The objects of a kind that were read, by id: none where the target offers no way to. */
export function recordsOf({ kinds }: Pick<Snapshot, 'kinds'>, kind: KindName): ReadonlyMap<string, RemoteRecord> {
  const reading = kinds.get(kind);
  return reading && 'records' in reading ? reading.records : new Map();
}
