/** The changes that one document needs. */
import { assertNever } from '../diagnostics/errors.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { aKind } from '../model/library.ts';
import { operationFor, type Capabilities } from '../kinds/capabilities.ts';
import { capabilitiesOf, begunUpdates, type PlanInput } from './context.ts';
import { kindNamed } from '../kinds/registry.ts';
import { isRecorded, isUnseen, type BaseEntry } from '../model/base.ts';
import { isGone, recordsOf, type RemoteRecord } from '../model/snapshot.ts';
import { createBody, updateBody } from './fields/body.ts';
import { compare, isAsSent, type Comparison } from './fields/compare.ts';
import { fingerprint } from './fields/declared-part.ts';
import type { Desired } from './fields/desired.ts';
import { isTouched } from './fields/edited.ts';
import { missingId, resemblance, resemblanceOfDeleted, type Identity } from './identity/identity.ts';
import { leavesOf } from '../values/leaves.ts';
import { NO_CONTENT, type Change, type FieldChange } from './plan.ts';

export function documentChanges(desired: Desired, identity: Identity, input: PlanInput): readonly Change[] {
  const { entity } = desired;
  const can = capabilitiesOf(entity.kind, input);
  const reading = input.snapshot.kinds.get(entity.kind);
  switch (identity.type) {
    case 'new':
      // An object that could not be read may already exist.
      if (can.create !== 'yes' || reading?.type === 'unknown') return [];
      return [creation(desired)];
    case 'ambiguous':
    case 'lookalike':
      return can.create === 'yes' ? [open(desired, 'conflict', resemblance(desired, identity))] : [];
    case 'taken': {
      const reason = `its \`$id\` ${identity.object} is the object of ${identity.by}: remove \`$id\`, or the file that you do not need`;
      return [open(desired, 'conflict', reason)];
    }
    case 'managed':
    case 'moved':
    case 'made':
    case 'recreated':
    case 'bound':
    case 'twin': {
      const record = recordsOf(input.snapshot, entity.kind).get(identity.id);
      if (!record && reading?.type === 'unknown') return [];
      if (isGone(input.snapshot, entity.kind, identity.id)) return [gone(desired, identity, can, input)];
      return existing(desired, identity, record, can, input);
    }
    default:
      return assertNever(identity);
  }
}

type Existing = Extract<Identity, { id: string }>;

const entryOf = (identity: Existing): BaseEntry | undefined => ('entry' in identity ? identity.entry : undefined);

function existing(
  desired: Desired,
  identity: Existing,
  record: RemoteRecord | undefined,
  can: Capabilities,
  input: PlanInput,
): readonly Change[] {
  // A read-only kind is known by its id; its fields are managed in the web editor.
  if (can.update === 'no') return identity.type === 'managed' ? [] : [takeover(desired, identity, record, NOTHING)];
  const { id } = identity;
  const unseen = identity.type === 'made' || !entryOf(identity);
  const begun = begunUpdates(id, input);
  const comparison = compare({ desired, record, entry: entryOf(identity), unseen, begun }, input);
  const edited = leavesEdits(comparison, identity, record, input) && { edited: true as const };
  const changes: Change[] = [];
  // Nothing is sent to a source, and nothing is recorded when it is.
  const writes = comparison.push.length > 0 && can.update !== 'manual' && !input.objectLinks;
  if (identity.type !== 'managed' || (!writes && learnt(comparison, identity.entry))) {
    changes.push({ ...takeover(desired, identity, record, comparison), ...edited });
  }
  if (comparison.push.length > 0) {
    changes.push(
      edited && can.update === 'replace'
        ? open(desired, 'conflict', REPLACES_EDITS, { id, fields: comparison.push })
        : { ...write(desired, identity, record, comparison, can, input), ...edited },
    );
  }
  const { drift, conflict } = comparison;
  const both = entryOf(identity)
    ? 'changed here and on the target to different values'
    : 'the target has different values';
  if (drift.length > 0) changes.push(open(desired, 'drift', 'changed on the target, not here', { id, fields: drift }));
  if (conflict.length > 0) changes.push(open(desired, 'conflict', both, { id, fields: conflict }));
  return changes;
}

const REPLACES_EDITS = 'this target can only replace it, which would lose what was changed there since';

