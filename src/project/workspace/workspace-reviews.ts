/**
 * The reviews of one pull request in many broadcasts. Each broadcast keeps its own record, on the ref of
 * its configuration; together they are shown, allowed and checked as one, under one combined digest.
 */
import { UserError } from '../../diagnostics/errors.ts';
import {
  allowancesIn,
  isCovered,
  labelsFor,
  NO_ALLOWANCES,
  type Allowances,
  emptying,
} from '../../plan/review/allowances.ts';
import { combinedDigest, type SealedBroadcast } from '../../plan/review/plan-seal.ts';
import { digest } from '../../values/digest.ts';
import {
  unknownReview,
  type AllowOptions,
  type RecordOptions,
  type ReviewOptions,
  type ReviewReport,
} from '../review/review.ts';
import { sealOfPlan, type CheckedReview, type CheckOptions } from '../review/reviewed-plan.ts';
import type { Project } from '../project.ts';
import { readBundles, withPlanFiles } from './plan-bundle.ts';
import type { Selection, Each } from './selection.ts';

/** The reviews of one pull request, as one. */
export interface CombinedReview extends ReviewReport {
  /** The broadcasts whose plans are recorded. */
  readonly broadcasts: readonly SealedBroadcast[];
  /** The broadcasts whose plan was not recorded, with the reason. After the merge a person has to approve them. */
  readonly notes: readonly string[];
}

/** The check of the plans of many broadcasts. */
export interface CombinedCheck extends CheckedReview {
  /** Reviews cover the changes of some broadcasts, and not those of others. */
  readonly partly: boolean;
  /** The broadcasts whose plans have changes. */
  readonly changed: readonly string[];
  /** The broadcasts whose changes no review covers, each with the digest that approves it alone. */
  readonly uncovered: readonly SealedBroadcast[];
}

type OfTarget = Pick<ReviewOptions, 'target'>;
type RecordedReview = SealedBroadcast & { readonly report: ReviewReport };

/** Refs are small, so those of many broadcasts are read and written at the same time. */
const inEach = <T>(each: Each, selection: Selection, act: (project: Project, folder: string) => Promise<T>) =>
  each({ ...selection, atOnce: 8 }, async (project, folder) => ({ ending: {}, value: await act(project, folder) }));

export async function recordedReviews(
  each: Each,
  { target, ...selection }: OfTarget & Selection,
): Promise<readonly CombinedReview[]> {
  const found = await recordsOf(each, { target }, selection);
  const numbers = [...new Set(found.map(({ report }) => report.number))].toSorted((one, other) => one - other);
  return numbers.map((number) => combined(found.filter(({ report }) => report.number === number)));
}

/** A broadcast that the pull request no longer changes, or whose plan is not accepted, keeps no earlier record. */
export async function recordPlans(each: Each, options: RecordOptions): Promise<CombinedReview> {
  const { target, number, commit } = options;
  const bundle = readBundles(options.plan);
  return withPlanFiles(bundle, async (files) => {
    const notes = bundle.broadcasts.filter(({ plan }) => !plan).map(({ folder, error }) => `${folder}: ${error ?? ''}`);
    const { broadcasts, results } = await inEach(each, {}, async (project, folder) => {
      const plan = files.get(folder);
      try {
        if (plan !== undefined) return await project.review.record({ target, number, plan, commit });
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        notes.push(`${folder}: ${error.message}`);
      }
      await closeIn(project, { target, number });
      return undefined;
    });
    const unknown = [...files.keys()].filter((folder) => !broadcasts.includes(folder));
    notes.push(...unknown.map((folder) => `${folder}: the default branch has no such broadcast`));
    const made = results.flatMap((each): readonly RecordedReview[] =>
      each.outcome === 'done' && each.result.value ? [foundIn(each.folder, each.result.value)] : [],
    );
    if (made.length > 0) return combined(made, notes.toSorted());
    throw new UserError(
      `no plan of pull request ${number} can be recorded: ${notes.join('; ') || 'it changes no broadcast'}`,
    );
  });
}

/** Labels count for the whole pull request, so together they have to cover what all of its plans need. */
export async function allowPlans(each: Each, options: AllowOptions): Promise<CombinedReview> {
  const { target, number, labels, by } = options;
  const found = (await recordsOf(each, { target }, {})).filter(({ report }) => report.number === number);
  if (found.length === 0) throw unknownReview(number);
  const whole = combined(found);
  if (whole.digest !== options.digest) {
    throw new UserError(`pull request ${number} has different plans by now: ${whole.digest}, not ${options.digest}`, {
      suggestion: 'look at the new plans, and allow those',
    });
  }
  const given = allowancesIn(labels);
  const isEnough = given.deletes >= whole.needs.deletes;
  const allowedFor = ({ needs }: ReviewReport): Allowances => ({
    deletes: isEnough ? needs.deletes : 0,
    replace: given.replace && needs.replace,
    ...emptying((needs.empty ?? []).filter((kind) => given.empty?.includes(kind))),
  });
  // The person who allowed it is recorded at least once.
  const needing = found.filter(({ report }, index) => index === 0 || !isCovered(report.needs, NO_ALLOWANCES));
  const allowed = new Map<string, ReviewReport>();
  await inEach(each, {}, async (project, folder) => {
    const own = needing.find((each) => each.folder === folder);
    if (!own) return;
    const granted = labelsFor(allowedFor(own.report));
    allowed.set(folder, await project.review.allow({ target, number, digest: own.digest, labels: granted, by }));
  });
  return combined(found.map((own) => foundIn(own.folder, allowed.get(own.folder) ?? own.report)));
}

