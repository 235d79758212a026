/** What is recorded of pull requests, in a terminal. */
import { count } from '../../diagnostics/count.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { Allowances, CheckedReview, ReviewReport } from '../../project/index.ts';
import type { Style } from './text/style.ts';

const allowedText = ({ deletes, replace, empty = [] }: Allowances): string => {
  const allowed = [
    ...(deletes > 0 ? [count(deletes, 'deletion')] : []),
    ...(replace ? ['replacing'] : []),
    ...empty.map((kind) => `no ${kind} left`),
  ];
  return allowed.length === 0 ? 'nothing beyond the guard' : allowed.join(' and ');
};

export const reviewText = ({ number, changes, digest, allowed, by }: ReviewReport, { colours }: Style): string => {
  const allowance = by === null ? '' : `, ${allowedText(allowed)} allowed by ${by}`;
  return `${colours.green('✓')} #${number}: ${count(changes, 'change')}, plan ${digest}${allowance}\n`;
};

export function recordedText(review: ReviewReport, style: Style): string {
  const labels = review.approved ? [] : review.labels.map((label) => `  needs the label “${label}”\n`);
  return [reviewText(review, style), ...labels].join('');
}

export const checkedText = ({ digest, covered, reason }: CheckedReview, { colours }: Style): string =>
  covered
    ? `${colours.green('✓')} the plan ${digest} was reviewed\n`
    : `${colours.yellow('!')} the plan ${digest} was not reviewed: ${printable(reason ?? '')}\n`;

export const reviewsText = (reviews: readonly ReviewReport[], style: Style): string =>
  reviews.length === 0 ? 'No review is recorded.\n' : reviews.map((each) => reviewText(each, style)).join('');
