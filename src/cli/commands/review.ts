import { UserError } from '../../diagnostics/errors.ts';
import { flag, numberIn } from '../../project/calls/option.ts';
import { parseReviewed, PULL_REQUEST } from '../../project/calls/shared-options.ts';
import { allowReview, recordReview } from '../../project/review/review.ts';
import { actionOf, confirmed, defineCommand, type Invocation, type Outcome } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { refuseWithoutAll, selectionOf, WORKSPACE, workspaceOf } from '../for-each-broadcast.ts';
import type { ProjectReview, Selection } from '../../project/index.ts';
import { projectOf } from '../open-project.ts';
import { checkedText, recordedText, reviewsText, reviewText } from '../views/reviews.ts';

const OPTIONS = {
  ...recordReview.options,
  ...allowReview.options,
  ...WORKSPACE,
  all: flag('For every broadcast of the workspace together: the plan is one file of plan --all --out FILE.json'),
};

const ACTIONS = { record, allow, check, list, close };
const ACTION_NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

type Review = Invocation<typeof OPTIONS>;

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
    const [word = '', number] = invocation.arguments;
    return ACTIONS[actionOf('review', word, ACTION_NAMES)](invocation, number);
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

/** The reviews of one broadcast, or of all of them together: the calls are the same. */
function reviewsOf(invocation: Review): Pick<ProjectReview, 'record' | 'allow' | 'check' | 'list' | 'close'> {
  if (invocation.options.all) return workspaceOf(invocation).review;
  refuseWithoutAll(invocation.options);
  return projectOf(invocation).review;
}

const selected = ({ options }: Review): Selection => (options.all ? selectionOf(options) : {});

async function record(invocation: Review, text: string | undefined): Promise<Outcome> {
  const { options } = invocation;
  const json = await reviewsOf(invocation).record({
    target: options.target,
    number: pullRequestIn('record', text),
    plan: required(options, 'plan'),
    commit: required(options, 'commit'),
  });
  return { exitCode: 0, confirms: json.approved, json, human: (style) => recordedText(json, style) };
}

async function allow(invocation: Review, text: string | undefined): Promise<Outcome> {
  const { options } = invocation;
  const json = await reviewsOf(invocation).allow({
    target: options.target,
    number: pullRequestIn('allow', text),
    digest: required(options, 'digest'),
    labels: options.labels ?? [],
    by: required(options, 'by'),
  });
  return { exitCode: 0, confirms: true, json, human: (style) => reviewText(json, style) };
}

async function check(invocation: Review, text: string | undefined): Promise<Outcome> {
  const reviewed = text === undefined ? undefined : parseReviewed(text, '--reviewed');
  if (reviewed === undefined) throw new UserError('review check needs the numbers of the pull requests, or none');
  const { target } = invocation.options;
  const json = await reviewsOf(invocation).check({
    target,
    reviewed,
    plan: required(invocation.options, 'plan'),
  });
  return { exitCode: exitCodeOf({ left: !json.covered }), json, human: (style) => checkedText(json, style) };
}

async function list(invocation: Review): Promise<Outcome> {
  const json = await reviewsOf(invocation).list({ target: invocation.options.target, ...selected(invocation) });
  return { exitCode: 0, json, human: (style) => reviewsText(json.reviews, style) };
}

async function close(invocation: Review, text: string | undefined): Promise<Outcome> {
  const number = pullRequestIn('close', text);
  const json = await reviewsOf(invocation).close({
    target: invocation.options.target,
    number,
    ...selected(invocation),
  });
  return confirmed(json, `the review of #${number} is closed`);
}