export async function checkPlans(each: Each, options: CheckOptions): Promise<CombinedCheck> {
  const { target, reviewed } = options;
  const bundle = readBundles(options.plan);
  return withPlanFiles(bundle, async (files) => {
    const { results } = await inEach(each, {}, async (project, folder) => {
      const plan = files.get(folder);
      return plan === undefined ? undefined : project.review.check({ target, reviewed, plan });
    });
    const checks = bundle.broadcasts.map(({ folder, error = 'it was not checked' }) => {
      const own = results.find((each) => each.folder === folder);
      if (own?.outcome === 'done' && own.result.value) return { folder, ...own.result.value };
      const reason = own?.outcome === 'failed' && own.error instanceof Error ? own.error.message : error;
      return { folder, digest: '', changes: 0, covered: false, reason };
    });
    const open = checks.filter(({ covered }) => !covered);
    return {
      digest: combinedDigest(checks, digest),
      changes: checks.reduce((sum, { changes }) => sum + changes, 0),
      covered: open.length === 0,
      reason: open.length === 0 ? null : open.map(({ folder, reason }) => `${folder}: ${reason ?? ''}`).join('\n'),
      partly: open.length > 0 && checks.some(({ covered, changes }) => covered && changes > 0),
      changed: checks.filter(({ changes }) => changes > 0).map(({ folder }) => folder),
      uncovered: open.map((each) => ({
        folder: each.folder,
        digest: combinedDigest([each], digest),
        changes: each.changes,
      })),
    };
  });
}

export async function closePlans(
  each: Each,
  { target, number, ...selection }: ReviewOptions & Selection,
): Promise<{ readonly closed: number }> {
  await inEach(each, selection, (project) => closeIn(project, { target, number }));
  return { closed: number };
}

async function closeIn({ review }: Project, { target, number }: ReviewOptions): Promise<void> {
  const { reviews } = await review.list({ target });
  if (reviews.some((each) => each.number === number)) await review.close({ target, number });
}

/** The digest of each broadcast's plan, if all of them together are what was approved. */
export async function approvedPlans(
  each: Each,
  { target, approved, ...selection }: OfTarget & Selection & { readonly approved: string },
): Promise<ReadonlyMap<string, string>> {
  const { results } = await each(selection, async (project, folder) => {
    const { plan } = await project.plan({ target, allowReplace: true });
    const seal = sealOfPlan(plan);
    return { ending: {}, sealed: { folder, digest: seal.digest, changes: seal.changes.length } };
  });
  const made = results.map((each) => {
    if (each.outcome === 'done') return each.result.sealed;
    throw each.outcome === 'failed' ? each.error : new UserError(`${each.folder} was not planned`);
  });
  const now = combinedDigest(made, digest);
  if (now === approved) return new Map(made.map((each) => [each.folder, each.digest]));
  const changed = made.filter(({ changes }) => changes > 0).map(({ folder }) => folder);
  throw new UserError(
    `the plans are ${now} now, and ${approved} was approved: nothing was sent. Changes are planned for ${changed.join(', ') || 'no broadcast'}`,
    { suggestion: 'files or targets changed in between: start the deployment again, and approve the new plans' },
  );
}

async function recordsOf(each: Each, { target }: OfTarget, selection: Selection): Promise<readonly RecordedReview[]> {
  const { results } = await inEach(each, selection, (project) => project.review.list({ target }));
  return results.flatMap((each): readonly RecordedReview[] =>
    each.outcome === 'done' ? each.result.value.reviews.map((report) => foundIn(each.folder, report)) : [],
  );
}

const foundIn = (folder: string, report: ReviewReport): RecordedReview => ({
  folder,
  digest: report.digest,
  changes: report.changes,
  report,
});

function combined(found: readonly RecordedReview[], notes: readonly string[] = []): CombinedReview {
  const reports = found.map(({ report }) => report);
  const newest = reports.reduce((one, other) => (one.recorded_at < other.recorded_at ? other : one));
  const sum = (of: (report: ReviewReport) => Allowances): Allowances => ({
    deletes: reports.reduce((all, report) => all + of(report).deletes, 0),
    replace: reports.some((report) => of(report).replace),
    ...emptying(reports.flatMap((report) => of(report).empty ?? [])),
  });
  const [allowed, needs] = [sum((report) => report.allowed), sum((report) => report.needs)];
  return {
    number: newest.number,
    commit: newest.commit,
    digest: combinedDigest(found, digest),
    changes: reports.reduce((all, { changes }) => all + changes, 0),
    allowed,
    allowed_labels: labelsFor(allowed),
    by: reports.find(({ by }) => by !== null)?.by ?? null,
    recorded_at: newest.recorded_at,
    needs,
    labels: labelsFor(needs),
    approved: reports.every(({ approved }) => approved),
    broadcasts: found.map(({ folder, digest: own, changes }) => ({ folder, digest: own, changes })),
    notes,
  };
}
