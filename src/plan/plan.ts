/** The plan: what would make the target equal to the files, as data that can be shown, saved and applied later. */
import type { Json, JsonObject, Path } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';
import type { BaseLeaf } from '../model/base.ts';
import type { TargetIdentity } from '../model/target-identity.ts';
import type { UnreadKind } from './coverage.ts';

/** What is done to the target. */
export type WriteAction = 'create' | 'update' | 'replace' | 'delete';
/** What changes only in what we know: a remote object is taken over, a file has moved, an object is gone on both sides. */
export type KnowledgeAction = 'adopt' | 'move' | 'forget';
/** What a person has to decide or do. */
export type OpenAction = 'drift' | 'conflict' | 'manual';

export type Action = WriteAction | KnowledgeAction | OpenAction;

/**
 * How sure a change is: the remote was read, it offers no way to be read and was compared with the last sync only, it was
 * not asked, or something no operation exists for.
 */
export type Certainty = 'verified' | 'blind' | 'offline' | 'replace' | 'manual';

/** One value that differs, by its path with dots. A value that must not be shown is `SENSITIVE`. */
export interface FieldChange {
  readonly name: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

export const SENSITIVE = '(sensitive)';

/** Where a body holds the address of a document, to be replaced by its id when it is sent. */
export interface PlannedPointer {
  readonly path: Path;
  readonly address: string;
}

export interface Change {
  readonly address: string;
  readonly kind: KindName;
  readonly action: Action;
  readonly certainty: Certainty;
  /** The id on the target; absent for what is yet to be created. */
  readonly id?: string;
  readonly fields: readonly FieldChange[];
  /** The body that is sent: pointers still as addresses, secrets still as `{ $env }`. */
  readonly after?: JsonObject;
  readonly pointers: readonly PlannedPointer[];
  /** Where `after` holds `{ $env }`. */
  readonly secrets: readonly Path[];
  /** In words, for people. */
  readonly reason: string;
  /** Addresses whose changes must have been made before this one. */
  readonly dependsOn: readonly string[];
  /** Digest of the remote object that the change was made from; what differs when it is applied is skipped. */
  readonly fingerprint?: string;
  /** What is known to be in agreement without a request: part of the base once the change is made. */
  readonly agreed: Readonly<Record<string, BaseLeaf>>;
  /** The names of the leaves that the body sets; their base comes from what is sent and answered. */
  readonly sets: readonly string[];
  /** Leaves that were managed and no longer are. */
  readonly drops: readonly string[];
  /** For what an interrupted run made: the objects that it takes the place of. */
  readonly replaces?: readonly string[];
  /** For an object that is adopted: fields that the target does not show, and that nobody has compared. */
  readonly unshown?: readonly string[];
  /** The intents of earlier runs that the change answers once it is made. */
  readonly settles?: readonly string[];
  /** Nothing is created before this instant: a request of an earlier run may still have made it. */
  readonly waitsUntil?: number;
  /** For a move: the address that the document had. */
  readonly from?: string;
  readonly protect?: true;
  /** The remote's own time of the last change, where it was read. */
  readonly updatedAt?: string;
  /** Others changed the object, and the change leaves something of theirs as it is. */
  readonly edited?: true;
  /** The Markdown body as the file has it: kept as the ancestor of a later merge. */
  readonly body?: string;
}

export interface Summary {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly delete: number;
  readonly adopt: number;
  readonly move: number;
  readonly drift: number;
  readonly conflict: number;
  readonly manual: number;
  readonly unchanged: number;
}

export interface Refusal {
  readonly reason: string;
  /** The step to take first, for what should seldom be allowed. */
  readonly remedy?: string;
  /** The flag that allows it. */
  readonly flag?: string;
}

/** What an earlier run was about to create, and what may still turn up. */
export interface OpenCreation {
  readonly address: string;
  readonly kind: KindName;
  readonly key: string;
  readonly until: number;
}

/** A value that the target has otherwise than the file, although it is what the service made of the file's. */
export interface StoredField {
  readonly address: string;
  readonly field: string;
}

export interface Plan {
  readonly version: 1;
  readonly target: string;
  /** The target that was compared with: the plan is applied to no other of its name. */
  readonly identity?: TargetIdentity;
  /** Made without asking the target: for people to read, never to be applied. */
  readonly offline?: true;
  /** Whether every kind that it is about could be read whole. */
  readonly complete: boolean;
  /** The kinds that could not, and why. */
  readonly unread?: readonly UnreadKind[];
  /** The documents that could not be compared, and so are neither changed nor unchanged. */
  readonly uncompared?: readonly string[];
  /** Values that the service keeps otherwise than they were sent, and that nothing is planned for. */
  readonly storedDifferently?: readonly StoredField[];
  /** How many changes --only and --kind leave out. */
  readonly leftOut?: number;
  readonly summary: Summary;
  /** How many requests applying it takes. */
  readonly requests: number;
  /** In an order in which they can be made one after the other. */
  readonly changes: readonly Change[];
  /** Creations of earlier runs of which it is too early to say that they came to nothing. */
  readonly open: readonly OpenCreation[];
  /** The intents of earlier runs that came to nothing. */
  readonly absent: readonly string[];
  /** What the plan leaves out and why: kinds that could not be read, kinds that are only rendered. */
  readonly notes: readonly string[];
  /** Why the plan may not be applied as it is; empty when it may. */
  readonly refusals: readonly Refusal[];
}

/** Whether something of the target is missing from it that was asked for. An offline plan asks for nothing. */
export const isIncomplete = ({ complete, offline }: Pick<Plan, 'complete' | 'offline'>): boolean =>
  !complete && offline !== true;
