/**
 * The plan: the changes that make the target match the files, as data. Each part is declared once, as the shape by which CI checks
 * the plan that the job of a pull request made: anyone may have written it.
 */
import { isObject, type Json, type JsonObject, type Path } from '../values/json.ts';
import * as is from '../values/shape.ts';
import { kindShape as kind } from '../kinds/registry.ts';
import type { BaseLeaf } from '../model/base.ts';
import { identityShape } from '../model/target-identity.ts';

const path: is.Shape<Path> = is.listOf(
  is.shape<string | number>('a key or an index', (step) => typeof step === 'string' || Number.isSafeInteger(step)),
);
const texts = is.listOf(is.text);
const filledTexts = is.listOf(is.filledText);
const json = is.shape<Json>('a value', () => true);
const jsonOrAbsent = is.shape<Json | undefined>('a value', () => true);
const jsonObject = is.shape<JsonObject>('an object', isObject);
const leaf = is.objectOf<BaseLeaf>({ sent: is.text, answered: is.text });

const SENDING_ACTIONS = ['create', 'update', 'replace'] as const;
export const WRITE_ACTIONS = [...SENDING_ACTIONS, 'delete'] as const;
export const KNOWLEDGE_ACTIONS = ['adopt', 'move', 'forget'] as const;
const OPEN_ACTIONS = ['drift', 'conflict', 'manual'] as const;
/** In the order in which a summary names them. */
export const ACTIONS = [...WRITE_ACTIONS, ...KNOWLEDGE_ACTIONS, ...OPEN_ACTIONS] as const;

/** Changes to the target. */
export type WriteAction = (typeof WRITE_ACTIONS)[number];
/** Changes only to our records: a remote object is adopted, a file has moved, an object is gone on both sides. */
export type KnowledgeAction = (typeof KNOWLEDGE_ACTIONS)[number];
/** Changes that a person has to decide or make. */
export type OpenAction = (typeof OPEN_ACTIONS)[number];

/** The step to take for one document. */
export type Action = WriteAction | KnowledgeAction | OpenAction;

const CERTAINTIES = ['verified', 'blind', 'offline', 'replace', 'manual'] as const;

/**
 * How certain a change is: the remote was read; the remote cannot be read and was compared with the last sync only; the
 * remote was not asked; or there is no operation for it.
 */
export type Certainty = (typeof CERTAINTIES)[number];

const fieldChangeShape = is.object({
  /** The path of the field, with dots. */
  name: is.text,
  /** The value on the target. */
  before: jsonOrAbsent,
  /** The value in the file. */
  after: jsonOrAbsent,
  /** The two values for people, if they contain ids: with the address or the title of what each id points to. */
  shown: is.optional(is.object({ before: is.optional(json), after: is.optional(json) })),
  /** The target does not show this field, or was not read: what it has there is unknown, and not empty. */
  unread: is.optional(is.exactly(true)),
  /** For drift, conflicts and unread fields: the value at the last sync, if it is known. The state has only its digest. */
  last: is.optional(json),
});

/**
 * One value that differs, by its path with dots. A value of the target that may be a credential is `SENSITIVE`; a file names its
 * secrets.
 */
export type FieldChange = is.InferOf<typeof fieldChangeShape>;

export const SENSITIVE = '(sensitive)';

const pointerShape = is.object({
  /** Where it is in the body. */
  path,
  /** The address of the document that it refers to. */
  address: is.filledText,
});

/** The place in a body that has a document's address, which is replaced by its id when it is sent. */
export type PlannedPointer = is.InferOf<typeof pointerShape>;

const lostShape = is.object({
  /** Its title or name. */
  title: is.optional(is.text),
  /** The time at which it starts. */
  starts: is.optional(is.text),
  /** The time at which it ends. */
  ends: is.optional(is.text),
  /** The address or the title of its place. */
  place: is.optional(is.text),
  /** The length of its text. */
  characters: is.optional(is.count),
  /** The number of its blocks. */
  blocks: is.optional(is.count),
  /** The fields that no file has, so that git cannot restore them. */
  unmanaged: is.optional(filledTexts),
});

