import type { JsonObject } from '../values/json.ts';
import { kinds, type KindName } from '../kinds/registry.ts';
import type { Profile } from '../kinds/operation.ts';
import type { Base } from '../model/base.ts';
import type { Broadcast } from '../model/broadcast.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { capabilities, type Capabilities } from '../kinds/capabilities.ts';
import { oncePer } from '../values/once-per.ts';

/** Everything a plan is made from. It reads nothing else, so the same input gives the same plan. */
export interface PlanInput {
  readonly broadcast: Broadcast;
  readonly snapshot: Snapshot;
  readonly base: Base;
  readonly target: PlanTarget;
  readonly guard: { readonly count: number; readonly percent: number };
  readonly choices: Choices;
  /** Digest of a value's canonical text. */
  readonly digest: (canonical: string) => string;
  /**
   * Digest of an environment variable's value, keyed so that it reveals nothing; undefined if the variable is not set.
   */
  readonly secretDigest: (variable: string) => string | undefined;
  /** The URL of a media file on the built site; undefined while the site has no address. */
  readonly mediaUrl: (name: string) => string | undefined;
  /** The URL of a document on the built site. */
  readonly documentUrl: (address: string) => string | undefined;
  /** The URL of a page of the built site, by its path from the root; undefined while the site has no address. */
  readonly pageUrl: (path: string) => string | undefined;
  /** Set for a source, which has no site: links in its texts name its objects. */
  readonly objectLinks?: ObjectLinks;
  /** Set for a source whose caller decides about conflicts: a document is the one object that it may be. */
  readonly adoptsAlike?: boolean;
  /** Set for a source: the documents that another source has too. References are unique within one source only. */
  readonly sharedWithSources?: ReadonlySet<string>;
  /** The other side knows local keys such as `$cancelled`: a source does. They are compared as fields are. */
  readonly hasFacts?: boolean;
  /** The requests that earlier runs were about to send, oldest first. The outcome of these requests is unknown. */
  readonly intents: readonly OpenIntent[];
  /** Files that git reports as renamed since the last run, by new address. */
  readonly renames?: ReadonlyMap<string, Renamed>;
}

interface ObjectLinks {
  readonly urlOf: (kind: KindName, id: string) => string;
  readonly at: (url: string) => { readonly kind: KindName; readonly id: string } | undefined;
}

export interface Renamed {
  readonly from: string;
  /** How much of the file's text is unchanged, in percent. */
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
  /** The objects that a creation was to replace. */
  readonly replaces: readonly string[];
  /** Digests of what was sent, and of its normal form. */
  readonly leaves: Readonly<Record<string, string>>;
  readonly echoes: Readonly<Record<string, string>>;
  /** The values that a created object is recognised by. */
  readonly naturalKey: JsonObject;
  /** After this instant, a complete list without the object proves that it was not created. */
  readonly settlesAt: number;
  /** The service confirmed the creation, so a list without the object proves nothing. */
  readonly confirmed?: true;
}

export interface PlanTarget {
  readonly name: string;
  readonly profile: Profile;
  readonly broadcastId: string;
  readonly sharedArticleIds: boolean;
  /** True if documents with `$example: true` are sent. */
  readonly takesExamples: boolean;
}

/** The choices of the caller, from flags or options. */
export interface Choices {
  readonly ours: boolean;
  readonly overwriteDrift: boolean;
  readonly allowDeletes?: number;
  /** Kinds of which nothing may be left. */
  readonly allowEmpty?: readonly KindName[];
  readonly allowReplace: boolean;
  /** Documents to create even though an object on the target may be the same thing. */
  readonly create: (address: string) => boolean;
  /** Allow running from a checkout that does not contain the last synced commit. */
  readonly allowRollback: boolean;
  readonly only: (address: string) => boolean;
}

export const NO_CHOICES: Choices = {
  ours: false,
  overwriteDrift: false,
  allowReplace: false,
  create: () => false,
  allowRollback: false,
  only: () => true,
};

const capabilitiesOn = oncePer(
  (target: PlanTarget) => new Map(kinds.map((kind) => [kind.name, capabilities(kind, target.profile, target)])),
);

/** How the target can manage a kind. Computed once per target, because every document asks. */
export const capabilitiesOf = (kind: KindName, { target }: Pick<PlanInput, 'target'>): Capabilities =>
  capabilitiesOn(target).get(kind)!;

/** True if a changed value can be sent. */
export function canChange(kind: KindName, input: Pick<PlanInput, 'target'>): boolean {
  const { update } = capabilitiesOf(kind, input);
  return update === 'yes' || update === 'replace';
}

/** Sorted by object once, because every document asks. */
const updatesByObject = oncePer((intents: PlanInput['intents']) =>
  Map.groupBy(intents, (each) => (each.action === 'update' ? each.id : undefined)),
);

/**
 * Updates of interrupted runs, by object. A run that was killed could not record what it sent, and its values must not
 * count as somebody else's change.
 */
export const begunUpdates = (id: string | undefined, { intents }: Pick<PlanInput, 'intents'>): PlanInput['intents'] =>
  id === undefined ? [] : (updatesByObject(intents).get(id) ?? []);

/** The digests of what was sent for a value, or of its normal form where that was recorded. */
export const sentFor = (name: string, intents: readonly OpenIntent[]): readonly string[] =>
  intents.flatMap(({ leaves, echoes }) => echoes[name] ?? leaves[name] ?? []);
