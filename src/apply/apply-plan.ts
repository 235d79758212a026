/**
 * Runs a plan. Changes that only affect our records come first, so that they are written, and announced if the state is
 * shared, before the first request. After that, dependent changes run in order and all others at once, within the
 * request budget. A failed change skips only the changes that depend on it. A problem of the whole target, such as a
 * wrong key, ends the run. A change that waits, and a creation whose reply is lost, is left open, and the caller makes a
 * new plan for it.
 */
import { RemoteError, UserError, assertNever } from '../diagnostics/errors.ts';
import type { Base } from '../model/base.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { isKnowledge, isOpen, type Change, type Plan } from '../plan/plan.ts';
import { stopsRun } from '../remote/refusal.ts';
import { NOT_SHOWN, perform, type Performed } from './perform.ts';
import { readBack } from './read-back.ts';
import { Progress, type Result, type Run } from './run.ts';
import { holders } from '../plan/fields/remote-pointers.ts';

export interface Applied {
  readonly results: readonly Result[];
  /** Why the run ended early, if it did. */
  readonly stopped?: Error;
}

export async function applyPlan(
  plan: Plan,
  { base, snapshot }: { base: Base; snapshot: Snapshot },
  run: Run,
): Promise<Applied> {
  const progress = new Progress(plan, { base, snapshot });
  const results: Result[] = [];
  const failed = new Set<string>();
  let stopped: Error | undefined;
  const finish = (result: Result): void => {
    results.push(result);
    run.onResult(result);
  };

  const reasonToHalt = (): { error: string; halted: true } | undefined => {
    const halted = stopped ?? (run.signal?.aborted ? new Error('the run was interrupted') : undefined);
    return halted && { error: halted.message, halted: true };
  };

  /** The result of a change that is not made, without asking the target. */
  const leftUndone = (change: Change): Outcome | undefined => {
    if (isOpen(change)) return { outcome: 'open', error: change.reason };
    const halted = reasonToHalt();
    if (halted) return { outcome: 'skipped', ...halted };
    const left = reasonToLeave(change, run);
    if (left !== undefined) return { outcome: 'skipped', error: left };
    const culprit = [change.address, ...change.dependsOn].find((each) => failed.has(each));
    if (culprit !== undefined) return { outcome: 'skipped', error: notDone(culprit) };
    if (change.waitsUntil === undefined) return undefined;
    const isShown = change.action !== 'update' && change.action !== 'delete';
    return { outcome: 'open', error: isShown ? MAY_ARRIVE : NOT_SHOWN, until: change.waitsUntil };
  };

  const made = async (change: Change): Promise<Outcome> => {
    try {
      return outcomeOf(await perform(change, run, progress));
    } catch (error) {
      if (!isExpected(error)) throw error;
      if (error instanceof RemoteError && error.type === 'changed') return { outcome: 'skipped', error: CHANGED_SINCE };
      const stops = error instanceof RemoteError && stopsRun(error);
      if (stops) stopped ??= error;
      const outcome = stops && error.unsent ? 'skipped' : 'failed';
      return { outcome, error: error.message, ...(stops && { halted: true }) };
    }
  };

  /** True if changes that depend on it can be made. */
  const attempt = async (change: Change): Promise<boolean> => {
    const { address, action, id } = change;
    const outcome = leftUndone(change) ?? (await made(change));
    finish({ address, action, ...(id !== undefined && { id }), ...outcome });
    return outcome.outcome === 'applied' || isOpen(change);
  };

  const skip = ({ address, action }: Change, culprit: string): void =>
    finish({ address, action, outcome: 'skipped', ...(reasonToHalt() ?? { error: notDone(culprit) }) });
  const inOrder = (changes: readonly Change[]): Promise<void> =>
    inDependencyOrder(changes, run.concurrency, attempt, skip);
  await inOrder(plan.changes.filter(isKnowledge));
  for (const { address, outcome } of results) if (outcome !== 'applied') failed.add(address);
  await inOrder(plan.changes.filter((change) => !isKnowledge(change)));
  const stored = stopped ? undefined : await readBack(run, progress);
  await retireReplaced(plan, { snapshot, results }, attempt, finish);
  return {
    results: results.map((result): Result => {
      if (result.outcome !== 'applied' || result.action === 'delete') return result;
      const found = stored?.get(result.address);
      if (!found) return progress.unseen.has(result.address) ? { ...result, unread: true } : result;
      return found.length === 0 ? result : { ...result, stored: found };
    }),
    ...(stopped && { stopped }),
  };
}

type Outcome = Omit<Result, 'address' | 'action'>;

