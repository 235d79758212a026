/** What is recorded of a pull request: the plan that its reviewers saw, and what they allowed. */
import * as is from '../values/shape.ts';
import { allowancesShape, NO_ALLOWANCES, type Allowances } from './allowances.ts';
import { sealShape, type Seal } from './seal.ts';

export interface Review {
  readonly version: 1;
  /** The number of the pull request. */
  readonly number: number;
  /** The commit of the pull request that was planned. */
  readonly commit: string;
  readonly seal: Seal;
  /** What a sync of this plan needs beyond the guard. */
  readonly needs: Allowances;
  readonly recordedAt: string;
  readonly approval?: Approval;
}

/** Given for one digest: a later push needs it again. */
export interface Approval {
  readonly digest: string;
  readonly allowances: Allowances;
  readonly by: string;
}

export const reviewShape: is.Shape<Review> = is.objectOf<Review>({
  version: is.exactly(1),
  number: is.count,
  commit: is.filledText,
  seal: sealShape,
  needs: allowancesShape,
  recordedAt: is.instant,
  approval: is.optional(
    is.objectOf<Approval>({ digest: is.filledText, allowances: allowancesShape, by: is.filledText }),
  ),
});

/** What the reviewers allowed for the plan that is recorded now. */
export const allowedBy = ({ seal, approval }: Pick<Review, 'seal' | 'approval'>): Allowances =>
  approval?.digest === seal.digest ? approval.allowances : NO_ALLOWANCES;
