/** Holds a sync to what was reviewed before the merge. */
import { resolve } from 'node:path';
import type { Result } from '../../apply/run.ts';
import type { Config } from '../../config/config.ts';
import { count } from '../../diagnostics/count.ts';
import { expecting, UserError } from '../../diagnostics/errors.ts';
import { ifPossible } from '../../values/if-possible.ts';
import type { Base } from '../../model/base.ts';
import { fileKinds } from '../../kinds/registry.ts';
import type { Plan } from '../../plan/plan.ts';
import {
  isCovered,
  labelsFor,
  neededUnder,
  NO_ALLOWANCES,
  strictest,
  together,
  type Allowances,
  emptying,
} from '../../plan/review/allowances.ts';
import { afterSync, claimed, coverageOf, type Ended, type Sent, type Uncovered } from '../../plan/review/use.ts';
import { allowedBy, type Review } from '../../plan/review/review.ts';
import { sealOf, type Seal, type SealedChange } from '../../plan/review/plan-seal.ts';
import type { StateStore } from '../../state/store.ts';
import { digest } from '../../values/digest.ts';
import type { Outside } from '../outside.ts';
import { defineCall } from '../calls/call.ts';
import { needed, type OptionsOf } from '../calls/option.ts';
import { reviewed, target, type Reviewed } from '../calls/shared-options.ts';
import { readSealed, reviewsOf, savedPlan } from './review.ts';
import { readShownPlan } from '../planning/saved-plan.ts';
import { gitOf } from '../../repository/project-git.ts';
import { openStore } from '../../target/stores.ts';

/** The permissions of a sync, from the reviews: read before the plan is made, because allowances change it. */
export interface Approved {
  readonly allowances: Allowances;
  /** Throws unless the plan was reviewed as it is. Returns notes about what is no longer needed. */
  readonly assertCovers: (plan: Plan, now: Now) => readonly string[];
  /** Before anything is sent: checks it once more, and makes sure that no other sync uses the same reviews. */
  readonly claim: (plan: Plan, now: Now) => Promise<(results: readonly Result[]) => Promise<void>>;
}

/** The state of the target, and the commits whose files may be there. */
export interface Now {
  readonly base: Base;
  readonly sent: Sent;
  readonly head: string;
}

/** As the last `load` of the store saw it. A store that does not record commits can only continue the commit that is checked out. */
export async function nowOn(config: Config, store: StateStore, base: Base): Promise<Now> {
  const { ok, text } = await gitOf(config).attempt(['rev-parse', '--verify', 'HEAD']);
  const head = ok ? text.trim() : 'nothing is committed';
  return { base, head, sent: store.sentContent?.().map(({ commit }) => commit) ?? [head] };
}

export async function readApproved(
  outside: Outside,
  { target, reviewed }: { readonly target?: string | undefined; readonly reviewed: Reviewed },
): Promise<Approved> {
  if ('digest' in reviewed) return approvedByDigest(reviewed, outside);
  const reviews = reviewsOf(outside, { target });
  const numbers = [...new Set(reviewed.numbers)];
  const named = (await reviews.all()).filter(({ number }) => numbers.includes(number));
  return {
    allowances: together(named.map(allowedBy)),
    assertCovers: (plan, now) => assertReviewed(plan, numbers, named, now),
    async claim(plan, now) {
      const seal = sealOfPlan(plan);
      if (seal.changes.length === 0) return async () => {};
      await reviews.editAll(numbers, (recorded) => {
        assertReviewed(plan, numbers, recorded, now);
        return recorded.map((review) => claimed(review, seal, now));
      });
      return (results) => {
        const ended = endOf(plan, seal, results);
        return reviews.editAll(numbers, (recorded) => recorded.flatMap((review) => afterSync(review, ended) ?? []));
      };
    },
  };
}

const FOR_PEOPLE = ['drift', 'conflict', 'manual'];

function endOf(plan: Plan, seal: Seal, results: readonly Result[]): Ended {
  const left = results.filter(({ outcome }) => outcome !== 'applied');
  const failed = new Set(left.filter(({ action }) => !FOR_PEOPLE.includes(action)).map(({ address }) => address));
  const applied = results.filter(({ outcome, address }) => outcome === 'applied' && !failed.has(address));
  return {
    plan: seal,
    applied: new Set(applied.map(({ address }) => address)),
    left: new Set(left.map(({ address }) => address)),
    isWhole: plan.complete && plan.leftOut === undefined,
  };
}

const checkOptions = { target: target(), reviewed: needed({ ...reviewed, flag: null }), plan: needed(savedPlan) };

/** The options of `review.check`: a saved plan, and the reviews that should cover it. */
export interface CheckOptions extends OptionsOf<typeof checkOptions> {}

