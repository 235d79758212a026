/**
 * Writes saved plans into their pull requests, and records what reviewers see there. Has write permission, so it runs nothing
 * of a pull request and treats what its job left as data.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import type { ReviewReport } from '../../project/index.ts';
import { DONE, type Ci, type JobEnding } from '../ci.ts';
import { commentText, type Noted } from '../review/comment-text.ts';
import { PLAN_FILES, type CodeHost, type MadePlan, type ReviewStatus } from '../hosts/code-host.ts';
import { withoutHost } from '../runner/without-host.ts';
import { settleLabels, statusOf } from '../review/labels.ts';
import { statusWithoutPlan } from '../review/outcome.ts';
import { isFilled, planFilesIn, readOutcome, type PlanFiles } from '../review/plan-files.ts';
import { recordedReview, recordedReviews } from '../review/reviews.ts';
import { settingsOf } from '../runner/settings.ts';
import { shownPlan } from '../review/shown-plan.ts';

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

interface Shown {
  readonly host: CodeHost;
  readonly target: string | undefined;
  readonly made: MadePlan;
}

async function show(ci: Ci, { host, target, made }: Shown): Promise<void> {
  const { number, commit } = made;
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-plan-'));
  try {
    const files = planFilesIn(folder);
    for (const name of PLAN_FILES) writeFileSync(join(folder, name), made.files[name] ?? '');
    const before = await recordedReview(ci, target, number);
    const recorded = await record(ci, { target, made, files });
    if (recorded) return await showRecorded(ci, { host, made, files, before, ...recorded });
    await host.comment(number, await textFor(ci, { host, target, made, files }));
    const status = statusWithoutPlan(readOutcome(files.outcome), made);
    // The merge is possible without the present plan, so an earlier one must not cover any of it.
    if (before && status.isApproved) await ci.work.reviews.close({ target, number });
    await host.setStatus(commit, status);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Recorded extends Filed {
  readonly target: string;
  readonly recorded: Noted;
  /** The review that was recorded before. */
  readonly before: ReviewReport | undefined;
}

async function showRecorded(ci: Ci, shown: Recorded): Promise<void> {
  const { host, target, made, recorded, before } = shown;
  const { number, commit } = made;
  let review: ReviewReport;
  try {
    review = await settleLabels(ci, { target, host, review: recorded, before });
    await remarkChange(host, { review, before });
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

interface Filed extends Shown {
  readonly files: PlanFiles;
}

async function textFor(ci: Ci, { host, target, made, files }: Filed, review?: Noted): Promise<string> {
  const previewUrl = made.isFromFork ? undefined : previewOf(ci, made.number);
  const longest = host.longestComment - commentText('', made, review).length;
  return commentText(await shownPlan(ci, files, { target, previewUrl, longest }), made, review);
}

/** Records what the reviewers are about to see. A fork has no key, so its plan is not that of the target. */
async function record(
  ci: Ci,
  { target, made, files }: Omit<Filed, 'host'>,
): Promise<Pick<Recorded, 'target' | 'recorded'> | undefined> {
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

const previewOf = ({ runner }: Ci, number: number): string | undefined =>
  runner.variable('GITCAST_PREVIEW_URL')?.replaceAll('{number}', String(number));

/** Without a push, no approval of the pull request is dismissed: say it where reviewers see it. */
async function remarkChange(
  host: CodeHost,
  { review: { number, commit, digest }, before }: Pick<Recorded, 'before'> & { readonly review: ReviewReport },
): Promise<void> {
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
