import { UserError } from '../../diagnostics/errors.ts';
import { TARGET } from '../../project/calls/shared-options.ts';
import { actionOf, confirmed, defineCommand, outcomeOf, type Invocation, type Outcome } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { stopSignal } from '../stop-signal.ts';
import { movedText, rebuiltText, seenText } from '../views/run/state.ts';
import { incompleteWarning } from '../views/plan/verdict.ts';
import { tableText } from '../views/text/columns.ts';

const ACTIONS = { show, rm: remove, seen, rebuild, move };
const ACTION_NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

type State = Invocation<typeof TARGET>;

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

const stoppable = (invocation: State) => projectOf(invocation, { signal: stopSignal(invocation.context) }).state;

async function show(invocation: State, only: string | undefined): Promise<Outcome> {
  const json = await projectOf(invocation).state.show({ target: invocation.options.target, only });
  return { exitCode: 0, json, human: () => tableText(json.entries) };
}

async function remove(invocation: State, address: string | undefined): Promise<Outcome> {
  if (address === undefined) {
    throw new UserError('state rm needs ADDRESS: the document to stop managing', {
      suggestion: 'gitcast state show lists what is managed',
    });
  }
  const json = await projectOf(invocation).state.remove({ target: invocation.options.target, address });
  return confirmed(json, `${address} is no longer managed`);
}

async function seen(invocation: State, only: string | undefined): Promise<Outcome> {
  const marked = await stoppable(invocation).seen({ ...givenTo(TARGET, invocation.options), only });
  const { report, plan } = marked;
  const outcome = outcomeOf(marked, (style) => seenText(report.seen, plan, style));
  return { ...outcome, confirms: true, warning: incompleteWarning(plan) };
}

async function move(invocation: State): Promise<Outcome> {
  const json = await stoppable(invocation).move(givenTo(TARGET, invocation.options));
  return { exitCode: 0, confirms: true, json, human: (style) => movedText(json, style) };
}

async function rebuild(invocation: State): Promise<Outcome> {
  const rebuilt = await stoppable(invocation).rebuild(givenTo(TARGET, invocation.options));
  const outcome = outcomeOf(rebuilt, (style) => rebuiltText(rebuilt, style));
  return { ...outcome, confirms: true, warning: incompleteWarning(rebuilt.plan) };
}
