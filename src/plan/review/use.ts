/**
 * The part of a review that syncs have used: a reviewed change is applied once. A sync claims the changes before it
 * sends anything, and notes what it applied when it ends, so a claim that is still there is that of a sync that was
 * killed. The plan of a merge is compared with what is left of the reviews. Pure.
 */
import { allowedBy, type Review } from './review.ts';
import type { Seal, SealedChange } from './plan-seal.ts';
import { together, type Allowances } from './allowances.ts';

/** The commits whose files may be on the target now. */
export type Sent = readonly string[];

/** The digests of changes that the review no longer allows. The claim of a killed sync can be continued, until others sync. */
export function spentIn({ used }: Pick<Review, 'used'>, sent: Sent): ReadonlySet<string> {
  const { applied = [], claim } = used ?? {};
  const isContinued = claim === undefined || sent.every((commit) => claim.commits.includes(commit));
  return new Set([...applied, ...(isContinued ? [] : claim.digests)]);
}

/** The review once a sync from this commit is about to apply the plan. */
export function claimed(
  review: Review,
  plan: Seal,
  { sent, head }: { readonly sent: Sent; readonly head: string },
): Review {
  const spent = spentIn(review, sent);
  const wanted = new Set(plan.changes.map(({ digest }) => digest));
  const reviewed = review.seal.changes.map(({ digest }) => digest);
  const earlier = review.used?.claim?.digests ?? [];
  const digests = [...new Set([...earlier, ...reviewed.filter((each) => wanted.has(each))])];
  return {
    ...review,
    used: {
      applied: [...spent],
      claim: { digests: digests.filter((each) => !spent.has(each)), commits: [...new Set([...sent, head])] },
    },
  };
}

/** How a sync ended. */
export interface Ended {
  readonly plan: Seal;
  /** The addresses of which every planned change was applied. */
  readonly applied: ReadonlySet<string>;
  /** The addresses of which something is left to do, by a sync or a person. */
  readonly left: ReadonlySet<string>;
  /** Everything was compared, so what the plan does not have needs no change. */
  readonly isWhole: boolean;
}

/** The review once a sync has ended; undefined if it allows nothing any more. */
export function afterSync(review: Review, { plan, applied: done, left, isWhole }: Ended): Review | undefined {
  const planned = new Set(plan.changes.map(({ digest }) => digest));
  const isOver = ({ address, digest }: Seal['changes'][number]): boolean =>
    planned.has(digest) ? done.has(address) : isWhole && !left.has(address);
  const over = review.seal.changes.filter(isOver).map(({ digest }) => digest);
  const applied = [...new Set([...(review.used?.applied ?? []), ...over])];
  if (review.seal.changes.every(({ digest }) => applied.includes(digest))) return undefined;
  const claim = review.used?.claim;
  const open = claim?.digests.filter((each) => !planned.has(each) && !applied.includes(each)) ?? [];
  return { ...review, used: { applied, ...(claim && open.length > 0 && { claim: { ...claim, digests: open } }) } };
}

export interface Uncovered extends SealedChange {
  /**
   * `new`: no review has this document or field. `changed`: a review has it with a different change. `used`: a sync has
   * applied it already.
   */
  readonly why: 'new' | 'changed' | 'used';
}

export interface Coverage {
  /** Changes that nobody has reviewed as they are now. If there is one, nothing may be applied. */
  readonly uncovered: readonly Uncovered[];
  /** Changes that were reviewed and are no longer needed. */
  readonly unneeded: readonly SealedChange[];
  readonly allowances: Allowances;
}

/**
 * Several pull requests may have been merged since the last sync, so what counts is all that was reviewed in them and not
 * applied yet. `sent` are the commits whose files may be on the target.
 */
export function coverageOf(
  now: Seal,
  reviews: readonly Pick<Review, 'seal' | 'approval' | 'used'>[],
  sent: Sent = [],
): Coverage {
  const reviewed = reviews.flatMap((review) => {
    const spent = spentIn(review, sent);
    return review.seal.changes.filter(({ digest }) => !spent.has(digest));
  });
  const digests = new Set(reviewed.map(({ digest }) => digest));
  const ever = new Set(reviews.flatMap(({ seal }) => seal.changes.map(({ digest }) => digest)));
  const places = new Set(reviewed.map(placeOf));
  const planned = new Set(now.changes.map(placeOf));
  return {
    uncovered: now.changes
      .filter(({ digest }) => !digests.has(digest))
      .map((change) => ({
        ...change,
        why: ever.has(change.digest) ? 'used' : places.has(placeOf(change)) ? 'changed' : 'new',
      })),
    unneeded: reviewed.filter((change) => !planned.has(placeOf(change))),
    allowances: together(reviews.map(allowedBy)),
  };
}

const placeOf = ({ address, field = '' }: SealedChange): string => `${address} ${field}`;
