/**
 * The jobs that show plans to reviewers and take their answers. They have write permission, so they run nothing of a pull
 * request and treat what its job left as data.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import type { ReviewReport } from '../../project/index.ts';
import { DONE, withoutHost, type Ci, type JobEnding } from '../ci.ts';
import { foldersNotDeployed } from '../deployment.ts';
import { PLAN_FILES, type CodeHost, type MadePlan, type ReviewStatus } from '../hosts/code-host.ts';
import { commentText, shownPlan, type Noted } from '../review/comment-text.ts';
import { isFilled, planFilesIn, readOutcome, statusWithoutPlan, type PlanFiles } from '../review/plan-files.ts';
import {
  foldersOf,
  recordedReview,
  recordedReviews,
  refuseLabel,
  recordLabels,
  statusOf,
} from '../review/recorded-reviews.ts';
import { settingsOf } from '../runner/ci-settings.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';
import type { ListedReview } from '../work.ts';

/** Writes saved plans into their pull requests, and records what reviewers see there. */
export async function comment(ci: Ci): Promise<JobEnding> {
  const { host } = ci;
  if (!host) return withoutHost(ci);
  const { target } = await settingsOf(ci);
  if (ci.runner.finished?.event === 'merge_group') return queued(ci, host, target);
  for await (const made of host.plans()) await show(ci, { host, target, made });
  // On GitLab no event tells that a request was closed.
  if (ci.runner.host === 'gitlab') await forgetClosed(ci, host, target);
  return DONE;
}

/** A plan on its way into a comment. */
interface PlanToShow {
  readonly host: CodeHost;
  readonly target: string | undefined;
  readonly made: MadePlan;
  readonly files: PlanFiles;
}

const show = (ci: Ci, given: Omit<PlanToShow, 'files'>): Promise<void> =>
  inTemporaryFolder('plan', async (folder) => {
    const { host, target, made } = given;
    const { number, commit } = made;
    const files = planFilesIn(folder);
    for (const name of PLAN_FILES) writeFileSync(join(folder, name), made.files[name] ?? '');
    const before = await recordedReview(ci, target, number);
    const shown = { ...given, files };
    const recorded = await record(ci, shown);
    if (recorded) return showRecorded(ci, { ...shown, ...recorded, before });
    await host.comment(number, await textFor(ci, shown));
    const status = statusWithoutPlan(readOutcome(files.outcome), made);
    // The merge is possible without the present plan, so an earlier one must not cover any of it.
    if (before && status.isApproved) await ci.work.reviews.close({ target, number });
    await host.setStatus(commit, status);
  });

interface RecordedPlan extends PlanToShow {
  readonly target: string;
  readonly recorded: Noted;
  /** The review that was recorded before. */
  readonly before: ReviewReport | undefined;
}

async function showRecorded(ci: Ci, shown: RecordedPlan): Promise<void> {
  const { host, target, made, recorded, before } = shown;
  const { number, commit } = made;
  let review: ReviewReport;
  try {
    review = await recordLabels(ci, { target, host, review: recorded, before });
    await remarkChange(host, review, before);
    await host.comment(number, await textFor(ci, shown, { ...review, notes: recorded.notes ?? [] }));
  } catch (error) {
    // Nobody saw this plan, so it must not cover a merge.
    await ci.work.reviews.close({ target, number });
    if (before?.commit === commit) await host.setStatus(commit, statusWithoutPlan('failure'));
    throw error;
  }
  await host.offerLabels(review.labels);
  await host.setStatus(commit, statusOf(review));
}

async function textFor(ci: Ci, { host, target, made, files }: PlanToShow, review?: Noted): Promise<string> {
  const preview = ci.runner.variable('GITCAST_PREVIEW_URL')?.replaceAll('{number}', String(made.number));
  const previewUrl = made.isFromFork ? undefined : preview;
  const longest = host.longestComment - commentText('', made, review).length;
  return commentText(await shownPlan(ci, files, { target, previewUrl, longest }), made, review);
}

