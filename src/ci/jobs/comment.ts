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
import { commentText, roomFor, type Noted } from '../review/comment-text.ts';
import { PLAN_FILES, type CodeHost, type MadePlan, type ReviewStatus } from '../hosts/code-host.ts';
import { withoutHost } from '../runner/without-host.ts';
import { settleLabels, statusOf } from '../review/labels.ts';
import { isFilled, planFilesIn, type PlanFiles } from '../review/plan-files.ts';
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
  const { number } = made;
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-plan-'));
  try {
    const files = planFilesIn(folder);
    for (const name of PLAN_FILES) writeFileSync(join(folder, name), made.files[name] ?? '');
    const before = await recordedReview(ci, target, number);
    const recorded = await record(ci, { target, made, files });
    const review =
      recorded && target !== undefined ? await settleLabels(ci, { target, host, review: recorded, before }) : undefined;
    const previewUrl = made.isFromFork ? undefined : previewOf(ci, number);
    const plan = await shownPlan(ci, files, { target, previewUrl, longest: roomFor(host) });
    await host.comment(
      number,
      commentText(plan, made, recorded && review && { ...review, notes: recorded.notes ?? [] }),
    );
    if (review) await followUp(host, { made, review, before });
    else if (before?.commit === made.commit) await host.setStatus(made.commit, NO_PLAN);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Records what the reviewers are about to see. A fork has no key, so its plan is not that of the target. */
async function record(
  ci: Ci,
  { target, made, files }: Omit<Shown, 'host'> & { readonly files: PlanFiles },
): Promise<Noted | undefined> {
  if (target === undefined || made.isFromFork || !isFilled(files.plan)) return undefined;
  const { number, commit } = made;
  try {
    return await ci.work.reviews.record({ target, number, commit, plan: files.plan });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    ci.say(`The plan of pull request ${number} is not recorded: ${error.message}`);
    return undefined;
  }
}

const previewOf = ({ runner }: Ci, number: number): string | undefined =>
  runner.variable('GITCAST_PREVIEW_URL')?.replaceAll('{number}', String(number));

/** The check of an earlier run of this commit is about a plan that the comment no longer shows. */
const NO_PLAN: ReviewStatus = { isApproved: false, about: 'the last run made no plan' };

interface Followed {
  readonly made: MadePlan;
  readonly review: ReviewReport;
  readonly before: ReviewReport | undefined;
}

/** Makes everything else agree with the plan that is recorded now. */
async function followUp(host: CodeHost, { made: { number, commit }, review, before }: Followed): Promise<void> {
  await host.offerLabels(review.labels);
  // Without a push, no approval of the pull request is dismissed: say it where reviewers see it.
  if (before?.commit === commit && before.digest !== review.digest) {
    await host.remark(
      number,
      `The plan of ${commit} changed without a push: it was \`${before.digest}\` and is \`${review.digest}\` now, because the target, the default branch or the job's result changed. Please look at it again.`,
    );
  }
  await host.setStatus(commit, statusOf(review));
}

/** A merge queue requires the same checks for a commit of its own, which is a merge of what was reviewed. */
async function queued(ci: Ci, host: CodeHost, target: string | undefined): Promise<JobEnding> {
  const { headBranch, headSha } = ci.runner.finished!;
  const number = Number(/\/pr-(\d+)-[0-9a-f]+$/.exec(headBranch)?.[1]);
  const review = Number.isInteger(number) ? await recordedReview(ci, target, number) : undefined;
  if (review) await host.setStatus(headSha, statusOf(review));
  else ci.say(`No review is recorded for ${headBranch}, so this merge of the queue gets no check of its own.`);
  return DONE;
}

async function forgetClosed(ci: Ci, host: CodeHost, target: string | undefined): Promise<void> {
  for (const { number } of await recordedReviews(ci, target)) {
    if ((await host.request(number)).state === 'closed') await ci.work.reviews.close({ target, number });
  }
}
