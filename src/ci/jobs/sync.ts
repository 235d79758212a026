/** Makes the target equal to the files of a merge. */
import { needsPerson, rowsOf } from '../../plan/approval.ts';
import type { Ending, Plan } from '../../project/index.ts';
import { digest } from '../../values/digest.ts';
import { digestsIn, DONE, endingWords, FAILED, firstBad, isGood, placeOf, requireApprovers, type Ci } from '../ci.ts';
import { markDeployed, noteUsed, progressOf, usedRows, type Progress } from '../progress.ts';
import { withTarget, type TargetSettings } from '../settings.ts';
import { isShown, shownRows } from '../shown-rows.ts';
import { withState } from '../state-on-branch.ts';

export const sync = (ci: Ci): Promise<Ending> =>
  withTarget(ci, async (settings) => {
    const { target } = settings;
    const progress = await progressOf(ci, { target });
    if (progress.isBehind) {
      ci.say('A later commit is synced already.');
      return DONE;
    }
    const { waiting, ...ending } = await withState(ci, settings, () => syncApproved(ci, settings, progress));
    if (isGood(ending)) await markDeployed(ci, { target });
    else await ci.notify(`The sync to ${target} ${endingWords(ending)}.${waiting}`);
    return ending;
  });

type Made = readonly [folder: string, plan: Plan];

/** A broadcast whose plan nobody has approved stops alone. `waiting` says what a person has to do. */
async function syncApproved(
  ci: Ci,
  { target, configs }: TargetSettings,
  { last, selection }: Progress,
): Promise<Ending & { readonly waiting: string }> {
  const given = digestsIn(ci);
  const isOff = [...configs.values()].every(({ review }) => review === 'off');
  if (given && !isOff) await requireApprovers(ci);
  const { plans, ending } = await ci.work.plan(selection, { target });
  const planned = [...plans.values()].flatMap((plan) => rowsOf(plan, digest));
  const used = await usedRows(ci, target, planned);
  const shown = planned.length > 0 && ci.host && !isOff ? await shownRows(ci, last) : [];
  const open = new Set([...shown].filter((row) => !used.has(row)));
  const isApproved = ([, plan]: Made): boolean =>
    given?.includes(plan.digest ?? '') === true || (!needsPerson(plan) && (isOff || isShown(plan, open)));
  const waiting = waitingWords([...plans].flatMap((made) => (isApproved(made) ? [] : made[1])));
  if (waiting !== '') ci.say(waiting.trim());
  const ended = await apply(ci, target, { approved: [...plans].filter(isApproved), used });
  // A broadcast without a plan has failed, whatever became of the others.
  return { ...firstBad(ended, ending, waiting === '' ? DONE : FAILED), waiting };
}

/** The log shows each plan whole. */
function waitingWords(unapproved: readonly Plan[]): string {
  const digests = unapproved.flatMap((plan) => plan.digest ?? []);
  const refused = digests.length < unapproved.length ? ' A plan is refused, and no digest allows it.' : '';
  if (digests.length === 0) return refused;
  const places = unapproved.map(placeOf).join('; ');
  return `${refused} Nobody has seen these changes in a pull request, or they need a person: look in the log at the plan for ${places}, and start this job with GITCAST_DIGEST = ${digests.join(',')}.`;
}

async function apply(
  ci: Ci,
  target: string,
  { approved, used }: { readonly approved: readonly Made[]; readonly used: ReadonlySet<string> },
): Promise<Ending> {
  if (approved.length === 0) return DONE;
  const begun = approved.flatMap(([, plan]) => rowsOf(plan, digest));
  // Before anything is sent: a runner that is killed notes nothing any more.
  if (begun.length > 0) await noteUsed(ci, target, { used, begun });
  const { applied, ...ending } = await ci.work.sync(
    { folders: approved.map(([folder]) => folder) },
    { target, reviewed: approved.flatMap(([, plan]) => plan.digest ?? []) },
  );
  const made = applied.flatMap((plan) => rowsOf(plan, digest));
  if (begun.length > 0) await noteUsed(ci, target, { used: [...used, ...made], begun: [] });
  return ending;
}
