import { UserError } from '../../diagnostics/errors.ts';
import { flag, numberIn } from '../../project/calls/option.ts';
import { parseReviewed, PULL_REQUEST } from '../../project/calls/shared-options.ts';
import { allowReview, recordReview } from '../../project/review/review.ts';
import type { ProjectReview, Selection, Allowances, CheckedReview, ReviewReport } from '../../project/index.ts';
import { count } from '../../diagnostics/count.ts';
import { printable } from '../../diagnostics/printable.ts';
import { actionOf, confirmed, defineCommand, exitCodeOf, shown, type Invocation, type Outcome } from '../command.ts';
import { refuseWithoutAll, selectionOf, WORKSPACE, workspaceOf } from '../for-each-broadcast.ts';
import { projectOf } from '../open-project.ts';
import type { Style } from '../views/text/style.ts';

const OPTIONS = {
  ...recordReview.options,
  ...allowReview.options,
  ...WORKSPACE,
  all: flag('For every broadcast of the workspace together: the plan is one file of plan --all --out FILE.json'),
};

type Review = Invocation<typeof OPTIONS>;

/** The reviews of one broadcast, or of all of them together: the calls are the same. */
type Reviews = Pick<ProjectReview, 'record' | 'allow' | 'check' | 'list' | 'close'>;

/** The action, given the second word. */
type Action = (reviews: Reviews, options: Review['options'], number: string | undefined) => Promise<Outcome>;

const ACTIONS = {
  record: async (reviews, options, text) => {
    const json = await reviews.record({
      target: options.target,
      number: pullRequestIn('record', text),
      plan: required(options, 'plan'),
      commit: required(options, 'commit'),
    });
    return { ...shown(json, (style) => recordedText(json, style)), confirms: json.approved };
  },
  allow: async (reviews, options, text) => {
    const json = await reviews.allow({
      target: options.target,
      number: pullRequestIn('allow', text),
      digest: required(options, 'digest'),
      labels: options.labels ?? [],
      by: required(options, 'by'),
    });
    return { ...shown(json, (style) => reviewText(json, style)), confirms: true };
  },
  check: async (reviews, options, text) => {
    const reviewed = text === undefined ? undefined : parseReviewed(text, '--reviewed');
    if (reviewed === undefined) throw new UserError('review check needs the numbers of the pull requests, or none');
    const json = await reviews.check({ target: options.target, reviewed, plan: required(options, 'plan') });
    return shown(json, (style) => checkedText(json, style), exitCodeOf({ left: !json.covered }));
  },
  list: async (reviews, options) => {
    const json = await reviews.list({ target: options.target, ...selected(options) });
    return shown(json, (style) =>
      json.reviews.length === 0
        ? 'No review is recorded.\n'
        : json.reviews.map((each) => reviewText(each, style)).join(''),
    );
  },
  close: async (reviews, options, text) => {
    const number = pullRequestIn('close', text);
    const json = await reviews.close({ target: options.target, number, ...selected(options) });
    return confirmed(json, `the review of #${number} is closed`);
  },
} satisfies Readonly<Record<string, Action>>;

const ACTION_NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

export const command = defineCommand({
  arguments: [
    {
      name: 'ACTION',
      completes: ACTION_NAMES,
      about: 'record NUMBER, allow NUMBER, check NUMBER,…, list, or close NUMBER',
      required: true,
    },
    { name: 'NUMBER', about: 'The number of the pull request; for check several, as N,M, or none' },
  ],
  options: OPTIONS,
  examples: [
    { line: 'gitcast review record 12 --plan FILE --commit SHA', about: 'Records the plan of pull request 12' },
    { line: 'gitcast review allow 12 --digest D --labels L --by N', about: 'Records what its labels allow' },
    { line: 'gitcast review check 12,13 --plan FILE', about: 'Exits with 3 unless these reviews cover the plan' },
    { line: 'gitcast review list', about: 'Lists what is recorded' },
  ],
  run(invocation) {
    const { arguments: words, options } = invocation;
    const action = ACTIONS[actionOf('review', words[0] ?? '', ACTION_NAMES)];
    if (options.all) return action(workspaceOf(invocation).review, options, words[1]);
    refuseWithoutAll(options);
    return action(projectOf(invocation).review, options, words[1]);
  },
});

function pullRequestIn(action: string, text: string | undefined): number {
  if (text !== undefined) return numberIn(PULL_REQUEST, text, `review ${action}`);
  throw new UserError(`review ${action} needs NUMBER: the number of the pull request`);
}

function required(options: Review['options'], name: 'plan' | 'commit' | 'digest' | 'by'): string {
  const value = options[name];
  if (value !== undefined) return value;
  throw new UserError(`--${name} is missing`, { suggestion: 'gitcast review --help shows an example' });
}

const selected = (options: Review['options']): Selection => (options.all ? selectionOf(options) : {});

const allowedText = ({ deletes, replace, empty = [] }: Allowances): string => {
  const allowed = [
    ...(deletes > 0 ? [count(deletes, 'deletion')] : []),
    ...(replace ? ['replacing'] : []),
    ...empty.map((kind) => `no ${kind} left`),
  ];
  return allowed.length === 0 ? 'nothing beyond the guard' : allowed.join(' and ');
};

const reviewText = ({ number, changes, digest, allowed, by }: ReviewReport, { colours }: Style): string => {
  const allowance = by === null ? '' : `, ${allowedText(allowed)} allowed by ${by}`;
  return `${colours.green('✓')} #${number}: ${count(changes, 'change')}, plan ${digest}${allowance}\n`;
};

export function recordedText(review: ReviewReport, style: Style): string {
  const labels = review.approved ? [] : review.labels.map((label) => `  needs the label “${label}”\n`);
  return [reviewText(review, style), ...labels].join('');
}

const checkedText = ({ digest, covered, reason }: CheckedReview, { colours }: Style): string =>
  covered
    ? `${colours.green('✓')} the plan ${digest} was reviewed\n`
    : `${colours.yellow('!')} the plan ${digest} was not reviewed: ${printable(reason ?? '')}\n`;
