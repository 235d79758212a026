/** The plan: the changes that make the target match the files, as data that can be shown, saved and applied later. */
import type { Json, JsonObject, Path } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';
import type { BaseLeaf } from '../model/base.ts';
import type { TargetIdentity } from '../model/target-identity.ts';

/** Changes to the target. */
export type WriteAction = 'create' | 'update' | 'replace' | 'delete';
/** Changes only to our records: a remote object is adopted, a file has moved, an object is gone on both sides. */
export type KnowledgeAction = 'adopt' | 'move' | 'forget';
/** Changes that a person has to decide or make. */
export type OpenAction = 'drift' | 'conflict' | 'manual';

/** The step to take for one document. */
export type Action = WriteAction | KnowledgeAction | OpenAction;

/**
 * How certain a change is: the remote was read; the remote cannot be read and was compared with the last sync only; the
 * remote was not asked; or there is no operation for it.
 */
export type Certainty = 'verified' | 'blind' | 'offline' | 'replace' | 'manual';

/** One value that differs, by its path with dots. A value that must not be shown is `SENSITIVE`. */
export interface FieldChange {
  /** The path of the field, with dots. */
  readonly name: string;
  /** The value on the target. */
  readonly before: Json | undefined;
  /** The value in the file. */
  readonly after: Json | undefined;
  /** The two values for people, if they contain ids: with the address or the title of what each id points to. */
  readonly shown?: { readonly before?: Json; readonly after?: Json };
  /** The target does not show this field, or was not read: what it has there is unknown, and not empty. */
  readonly unread?: true;
  /** For drift, conflicts and unread fields: the value at the last sync, if it is known. The state has only its digest. */
  readonly last?: Json;
  /** For conflicts: no sync has sent this field yet. */
  readonly unsynced?: true;
}

export const SENSITIVE = '(sensitive)';

/** The place in a body that has a document's address, which is replaced by its id when it is sent. */
export interface PlannedPointer {
  /** Where it is in the body. */
  readonly path: Path;
  /** The address of the document that it refers to. */
  readonly address: string;
}

/** The values that the target loses with an object, for reviewers. */
export interface Lost {
  /** Its title or name. */
  readonly title?: string;
  /** The time at which it starts. */
  readonly starts?: string;
  /** The time at which it ends. */
  readonly ends?: string;
  /** The address or the title of its place. */
  readonly place?: string;
  /** The length of its text. */
  readonly characters?: number;
  /** The number of its blocks. */
  readonly blocks?: number;
  /** The fields that no file has, so that git cannot restore them. */
  readonly unmanaged?: readonly string[];
}

/** A planned change to one document or its object. */
export interface Change {
  /** The document's address. */
  readonly address: string;
  readonly kind: KindName;
  /** The step to take. */
  readonly action: Action;
  /** How certain the change is. */
  readonly certainty: Certainty;
  /** The id on the target; absent if the object is yet to be created. */
  readonly id?: string;
  /** The values that differ. */
  readonly fields: readonly FieldChange[];
  /** The body to send, with pointers still as addresses and secrets still as `{ $env }`. */
  readonly after?: JsonObject;
  /** The places in the body that have addresses. */
  readonly pointers: readonly PlannedPointer[];
  /** The paths at which `after` contains `{ $env }`. */
  readonly secrets: readonly Path[];
  /** In words, for people. */
  readonly reason: string;
  /** Addresses whose changes must be made before this one. */
  readonly dependsOn: readonly string[];
  /**
   * Digest of the remote object that the change is based on. If the object differs when the plan is applied, the change
   * is skipped.
   */
  readonly fingerprint?: string;
  /** Leaves that are known to agree without a request. They are added to the base once the change is made. */
  readonly agreed: Readonly<Record<string, BaseLeaf>>;
  /** The names of the leaves that the body sets. Their base comes from what is sent and answered. */
  readonly sets: readonly string[];
  /** Leaves that were managed and no longer are. */
  readonly drops: readonly string[];
  /** For an object that an interrupted run created: the objects that it replaces. */
  readonly replaces?: readonly string[];
  /** For an adopted object: fields that the target does not show and that could not be compared. */
  readonly unshown?: readonly string[];
  /** The intents of earlier runs that this change settles once it is made. */
  readonly settles?: readonly string[];
  /** Nothing is created before this instant, because a request of an earlier run may still have created it. */
  readonly waitsUntil?: number;
  /** The previous address of a document that moved. */
  readonly from?: string;
  /** The object may not be deleted or replaced. */
  readonly protect?: true;
  /** The remote's own modification time, if it was read. */
  readonly updatedAt?: string;
  /** Others changed the object, and this change leaves part of their work as it is. */
  readonly edited?: true;
  /** For an object without a file that could be read: it is deleted, or others changed it in the meantime. */
  readonly lost?: Lost;
  /** The Markdown body from the file, kept as the ancestor of a later merge. */
  readonly body?: string;
}

