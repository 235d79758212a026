/** The jobs that write to a target. */
import { writeFileSync } from 'node:fs';
import { UserError } from '../../diagnostics/errors.ts';
import { call, worded } from '../../diagnostics/wording.ts';
import type { Reviewed } from '../../project/index.ts';
import { DONE, endingWords, firstBad, isGood, isOnlyUnapproved, type Ci, type JobEnding } from '../ci.ts';
import { beginDeployment, markDeployed, noteDeployed, sinceDeployment } from '../deployment.ts';
import { keepState, partOf } from '../repository.ts';
import { isFilled, planFilesIn } from '../review/plan-files.ts';
import { numbersIn } from '../review/recorded-reviews.ts';
import { keysIn, readingWithPlanKeys, withPushToken } from '../runner/ci-keys.ts';
import { NO_TARGET, settingsOf, withTarget } from '../runner/ci-settings.ts';
import { uploadTool } from '../website/upload.ts';
import type { WaitingJob } from '../workspace/parts.ts';
import { build, publish } from './website.ts';

/** Makes the target equal to the files, as reviewed. */
export const sync = (ci: Ci): Promise<JobEnding> =>
  withTarget(ci, async ({ target }) => {
    const { runner, say } = ci;
    if (runner.variable('GITCAST_DECISION') === 'approval') {
      say('No review covers these changes, so they wait for a person to start the job for unreviewed changes.');
      return { waits: true };
    }
    const isOff = runner.host === 'none' || runner.variable('GITCAST_REVIEW') === 'off';
    const reviewed = runner.variable('GITCAST_REVIEWED') ?? (isOff ? 'off' : undefined);
    if (reviewed === undefined) {
      throw new UserError('GITCAST_REVIEWED is missing', {
        suggestion:
          'pass the output `reviewed` of the job `check`, or set GITCAST_REVIEW to off to sync every push to this branch as it is',
      });
    }
    const numbers = numbersIn(reviewed);
    return applyContent(ci, target, reviewed === 'off' ? undefined : { numbers });
  });

/** Applies changes that no review covers: the plan with the digest that a person approved, or nothing. */
export const approved = (ci: Ci): Promise<JobEnding> =>
  withTarget(ci, async ({ target }) => applyContent(ci, target, { digest: await approvedDigest(ci) }));

/** In a workspace: notes that everything up to this commit is synced. The next merge starts there. */
export async function deployed(ci: Ci): Promise<JobEnding> {
  const { target } = await settingsOf(ci);
  return target === undefined || !ci.work.isWorkspace ? DONE : markDeployed(ci, { target });
}

/** Deploys a merge in one job: the website, unless the host publishes it itself, then the content. */
export async function merge(ci: Ci): Promise<JobEnding> {
  const built = await build(ci);
  return isGood(built) ? withPushToken(ci, () => publishAndSync(ci)) : built;
}

async function publishAndSync(ci: Ci): Promise<JobEnding> {
  const { publishTo } = await settingsOf(ci);
  if (publishTo.length > 0 || uploadTool(ci.folder)) {
    const published = await publish(ci);
    if (!isGood(published)) return published;
  }
  return sync(ci);
}

/** Sends the content of the checked-out commit to the target, as reviewed, or as it is. */
async function applyContent(ci: Ci, target: string, reviewed?: Reviewed): Promise<JobEnding> {
  const { runner, work, notify } = ci;
  const selection = await sinceDeployment(ci, { target });
  await beginDeployment(ci, { target }, selection.selected?.broadcasts ?? []);
  const synced = await work.sync(selection, { target, reviewed, published: isPublished(ci) ? undefined : 'live' });
  const ending = firstBad(synced, await keepState(ci, target));
  if (!isGood(ending)) {
    await notify(`The sync to ${target} ${endingWords(ending)}.`);
    return ending;
  }
  // The sync has used up what it applied. This removes the records of what was no longer needed.
  const numbers = numbersIn(runner.variable('GITCAST_REVIEWED') ?? 'none');
  // Those of other parts may still be needed.
  for (const number of numbers) await work.reviews.close({ target, number, ...partOf(ci) });
  if (!work.isWorkspace) await noteDeployed(ci, target);
  // If several runners share the work, a last job does this.
  return work.isWorkspace && runner.part === undefined ? markDeployed(ci, { target }) : DONE;
}