/** The values that the target loses with an object, for reviewers. */
export type Lost = is.InferOf<typeof lostShape>;

const changeShape = is.object({
  /** The document's address. */
  address: is.filledText,
  kind,
  /** The step to take. */
  action: is.oneOf(ACTIONS),
  /** How certain the change is. */
  certainty: is.oneOf(CERTAINTIES),
  /** The id on the target; absent if the object is yet to be created. */
  id: is.optional(is.filledText),
  /** The values that differ. */
  fields: is.listOf(fieldChangeShape),
  /** The body to send, with pointers still as addresses and secrets still as `{ $env }`. */
  after: is.optional(jsonObject),
  /** The places in the body that have addresses. */
  pointers: is.listOf(pointerShape),
  /** The paths at which `after` contains `{ $env }`. */
  secrets: is.listOf(path),
  /** In words, for people. */
  reason: is.text,
  /** Addresses whose changes must be made before this one. */
  dependsOn: filledTexts,
  /**
   * Digest of the remote object that the change is based on. If the object differs when the plan is applied, the change
   * is skipped.
   */
  fingerprint: is.optional(is.filledText),
  /** Leaves that are known to agree without a request. They are added to the base once the change is made. */
  agreed: is.recordOf(leaf),
  /** The names of the leaves that the body sets. Their base comes from what is sent and answered. */
  sets: texts,
  /** Leaves that were managed and no longer are. */
  drops: texts,
  /** For an object that an interrupted run created: the objects that it replaces. */
  replaces: is.optional(filledTexts),
  /** For an adopted object: fields that the target does not show and that could not be compared. */
  unshown: is.optional(filledTexts),
  /** The intents of earlier runs that this change settles once it is made. */
  settles: is.optional(filledTexts),
  /** It is not made before this instant, unless the target shows the result of earlier requests sooner. */
  waitsUntil: is.optional(is.count),
  /** The previous address of a document that moved. */
  from: is.optional(is.filledText),
  /** The object may not be deleted or replaced. */
  protect: is.optional(is.exactly(true)),
  /** The remote's own modification time, if it was read. */
  updatedAt: is.optional(is.filledText),
  /** Others changed the object, and this change leaves part of their work as it is. */
  edited: is.optional(is.exactly(true)),
  /** For an object without a file that could be read: it is deleted, or others changed it in the meantime. */
  lost: is.optional(lostShape),
  /** The Markdown body from the file, kept as the ancestor of a later merge. */
  body: is.optional(is.text),
});

/** A planned change to one document or its object. */
export type Change = is.InferOf<typeof changeShape>;

/** The lists of a change that sends nothing and records nothing. */
export const NO_CONTENT: Pick<Change, 'fields' | 'pointers' | 'secrets' | 'dependsOn' | 'agreed' | 'sets' | 'drops'> = {
  fields: [],
  pointers: [],
  secrets: [],
  dependsOn: [],
  agreed: {},
  sets: [],
  drops: [],
};

const isOneOf =
  (actions: readonly Action[]) =>
  ({ action }: Pick<Change, 'action'>): boolean =>
    actions.includes(action);

/** True if the change sends content to the target. */
export const isSending = isOneOf(SENDING_ACTIONS);
/** True if the change is one of the target. */
export const isWrite = isOneOf(WRITE_ACTIONS);
/** True if the change only concerns our records. */
export const isKnowledge = isOneOf(KNOWLEDGE_ACTIONS);
/** True if a person has to decide about the change, or make it. */
export const isOpen = isOneOf(OPEN_ACTIONS);

const summaryShape = is.object({
  /** Objects to create. */
  create: is.count,
  /** Objects to update. */
  update: is.count,
  /** Objects to replace by a new one. */
  replace: is.count,
  /** Objects to delete. */
  delete: is.count,
  /** Objects that a document takes over. */
  adopt: is.count,
  /** Documents with a new address. */
  move: is.count,
  /** Objects that are no longer managed. */
  forget: is.count,
  /** Objects that changed only on the target. */
  drift: is.count,
  /** Documents that changed on both sides. */
  conflict: is.count,
  /** Changes that a person has to make. */
  manual: is.count,
  /** Documents without a difference. */
  unchanged: is.count,
});

