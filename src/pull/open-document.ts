/** What a pull does about a document that the differ left open: drift, a conflict, or an object that is gone. */
import type { Document } from '../content/document.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { Entity } from '../model/broadcast.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import type { PlanInput } from '../plan/context.ts';
import type { Identity } from '../plan/identity.ts';
import type { Change } from '../plan/plan.ts';
import { changedDocument } from './changed-document.ts';
import type { Names } from './names.ts';
import type { Proposing } from './proposing.ts';
import type { FileEdit, Proposal, PullConflict } from './pull-plan.ts';
import type { Refusals } from './refusals.ts';
import { recordOf } from './sides.ts';

export interface Opened {
  readonly names: Names;
  readonly proposing: Proposing;
  readonly refusals: Refusals;
}

/** `changes`: all that is open about one document. */
export function openDocument(changes: readonly Change[], opened: Opened): readonly Proposal[] {
  const { input, sides, theirs } = opened.proposing;
  const { address, kind, id = '' } = changes[0]!;
  const left: Proposal = { address, kind, id, edits: [], skipped: [], notes: [], conflicts: changes.map(asConflict) };
  const entity = input.broadcast.entities.get(address);
  const identity = sides.identities.get(address);
  const record = recordOf(input, kind, id);
  const isRefused = opened.refusals.isRefused(kind, id);
  // A file that is gone here comes back as a new one.
  if (!entity) return theirs && record && !isRefused ? [] : [left];
  if (isRefused) return [];
  if (!identity || !('id' in identity)) return [left];
  if (record) return [changedThere(changes, left, { ...opened, entity, identity, record })];
  return [theirs && 'entry' in identity ? deletion(entity.document, left, opened.proposing) : left];
}

const asConflict = ({ address, fields, reason }: Change): PullConflict => ({
  address,
  fields: fields.map(({ name }) => name),
  reason,
});

interface Found extends Opened {
  readonly entity: Entity;
  readonly identity: Extract<Identity, { id: string }>;
  readonly record: RemoteRecord;
}

function changedThere(changes: readonly Change[], left: Proposal, found: Found): Proposal {
  const { entity, identity, record, proposing, refusals, names } = found;
  const { address, kind, id } = left;
  const desired = proposing.sides.desired(entity);
  const leaves = (action: Change['action']): readonly string[] =>
    changes.filter((change) => change.action === action).flatMap(({ fields }) => fields.map(({ name }) => name));
  const pulled = changedDocument({
    desired,
    record,
    drift: leaves('drift'),
    conflict: leaves('conflict'),
    theirs: proposing.theirs,
    ancestor: proposing.ancestors.get(address),
    names,
    marks: proposing.marks,
    target: proposing.input.target.name,
    omitted: refusals.omitted(kind, id),
  });
  const { text, taken, merged, ancestor } = pulled;
  const { source } = entity.document;
  const learning = {
    type: 'agree',
    record,
    taken,
    merged,
    before: new Set(desired.leaves.keys()),
    ...(ancestor !== undefined && { ancestor }),
    ...('entry' in identity && { entry: identity.entry }),
    ...(identity.type === 'moved' && { from: identity.from }),
  } as const;
  const hasLearnt = taken.size > 0 || merged.size > 0 || ancestor !== undefined;
  return {
    ...left,
    edits: text === source.text ? [] : [{ kind: 'edit', file: proposing.fileOf(source), before: source.text, text }],
    ...(hasLearnt && { learning }),
    conflicts: pulled.left.map((each) => ({ address, ...each })),
  };
}

/** With a document go its translations, which would translate nothing. */
function deletion(document: Document, left: Proposal, { input, fileOf }: Proposing): Proposal {
  if (isSuddenlyEmpty(left.kind, input)) {
    const reason = `the target says that it has none of the ${kindNamed(left.kind).folder} any more: nothing is deleted before that is cleared up`;
    return { ...left, conflicts: [{ address: left.address, fields: [], reason }] };
  }
  const edits = [document, ...document.translations].map(({ source }): FileEdit => ({
    kind: 'delete',
    file: fileOf(source),
    before: source.text,
  }));
  return { ...left, edits, learning: { type: 'forget' }, conflicts: [] };
}

/** A kind of which everything is gone at once is a broken listing more often than it is true. */
function isSuddenlyEmpty(kind: KindName, { snapshot, base }: PlanInput): boolean {
  const reading = snapshot.kinds.get(kind);
  const managed = [...base.entries.values()].filter((entry) => entry.kind === kind).length;
  return managed >= 2 && reading?.type === 'read' && reading.records.size === 0;
}
