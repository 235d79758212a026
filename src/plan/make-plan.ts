import { kindNamed } from '../kinds/registry.ts';
import type { Entity } from '../model/broadcast.ts';
import { capabilitiesOf, type PlanInput } from './context.ts';
import { uncompared, unreadInPlan, unreadKinds, isAboutUnclear, unclearObjects } from './coverage.ts';
import { deletion, leftovers } from './deletions.ts';
import { desire, type Desired } from './fields/desired.ts';
import { noteLines } from './fields/wire-links.ts';
import { documentChanges } from './document-changes.ts';
import { doublesNotes, findDoubles } from './identity/doubles.ts';
import { guard } from './guard.ts';
import { identification, ownersOf, type Identity } from './identity/identity.ts';
import { identify, type Identified } from './identity/identify-documents.ts';
import { inOrder } from './order.ts';
import { ACTIONS, type Action, type Change, type Plan, type Summary } from './plan.ts';
import { forReviewers } from './for-reviewers.ts';
import { settleIntents } from './open-intents.ts';
import { assumedFields, storedDifferently } from './fields/stored-differently.ts';

/** Compares the files, the snapshot and the base. Pure: it reads nothing and writes nothing. */
export function makePlan(input: PlanInput): Plan {
  const { broadcast, snapshot, choices } = input;
  const entities = [...broadcast.entities.values()].filter((entity) => isSynced(entity, input));
  const { sent: synced, identified, examples } = withoutExamples(entities, identify(entities, input), input);
  const { desired, wanted: own } = wantedByFiles(synced, identified, input);
  const owners = ownersOf(identified.identities, broadcast);
  const deletions = [...identified.orphans].flatMap(([address, entry]) => deletion(address, entry, input, owners));
  const unclear = unclearObjects(snapshot, identified);
  const asked = [...own, ...deletions, ...leftovers([...own, ...deletions], identified, input)].filter(
    (change) => !isAboutUnclear(change, snapshot),
  );
  const { changes: wanted, open, absent } = settleIntents(asked, identified, input);
  const chosen = wanted.filter(({ address }) => choices.only(address));
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
    open: open.filter(({ address }) => choices.only(address)),
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
    const identified = identification(identities, input, renewed);
    const desired = synced.map((entity) => desire(entity, input, identified));
    const wanted = desired
      .flatMap((each) => documentChanges(each, identities.get(each.entity.address)!, input))
      .filter((change) => !isAboutUnclear(change, input.snapshot));
    const found = wanted.filter((change) => getsNewId(change, identities, input) && !renewed.has(change.address));
    if (found.length === 0) return { desired, wanted };
    for (const { address } of found) renewed.add(address);
  }
}

function getsNewId({ address, action }: Change, identities: Identified['identities'], { choices }: PlanInput): boolean {
  if (!choices.only(address)) return false;
  return action === 'replace' ? choices.allowReplace : action === 'create' && 'id' in identities.get(address)!;
}

/** The number of changes of each action. */
export function summarise(changes: readonly Change[], unchanged: number): Summary {
  const counts = Object.fromEntries(ACTIONS.map((action) => [action, 0])) as Record<Action, number>;
  for (const { action } of changes) counts[action]++;
  return { ...counts, unchanged };
}

/** A write, and the read that checks that the object did not change since. */
function requestsOf({ action, kind }: Change, { target }: PlanInput): number {
  const canRead = kindNamed(kind).operations.some(
    ({ verb, documented }) => verb === 'read' && (documented || target.profile === 'extended'),
  );
  return { ...REQUESTS, ...(canRead && { update: 2, delete: 2 }) }[action];
}

const REQUESTS: Readonly<Record<Action, number>> = {
  create: 1,
  update: 1,
  replace: 2,
  delete: 1,
  adopt: 0,
  move: 0,
  forget: 0,
  drift: 0,
  conflict: 0,
  manual: 0,
};

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

/** The interface has no field for a cancellation, so the application does not show it. */
function cancelledNotes(synced: readonly Entity[], { choices }: PlanInput): readonly string[] {
  const cancelled = synced.filter(({ address, local }) => local.cancelled && choices.only(address));
  if (cancelled.length === 0) return [];
  const addresses = cancelled.map(({ address }) => address).join(', ');
  return [
    `cancelled on the site, but still shown by the service: ${addresses}; to announce it there, change the title; to remove it from both, delete the file`,
  ];
}

/** Recorded by a sync: what is managed stays managed, regardless of its file. */
const MANAGED: ReadonlySet<Identity['type']> = new Set(['managed', 'moved', 'made', 'recreated']);

/**
 * Leaves out documents that came with the starter. Only the embedded service receives them; any other service keeps
 * those it already has.
 */
function withoutExamples(entities: readonly Entity[], identified: Identified, { target, choices }: PlanInput) {
  const isExample = ({ address, local }: Entity): boolean =>
    local.example === true && !target.takesExamples && !MANAGED.has(identified.identities.get(address)!.type);
  const left = new Set(entities.filter(isExample).map(({ address }) => address));
  const identities = new Map([...identified.identities].filter(([address]) => !left.has(address)));
  const asked = entities.filter(({ address }) => left.has(address) && choices.only(address));
  return {
    sent: entities.filter(({ address }) => !left.has(address)),
    identified: { ...identified, identities },
    examples: asked.map(({ address }) => address),
  };
}

const examplesNotes = (examples: readonly string[]): readonly string[] =>
  examples.length === 0
    ? []
    : [`examples, not sent: ${examples.join(', ')}; to send one, delete the line \`$example: true\` in its file`];