/** The number of documents by action. */
export type Summary = is.InferOf<typeof summaryShape>;

const allowingShape = is.object({
  /** Allow up to this many deletions. */
  allowDeletes: is.optional(is.count),
  /** Allow that nothing is left of these kinds. */
  allowEmpty: is.optional(is.listOf(kind)),
  /** Allow a checkout that is behind the last synced commit. */
  allowRollback: is.optional(is.exactly(true)),
});

/** Options that allow a refused plan. */
export type Allowing = is.InferOf<typeof allowingShape>;

const refusalShape = is.object({
  /** The reason, in words. */
  reason: is.text,
  /** The step to take first, for changes that should rarely be allowed. */
  remedy: is.optional(is.text),
  /** The options of a plan or a sync that allow it. */
  allows: is.optional(allowingShape),
});

/** A reason why a plan must not be applied as it is. */
export type Refusal = is.InferOf<typeof refusalShape>;

const openCreationShape = is.object({
  /** The document's address. */
  address: is.filledText,
  kind,
  /** The key of the intent. */
  key: is.filledText,
  /** The time from which it is certain, in milliseconds since 1970. */
  until: is.count,
});

/** An object that an earlier run was about to create and that may still appear. */
export type OpenCreation = is.InferOf<typeof openCreationShape>;

const storedFieldShape = is.object({
  /** The document's address. */
  address: is.filledText,
  /** The path of the field, with dots. */
  field: is.filledText,
});

/** A value that differs between target and file, although it is the service's version of the file's value. */
export type StoredField = is.InferOf<typeof storedFieldShape>;

const unreadKindShape = is.object({
  kind,
  /** The reason, in words. */
  reason: is.text,
});

/** A kind that could not be read completely. */
export type UnreadKind = is.InferOf<typeof unreadKindShape>;

export const planShape = is.object({
  /** The version of the format. */
  version: is.exactly(1),
  /** The target's name. */
  target: is.filledText,
  /** The target that was compared. The plan cannot be applied to a different target of the same name. */
  identity: is.optional(identityShape),
  /** By which a person approves it: equal for two plans that make the same changes. Absent if it was made offline, and if nobody is shown it. */
  digest: is.optional(is.filledText),
  /** Made without asking the target: for people to read, never applied. */
  offline: is.optional(is.exactly(true)),
  /** True if every kind that the plan needs could be read completely. */
  complete: is.flag,
  /** The kinds that could not be read, and why. */
  unread: is.optional(is.listOf(unreadKindShape)),
  /** The documents that could not be compared, so they are neither changed nor unchanged. */
  uncompared: is.optional(filledTexts),
  /** Values that the service stores differently from what it was sent, and for which nothing is planned. */
  storedDifferently: is.optional(is.listOf(storedFieldShape)),
  /** Values that nobody has seen on the target, because it does not show them, or not yet: they are assumed to match. */
  assumed: is.optional(is.listOf(storedFieldShape)),
  /** The number of changes that `--only` leaves out. */
  leftOut: is.optional(is.count),
  /** The number of changes of each action. */
  summary: summaryShape,
  /** The number of requests it takes to apply the plan. */
  requests: is.count,
  /** In an order in which they can be made one after the other. */
  changes: is.listOf(changeShape),
  /** Creations of earlier runs for which it is too early to say that they failed. */
  open: is.listOf(openCreationShape),
  /** The intents of earlier runs that had no effect. */
  absent: filledTexts,
  /** Everything that the plan leaves out, and why: kinds that could not be read, kinds that are only rendered. */
  notes: texts,
  /** Why the plan must not be applied as it is; empty if it may be. */
  refusals: is.listOf(refusalShape),
});

/** A plan: the changes that make the target match the files. */
export type Plan = is.InferOf<typeof planShape>;

/** True if something that was asked for on the target is missing from the plan. An offline plan asks for nothing. */
export const isIncomplete = ({ complete, offline }: Pick<Plan, 'complete' | 'offline'>): boolean =>
  !complete && offline !== true;
