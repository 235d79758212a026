import { assertNever } from '../diagnostics/errors.ts';
import { kindNamed } from '../kinds/registry.ts';
import type { Entity } from '../model/broadcast.ts';
import type { PlanInput } from './context.ts';
import { cancelledNotes } from './cancelled.ts';
import { uncompared, unreadInPlan, unreadKinds } from './coverage.ts';
import { deletion } from './deletions.ts';
import { desire, type Desired } from './fields/desired.ts';
import { noteLines } from './fields/field-notes.ts';
import { capabilitiesOf } from './capabilities-of.ts';
import { documentChanges } from './document-changes.ts';
import { doublesNotes, findDoubles } from './identity/doubles.ts';
import { examplesNotes, withoutExamples } from './examples.ts';
import { guard } from './guard.ts';
import { identification } from './identity/pointer-targets.ts';
import { identify, type Identified } from './identity/identify-documents.ts';
import { ownersOf } from './identity/owners.ts';
import { leftovers } from './leftovers.ts';
import { inOrder } from './order.ts';
import type { Action, Change, Plan, Summary } from './plan.ts';
import { forReviewers } from './for-reviewers.ts';
import { settleIntents } from './settling.ts';
import { isAboutUnclear, unclearObjects } from './identity/unclear.ts';
import { assumedFields } from './fields/assumed-fields.ts';
import { storedDifferently } from './fields/stored-differently.ts';

/** Compares the files, the snapshot and the base. Pure: it reads nothing and writes nothing. */
export function makePlan(input: PlanInput): Plan {
  const { broadcast, snapshot, choices } = input;
  const known = [...broadcast.entities.values()].filter((entity) => isSynced(entity, input));
  const { sent: synced, identified, examples } = withoutExamples(known, identify(known, input), input);
  const { desired, wanted: own } = wantedByFiles(synced, identified, input);
  const owners = ownersOf(synced, identified.identities);
  const deletions = [...identified.orphans].flatMap(([address, entry]) => deletion(address, entry, input, owners));
  const unclear = unclearObjects(snapshot, identified);
  const asked = [...own, ...deletions, ...leftovers([...own, ...deletions], identified, input)].filter(
    (change) => !isAboutUnclear(change, snapshot),
  );
  const { changes: wanted, open, absent } = settleIntents(asked, identified, input);
  const chosen = wanted.filter(({ address, kind }) => choices.only(address, kind));
  const changes = forReviewers(inOrder(chosen, input), identified.identities, input);
  const touched = new Set(changes.map(({ address }) => address));
  const unread = unreadInPlan(input);
  const unseen = uncompared(synced, identified.identities, input);
  const leftOut = wanted.length - chosen.length;
  const isUnchanged = ({ address }: Entity): boolean => !touched.has(address) && !unseen.has(address);
  const stored = storedDifferently(desired, identified.identities, input);
  const assumed = assumedFields(desired, identified.identities, input);
  return {
    version: 1,
    target: input.target.name,
    complete: unread.length === 0 && !unclear.areManaged,
    ...(unread.length > 0 && { unread }),
    ...(unseen.size > 0 && { uncompared: [...unseen] }),
    ...(leftOut > 0 && { leftOut }),
    ...(stored.length > 0 && { storedDifferently: stored }),
    ...(assumed.length > 0 && { assumed }),
    summary: summarise(changes, synced.filter(isUnchanged).length),
    requests: changes.reduce((total, change) => total + requestsOf(change, input), 0),
    changes,
    open: open.filter(({ address, kind }) => choices.only(address, kind)),
    absent,
    notes: [
      ...unclear.notes,
      ...identified.notes,
      ...examplesNotes(examples),
      ...cancelledNotes(synced, input),
      ...notes(input, desired, leftOut),
      ...doublesNotes(findDoubles(identified.identities, input), input),
    ],
    refusals: guard(changes, input),
  };
}

