/**
 * Settles the intents that earlier runs left open. A change of this plan settles them once it is made: it takes over
 * what they created, or writes what they were about to write. A creation counts as failed when a complete list,
 * requested long enough after the request can last have been sent, does not contain the object. Until then nothing is
 * created in its place.
 */
import { begunUpdates, type OpenIntent, type PlanInput } from './context.ts';
import type { Identified } from './identity/identify-documents.ts';
import { recognises } from './identity/made.ts';
import { isWrite, type Change, type Plan } from './plan.ts';
import { largest } from '../values/long-lists.ts';

export function settleIntents(
  wanted: readonly Change[],
  identified: Identified,
  input: PlanInput,
): Pick<Plan, 'changes' | 'open' | 'absent'> {
  const found = new Set([...identified.found.values()].flat());
  const missing = input.intents.filter(
    (intent) => intent.action === 'create' && isRead(intent.kind, input) && !found.has(intent),
  );
  const absent = missing.filter((intent) => isSettled(intent, input));
  const open = missing.filter((intent) => !isSettled(intent, input));
  const waiting = Map.groupBy(open, ({ address }) => address);
  const homeless = open.filter(({ address }) => !input.broadcast.entities.has(address));
  const waitsFor = (change: Change): readonly OpenIntent[] => [
    ...(waiting.get(change.address) ?? []),
    ...homeless.filter((intent) => mayBeOf(intent, change)),
  ];
  const counts = Map.groupBy(wanted, ({ address }) => address);
  const changes = wanted.map((change) => {
    const isOnly = counts.get(change.address)!.length === 1;
    const settled = settling(change, isOnly, identified, input);
    return waitingFor(waitsFor(change), untilShown(settled, identified.found.get(change.address) ?? [], input), input);
  });
  // A change that is still to be decided keeps its intents too.
  const kept = new Set(wanted.flatMap(({ id }) => begunUpdates(id, input)));
  const idle = input.intents.filter(
    (intent) =>
      intent.action === 'update' && isRead(intent.kind, input) && isSettled(intent, input) && !kept.has(intent),
  );
  return {
    changes,
    open: open
      .filter((intent) => !isDue(intent, input))
      .map(({ address, kind, key, settlesAt }) => ({ address, kind, key, until: settlesAt })),
    absent: [...absent, ...idle].map(({ key }) => key),
  };
}

/** True if the whole kind was read: only then does a missing object not exist. */
const isRead = (kind: OpenIntent['kind'], { snapshot }: PlanInput): boolean =>
  snapshot.kinds.get(kind)?.type === 'read';

const isDue = ({ settlesAt }: OpenIntent, { snapshot }: PlanInput): boolean => snapshot.startedAt >= settlesAt;

const isSettled = (intent: OpenIntent, input: PlanInput): boolean =>
  isDue(intent, input) && (!intent.confirmed || input.choices.create(intent.address));

/** The change with the intents that it settles: creations by address, updates by object. */
function settling(change: Change, isOnly: boolean, { found }: Identified, input: PlanInput): Change {
  const { action, address, id } = change;
  const takesOver = action === 'adopt' || action === 'move';
  const ends = action === 'delete' || action === 'forget';
  // Deleting what a creation replaces says nothing about what it created.
  const created = takesOver || ends ? (found.get(address) ?? []).filter(({ replaces }) => !replaces.includes(id!)) : [];
  const updated = ends || action === 'update' || (takesOver && isOnly) ? begunUpdates(id, input) : [];
  const settled = [...created, ...updated];
  return settled.length === 0 ? change : { ...change, settles: settled.map(({ key }) => key) };
}

/** True if the file of a creation may have been renamed to the one that is created now. */
const mayBeOf = (intent: OpenIntent, { action, kind, after = {} }: Change): boolean =>
  action === 'create' && kind === intent.kind && recognises(intent, { fields: after });

/**
 * An object that the target does not show yet is changed once it does, and then it is gone if it still does not. One that
 * an interrupted run created, and that has no file any more, may be listed before it can be deleted.
 */
function untilShown(change: Change, found: readonly OpenIntent[], input: PlanInput): Change {
  const { kind, action, id = '' } = change;
  const reading = input.snapshot.kinds.get(kind);
  const created = action === 'delete' ? found.filter((intent) => !isDue(intent, input)) : [];
  const unseen = reading?.type === 'read' && isWrite(change) ? reading.unseen?.get(id) : undefined;
  const waitsUntil = unseen ?? created.at(-1)?.settlesAt;
  if (waitsUntil === undefined) return change;
  const why = action === 'update' ? 'changed here' : change.reason;
  const reason = `${why}; the target may not show it yet: sync waits for it until ${instant(waitsUntil)} at the latest`;
  return { ...change, waitsUntil, reason };
}

/** A creation waits for earlier creations of the same document. */
function waitingFor(open: readonly OpenIntent[], change: Change, input: PlanInput): Change {
  if (open.length === 0 || (change.action !== 'create' && change.action !== 'replace')) return change;
  const waitsUntil = largest(open.map(({ settlesAt }) => settlesAt));
  if (open.some((intent) => !isDue(intent, input))) {
    const reason = `${change.reason}; a request of an earlier run may still have created it: sync creates it only if the target does not show it at ${instant(waitsUntil)}`;
    return { ...change, waitsUntil, reason };
  }
  const { after: _, ...rest } = change;
  const reason =
    'the service confirmed its creation, but its list does not show it: find it in the web editor and add its id as `$id` to the file, or create it with `gitcast sync --create ' +
    `${change.address}\``;
  return { ...rest, action: 'conflict', certainty: 'verified', pointers: [], secrets: [], sets: [], reason };
}

const instant = (epoch: number): string => new Date(epoch).toISOString().replace(/\.\d+Z$/, 'Z');
