/**
 * The seal of a plan: a digest for each part of it that writes or records something, and one for all of them. An update
 * has a part for each field, so two pull requests that change different fields of a document can be merged together.
 *
 * A reviewer approves a plan before the merge, and the sync makes the plan again after it. The two are the same if their
 * seals are. A digest therefore covers what a reviewer has seen and what is sent, and nothing that differs between two
 * runs over the same content and target: no commit (a squash makes a new one), no instant, no open intent. Drift,
 * conflicts and manual steps send nothing, so they are in no seal.
 */
import { nameAt } from '../fields/secrets.ts';
import { kindShape } from '../../kinds/registry.ts';
import { identityShape, type TargetIdentity } from '../../model/target-identity.ts';
import {
  isOpen,
  KNOWLEDGE_ACTIONS,
  WRITE_ACTIONS,
  type Change,
  type FieldChange,
  type KnowledgeAction,
  type Lost,
  type Plan,
  type WriteAction,
} from '../plan.ts';
import { canonical } from '../../values/canonical.ts';
import type { Digest } from '../../values/digest.ts';
import type { Json } from '../../values/json.ts';
import { topLevelKey } from '../../values/leaves.ts';
import * as is from '../../values/shape.ts';

const sealedChangeShape = is.object({
  address: is.filledText,
  kind: kindShape,
  action: is.oneOf([...WRITE_ACTIONS, ...KNOWLEDGE_ACTIONS]),
  /** The field of an update; other changes are approved whole. */
  field: is.optional(is.filledText),
  digest: is.filledText,
});

export type SealedChange = is.InferOf<typeof sealedChangeShape>;

export const sealShape = is.object({
  version: is.exactly(1),
  target: is.filledText,
  identity: identityShape,
  /** Equal for two plans that make the same changes. */
  digest: is.filledText,
  changes: is.listOf(sealedChangeShape),
});

export type Seal = is.InferOf<typeof sealShape>;

type Sealable = Pick<Plan, 'target' | 'changes'> & { readonly identity: TargetIdentity };

export function sealOf({ target, identity, changes }: Sealable, digest: Digest): Seal {
  const sealed = changes.filter(isSealed).flatMap((change) => {
    const { address, kind, action, id } = change;
    const common = { address, kind, action };
    if (action !== 'update') return [{ ...common, digest: digest(canonical(contentOf(change))) }];
    return change.fields.map((field): SealedChange => {
      const content = present({ ...common, id, field: fieldContent(field), secrets: secretsIn(change, field.name) });
      return { ...common, field: field.name, digest: digest(canonical(content)) };
    });
  });
  const sorted = sealed.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const seal = { version: 1, target, identity, changes: sorted } as const;
  return { ...seal, digest: digestOfSeal(seal, digest) };
}

/** It is an argument of commands, where a value that starts with a dash would be read as an option. */
export const digestOfSeal = ({ target, identity, changes }: Omit<Seal, 'digest'>, digest: Digest): string =>
  digest(canonical({ target, identity: { ...identity }, changes: changes.map((each) => each.digest) })).replace(
    /^-/,
    'x',
  );

const keyOf = ({ address, action, field = '', digest }: SealedChange): string =>
  `${address} ${action} ${field} ${digest}`;

type ToSeal = Change & { readonly action: WriteAction | KnowledgeAction };

const isSealed = (change: Change): change is ToSeal => !isOpen(change);

function contentOf(change: ToSeal): Json {
  const { address, kind, action, id, from, fields, after: body, pointers, drops, replaces, protect } = change;
  // The values that a deletion or a replacement destroys are part of what was approved.
  const destroyed = action === 'delete' || action === 'replace' ? change.fingerprint : undefined;
  return present({
    address,
    kind,
    action,
    id,
    from,
    fields: fields.map(fieldContent),
    body,
    destroyed,
    lost: change.lost && present(lostContent(change.lost)),
    pointers: pointers.map(({ path, address: to }) => ({ path: [...path], to })),
    secrets: secretsIn(change),
    drops: [...drops],
    replaces: replaces && [...replaces],
    protect,
  });
}

/** The meaning of an id is part of what was approved: a plan that shows a different address has a different digest. */
const fieldContent = ({ name, before, after, shown, unread, last }: FieldChange): Json =>
  // A reviewer sees what differs from the last sync, if the target does not show the field.
  present({ name, before, after, shown: shown && present({ ...shown }), unread, last: unread && last });

/** The names of secrets, whose values no plan contains: of the whole body, or of the part that has this leaf. */
const secretsIn = ({ secrets, after = {} }: Change, leaf?: string): Json =>
  secrets
    .filter(([top]) => leaf === undefined || topLevelKey(leaf) === top)
    .map((path) => ({ path: [...path], name: nameAt(after, path) }));

const lostContent = ({ unmanaged, ...lost }: Lost): Readonly<Record<string, Json | undefined>> => ({
  ...lost,
  unmanaged: unmanaged && [...unmanaged],
});

const present = (values: Readonly<Record<string, Json | undefined>>): Json =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Json] => entry[1] !== undefined));

/** The plan of one broadcast, as far as it is approved. */
export interface SealedBroadcast {
  /** Its name in the workspace. */
  readonly folder: string;
  /** The digest of its plan. */
  readonly digest: string;
  /** The number of sealed changes. */
  readonly changes: number;
}

/**
 * The digest of the plans of several broadcasts, which one pull request changes and one person approves together. Plans
 * without changes do not count: which broadcasts are looked at differs between two jobs, what is sent
 * does not.
 */
export function combinedDigest(broadcasts: readonly SealedBroadcast[], digest: Digest): string {
  const sealed = broadcasts
    .filter(({ changes }) => changes > 0)
    .map((each) => ({ folder: each.folder, digest: each.digest }))
    .toSorted((one, other) => (one.folder < other.folder ? -1 : 1));
  return digest(canonical({ broadcasts: sealed }));
}