type Learnt = Pick<Comparison, 'agreed' | 'undecided' | 'drops' | 'unshown'>;

const NOTHING: Learnt = { agreed: {}, undecided: {}, drops: [], unshown: [] };

/** True if the base would change although nothing is sent: both sides were changed to the same value independently. */
function learnt({ agreed, drops }: Comparison, { leaves }: BaseEntry): boolean {
  const isNew = ([name, leaf]: readonly [string, { sent: string; answered: string }]): boolean =>
    leaves[name]?.sent !== leaf.sent ||
    // An answer that was not read before is no reason to write: it is recorded with the next change.
    (leaves[name].answered !== leaf.answered && !isUnseen(leaves[name].answered));
  return drops.length > 0 || Object.entries(agreed).some(isNew);
}

/** True if others changed the object, and neither an agreement of both sides nor the user's choice covers all of it. */
function leavesEdits(
  comparison: Comparison,
  identity: Existing,
  record: RemoteRecord | undefined,
  input: PlanInput,
): boolean {
  const { choices } = input;
  if (comparison.drift.length > 0 || comparison.conflict.length > 0) return true;
  const entry = entryOf(identity);
  if (!entry || choices.ours || choices.overwriteDrift || learnt(comparison, entry)) return false;
  return entry.edited === true || (record !== undefined && isTouched(entry, record, input));
}

const blank = (desired: Desired, record?: RemoteRecord) => ({
  address: desired.entity.address,
  kind: desired.entity.kind,
  ...NO_CONTENT,
  ...(desired.entity.local.protect && { protect: true as const }),
  ...(desired.entity.document.body && { body: desired.entity.document.body.text }),
  ...(record?.updatedAt !== undefined && { updatedAt: record.updatedAt }),
});

function creation(desired: Desired): Change {
  const body = createBody(desired);
  const fields = [...leavesOf(body.after).keys()].map((name): FieldChange => ({
    name,
    before: undefined,
    after: desired.leaves.get(name),
  }));
  const reason = 'the target has no such object';
  return { ...blank(desired), ...body, action: 'create', certainty: 'verified', fields, reason };
}

function write(
  desired: Desired,
  { id }: Existing,
  record: RemoteRecord | undefined,
  comparison: Comparison,
  can: Capabilities,
  input: PlanInput,
): Change {
  const common = {
    ...blank(desired, record),
    id,
    fields: comparison.push,
    agreed: comparison.agreed,
    drops: comparison.drops,
  };
  const manual = (reason: string): Change => ({ ...common, action: 'manual', certainty: 'manual', reason });
  const cannotChange = `this target cannot change ${aKind(desired.entity.kind)}`;
  if (can.update === 'manual') return manual(`${cannotChange}: change it in the web editor`);
  if (can.update === 'replace') {
    // Checked before anything is created: an old object that cannot be deleted would remain next to the new one.
    if (!operationFor(desired.entity.kind, 'delete', input.target, id))
      return manual(`${cannotChange}, and cannot delete the one with the id ${id}: change it in the web editor`);
    const body = createBody(desired);
    const text = kindNamed(desired.entity.kind).body;
    if (text !== undefined && record?.hidden.includes(text) && body.after[text] === undefined)
      return manual(`this target can only replace it, which would lose its ${text}: no file has it`);
    const after = { ...carriedOver(desired, record, comparison), ...body.after };
    const reason = 'this target cannot change it, so a new one is created and the old one is deleted';
    return madeFrom(record, { ...common, ...body, after, action: 'replace', certainty: 'replace', reason }, input);
  }
  const body = updateBody(desired, record, comparison);
  const certainty = comparison.blind ? 'blind' : 'verified';
  const reason = comparison.blind ? 'changed here; the target cannot be read' : 'changed here';
  return madeFrom(record, { ...common, ...body, action: 'update', certainty, reason }, input);
}

const madeFrom = (record: RemoteRecord | undefined, change: Change, input: PlanInput): Change =>
  record ? { ...change, fingerprint: fingerprint(record, change, input) } : change;

