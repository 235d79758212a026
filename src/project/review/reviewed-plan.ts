/** Holds a sync to what was reviewed before the merge. */
import { resolve } from 'node:path';
import { count } from '../../diagnostics/count.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { Base } from '../../model/base.ts';
import type { Plan } from '../../plan/plan.ts';
import {
  isCovered,
  labelsFor,
  neededUnder,
  NO_ALLOWANCES,
  strictest,
  together,
  type Allowances,
} from '../../review/allowances.ts';
import { coverageOf, type Uncovered } from '../../review/coverage.ts';
import { allowedBy, type Review } from '../../review/review.ts';
import { sealOf, type Seal, type SealedChange } from '../../review/seal.ts';
import { digest } from '../../values/digest.ts';
import type { Outside } from '../outside.ts';
import { readSavedPlan, readShownPlan } from '../planning/saved-plan.ts';
import { configOf } from '../settings/load-config.ts';
import { targetNamed } from '../settings/targets.ts';
import { knownIdentity } from '../target/identity.ts';
import { openStore } from '../target/stores.ts';
import { unknownReview } from './review.ts';
import { openReviews } from './reviews.ts';

/** The pull requests that were merged since the last sync, or the digest of a plan that was approved after the merge. */
export type Reviewed =
  /** In these pull requests. With `ifRecorded`, those that have no record for this target are left out. */
  | { readonly numbers: readonly number[]; readonly ifRecorded?: boolean | undefined }
  /** As the plan with this digest. The file with that plan, if there is one, shows what changed since. */
  | { readonly digest: string; readonly plan?: string | undefined };

/** What a sync may do, from the reviews: read before the plan is made, because allowances change it. */
export interface Approved {
  readonly allowances: Allowances;
  /** Throws unless the plan was reviewed as it is. Returns notes about what is no longer needed. `base` is managed now. */
  readonly assertCovers: (plan: Plan, base: Base) => readonly string[];
}

export async function readApproved(
  outside: Outside,
  { target, reviewed }: { readonly target?: string | undefined; readonly reviewed: Reviewed },
): Promise<Approved> {
  if ('digest' in reviewed) return approvedByDigest(reviewed, outside);
  const config = configOf(outside);
  const all = await openReviews(config, targetNamed(config, target ?? config.defaultTarget)).all();
  const reviews = [...new Set(reviewed.numbers)].flatMap((number) => {
    const found = all.find((each) => each.number === number);
    if (!found && !reviewed.ifRecorded) throw unknownReview(number);
    return found ?? [];
  });
  return approvedBy(reviews);
}

/** The options of `review.check`. */
/** A saved plan, and the reviews that should cover it. */
export interface CheckOptions {
  /** A target in the configuration (default: its `defaultTarget`). */
  readonly target?: string | undefined;
  /** The pull requests whose reviews count, or the digest of the plan. */
  readonly reviewed: Reviewed;
  /** The saved plan. */
  readonly plan: string;
}

/** What `gitcast review check --json` prints. */
export interface CheckedReview {
  /** The digest of the saved plan. */
  readonly digest: string;
  /** How many changes the plan has. */
  readonly changes: number;
  /** True if every change was reviewed and allowed. */
  readonly covered: boolean;
  /** The reason why a sync of this plan would stop. */
  readonly reason: string | null;
}

/** Answers before a sync, and without a key that can write, whether reviews cover a saved plan. */
export async function checkReview(outside: Outside, options: CheckOptions): Promise<CheckedReview> {
  const config = configOf(outside);
  const target = targetNamed(config, options.target ?? config.defaultTarget);
  const identity = knownIdentity(config, target);
  const plan = readSavedPlan(resolve(outside.folder, options.plan), { name: target.name, identity });
  const { digest: made, changes } = sealOf({ ...plan, identity }, digest);
  const { base } = await openStore(config, target).load();
  const reason = await objectionTo(async () => (await readApproved(outside, options)).assertCovers(plan, base));
  return { digest: made, changes: changes.length, covered: reason === null, reason };
}