/** Records what the reviewers are about to see. A fork has no key, so its plan is not that of the target. */
async function record(
  ci: Ci,
  { target, made, files }: PlanToShow,
): Promise<Pick<RecordedPlan, 'target' | 'recorded'> | undefined> {
  if (target === undefined || made.isFromFork || !isFilled(files.plan)) return undefined;
  const { number, commit } = made;
  try {
    return { target, recorded: await ci.work.reviews.record({ target, number, commit, plan: files.plan }) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    ci.say(`The plan of pull request ${number} is not recorded: ${error.message}`);
    return undefined;
  }
}

/** Without a push, no approval of the pull request is dismissed: say it where reviewers see it. */
async function remarkChange(host: CodeHost, review: ReviewReport, before: ReviewReport | undefined): Promise<void> {
  const { number, commit, digest } = review;
  if (before?.commit !== commit || before.digest === digest) return;
  await host.remark(
    number,
    `The plan of ${commit} changed without a push: it was \`${before.digest}\` and is \`${digest}\` now, because the target, the default branch or the job's result changed. Please look at it again.`,
  );
}

/** A merge queue requires the same checks for a commit of its own, which is a merge of what was reviewed. */
async function queued(ci: Ci, host: CodeHost, target: string | undefined): Promise<JobEnding> {
  const { headBranch, headSha } = ci.runner.finished!;
  const number = Number(/\/pr-(\d+)-[0-9a-f]+$/.exec(headBranch)?.[1]);
  const review = Number.isInteger(number) ? await recordedReview(ci, target, number) : undefined;
  if (!review) ci.say(`No review is recorded for ${headBranch}.`);
  await host.setStatus(
    headSha,
    review ? await queuedStatus(host, review) : statusWithoutPlan(target === undefined ? 'no-target' : 'offline'),
  );
  return DONE;
}

const queuedStatus = async (host: CodeHost, review: ReviewReport): Promise<ReviewStatus> =>
  (await host.request(review.number)).head === review.commit
    ? statusOf(review)
    : { isApproved: false, about: 'the last commit has no plan yet' };

async function forgetClosed(ci: Ci, host: CodeHost, target: string | undefined): Promise<void> {
  for (const { number } of await recordedReviews(ci, target)) {
    if ((await host.request(number)).state === 'closed') await ci.work.reviews.close({ target, number });
  }
}

/** Records what a label on a pull request allows, for the plan that its comment shows, or forgets a closed one. */
export async function allow(ci: Ci): Promise<JobEnding> {
  const number = ci.runner.about;
  const { target } = await settingsOf(ci);
  if (target === undefined || number === undefined) return DONE;
  const { host } = ci;
  if (!host) return withoutHost(ci);
  const request = await host.request(number);
  const review = await recordedReview(ci, target, number);
  if (request.state === 'closed') {
    if (review) await ci.work.reviews.close({ target, number });
    return DONE;
  }
  // After the merge too: the sync that stopped for want of a label can be started again.
  if (review?.commit === request.head) {
    await host.setStatus(request.head, statusOf(await recordLabels(ci, { target, host, review })));
    return DONE;
  }
  if (request.state === 'merged') return DONE;
  const reason = review
    ? 'the plan was made or changed in the meantime. Look at the comment, and add the label again.'
    : 'no plan of this pull request is recorded yet. Add the label again when the comment shows one.';
  for (const { name } of await host.labels(number)) await refuseLabel(host, number, name, reason);
  return DONE;
}

const MOST_RENEWED = 50;

/** Has the plans of open pull requests made again: after the default branch moved, what they show would differ. */
export async function renew(ci: Ci): Promise<JobEnding> {
  const { target } = await settingsOf(ci);
  if (target === undefined) return DONE;
  const { host } = ci;
  if (!host) return withoutHost(ci);
  const reviews = await recordedReviews(ci, target);
  // A plan that is made now would contain what nobody has approved yet, and its review would cover it.
  const missing = reviews.length > 0 ? await foldersNotDeployed(ci, target) : [];
  const isWaiting = (review: ListedReview): boolean => foldersOf(review).some((folder) => missing.includes(folder));
  if (reviews.some(isWaiting)) {
    ci.say(
      `${target} does not have all changes of the default branch yet, so no plan that contains them is made again.`,
    );
  }
  let started = 0;
  for (const { number } of reviews.filter((review) => !isWaiting(review))) {
    const request = await host.request(number);
    if (request.state !== 'open') continue;
    if (started === MOST_RENEWED) {
      ci.say(`More than ${MOST_RENEWED} pull requests are open: the rest is left for the next run.`);
      break;
    }
    started += 1;
    if (!(await host.makePlanAgain(request))) {
      ci.say(`The plan of pull request ${number} could not be started again: push to it.`);
    }
  }
  return DONE;
}
