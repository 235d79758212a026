/**
 * A run in rounds. The first round applies the plan. A creation may stay open, because a request of this run or an earlier
 * one may still take effect, and so may a change of an object that the target does not show yet. The run waits for all of
 * them at once, after everything else. Then it plans them again: objects that the target shows by then are adopted, changed
 * or deleted, missing ones are created. A later round does nothing that was not in the plan.
 */
import { assertNever } from '../../diagnostics/errors.ts';
import type { Clock } from '../../machine/clock.ts';
import type { Applied } from '../../apply/apply-plan.ts';
import type { Result } from '../../apply/run.ts';
import { canonical } from '../../values/canonical.ts';
import { leafAt } from '../../values/leaves.ts';
import { isIncomplete, type Change, type Plan } from '../../plan/plan.ts';
import type { Prepared } from '../planning/planning.ts';
import type { RunEvent } from '../events.ts';
import { largest } from '../../values/long-lists.ts';

export interface Again extends Clock {
  /** Plans these documents again, from the files and the target as they are then. */
  readonly prepare: (addresses: ReadonlySet<string>) => Promise<Prepared>;
  /** Wait for the settle time. */
  readonly wait: boolean;
}

interface RoundWork {
  readonly apply: (plan: Plan, prepared: Prepared) => Promise<Applied>;
  readonly again: Again | undefined;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** A creation is sent again at most once in a run. If that reply is lost too, it is left to the next run. */
const MOST_SENT = 2;
/** A service that returns no ids of new objects needs a round for each step in a chain of pointers. */
const MOST_ROUNDS = 20;

export async function applyInRounds(plan: Plan, prepared: Prepared, work: RoundWork): Promise<Applied> {
  const first = await work.apply(plan, prepared);
  const open = openIn(first.results, prepared.plan);
  const { again } = work;
  const last = again && open.size > 0 ? await goOn(plan, { ...first, open }, { ...work, again }) : { ...first, open };
  const { open: left, ...applied } = last;
  return { ...applied, results: withOpen(applied.results, left) };
}

type Round = Applied & { readonly open: Open };

async function goOn(plan: Plan, first: Round, work: RoundWork & { readonly again: Again }): Promise<Round> {
  let last = first;
  const began = work.again.now();
  const sent = new Map<string, number>();
  for (let round = 1; round < MOST_ROUNDS; round++) {
    for (const { address } of last.results.filter((each) => each.sent)) sent.set(address, (sent.get(address) ?? 0) + 1);
    const open: Open = new Map([...last.open].filter(([address]) => (sent.get(address) ?? 0) < MOST_SENT));
    if (open.size === 0) break;
    const addresses = withDependants(open, plan.changes);
    const next = last.stopped || work.signal.aborted ? undefined : await settledPlan(open, { addresses, began }, work);
    // A refusal that the first plan did not have, such as a pointer that could not be changed, ends the run.
    if (!next || next.plan.refusals.length > 0) break;
    const { changes, refused } = approved(next.plan, plan);
    const more = await work.apply({ ...next.plan, changes }, next);
    const kept = last.results.filter(({ address, outcome }) => outcome === 'applied' || !addresses.has(address));
    const left = [...last.open].filter(([address]) => !addresses.has(address));
    const isUndecided = ([address]: [string, number]): boolean =>
      !more.results.some((result) => result.address === address);
    // A list that cannot be read completely decides nothing.
    const unread = isIncomplete(next.plan) ? [...open].filter(isUndecided) : [];
    const stillOpen = new Map([...left, ...unread, ...openIn(more.results, next.plan)]);
    last = { ...more, results: [...kept.map(before), ...more.results, ...refused], open: stillOpen };
    if (unread.length > 0) break;
  }
  return last;
}

/** Requests of an earlier round are counted already. */
const before = ({ sent: _, ...result }: Result): Result => result;

/** By address: the time from which a list is certain. */
type Open = ReadonlyMap<string, number>;

function openIn(results: readonly Result[], { open }: Plan): Open {
  const certain = [...open, ...results].flatMap(({ address, until }) =>
    until === undefined ? [] : [[address, until] as const],
  );
  return new Map(certain);
}

/** Adds the changes that were skipped because they depend on an open one. */
function withDependants(open: Open, changes: readonly Change[]): ReadonlySet<string> {
  const addresses = new Set(open.keys());
  for (const { address, dependsOn } of changes)
    if (dependsOn.some((each) => addresses.has(each))) addresses.add(address);
  return addresses;
}

/** Most targets lag by seconds, so an early look often ends the wait. */
const FIRST_LOOK = 1000;

/** `began`: the longer the wait, the longer the pauses between two looks. */
async function settledPlan(
  open: Open,
  { addresses, began }: { readonly addresses: ReadonlySet<string>; readonly began: number },
  { again, signal, onEvent }: RoundWork & { readonly again: Again },
): Promise<Prepared | undefined> {
  const until = largest(open.values());
  if (until > again.now() && !again.wait) return undefined;
  if (until > again.now()) onEvent({ type: 'settling', changes: open.size, until });
  for (;;) {
    const left = until - again.now();
    const pause = Math.max(FIRST_LOOK, 2 * (again.now() - began));
    try {
      if (left > 0) await again.sleep(Math.min(pause, left), signal);
    } catch {
      return undefined;
    }
    const prepared = await again.prepare(addresses);
    const { changes, open: creations } = prepared.plan;
    const isOpen = creations.length > 0 || changes.some(({ waitsUntil }) => waitsUntil !== undefined);
    if (!isOpen || left <= 0) return prepared;
  }
}

const clock = (epoch: number): string => new Date(epoch).toISOString().replace(/\.\d+Z$/, 'Z');

/** Only changes that the plan has shown: files may have been edited while the run was waiting. */
function approved(
  next: Plan,
  plan: Plan,
): { readonly changes: readonly Change[]; readonly refused: readonly Result[] } {
  const isApproved = (change: Change): boolean => wasShown(change, plan.changes);
  return {
    changes: next.changes.filter(isApproved),
    refused: next.changes
      .filter((change) => !isApproved(change))
      .map(({ address, action }) => ({
        address,
        action,
        outcome: 'open' as const,
        error: 'it was not in the plan that was confirmed: run gitcast sync again',
      })),
  };
}

function wasShown(change: Change, shown: readonly Change[]): boolean {
  const before = shown.filter(({ address }) => address === change.address);
  switch (change.action) {
    case 'create':
    case 'replace':
    case 'update':
      return before.some(
        ({ action, after }) =>
          (change.action !== 'create' || action === 'create' || action === 'replace') &&
          change.sets.every(
            (name) => canonical(leafAt(after ?? {}, name)) === canonical(leafAt(change.after ?? {}, name)),
          ),
      );
    case 'delete':
      return before.some(({ action, id }) => (action === 'delete' || action === 'replace') && id === change.id);
    case 'adopt':
    case 'move':
    case 'forget':
    case 'drift':
    case 'conflict':
    case 'manual':
      return true;
    default:
      return assertNever(change.action);
  }
}

/** Adds the next step to open results, and a result for each open intent without a change. */
function withOpen(results: readonly Result[], open: Open): readonly Result[] {
  const named = new Set(results.flatMap(({ address, outcome }) => (outcome === 'open' ? [address] : [])));
  const unnamed = [...open]
    .filter(([address]) => !named.has(address))
    .map(([address, until]): Result => {
      return {
        address,
        until,
        action: 'create',
        outcome: 'open',
        error: 'a request from an earlier run may still arrive',
      };
    });
  return [...results, ...unnamed].map((result) =>
    result.until === undefined
      ? result
      : { ...result, error: `${result.error}: run gitcast sync again after ${clock(result.until)}` },
  );
}