async function objectionTo(check: () => Promise<unknown>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

function approvedBy(reviews: readonly Review[]): Approved {
  const allowances = together(reviews.map(allowedBy));
  return {
    allowances,
    assertCovers(plan, base) {
      const { uncovered, unneeded } = coverageOf(sealOfPlan(plan), reviews);
      if (uncovered.length > 0) throw notReviewed(uncovered, reviews);
      // The merged configuration may have a higher guard than the one that the reviewers knew.
      const guard = strictest(reviews.map((review) => review.guard));
      assertAllowed(neededUnder(plan, { guard, base }), allowances);
      return unneeded.map(
        ({ address, field, action }) =>
          `${address}${field === undefined ? '' : ` (${field})`}: reviewed as ${action}, and no longer needed`,
      );
    },
  };
}

type ByDigest = Extract<Reviewed, { readonly digest: string }>;

/** A person approved the deployment of this very plan, deletions and replacements included. */
const approvedByDigest = ({ digest: approved, plan: file }: ByDigest, { folder }: Outside): Approved => ({
  allowances: { deletes: Number.MAX_SAFE_INTEGER, replace: true },
  assertCovers(plan) {
    const made = sealOfPlan(plan);
    if (made.digest === approved) return [];
    const since = file === undefined ? '' : changesSince(made, { approved, file: resolve(folder, file) });
    throw new UserError(`the plan is ${made.digest} now, and ${approved} was approved: nothing was sent${since}`, {
      suggestion: 'files or target changed in between: start the deployment again, and approve the new plan',
    });
  },
});

/** The file only explains the refusal, so one that cannot be read changes nothing. */
function changesSince(now: Seal, { approved, file }: { readonly approved: string; readonly file: string }): string {
  const before = sealIn(file);
  if (before?.digest !== approved) return '';
  const { uncovered, unneeded } = coverageOf(now, [{ seal: before }]);
  const lines = [
    ...uncovered.map(
      (change) => `${wordsOf(change)}: ${change.why === 'new' ? 'not in the approved plan' : 'differs from it'}`,
    ),
    ...unneeded.map((change) => `${wordsOf(change)}: approved, and no longer planned`),
  ];
  return `. ${listed(lines)}`;
}

function sealIn(file: string): Seal | undefined {
  try {
    return sealOfPlan(readShownPlan(file));
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function sealOfPlan({ identity, ...plan }: Plan): Seal {
  if (!identity) throw new UserError('the plan does not say for which target it was made');
  return sealOf({ ...plan, identity }, digest);
}

function assertAllowed(needed: Allowances, given: Allowances): void {
  if (isCovered(needed, given)) return;
  const missing = {
    deletes: needed.deletes > given.deletes ? needed.deletes : NO_ALLOWANCES.deletes,
    replace: needed.replace && !given.replace,
  };
  const labels = labelsFor(missing).map((label) => `“${label}”`);
  throw new UserError(`the review did not allow ${described(missing)}, so nothing was sent`, {
    suggestion: `add the label ${labels.join(' and ')} to the pull request, and run this job again`,
  });
}

const described = ({ deletes, replace }: Allowances): string =>
  [...(deletes > 0 ? [count(deletes, 'deletion')] : []), ...(replace ? ['replacing objects'] : [])].join(' and ');

const SHOWN = 10;

const listed = (lines: readonly string[]): string =>
  [...lines.slice(0, SHOWN), ...(lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : [])].join('; ');

const wordsOf = ({ action, address, field }: SealedChange): string =>
  `${action} ${address}${field === undefined ? '' : ` (${field})`}`;

function notReviewed(uncovered: readonly Uncovered[], reviews: readonly Review[]): UserError {
  const lines = uncovered.map(
    (change) => `${wordsOf(change)}: ${change.why === 'new' ? 'in no review' : 'differs from what was reviewed'}`,
  );
  const numbers = reviews.map(({ number }) => `#${number}`).join(', ');
  const by = numbers === '' ? 'no pull request was named' : `reviewed in ${numbers}`;
  const head = `${count(uncovered.length, 'change')} of this plan ${uncovered.length === 1 ? 'was' : 'were'} not reviewed (${by}), so nothing was sent:`;
  return new UserError(`${head} ${listed(lines)}`, {
    suggestion:
      'files or target changed since the review: open a pull request with the new plan, or have this plan approved by its digest (gitcast review record shows it)',
  });
}
