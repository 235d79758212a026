/** What is recorded of pull requests, for the target of this repository. */
import type { ReviewReport } from '../../project/index.ts';
import type { ListedReview } from '../work.ts';
import type { Ci } from '../ci.ts';

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
