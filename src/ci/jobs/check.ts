/** Decides, without a key that can write, whether the changes of a merge are those that were reviewed. */
import type { Selection } from '../../project/index.ts';
import { writeChildPipeline } from '../child-pipeline.ts';
import { DONE, isGood, type Ci, type JobEnding } from '../ci.ts';
import { isOnlyUnapproved } from '../only-unapproved.ts';
import { environmentFor, isOneEnvironmentEach, partsOf, type PartJob, type WaitingJob } from '../parts.ts';
import { planFilesIn } from '../plan-files.ts';
import { sinceDeployment } from '../repository.ts';
import { mergedNumbers } from '../merged-requests.ts';
import { NO_TARGET, settingsOf } from '../settings.ts';

/** The jobs that follow: those that sync what was reviewed, and those that wait for a person. */
interface Decision {
  readonly decision: 'none' | 'reviewed' | 'approval';
  /** The numbers of the pull requests, `none` or `off`. */
  readonly reviewed?: string;
  readonly sync: readonly PartJob[];
  readonly waiting: readonly WaitingJob[];
}

export async function check(ci: Ci): Promise<JobEnding> {
  const { target, hasKeys } = await settingsOf(ci);
  if (target === undefined) {
    ci.say(NO_TARGET);
    return decide(ci, { decision: 'none', sync: [], waiting: [] });
  }
  const selection = await sinceDeployment(ci, { target });
  const parts = await partsOf(ci, selection, target);
  const reviewed = await mergedNumbers(ci, target);
  const asReviewed = { decision: 'reviewed', reviewed, sync: parts, waiting: [] } as const;
  if (reviewed === 'off') return decide(ci, asReviewed);
  if (!hasKeys(target)) {
    ci.say(
      'This job has no key that can read the target, so the sync itself decides whether its changes were reviewed.',
    );
    return decide(ci, asReviewed);
  }
  return compare(ci, { target, selection, parts, reviewed });
}

interface Compared {
  readonly target: string;
  readonly selection: Selection;
  readonly parts: readonly PartJob[];
  readonly reviewed: string;
}

async function compare(ci: Ci, { target, selection, parts, reviewed }: Compared): Promise<JobEnding> {
  const { plan } = planFilesIn(ci.runner.out);
  const made = await ci.work.plan(selection, { target, out: plan });
  if (!isGood({ ...made.ending, incomplete: false }) && !isOnlyUnapproved(made)) return made.ending;
  const numbers = reviewed === 'none' ? [] : reviewed.split(',').map(Number);
  const checked = await ci.work.reviews.check({ target, reviewed: { numbers }, plan });
  if (checked.covered) return decide(ci, { decision: 'reviewed', reviewed, sync: parts, waiting: [] });
  ci.say(checked.reason ?? 'These changes were not reviewed.');
  ci.say('They are applied when a person approves this plan.');
  if (isOneEnvironmentEach(ci)) {
    const digests = new Map(checked.uncovered?.map(({ folder, digest }) => [folder, digest]));
    return decide(ci, {
      decision: 'approval',
      reviewed,
      sync: parts.filter(({ part }) => !digests.has(part)),
      waiting: parts.flatMap(({ part, environment }) => waitingFor(part, environment, digests.get(part))),
    });
  }
  return decide(ci, {
    decision: 'approval',
    reviewed,
    // A broadcast that no review covers stops alone.
    sync: checked.partly ? parts : [],
    waiting: waitingFor('', environmentFor(target), checked.digest),
  });
}

const waitingFor = (part: string, environment: string, digest: string | undefined): Decision['waiting'] =>
  digest === undefined ? [] : [{ part, environment: `${environment}-unreviewed`, digest, job: 'approved' }];

function decide(ci: Ci, { decision, reviewed, sync, waiting }: Decision): JobEnding {
  const { output } = ci;
  if (ci.runner.host === 'gitlab' && ci.work.isWorkspace) writeChildPipeline(ci, { reviewed, sync, waiting });
  output('decision', decision);
  if (reviewed !== undefined) output('reviewed', reviewed);
  output('sync', sync);
  output('waiting', waiting);
  const [first] = waiting;
  if (first) output('digest', first.digest);
  return DONE;
}
