/** Compares the plan of a merge with what was reviewed before it. */
import { together, type Allowances } from './allowances.ts';
import { allowedBy, type Review } from './review.ts';
import type { Seal, SealedChange } from './seal.ts';
import { spentIn, type Sent } from './use.ts';

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
