/** Decides, without a key that can write, whether the changes of a merge are those that were reviewed. */
import { count } from '../../diagnostics/count.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { Selection } from '../../project/index.ts';
import { DONE, isApplicable, type Ci, type JobEnding } from '../ci.ts';
import { sinceDeployment } from '../deployment.ts';
import { planFilesIn } from '../review/plan-files.ts';
import { mergedNumbers, numbersIn } from '../review/recorded-reviews.ts';
import { readingWithPlanKeys } from '../runner/ci-keys.ts';
import { folderPart } from '../runner/runner.ts';
import { NO_TARGET, settingsOf } from '../runner/ci-settings.ts';
import type { Reviews } from '../work.ts';
import { writeChildPipeline } from '../workspace/child-pipeline.ts';
import {
  environmentFor,
  isOneEnvironmentEach,
  MOST_JOBS,
  partsOf,
  separateJobs,
  waitingFor,
  type FollowingJobs,
  type PartJob,
} from '../workspace/parts.ts';

interface Decision extends FollowingJobs {
  readonly decision: 'none' | 'reviewed' | 'approval';
  /** The numbers of the pull requests, `none` or `off`. */
  readonly reviewed?: string;
}

export async function check(given: Ci): Promise<JobEnding> {
  const { target, keys } = await settingsOf(given);
  const ci = readingWithPlanKeys(given, keys);
  if (target === undefined) {
    ci.say(NO_TARGET);
    return decide(ci, { decision: 'none', sync: [], waiting: [], left: 0 });
  }
  const selection = await sinceDeployment(ci, { target });
  const parts = await partsOf(ci, selection, target);
  const reviewed = await mergedNumbers(ci, target);
  const { hasKeys } = await settingsOf(ci, selection);
  if (reviewed !== 'off' && !hasKeys(target)) throw withoutKey(target);
  if (reviewed !== 'off') return compare(ci, { target, selection, parts, reviewed });
  if (parts.length > MOST_JOBS) throw tooMany(parts.length);
  return decide(ci, { decision: 'reviewed', reviewed, sync: parts, waiting: [], left: 0 });
}

/** Nothing could be recorded for a pull request either, so the sync would refuse every merge. */
const withoutKey = (target: string): UserError =>
  new UserError(`this job has no key that can read ${target}, so it cannot tell whether the merge was reviewed`, {
    suggestion:
      'set the secret GITCAST_PLAN_KEY to a key that can only read, or the variable GITCAST_REVIEW to off, which syncs every push as it is',
  });

interface Merge {
  readonly target: string;
  readonly selection: Selection;
  readonly parts: readonly PartJob[];
  readonly reviewed: string;
}

async function compare(ci: Ci, { target, selection, parts, reviewed }: Merge): Promise<JobEnding> {
  const { plan } = planFilesIn(ci.runner.out);
  const made = await ci.work.plan(selection, { target, out: plan });
  if (!ci.work.isWorkspace && !isApplicable(made)) return made.ending;
  const checked = await ci.work.reviews.check({ target, reviewed: { numbers: numbersIn(reviewed) }, plan });
  const failing = [...made.each].filter(([, result]) => !isApplicable(result)).map(([folder]) => folder);
  const jobs = jobsFor(ci, { target, parts, checked, failing });
  if (jobs.waiting.length > 0) {
    ci.say(checked.reason ?? 'These changes were not reviewed.');
    ci.say('They are applied when a person approves this plan.');
  }
  return decide(ci, { decision: jobs.waiting.length > 0 ? 'approval' : 'reviewed', reviewed, ...jobs });
}

interface CheckedMerge {
  readonly target: string;
  readonly parts: readonly PartJob[];
  readonly checked: Awaited<ReturnType<Reviews['check']>>;
  /** Broadcasts whose plans no approval can help: their own jobs fail, and the others do not wait for them. */
  readonly failing: readonly string[];
}

function jobsFor(ci: Ci, { target, parts, checked, failing }: CheckedMerge): FollowingJobs {
  const open = checked.uncovered?.filter(({ folder }) => !failing.includes(folder));
  if (open && isOneEnvironmentEach(ci)) {
    const jobs = separateJobs(parts, { open, due: [...(checked.changed ?? []), ...failing] });
    if (jobs.left > 0)
      ci.say(
        `A host starts ${MOST_JOBS} jobs of one kind: run this again for the other ${count(jobs.left, 'broadcast')}.`,
      );
    return jobs;
  }
  const environment = environmentFor(target);
  if (!open) {
    return checked.covered
      ? { sync: parts, waiting: [], left: 0 }
      : { sync: [], waiting: [waitingFor({ part: '', environment }, checked.digest)], left: 0 };
  }
  // One approval of their environment starts all of them, and one that fails does not stop the others.
  const waiting = open
    .slice(0, MOST_JOBS)
    .map(({ folder, digest }) => waitingFor({ part: folderPart(folder), environment }, digest));
  return {
    // A broadcast that no review covers, or that fails, stops alone.
    sync: open.length === 0 || checked.partly || failing.length > 0 ? parts : [],
    waiting,
    left: open.length - waiting.length,
  };
}

const tooMany = (broadcasts: number): UserError =>
  new UserError(`${broadcasts} broadcasts have jobs of their own, and a host starts ${MOST_JOBS}`, {
    suggestion:
      'remove GITCAST_ENVIRONMENTS for this run, or let this job read the targets and review changes, so that it finds those with changes',
  });

function decide(ci: Ci, { decision, reviewed, sync, waiting, left }: Decision): JobEnding {
  const { output } = ci;
  if (ci.runner.host === 'gitlab' && ci.work.isWorkspace) writeChildPipeline(ci, { reviewed, sync, waiting, left });
  output('decision', decision);
  if (reviewed !== undefined) output('reviewed', reviewed);
  output('sync', sync);
  output('waiting', waiting);
  if (ci.work.isWorkspace) output('complete', String(waiting.length + left === 0));
  const [first] = waiting;
  if (first) output('digest', first.digest);
  return DONE;
}
