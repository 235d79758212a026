/** The record of a pull request: the plan that its reviewers saw, and what they allowed. */
import * as is from '../../values/shape.ts';
import { differingParts, type TargetIdentity } from '../../model/target-identity.ts';
import type { Digest } from '../../values/digest.ts';
import { readStrictJson } from '../../values/strict-json.ts';
import { allowancesShape, guardShape, NO_ALLOWANCES, type Allowances } from './allowances.ts';
import { digestOfSeal, sealShape } from './plan-seal.ts';

/** The part of a review that syncs have used. */
const useShape = is.object({
  /** The digests of the changes that need no review any more: they were applied, or there was nothing to apply. */
  applied: is.listOf(is.filledText),
  /** The changes that a sync is about to apply, or was when it was killed. */
  claim: is.optional(
    is.object({
      digests: is.listOf(is.filledText),
      /** The commits that may be on the target while no other sync has sent anything: those sent before, and its own. */
      commits: is.listOf(is.filledText),
    }),
  ),
});

const reviewShape = is.object({
  version: is.exactly(1),
  /** The number of the pull request. */
  number: is.count,
  /** The commit of the pull request that was planned. */
  commit: is.filledText,
  seal: sealShape,
  /** The allowances that a sync of this plan needs beyond the guard. */
  needs: allowancesShape,
  /** The guard of the default branch when the plan was recorded. The pull request may have changed it. */
  guard: guardShape,
  recordedAt: is.instant,
  /** Given for one digest: a later push needs it again. */
  approval: is.optional(is.object({ digest: is.filledText, allowances: allowancesShape, by: is.filledText })),
  /** The part of it that syncs have used: nothing is allowed twice. */
  used: is.optional(useShape),
});

export type Review = is.InferOf<typeof reviewShape>;

/** The allowances of the reviewers for the plan that is recorded now. */
export const allowedBy = ({ seal, approval }: Pick<Review, 'seal' | 'approval'>): Allowances =>
  approval?.digest === seal.digest ? approval.allowances : NO_ALLOWANCES;

/** The review that a record must be: of this number, for this target. */
interface Expected {
  readonly number: number;
  readonly target: string;
  readonly identity: TargetIdentity;
  readonly digest: Digest;
}

/** The review in a record, or the reason why it cannot be used. */
export function readReview(text: string, expected: Expected): { readonly review: Review } | { readonly why: string } {
  const read = readStrictJson(text);
  if (!read.ok) return { why: read.why };
  if (!is.hasShape(read.value, reviewShape))
    return { why: is.describeMismatch(is.mismatchOf(read.value, reviewShape)!) };
  const review = read.value;
  const { number, seal } = review;
  if (number !== expected.number) return { why: `it is the review of ${number}` };
  if (seal.target !== expected.target || differingParts(seal.identity, expected.identity).length > 0)
    return { why: 'it is for a different target' };
  if (seal.digest !== digestOfSeal(seal, expected.digest)) return { why: 'its changes are not those of its digest' };
  return { review };
}
