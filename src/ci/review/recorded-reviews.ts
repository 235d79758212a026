/** The reviews that are recorded for the target of this repository, and which of them count. */
import { count } from '../../diagnostics/count.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { ReviewReport } from '../../project/index.ts';
import { refuseWithoutToken, type Ci } from '../ci.ts';
import type { CodeHost, GivenLabel, ReviewStatus } from '../hosts/code-host.ts';
import { commitOf, fetchHistory, isAncestor } from '../repository.ts';
import type { ListedReview } from '../work.ts';

export const recordedReviews = async ({ work }: Ci, target: string | undefined): Promise<readonly ListedReview[]> =>
  target === undefined ? [] : (await work.reviews.list({ target })).reviews;

export const recordedReview = async (
  ci: Ci,
  target: string | undefined,
  number: number,
): Promise<ReviewReport | undefined> => (await recordedReviews(ci, target)).find((each) => each.number === number);

/** The folders of the broadcasts whose plans are recorded. */
export const foldersOf = ({ broadcasts }: ListedReview): readonly string[] =>
  broadcasts?.map(({ folder }) => folder) ?? ['.'];

/** A label counts for the plan that people saw when they added it, and no other. */
interface Labelled {
  readonly target: string;
  readonly host: CodeHost;
  /** The review that is recorded now. */
  readonly review: ReviewReport;
  /** The one before, if this plan was recorded just now. */
  readonly before?: ReviewReport | undefined;
}

/**
 * Records what the labels of a pull request allow, and returns the review as it is then. A label that does not count is
 * removed with a remark. Without one that counts, what was allowed before is withdrawn.
 */
export async function recordLabels(ci: Ci, { target, host, review, before = review }: Labelled): Promise<ReviewReport> {
  const { number, digest } = review;
  const isSame = before.digest === digest;
  const since = isSame ? before.recorded_at : review.recorded_at;
  const counting: GivenLabel[] = [];
  for (const label of await host.labels(number)) {
    const reason = isSame && before.allowed_labels.includes(label.name) ? undefined : whyNot(label, since);
    if (reason === undefined) counting.push(label);
    else await refuseLabel(host, number, label.name, reason);
  }
  const names = counting.map(({ name }) => name);
  if (names.toSorted().join() === review.allowed_labels.toSorted().join()) return review;
  const by = counting.find(({ name }) => !review.allowed_labels.includes(name))?.by ?? review.by ?? 'nobody';
  return ci.work.reviews.allow({ target, number, digest, labels: names, by });
}

/** A host that counts in whole seconds says of a label that it is up to one second older than it is. */
const A_SECOND = 999;

function whyNot({ by, at, byWriter }: GivenLabel, since: string): string | undefined {
  if (by === undefined || at === undefined) return 'the host does not say who added it.';
  if (!byWriter) return `${by} has no write access, which an approval needs.`;
  if (at.getTime() + A_SECOND >= Date.parse(since)) return undefined;
  return 'it was not added for the present plan. Look at the plan, and add the label again if it is still meant.';
}

export async function refuseLabel(host: CodeHost, number: number, name: string, reason: string): Promise<void> {
  await host.removeLabel(number, name);
  await host.remark(number, `The label \`${name}\` was removed: ${reason}`);
}

/** A check that a host can require. It says at the commit whether a sync of this plan would stop. */
export const statusOf = ({ approved, changes, labels }: ReviewReport): ReviewStatus =>
  approved
    ? { isApproved: true, about: `${count(changes, 'change')}, reviewed as shown` }
    : { isApproved: false, about: `needs the label ${labels[0] ?? ''}` };

/**
 * The pull requests that are part of the checked-out commit: a later one belongs to a later run. Their numbers as
 * `sync --reviewed` takes them; `off` if pushes need no review.
 */
export async function mergedNumbers(ci: Ci, target: string): Promise<string> {
  const { host, runner } = ci;
  if (runner.variable('GITCAST_REVIEW') === 'off') return 'off';
  refuseWithoutToken(ci);
  // Without the host, nothing is known to be reviewed.
  if (!host) return 'none';
  await fetchHistory(ci);
  const head = await commitOf(ci, 'HEAD');
  const merged: number[] = [];
  for (const { number } of await recordedReviews(ci, target)) {
    const { state, base, mergeCommit } = await host.request(number);
    if (state !== 'merged' || base !== runner.branch || mergeCommit === undefined) continue;
    if (await isAncestor(ci, mergeCommit, head)) merged.push(number);
  }
  return merged.join() || 'none';
}

/** The numbers in what `mergedNumbers` returned. */
export function numbersIn(reviewed: string): readonly number[] {
  if (reviewed === 'off' || reviewed === 'none') return [];
  const words = reviewed.split(',');
  if (words.every((word) => /^[1-9]\d*$/.test(word))) return words.map(Number);
  throw new UserError(`GITCAST_REVIEWED is ${reviewed}, which is no list of pull requests`, {
    suggestion: 'pass the output `reviewed` of the job `check`, such as 7,12, or none, or off',
  });
}
