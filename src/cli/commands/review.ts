import { assertNever, UserError } from '../../diagnostics/errors.ts';
import { confirmed, defineCommand, type Invocation, type Outcome } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { refuseWithoutAll, selectionOf, WORKSPACE_FLAGS, workspaceOf } from '../for-each-broadcast.ts';
import type { ProjectReview, Selection } from '../../project/index.ts';
import { projectOf } from '../open-project.ts';
import { actionOf, listOption, numberOption, reviewedOption } from '../option-values.ts';
import { checkedText, recordedText, reviewsText, reviewText } from '../views/reviews.ts';

const OPTIONS = {
  target: { value: 'NAME', completes: 'targets', about: 'A target of the configuration (default: its defaultTarget)' },
  plan: { value: 'FILE', about: 'record, check: the plan, as the job of the pull request saved it with plan --out' },
  commit: { value: 'SHA', about: 'record: the commit of the pull request that was planned' },
  digest: { value: 'DIGEST', about: 'allow: the digest of the plan, as review list shows it' },
  labels: { value: 'LABEL,…', about: 'allow: the labels of the pull request; those of gitcast allow something' },
  by: { value: 'NAME', about: 'allow: who allows it' },
  ...WORKSPACE_FLAGS,
  all: { about: 'For every broadcast of the workspace together: the plan is one file of plan --all --out FILE.json' },
} as const;

type Review = Invocation<typeof OPTIONS>;

export const review = defineCommand({
  arguments: [
    {
      name: 'ACTION',
      completes: ['record', 'allow', 'check', 'list', 'close'],
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
    const action = actionOf('review', word, ['record', 'allow', 'check', 'list', 'close']);
    switch (action) {
      case 'list':
        return list(invocation);
      case 'record':
        return record(invocation, numberIn(action, number));
      case 'allow':
        return allow(invocation, numberIn(action, number));
      case 'check':
        return check(invocation, number);
      case 'close':
        return close(invocation, numberIn(action, number));
      default:
        return assertNever(action);
    }
  },
});

function numberIn(action: string, text: string | undefined): number {
  if (text !== undefined) return numberOption(`review ${action}`, text);
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

async function record(invocation: Review, number: number): Promise<Outcome> {
  const { options } = invocation;
  const json = await reviewsOf(invocation).record({
    target: options.target,
    number,
    plan: required(options, 'plan'),
    commit: required(options, 'commit'),
  });
  return { exitCode: 0, confirms: json.approved, json, human: (style) => recordedText(json, style) };
}

async function allow(invocation: Review, number: number): Promise<Outcome> {
  const { options } = invocation;
  const json = await reviewsOf(invocation).allow({
    target: options.target,
    number,
    digest: required(options, 'digest'),
    labels: listOption(options.labels),
    by: required(options, 'by'),
  });
  return { exitCode: 0, confirms: true, json, human: (style) => reviewText(json, style) };
}

async function check(invocation: Review, text: string | undefined): Promise<Outcome> {
  const reviewed = reviewedOption(text);
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

async function close(invocation: Review, number: number): Promise<Outcome> {
  const json = await reviewsOf(invocation).close({
    target: invocation.options.target,
    number,
    ...selected(invocation),
  });
  return confirmed(json, `the review of #${number} is closed`);
}