/** The number of documents by action. */
export interface Summary {
  /** Objects to create. */
  readonly create: number;
  /** Objects to update. */
  readonly update: number;
  /** Objects to replace by a new one. */
  readonly replace: number;
  /** Objects to delete. */
  readonly delete: number;
  /** Objects that a document takes over. */
  readonly adopt: number;
  /** Documents with a new address. */
  readonly move: number;
  /** Objects that changed only on the target. */
  readonly drift: number;
  /** Documents that changed on both sides. */
  readonly conflict: number;
  /** Changes that a person has to make. */
  readonly manual: number;
  /** Documents without a difference. */
  readonly unchanged: number;
}

/** A reason why a plan must not be applied as it is. */
export interface Refusal {
  /** The reason, in words. */
  readonly reason: string;
  /** The step to take first, for changes that should rarely be allowed. */
  readonly remedy?: string;
  /** The options of a plan or a sync that allow it. */
  readonly allows?: Allowing;
}

/** Options that allow a refused plan. */
export interface Allowing {
  /** Allow up to this many deletions. */
  readonly allowDeletes?: number;
  /** Allow that nothing is left of these kinds. */
  readonly allowEmpty?: readonly KindName[];
  /** Allow a checkout that is behind the last synced commit. */
  readonly allowRollback?: true;
}

/** An object that an earlier run was about to create and that may still appear. */
export interface OpenCreation {
  /** The document's address. */
  readonly address: string;
  readonly kind: KindName;
  /** The key of the intent. */
  readonly key: string;
  /** The time from which it is certain, in milliseconds since 1970. */
  readonly until: number;
}

/** A value that differs between target and file, although it is the service's version of the file's value. */
export interface StoredField {
  /** The document's address. */
  readonly address: string;
  /** The path of the field, with dots. */
  readonly field: string;
}

/** A kind that could not be read completely. */
export interface UnreadKind {
  readonly kind: KindName;
  /** The reason, in words. */
  readonly reason: string;
}

/** A plan: the changes that make the target match the files. */
export interface Plan {
  /** The version of the format. */
  readonly version: 1;
  /** The target's name. */
  readonly target: string;
  /** The target that was compared. The plan cannot be applied to a different target of the same name. */
  readonly identity?: TargetIdentity;
  /**
   * The digest of its seal: equal for two plans that make the same changes. Absent if it was made offline, and if it was
   * applied without asking.
   */
  readonly digest?: string;
  /** Made without asking the target: for people to read, never applied. */
  readonly offline?: true;
  /** True if every kind that the plan needs could be read completely. */
  readonly complete: boolean;
  /** The kinds that could not be read, and why. */
  readonly unread?: readonly UnreadKind[];
  /** The documents that could not be compared, so they are neither changed nor unchanged. */
  readonly uncompared?: readonly string[];
  /** Values that the service stores differently from what it was sent, and for which nothing is planned. */
  readonly storedDifferently?: readonly StoredField[];
  /** Values that nobody has seen on the target, because it does not show them, or not yet: they are assumed to match. */
  readonly assumed?: readonly StoredField[];
  /** The number of changes that the options `only` and `kind` leave out. */
  readonly leftOut?: number;
  /** The number of changes of each action. */
  readonly summary: Summary;
  /** The number of requests it takes to apply the plan. */
  readonly requests: number;
  /** In an order in which they can be made one after the other. */
  readonly changes: readonly Change[];
  /** Creations of earlier runs for which it is too early to say that they failed. */
  readonly open: readonly OpenCreation[];
  /** The intents of earlier runs that had no effect. */
  readonly absent: readonly string[];
  /** Everything that the plan leaves out, and why: kinds that could not be read, kinds that are only rendered. */
  readonly notes: readonly string[];
  /** Why the plan must not be applied as it is; empty if it may be. */
  readonly refusals: readonly Refusal[];
}

/** True if something that was asked for on the target is missing from the plan. An offline plan asks for nothing. */
export const isIncomplete = ({ complete, offline }: Pick<Plan, 'complete' | 'offline'>): boolean =>
  !complete && offline !== true;
