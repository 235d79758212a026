import type { Json, JsonObject } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Profile } from '../kinds/profile.ts';
import type { Base } from '../model/base.ts';
import type { Broadcast } from '../model/broadcast.ts';
import type { Snapshot } from '../model/snapshot.ts';

/** Everything a plan is made from. Nothing else is looked at: the same input gives the same plan. */
export interface PlanInput {
  readonly broadcast: Broadcast;
  readonly snapshot: Snapshot;
  readonly base: Base;
  readonly target: PlanTarget;
  readonly guard: { readonly count: number; readonly percent: number };
  readonly choices: Choices;
  /** Digest of a value's canonical text. */
  readonly digest: (canonical: string) => string;
  /** Digest of the value of an environment variable, keyed so that it gives nothing away; undefined when it is not set. */
  readonly secretDigest: (variable: string) => string | undefined;
  /** Where a media file will be on the built site; undefined while the site has no address. */
  readonly mediaUrl: (name: string) => string | undefined;
  /** Where a document will be on the built site. */
  readonly documentUrl: (address: string) => string | undefined;
  /** Where a page of the built site will be, by its path from the root; undefined while the site has no address. */
  readonly pageUrl: (path: string) => string | undefined;
  /** What earlier runs were about to send, the oldest first: nobody knows what became of it. */
  readonly intents: readonly OpenIntent[];
  /** What git sees as renamed since the last run, by the new address. */
  readonly renames?: ReadonlyMap<string, Renamed>;
}

export interface Renamed {
  readonly from: string;
  /** How much of the file's text is the same, in percent. */
  readonly similarity: number;
}

/** A request that was about to be sent. */
export interface OpenIntent {
  readonly key: string;
  readonly address: string;
  readonly kind: KindName;
  readonly action: 'create' | 'update';
  /** The object that was to be updated. */
  readonly id?: string;
  /** The objects that a creation was to take the place of. */
  readonly replaces: readonly string[];
  /** Digests of what was sent, and of its normal form, which the first version did not keep. */
  readonly leaves: Readonly<Record<string, string>>;
  readonly echoes: Readonly<Record<string, string>>;
  readonly naturalKey?: JsonObject;
  /** From then on a complete list that lacks the object shows that it was not made. */
  readonly settlesAt: number;
  /** The service answered that it made it: then no list shows the contrary. */
  readonly confirmed?: true;
}

export interface PlanTarget {
  readonly name: string;
  readonly profile: Profile;
  readonly broadcastId: string;
  readonly sharedArticleIds: boolean;
  /** Whether documents with `$example: true` are sent. */
  readonly takesExamples: boolean;
}

/** What the user decided on the command line. */
export interface Choices {
  readonly ours: boolean;
  readonly overwriteDrift: boolean;
  readonly allowDeletes?: number;
  readonly allowReplace: boolean;
  /** Documents to be created although something on the target may be the same thing. */
  readonly create: (address: string) => boolean;
  /** Also from a checkout that does not know what was synced before. */
  readonly allowRollback: boolean;
  readonly only: (address: string, kind: KindName) => boolean;
}

export const NO_CHOICES: Choices = {
  ours: false,
  overwriteDrift: false,
  allowReplace: false,
  create: () => false,
  allowRollback: false,
  only: () => true,
};

export type DigestValue = (value: Json | undefined) => string;