/** Otherwise the sync stops if what is sent names a page or file that is not there. */
const isPublished = ({ runner }: Ci): boolean => {
  const { GITCAST_PUBLISHED: published } = runner.env;
  return published === undefined || ['success', 'true'].includes(published);
};

/** Plans what a promotion from the target of merges to the next one would change. An incomplete plan cannot be approved. */
export async function promotePlan(ci: Ci): Promise<JobEnding> {
  const { from, to, settings } = await promotionOf(ci);
  const { plan, planText } = planFilesIn(ci.runner.out);
  const { work, output, say } = readingWithPlanKeys(ci, keysIn(settings));
  const made = await work.promote({ from, to, out: plan });
  if (!isGood(made.ending) && !isOnlyUnapproved(made)) return made.ending;
  writeFileSync(planText, made.markdown());
  const { digest } = made;
  const isWaiting = made.plans.some(({ changes }) => changes.length > 0);
  const waiting: readonly WaitingJob[] = isWaiting ? [{ part: '', environment: to, digest, job: 'promote' }] : [];
  output('sync', []);
  output('waiting', waiting);
  output('digest', digest);
  output('promotion', isWaiting ? 'waiting' : 'none');
  if (isWaiting) say(`This plan waits for an approval: ${digest}`);
  return DONE;
}

/** Applies the plan of a promotion with the digest that a person approved, or stops and shows what changed. */
export async function promote(ci: Ci): Promise<JobEnding> {
  const { from, to, settings } = await promotionOf(ci);
  const digest = await approvedDigest(ci);
  const { plan } = planFilesIn(ci.runner.out);
  const { work, notify } = readingWithPlanKeys(ci, settings.keys);
  const reviewed = { digest, ...(isFilled(plan) && { plan }) };
  const ending = firstBad(await work.applyPromotion({ from, to, reviewed }), await keepState(ci, to));
  if (!isGood(ending)) await notify(`The promotion from ${from} to ${to} ${endingWords(ending)}.`);
  return ending;
}

/** The targets of a promotion. */
async function promotionOf(ci: Ci) {
  const settings = await settingsOf(ci);
  const { target, promotion } = settings;
  if (target === undefined) throw new UserError(NO_TARGET);
  if (promotion) return { from: target, to: promotion.to, settings };
  throw new UserError('CI has no target to promote to', {
    suggestion: worded`run \`${call('initProject', { ci: 'HOST', promote: 'TARGET' })}\`, or set GITCAST_PROMOTE`,
  });
}

/**
 * The plan that a person approved, by starting a job or by releasing its environment. The digest is that of the plan
 * that this person saw: anything else stops.
 */
async function approvedDigest({ host, runner }: Ci): Promise<string> {
  const digest = runner.variable('GITCAST_DIGEST');
  if (digest === undefined) {
    throw new UserError('GITCAST_DIGEST is missing, so nobody knows which plan was approved', {
      suggestion: 'pass the output `digest` of the job that made the plan',
    });
  }
  if (runner.host === 'none') return digest;
  const environment = runner.variable('GITCAST_ENVIRONMENT') ?? runner.variable('CI_ENVIRONMENT_NAME');
  if (environment === undefined) {
    throw new UserError('GITCAST_ENVIRONMENT is missing, so nobody knows who may approve: nothing was sent', {
      suggestion: 'set it to the `environment` of this job',
    });
  }
  if (!host) {
    throw new UserError('the host cannot be asked who may approve, so nothing was sent', {
      suggestion: runner.host === 'github' ? 'set GH_TOKEN to ${{ github.token }}' : 'set GITCAST_TOKEN, protected',
    });
  }
  await host.requireApprovers(environment);
  return digest;
}
