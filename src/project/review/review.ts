/** Records what reviewers saw and allowed. Called by the CI job that runs no code of the pull request. */
import { resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { call, worded } from '../../diagnostics/wording.ts';
import { allowancesIn, isCovered, labelsFor, neededUnder, type Allowances } from '../../plan/review/allowances.ts';
import { allowedBy, type Review, readReview } from '../../plan/review/review.ts';
import { sealOf } from '../../plan/review/plan-seal.ts';
import { digest } from '../../values/digest.ts';
import type { Outside } from '../outside.ts';
import { defineCall } from '../calls/call.ts';
import { file, needed, text, texts, unwritten, type OptionsOf } from '../calls/option.ts';
import { target } from '../calls/shared-options.ts';
import { readSavedPlan } from '../planning/saved-plan.ts';
import { configOf, targetNamed } from '../../repository/load-config.ts';
import { openStore, knownIdentity, recordRef } from '../../target/stores.ts';
import type { Config, Target } from '../../config/config.ts';

const reviewOptions = {
  target: target(),
  number: needed(unwritten<number>('The number of the pull request')),
};

/** The options of `review.close`, and of the other calls. */
export interface ReviewOptions extends OptionsOf<typeof reviewOptions> {}

/** It is untrusted, and every part of it is checked. */
export const savedPlan = file('record, check: the plan, as the job of the pull request saved it with plan --out');

const recordOptions = {
  ...reviewOptions,
  plan: needed(savedPlan),
  commit: needed(text('SHA', 'record: the commit of the pull request that was planned')),
};

/** The options of `review.record`. */
export interface RecordOptions extends OptionsOf<typeof recordOptions> {}

const allowOptions = {
  ...reviewOptions,
  digest: needed(text('DIGEST', 'allow: the digest of the plan, as review list shows it')),
  labels: needed(texts('LABEL', 'allow: the labels of the pull request; those of gitcast allow something')),
  by: needed(text('NAME', 'allow: who allows it')),
};

/** The options of `review.allow`. */
export interface AllowOptions extends OptionsOf<typeof allowOptions> {}

/** One recorded review, for programs. */
export interface ReviewReport {
  /** The number of the pull request. */
  readonly number: number;
  /** The commit that was planned. */
  readonly commit: string;
  /** The digest of the plan. */
  readonly digest: string;
  /** The number of changes in the plan. */
  readonly changes: number;
  /** The allowances that reviewers gave. */
  readonly allowed: Allowances;
  /** The labels that stand for what is allowed. */
  readonly allowed_labels: readonly string[];
  /** The person who allowed it. */
  readonly by: string | null;
  /** When the plan was recorded. */
  readonly recorded_at: string;
  /** The allowances that the plan needs beyond the guard. */
  readonly needs: Allowances;
  /** The labels that would allow it. */
  readonly labels: readonly string[];
  /** True if it needs nothing, or all that it needs is allowed. */
  readonly approved: boolean;
}

/** Records the plan of a pull request. An approval that was given for another plan no longer counts. */
export const recordReview = defineCall(
  recordOptions,
  async (outside, options: RecordOptions): Promise<ReviewReport> => {
    const { config, target, plan, seal } = readSealed(outside, options);
    const { number, commit } = options;
    // This job runs with the configuration of the default branch, so a pull request cannot raise the guard for itself.
    const guard = config.guard.deletes;
    const needs = neededUnder(plan, { guard, base: (await openStore(config, target).load()).base });
    const recordedAt = outside.now().toISOString();
    const recorded: Review = { version: 1, number, commit, seal, needs, guard, recordedAt };
    const kept = await openReviews(config, target).edit(number, (earlier): Review => ({
      ...recorded,
      ...(earlier?.approval && { approval: earlier.approval }),
      // The same plan once more allows no more than before.
      ...(earlier?.used && earlier.seal.digest === seal.digest && { used: earlier.used }),
    }));
    return reportReview(kept);
  },
);

/** Records what reviewers allow, for the plan that they saw and no other. */
export const allowReview = defineCall(allowOptions, async (outside, options: AllowOptions): Promise<ReviewReport> => {
  const { number, digest: approved, labels, by } = options;
  const allowances = allowancesIn(labels);
  const allowed = await reviewsOf(outside, options).edit(number, (review): Review => {
    if (!review) throw unknownReview(number);
    if (review.seal.digest !== approved) {
      throw new UserError(
        `pull request ${number} has a different plan by now: ${review.seal.digest}, not ${approved}`,
        { suggestion: 'look at the new plan, and allow that one' },
      );
    }
    return { ...review, approval: { digest: approved, allowances, by } };
  });
  return reportReview(allowed);
});

export const listReviews = defineCall(
  { target: reviewOptions.target },
  async (outside, options): Promise<{ readonly reviews: readonly ReviewReport[] }> => {
    return { reviews: (await reviewsOf(outside, options).all()).map(reportReview) };
  },
);

/** Forgets a review, once the pull request is closed or what it changed is synced. */
export const closeReview = defineCall(
  reviewOptions,
  async (outside, options: ReviewOptions): Promise<{ readonly closed: number }> => {
    const { number } = options;
    await reviewsOf(outside, options).edit(number, () => undefined);
    return { closed: number };
  },
);

export const reviewsOf = (outside: Outside, { target }: Pick<ReviewOptions, 'target'>) => {
  const config = configOf(outside);
  return openReviews(config, targetNamed(config, target));
};

/** The plan that the job of a pull request saved, which has to be for this target. */
export function readSealed(outside: Outside, options: Pick<RecordOptions, 'target' | 'plan'>) {
  const config = configOf(outside);
  const target = targetNamed(config, options.target);
  const identity = knownIdentity(config, target);
  const plan = readSavedPlan(resolve(outside.folder, options.plan), { name: target.name, identity });
  return { config, target, plan, seal: sealOf({ ...plan, identity }, digest) };
}

export const unknownReview = (number: number): UserError =>
  new UserError(`no plan of pull request ${number} is recorded`, {
    suggestion: worded`run its plan job again; ${call('review.list')} shows what is recorded`,
  });

function reportReview(review: Review): ReviewReport {
  const { number, commit, seal, approval, needs, recordedAt } = review;
  const counts = approval?.digest === seal.digest;
  return {
    number,
    commit,
    digest: seal.digest,
    changes: seal.changes.length,
    allowed: allowedBy(review),
    allowed_labels: labelsFor(allowedBy(review)),
    by: counts ? approval.by : null,
    recorded_at: recordedAt,
    needs,
    labels: labelsFor(needs),
    approved: isCovered(needs, allowedBy(review)),
  };
}

const textOf = (review: Review): string => `${JSON.stringify(review, null, 2)}\n`;

/** The reviews of a target, on a ref that the code of a pull request has no permission to write. */
function openReviews(config: Config, target: Target) {
  const identity = knownIdentity(config, target);
  const ref = recordRef(config, target, { sort: 'review', identity });
  const fileOf = (number: number): string => `${number}.json`;
  const read = (text: string, number: number) => readReview(text, { number, target: target.name, identity, digest });
  const parsed = (file: string, text: string): Review => {
    const found = read(text, Number(/^(\d+)\.json$/.exec(file)?.[1] ?? NaN));
    if ('review' in found) return found.review;
    throw new UserError(`${ref.name}, ${file} is not a review that this version can read: ${found.why}`, {
      suggestion: 'run the plan job of the pull request again: it records the review anew',
    });
  };
  return {
    all: async (): Promise<readonly Review[]> =>
      [...(await ref.read())]
        .map(([file, text]) => parsed(file, text))
        .toSorted((one, other) => one.number - other.number),
    /** Replaces the review with this number. `edit` may be called again if another clone was faster. */
    edit: async <R extends Review | undefined>(number: number, edit: (review?: Review) => R): Promise<R> => {
      let next: R;
      await ref.change((records) => {
        const file = fileOf(number);
        // A record that cannot be read counts as none, so that recording it anew is the way out.
        const found = read(records.get(file) ?? '', number);
        next = edit('review' in found ? found.review : undefined);
        if (next === undefined && !records.has(file)) return records;
        const others = [...records].filter(([each]) => each !== file);
        return new Map(next === undefined ? others : [...others, [file, textOf(next)]]);
      }, `review of ${number}\n`);
      return next!;
    },
    /** Replaces those of the reviews with these numbers that are recorded, all at once. */
    editAll: (numbers: readonly number[], edit: (reviews: readonly Review[]) => readonly Review[]): Promise<void> =>
      ref.change(
        (records) => {
          const files = new Set(numbers.map(fileOf));
          const named = [...records].filter(([file]) => files.has(file)).map(([file, text]) => parsed(file, text));
          const next = edit(named).map((review) => [fileOf(review.number), textOf(review)] as const);
          return new Map([...[...records].filter(([file]) => !files.has(file)), ...next]);
        },
        `reviews of ${numbers.join(', ')}\n`,
      ),
  };
}