/** True if the target supports this kind of document at all. */
function isSynced(entity: Entity, input: PlanInput): boolean {
  const { reach } = capabilitiesOf(entity.kind, input);
  if (reach === 'bound') return entity.local.id !== undefined || input.base.entries.has(entity.address);
  return reach === 'whole' || reach === 'part' || reach === 'read';
}

/**
 * The changes that the documents themselves need. A document that points to an object with a new id must follow it
 * although its own file did not change. Such an id therefore counts as unknown, and everything is compared again.
 */
function wantedByFiles(synced: readonly Entity[], { identities }: Identified, input: PlanInput) {
  const renewed = new Set<string>();
  for (;;) {
    const known = identification(identities, input, renewed);
    const desired = synced.map((entity) => desire(entity, input, known));
    const wanted = desired
      .flatMap((each) => documentChanges(each, identities.get(each.entity.address)!, input))
      .filter((change) => !isAboutUnclear(change, input.snapshot));
    const found = wanted.filter((change) => getsNewId(change, identities, input) && !renewed.has(change.address));
    if (found.length === 0) return { desired, wanted };
    for (const { address } of found) renewed.add(address);
  }
}

function getsNewId(
  { address, kind, action }: Change,
  identities: Identified['identities'],
  { choices }: PlanInput,
): boolean {
  if (!choices.only(address, kind)) return false;
  return action === 'replace' ? choices.allowReplace : action === 'create' && 'id' in identities.get(address)!;
}

const COUNTED = ['create', 'update', 'replace', 'delete', 'adopt', 'move', 'drift', 'conflict', 'manual'] as const;

function summarise(changes: readonly Change[], unchanged: number): Summary {
  const count = (action: Action): number => changes.filter((change) => change.action === action).length;
  const counts = Object.fromEntries(COUNTED.map((action) => [action, count(action)])) as Record<
    (typeof COUNTED)[number],
    number
  >;
  return { ...counts, unchanged };
}

/** A write, and the read that checks that the object did not change since. */
function requestsOf({ action, kind }: Change, { target }: PlanInput): number {
  const canRead = kindNamed(kind).operations.some(
    ({ verb, documented }) => verb === 'read' && (documented || target.profile === 'extended'),
  );
  switch (action) {
    case 'create':
      return 1;
    case 'replace':
      return 2;
    case 'update':
    case 'delete':
      return canRead ? 2 : 1;
    case 'adopt':
    case 'move':
    case 'forget':
    case 'drift':
    case 'conflict':
    case 'manual':
      return 0;
    default:
      return assertNever(action);
  }
}

function notes(input: PlanInput, desired: readonly Desired[], leftOut: number): readonly string[] {
  const { snapshot, broadcast } = input;
  const unknown = unreadKinds(snapshot).map(
    ({ kind, reason }) =>
      `${kindNamed(kind).folder} could not be read (${reason}): this run creates and deletes none of them`,
  );
  const leftToTheSite = [...broadcast.byKind].flatMap(([kind, entities]) => {
    const { reach, summary } = capabilitiesOf(kind, input);
    const isUnbound = reach === 'bound' && entities.some((entity) => !isSynced(entity, input));
    return reach === 'site' || reach === 'read' || isUnbound ? [{ folder: kindNamed(kind).folder, summary }] : [];
  });
  // Printed by every plan and every sync: one line for what kinds have in common, not one per kind.
  const kinds = [...Map.groupBy(leftToTheSite, ({ summary }) => summary)].map(
    ([summary, group]) => `${group.map(({ folder }) => folder).join(', ')}: ${summary}`,
  );
  const sent = desired.filter(({ entity }) => capabilitiesOf(entity.kind, input).reach !== 'read');
  const only = leftOut > 0 ? [`${leftOut} more ${leftOut === 1 ? 'change is' : 'changes are'} not selected`] : [];
  return [...unknown, ...kinds, ...noteLines(sent.flatMap((each) => each.notes)), ...only];
}
