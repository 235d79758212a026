/** Makes the target equal to the files of a merge. */
import { needsPerson, rowsOf } from '../../plan/approval.ts';
import type { Ending, Plan, Selection } from '../../project/index.ts';
import { withDigest } from '../../project/planning/planning.ts';
import { digest } from '../../values/digest.ts';
import { digestsIn, DONE, endingWords, FAILED, firstBad, isGood, requireApprovers, type Ci } from '../ci.ts';
import { markDeployed, noteUsed, progressOf, usedRows, type Progress } from '../progress.ts';
import { keepState } from '../repository.ts';
import { withTarget } from '../settings.ts';
import { isShown, shownRows } from '../shown-rows.ts';

export const sync = (ci: Ci): Promise<Ending> =>
  withTarget(ci, async ({ target, configs }) => {
    const progress = await progressOf(ci, { target });
    if (progress.isBehind) {
      ci.say('A later commit is synced already.');
      return DONE;
    }
    const isOff = [...configs.values()].every(({ review }) => review === 'off');
    const decided = isOff ? ALL : await decide(ci, target, progress);
    const ended = decided.isNone ? DONE : await apply(ci, target, { ...progress.selection, ...decided });
    const ending = firstBad(ended, decided.waiting.length > 0 ? FAILED : DONE);
    if (isGood(ending)) await markDeployed(ci, { target });
    const waits = decided.waiting.length > 0 ? ` ${waitingWords(decided.waiting)}` : '';
    if (!isGood(ending)) await ci.notify(`The sync to ${target} ${endingWords(ending)}.${waits}`);
    return ending;
  });

interface Decision {
  /** The broadcasts to sync; undefined for all of them. */
  readonly folders?: readonly string[];
  /** The digests that are approved; undefined if everything is. */
  readonly reviewed: readonly string[] | undefined;
  /** There is nothing to sync. */
  readonly isNone?: boolean;
  /** The digests that a person has to approve. */
  readonly waiting: readonly string[];
}

const ALL: Decision = { reviewed: undefined, waiting: [] };

/** A broadcast whose plan nobody has seen stops alone. */
async function decide(ci: Ci, target: string, { last, selection }: Progress): Promise<Decision> {
  const given = digestsIn(ci);
  if (given) {
    await requireApprovers(ci);
    return { reviewed: given, waiting: [] };
  }
  const { plans, ending } = await ci.work.plan(selection, { target });
  const made = [...plans].map(([folder, plan]) => ({ folder, plan: withDigest(plan) }));
  const changing = made.filter(({ plan }) => plan.changes.length > 0);
  const shown = changing.length > 0 && ci.host ? await shownRows(ci, last) : new Set<string>();
  const used = await usedRows(ci, target);
  const open = new Set([...shown].filter((row) => !used.has(row)));
  const isApproved = ({ plan }: { readonly plan: Plan }): boolean => !needsPerson(plan) && isShown(plan, open);
  const unseen = changing.filter((each) => !isApproved(each));
  // The log of the plan shortens long values; this one has all of them.
  for (const { plan } of unseen) ci.say(ci.work.comment(plan, Infinity)!);
  const waiting = unseen.map(({ plan }) => plan.digest ?? '');
  if (waiting.length > 0) ci.say(waitingWords(waiting));
  const stopped = new Set(unseen.map(({ folder }) => folder));
  const folders = made.map(({ folder }) => folder).filter((folder) => !stopped.has(folder));
  // One without a plan has failed already, and fails here again.
  if (plans.size === 0 && ending.failed) return { ...ALL, isNone: true, waiting: [NO_PLAN] };
  return {
    ...(ci.work.isWorkspace && { folders }),
    reviewed: made.map(({ plan }) => plan.digest ?? ''),
    isNone: folders.length === 0,
    waiting,
  };
}

const NO_PLAN = '(no plan could be made)';

const waitingWords = (digests: readonly string[]): string =>
  `Nobody has seen these changes in a pull request, or they need a person: look at the plan, and start this job with GITCAST_DIGEST = ${digests.join(',')}.`;

async function apply(
  ci: Ci,
  target: string,
  { reviewed, ...selection }: Selection & Pick<Decision, 'reviewed'>,
): Promise<Ending> {
  const { applied, ...ending } = await ci.work.sync(selection, { target, reviewed });
  const kept = await keepState(ci, target);
  if (!isGood(ending) && reviewed) {
    await noteUsed(
      ci,
      target,
      applied.flatMap((plan) => rowsOf(plan, digest)),
    );
  }
  return firstBad(ending, kept);
}
