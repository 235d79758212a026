import { UserError } from '../../diagnostics/errors.ts';
import { TARGET } from '../../project/calls/shared-options.ts';
import { count } from '../../diagnostics/count.ts';
import type { Plan, UnmanagedFields } from '../../project/index.ts';
import { actionOf, confirmed, defineCommand, outcomeOf, shown, type Invocation, type Outcome } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { stopSignal } from '../stop-signal.ts';
import { incompleteLines, incompleteWarning, unmanagedCount, unmanagedNames } from '../views/plan/plan-verdict.ts';
import { tableText } from '../views/text/columns.ts';
import type { Colours } from '../views/text/style.ts';

type State = Invocation<typeof TARGET>;

/** The action, given the second word. */
type Action = (invocation: State, address: string | undefined) => Promise<Outcome>;

const stoppable = (invocation: State) => projectOf(invocation, { signal: stopSignal(invocation.context) }).state;

const ACTIONS = {
  show: async (invocation, only) => {
    const json = await projectOf(invocation).state.show({ target: invocation.options.target, only });
    return shown(json, () => tableText(json.entries));
  },
  rm: async (invocation, address) => {
    if (address === undefined) {
      throw new UserError('state rm needs ADDRESS: the document to stop managing', {
        suggestion: 'gitcast state show lists what is managed',
      });
    }
    const json = await projectOf(invocation).state.remove({ target: invocation.options.target, address });
    return confirmed(json, `${address} is no longer managed`);
  },
  seen: async (invocation, only) => {
    const marked = await stoppable(invocation).seen({ ...givenTo(TARGET, invocation.options), only });
    return confirmedBy(marked, ({ green }) => `${green('✓')} ${seenText(marked.report.seen)}`);
  },
  rebuild: async (invocation) => {
    const rebuilt = await stoppable(invocation).rebuild(givenTo(TARGET, invocation.options));
    const { adopted, next, complete } = rebuilt.report;
    const found = `${count(adopted, 'document')} found again on ${rebuilt.plan.target}; ${nextText(next)}`;
    return confirmedBy(rebuilt, ({ green, yellow }) => `${complete ? green('✓') : yellow('!')} ${found}`);
  },
  move: async (invocation) => {
    const json = await stoppable(invocation).move(givenTo(TARGET, invocation.options));
    const moved = `moved the state of ${json.target} with ${count(json.moved, 'document')}`;
    return confirmed(json, `${moved}; gitcast plan shows what differs`);
  },
} satisfies Readonly<Record<string, Action>>;

const ACTION_NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

export const command = defineCommand({
  arguments: [
    { name: 'ACTION', required: true, completes: ACTION_NAMES, about: 'show, rm ADDRESS, seen, rebuild, or move' },
    { name: 'ADDRESS', completes: 'addresses', about: 'show, seen: only these; rm: the document to stop managing' },
  ],
  options: TARGET,
  examples: [
    { line: 'gitcast state show', about: 'Lists the managed documents with their ids' },
    { line: "gitcast state show 'events/*'", about: 'Lists only some documents' },
    { line: 'gitcast state rm events/opening-night', about: 'Stops managing a document; its object stays' },
    { line: 'gitcast state seen', about: 'Accepts changes to fields that no file has; status no longer lists them' },
    { line: 'gitcast state rebuild', about: 'Discards a lost or outdated state and finds the documents again' },
    { line: 'gitcast state move', about: 'Keeps the state after the service or the configuration moved' },
  ],
  run(invocation) {
    const [word = '', address] = invocation.arguments;
    return ACTIONS[actionOf('state', word, ACTION_NAMES)](invocation, address);
  },
});

/** An action that reads the target, perhaps not all of it. */
const confirmedBy = (
  result: Parameters<typeof outcomeOf>[0] & { readonly plan: Plan },
  text: (colours: Colours) => string,
): Outcome => ({
  ...outcomeOf(result, (style) => `${[...incompleteLines(result.plan, style), text(style.colours)].join('\n')}\n`),
  confirms: true,
  warning: incompleteWarning(result.plan),
});

function seenText(found: readonly UnmanagedFields[]): string {
  const number = unmanagedCount(found);
  return number === 0
    ? 'no changes to fields that no file has'
    : `accepted the changes to ${count(number, 'field')}: ${unmanagedNames(found)}`;
}

/** Left to a person. */
const OPEN: ReadonlySet<string> = new Set(['drift', 'conflict', 'manual']);

function nextText(next: Readonly<Record<string, number>>): string {
  const counts = Object.entries(next).map(([action, number]) =>
    OPEN.has(action) ? `${number} ${action}` : `${number} to ${action}`,
  );
  return counts.length === 0
    ? 'nothing is left to sync'
    : `the next plan has ${counts.join(', ')} (gitcast plan shows it)`;
}