/** The values of the old object that no file manages. The new object gets them too, above all its publication date. */
function carriedOver({ entity }: Desired, record: RemoteRecord | undefined, { push }: Comparison): JsonObject {
  const pushed = new Set(push.map(({ name }) => name));
  const declared = Object.entries(kindNamed(entity.kind).fields);
  const kept = declared
    .filter(([name, { access }]) => access === undefined && !pushed.has(name))
    .map(([name]): [string, Json | undefined] => [name, record?.fields[name]]);
  return Object.fromEntries(kept.filter((entry): entry is [string, Json] => (entry[1] ?? null) !== null));
}

function takeover(
  desired: Desired,
  identity: Existing,
  record: RemoteRecord | undefined,
  { agreed, undecided, drops, unshown }: Learnt,
): Change {
  return {
    ...blank(desired, record),
    id: identity.id,
    agreed: { ...recordedBefore(identity), ...agreed, ...undecided },
    drops,
    action: 'adopt',
    certainty: 'verified',
    ...manner(identity, unshown),
  };
}

/** The leaves of an object whose entry in the base is that of another object, or that has none yet. */
function recordedBefore(identity: Existing): Change['agreed'] {
  // Others may have changed since what an interrupted run sent.
  if (identity.type === 'made') return identity.entry.leaves;
  return identity.type === 'moved' || identity.type === 'recreated' ? unrecorded(identity.entry) : {};
}

function manner(identity: Existing, unshown: readonly string[]): Pick<Change, 'reason'> & Partial<Change> {
  switch (identity.type) {
    case 'moved':
      return { action: 'move', from: identity.from, reason: `the file was ${identity.from}` };
    case 'made': {
      const { replaces } = identity.entry;
      return { ...(replaces !== undefined && { replaces }), reason: 'created by an interrupted run' };
    }
    case 'recreated':
      return { reason: 'deleted on the target and made again there' };
    case 'managed':
      return { reason: 'the target already matches' };
    case 'bound':
    case 'twin': {
      if (unshown.length === 0) return { reason: 'the target already has it' };
      const reason = `the target already has it, but does not show its ${unshown.join(', ')}: assumed to match the file`;
      return { unshown, reason };
    }
    default:
      return assertNever(identity);
  }
}

/**
 * The fields that nobody has seen on an object that takes the place of a deleted one; the base has those of the deleted
 * one only.
 */
const unrecorded = ({ leaves }: BaseEntry): Change['agreed'] =>
  Object.fromEntries(Object.entries(leaves).filter(([, leaf]) => !isRecorded(leaf)));

/** The target reports that an object is gone that we manage or that a file is bound to. */
function gone(desired: Desired, identity: Existing, can: Capabilities, input: PlanInput): Change {
  const { choices } = input;
  const entry = entryOf(identity);
  const alike = 'alike' in identity ? identity.alike : undefined;
  const left = (action: 'drift' | 'conflict', reason: string): Change =>
    open(desired, action, reason, { id: identity.id });
  if (!entry || desired.entity.local.id === identity.id) return left('conflict', missingId(identity.id, alike));
  const changedHere = [...desired.leaves.keys(), ...Object.keys(entry.leaves)].some(
    (name) => !isAsSent({ desired, name, base: entry.leaves[name] }, input),
  );
  const isChosen = choices.create(desired.entity.address);
  if (alike && !isChosen) return left('conflict', resemblanceOfDeleted(desired, alike));
  if (can.create === 'yes' && (isChosen || (changedHere ? choices.ours : choices.overwriteDrift))) {
    const from = identity.type === 'moved' && { from: identity.from };
    return { ...creation(desired), ...from, reason: 'deleted on the target, but its file asks for it' };
  }
  const ways = (flag: string): string =>
    `\`gitcast pull --theirs\` deletes the file, \`gitcast sync ${flag}\` creates it again`;
  return changedHere
    ? left('conflict', `changed here, and deleted on the target: ${ways('--ours')}`)
    : left('drift', `deleted on the target, not here: ${ways('--overwrite-drift')}`);
}

const open = (
  desired: Desired,
  action: 'drift' | 'conflict',
  reason: string,
  { id, fields = [] }: { readonly id?: string; readonly fields?: readonly FieldChange[] } = {},
): Change => ({
  ...blank(desired),
  action,
  certainty: 'verified',
  fields,
  reason,
  ...(id !== undefined && { id }),
});