function outcomeOf(performed: Performed): Outcome {
  switch (performed.type) {
    case 'changed-since':
      return { outcome: 'skipped', error: CHANGED_SINCE };
    case 'open':
      return { outcome: 'open', error: performed.why, until: performed.until, ...(performed.sent && { sent: true }) };
    case 'made': {
      const { id, stored = [] } = performed;
      return { ...(id !== undefined && { id }), outcome: 'applied', ...(stored.length > 0 && { stored }) };
    }
    default:
      return assertNever(performed);
  }
}

const notDone = (address: string): string => `${address} failed`;

const MAY_ARRIVE = 'a request of an earlier run may still have created it';

const reasonToLeave = ({ action }: Change, { allowReplace }: Run): string | undefined =>
  action === 'replace' && !allowReplace ? 'replacing needs --allow-replace' : undefined;

const CHANGED_SINCE = 'it was changed on the target since the plan was made';

/** A user error, or a problem between us and the target. Anything else is a bug in gitcast. */
const isExpected = (error: unknown): error is Error => error instanceof RemoteError || error instanceof UserError;

interface Node {
  readonly change: Change;
  readonly waitsFor: Set<Node>;
  readonly followers: Node[];
}

/** Calls `attempt` for each change once everything it depends on succeeded, at most this many at a time. */
function inDependencyOrder(
  changes: readonly Change[],
  concurrency: number,
  attempt: (change: Change) => Promise<boolean>,
  skip: (change: Change, culprit: string) => void,
): Promise<void> {
  const ready = graphOf(changes).filter(({ waitsFor }) => waitsFor.size === 0);
  const skipped = new Set<Node>();
  let next = 0;
  let underWay = 0;

  const skipFollowers = (node: Node, culprit: string): void => {
    for (const follower of node.followers) {
      if (skipped.has(follower)) continue;
      skipped.add(follower);
      skip(follower.change, culprit);
      skipFollowers(follower, culprit);
    }
  };
  const release = (node: Node): void => {
    for (const follower of node.followers) {
      follower.waitsFor.delete(node);
      if (follower.waitsFor.size === 0 && !skipped.has(follower)) ready.push(follower);
    }
  };

  const finish = async (node: Node): Promise<void> => {
    const succeeded = await attempt(node.change);
    underWay -= 1;
    if (succeeded) release(node);
    else skipFollowers(node, node.change.address);
  };

  return new Promise((resolve, reject) => {
    const startMore = (): void => {
      while (underWay < concurrency && next < ready.length) {
        const node = ready[next++]!;
        underWay += 1;
        finish(node).then(startMore, reject);
      }
      if (underWay === 0 && next === ready.length) resolve();
    };
    startMore();
  });
}

function graphOf(changes: readonly Change[]): readonly Node[] {
  const nodes = changes.map((change): Node => ({ change, waitsFor: new Set(), followers: [] }));
  const byAddress = new Map<string, Node[]>();
  for (const node of nodes) {
    const { address, dependsOn } = node.change;
    const own = byAddress.get(address) ?? [];
    // Several changes of one document are made one after the other. A change that a person has to decide is reported
    // even if others fail.
    const before = isOpen(node.change) ? [] : [...own, ...dependsOn.flatMap((each) => byAddress.get(each) ?? [])];
    for (const other of new Set(before)) {
      node.waitsFor.add(other);
      other.followers.push(node);
    }
    byAddress.set(address, [...own, node]);
  }
  return nodes;
}

/** The old objects of replacements are deleted once nothing points to them. */
export async function retireReplaced(
  { changes }: Plan,
  { snapshot, results }: { readonly snapshot: Snapshot; readonly results: readonly Result[] },
  attempt: (change: Change) => Promise<boolean>,
  finish: (result: Result) => void,
): Promise<void> {
  const undone = new Set(results.filter(({ outcome }) => outcome !== 'applied').map(({ address }) => address));
  const replaced = changes.filter(
    ({ action, address, id }) => action === 'replace' && id !== undefined && !undone.has(address),
  );
  const held = holders(snapshot, new Set(replaced.map(({ id }) => id!)));
  for (const { fingerprint: _, ...change } of replaced) {
    const id = change.id!;
    const released = new Set(
      changes
        .filter(({ action, dependsOn }) => action === 'delete' || dependsOn.includes(change.address))
        .flatMap((other) => (undone.has(other.address) || other.id === undefined ? [] : [other.id])),
    );
    const holder = held.get(id)?.find((record) => !released.has(record.id));
    if (holder) {
      const error = `the old one is not deleted, because ${holder.kind} ${holder.id} still points to it`;
      finish({ address: change.address, action: 'delete', outcome: 'open', id, error });
    } else await attempt({ ...change, action: 'delete', reason: 'it was replaced by a newer one' });
  }
}
