/** The base after a pull is written: file and target agree on what was pulled. */
import type { Address } from '../content/document.ts';
import { kindNamed } from '../kinds/registry.ts';
import { isRecorded, isUnseen, type BaseEntry, type BaseLeaf } from '../model/base.ts';
import type { Broadcast } from '../model/broadcast.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import { begunUpdates, type PlanInput } from '../plan/context.ts';
import { compare } from '../plan/fields/compare.ts';
import { digestOf, digestOfFile } from '../plan/fields/secrets.ts';
import type { Desired } from '../plan/fields/desired.ts';
import { leafAt, topLevelKey } from '../values/leaves.ts';
import { seenAfter, seenIn, withFieldsSeen } from '../plan/fields/unmanaged.ts';
import type { Learning, Proposal } from './pull-plan.ts';
import { sidesOf } from './proposing.ts';

/** The new entry of a document in the base. */
export type Recorded =
  | { readonly type: 'forgotten'; readonly address: Address }
  | {
      readonly type: 'agreed';
      readonly address: Address;
      readonly from?: Address;
      readonly entry: BaseEntry;
      /** The text to store as the ancestor of the next merge. */
      readonly body?: string;
    };

type Agreement = Extract<Learning, { type: 'agree' }>;

/** `after`: the content after the pull. */
export function baseAfter(proposals: readonly Proposal[], after: Broadcast, before: PlanInput): readonly Recorded[] {
  const input: PlanInput = {
    ...before,
    broadcast: after,
    base: { ...before.base, entries: provisional(proposals, before) },
  };
  const sides = sidesOf(input);
  return proposals.flatMap((proposal): readonly Recorded[] => {
    const { address, learning } = proposal;
    if (!learning) return [];
    if (learning.type === 'forget') return [{ type: 'forgotten', address: learning.from ?? address }];
    if (learning.type === 'keep') return [{ type: 'agreed', address, entry: { ...learning.entry, kept: true } }];
    if (learning.type === 'decline') return declined(address, learning.record, before);
    const entity = after.entities.get(address);
    if (!entity) return [];
    const { entry, isBodyAgreed } = entryAfter(proposal, learning, sides.desired(entity), input);
    const body = learning.ancestor ?? (isBodyAgreed ? entity.document.body?.text : undefined);
    const from = learning.from === undefined ? {} : { from: learning.from };
    return [{ type: 'agreed', address, entry, ...from, ...(body !== undefined && { body }) }];
  });
}

function declined(address: Address, record: RemoteRecord, input: PlanInput): readonly Recorded[] {
  const entry = input.base.entries.get(address);
  if (!entry) return [];
  const leaves = Object.fromEntries(Object.keys(entry.leaves).map((name) => [name, theirs(name, record, input)]));
  const seen = seenIn(record, Object.keys(leaves), input.digest);
  return [{ type: 'agreed', address, entry: { ...entry, leaves, seen } }];
}

/** The ids of the new documents, so that pointers to them resolve. */
function provisional(proposals: readonly Proposal[], { base }: PlanInput): ReadonlyMap<Address, BaseEntry> {
  const entries = new Map(base.entries);
  for (const { address, kind, id, learning } of proposals) {
    if (learning?.type === 'forget') entries.delete(learning.from ?? address);
    if (learning?.type !== 'agree') continue;
    if (learning.from !== undefined) entries.delete(learning.from);
    entries.set(address, learning.entry ?? { kind, id, leaves: {} });
  }
  return entries;
}

interface EntryAfter {
  readonly entry: BaseEntry;
  /** The body was pulled, or both sides made the same change: it is the ancestor of the next merge. */
  readonly isBodyAgreed: boolean;
}

function entryAfter({ kind, id }: Proposal, learning: Agreement, desired: Desired, input: PlanInput): EntryAfter {
  const { record, taken, merged, before, entry: present } = learning;
  const begun = begunUpdates(id, input);
  const isTaken = (name: string): boolean => taken === 'all' || taken.has(name) || !before.has(name);
  const { agreed, drops } = compare({ desired, record, entry: present, unseen: !present, begun }, input);
  const body = kindNamed(kind).body ?? '';
  const isBodyAgreed = !present || isTaken(body) || isRead(agreed[body]);
  const gone = new Set([...drops, ...(taken === 'all' ? Object.keys(present?.leaves ?? {}) : taken)]);
  const kept = Object.entries({ ...present?.leaves, ...agreed }).filter(([name]) => !gone.has(name));
  const pulled = [...desired.leaves.keys()]
    .filter(isTaken)
    .map((name) => [name, agreement(name, desired, record, input)]);
  const ahead = [...merged].map((name) => [name, theirs(name, record, input)]);
  const leaves = Object.fromEntries([...kept, ...pulled, ...ahead]) as Record<string, BaseLeaf>;
  const entry: BaseEntry = {
    ...present,
    kind,
    id,
    leaves,
    seen: seenSince({ learning, leaves, digest: input.digest }),
    ...(desired.entity.local.protect && { protect: true as const }),
  };
  // A read may skip objects that are as old as the base says, but only once everything in them is decided.
  const { drift, conflict } = compare({ desired, record, entry, unseen: false, begun }, input);
  if (drift.length > 0 || conflict.length > 0) return { entry, isBodyAgreed };
  const { edited: _, ...unedited } = entry;
  return {
    entry: { ...unedited, ...(record.updatedAt !== undefined && { updatedAt: record.updatedAt }) },
    isBodyAgreed,
  };
}

/** Fields that were pulled count as seen; fields that were left out remain a change on the target. */
function seenSince({
  learning,
  leaves,
  digest,
}: Pick<PlanInput, 'digest'> & { learning: Agreement } & Pick<BaseEntry, 'leaves'>) {
  const { record, entry: present, accepted = [] } = learning;
  const seen = seenAfter({ present, leaves, before: record, after: record, digest }) ?? {};
  return withFieldsSeen({ seen, leaves }, accepted, record, digest);
}

function agreement(name: string, { leaves }: Desired, record: RemoteRecord, input: PlanInput): BaseLeaf {
  const sent = digestOfFile(leaves.get(name), input);
  const isShown = !record.hidden.includes(topLevelKey(name));
  return { sent, answered: isShown ? digestOf(leafAt(record.fields, name), input) : sent };
}

const isRead = (leaf: BaseLeaf | undefined): boolean => isRecorded(leaf) && !isUnseen(leaf.answered);

/** As if the file had the target's value: any difference is the file's own change. */
function theirs(name: string, record: RemoteRecord, input: PlanInput): BaseLeaf {
  const digest = digestOf(leafAt(record.fields, name), input);
  return { sent: digest, answered: digest };
}