/** The output of `gitcast review check --json`. */
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
export const checkReview = defineCall(checkOptions, async (outside, options: CheckOptions): Promise<CheckedReview> => {
  const { config, target, plan, seal } = readSealed(outside, options);
  const store = openStore(config, target);
  const now = await nowOn(config, store, (await store.load()).base);
  const reason = await readApproved(outside, options)
    .then((approved) => approved.assertCovers(plan, now))
    .then(
      () => null,
      expecting(UserError, ({ message }) => message),
    );
  return { digest: seal.digest, changes: seal.changes.length, covered: reason === null, reason };
});

/** A plan without changes needs no review, such as that of a job that is run again. */
function assertReviewed(
  plan: Plan,
  numbers: readonly number[],
  reviews: readonly Review[],
  now: Now,
): readonly string[] {
  const seal = sealOfPlan(plan);
  if (seal.changes.length === 0) return [];
  const { uncovered, unneeded } = coverageOf(seal, reviews, now.sent);
  if (uncovered.length > 0) throw notReviewed(uncovered, numbers, reviews);
  // The merged configuration may have a higher guard than the one that the reviewers knew.
  const guard = strictest(reviews.map((review) => review.guard));
  assertAllowed(neededUnder(plan, { guard, base: now.base }), together(reviews.map(allowedBy)));
  return unneeded.map(
    ({ address, field, action }) =>
      `${address}${field === undefined ? '' : ` (${field})`}: reviewed as ${action}, and no longer needed`,
  );
}

type ByDigest = Extract<Reviewed, { readonly digest: string }>;

/** A person approved the deployment of this very plan, deletions and replacements included. */
const approvedByDigest = ({ digest: approved, plan: file }: ByDigest, { folder }: Outside): Approved => ({
  allowances: { deletes: Number.MAX_SAFE_INTEGER, replace: true, empty: fileKinds.map(({ name }) => name) },
  claim: async () => async () => {},
  assertCovers(plan) {
    const made = sealOfPlan(plan);
    if (made.digest === approved) return [];
    const since = file === undefined ? '' : changesSince(made, approved, resolve(folder, file));
    throw new UserError(`the plan is ${made.digest} now, and ${approved} was approved: nothing was sent${since}`, {
      suggestion: 'files or target changed in between: start the deployment again, and approve the new plan',
    });
  },
});

/** The file only explains the refusal, so one that cannot be read changes nothing. */
function changesSince(now: Seal, approved: string, file: string): string {
  const before = ifPossible(() => sealOfPlan(readShownPlan(file)), UserError);
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

export function sealOfPlan({ identity, ...plan }: Plan): Seal {
  if (!identity) throw new UserError('the plan does not say for which target it was made');
  return sealOf({ ...plan, identity }, digest);
}

function assertAllowed(needed: Allowances, given: Allowances): void {
  if (isCovered(needed, given)) return;
  const missing = {
    deletes: needed.deletes > given.deletes ? needed.deletes : NO_ALLOWANCES.deletes,
    replace: needed.replace && !given.replace,
    ...emptying((needed.empty ?? []).filter((kind) => !given.empty?.includes(kind))),
  };
  const labels = labelsFor(missing).map((label) => `“${label}”`);
  throw new UserError(`the review did not allow ${described(missing)}, so nothing was sent`, {
    suggestion: `add the label ${labels.join(' and ')} to the pull request, and run this job again`,
  });
}

const described = ({ deletes, replace, empty = [] }: Allowances): string =>
  [
    ...(deletes > 0 ? [count(deletes, 'deletion')] : []),
    ...(replace ? ['replacing objects'] : []),
    ...empty.map((kind) => `that no ${kind} is left`),
  ].join(' and ');

const SHOWN = 10;

const listed = (lines: readonly string[]): string =>
  [...lines.slice(0, SHOWN), ...(lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : [])].join('; ');

const wordsOf = ({ action, address, field }: SealedChange): string =>
  `${action} ${address}${field === undefined ? '' : ` (${field})`}`;

const WHY: Readonly<Record<Uncovered['why'], string>> = {
  new: 'in no review',
  changed: 'differs from what was reviewed',
  used: 'its review was used by an earlier sync',
};

function notReviewed(
  uncovered: readonly Uncovered[],
  numbers: readonly number[],
  reviews: readonly Review[],
): UserError {
  const lines = uncovered.map((change) => `${wordsOf(change)}: ${WHY[change.why]}`);
  const recorded = reviews.map(({ number }) => `#${number}`).join(', ');
  const missing = numbers.filter((number) => !reviews.some((review) => review.number === number));
  const by = [
    ...(numbers.length === 0 ? ['no pull request was named'] : []),
    ...(recorded === '' ? [] : [`reviewed in ${recorded}`]),
    ...missing.map((number) => `no plan of pull request ${number} is recorded`),
  ];
  const head = `${count(uncovered.length, 'change')} of this plan ${uncovered.length === 1 ? 'was' : 'were'} not reviewed (${by.join('; ')}), so nothing was sent:`;
  return new UserError(`${head} ${listed(lines)}`, {
    suggestion:
      'open a pull request with these changes, or have this plan approved by its digest: gitcast plan --allow-replace --markdown shows it, and gitcast sync --reviewed digest:DIGEST applies it',
  });
}
