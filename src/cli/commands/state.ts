import { UserError } from '../../diagnostics/errors.ts';
import { TARGET } from '../../project/calls/shared-options.ts';
import { count } from '../../diagnostics/count.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { DeletedReport } from '../../project/index.ts';
import { flag } from '../../project/calls/option.ts';
import { actionOf, confirmed, defineCommand, outcomeOf, shown, type Invocation, type Outcome } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { stopSignal } from '../stop-signal.ts';
import { incompleteLines, incompleteWarning } from '../views/plan/plan-verdict.ts';
import { tableText } from '../views/text/columns.ts';
import type { Colours } from '../views/text/style.ts';

const OPTIONS = {
  ...TARGET,
  deleted: flag('show: copies of the objects that runs have deleted; --json prints their values'),
};

type State = Invocation<typeof OPTIONS>;

/** The action, given the second word. */
type Action = (invocation: State, word: string | undefined) => Promise<Outcome>;

const ACTIONS = {
  show: async (invocation, only) => {
    const { target, deleted: isOfDeleted } = invocation.options;
    const { state } = projectOf(invocation);
    if (isOfDeleted) {
      const json = await state.deleted({ target, only });
      return shown(json, ({ colours }) => deletedText(json.deleted, colours));
    }
    const json = await state.show({ target, only });
    return shown(json, () => tableText(json.entries));
  },
  rm: async (invocation, word) => {
    const address = needed(
      word,
      'rm',
      'ADDRESS: the document to stop managing',
      'gitcast state show lists what is managed',
    );
    const json = await projectOf(invocation).state.remove({ target: invocation.options.target, address });
    return confirmed(json, `${address} is no longer managed`);
  },
  rebuild: async (invocation) => {
    const project = projectOf(invocation, { signal: stopSignal(invocation.context) });
    const rebuilt = await project.state.rebuild(givenTo(TARGET, invocation.options));
    const { adopted, next, complete } = rebuilt.report;
    const found = `${count(adopted, 'document')} found again on ${rebuilt.plan.target}; ${nextText(next)}`;
    return {
      ...outcomeOf(rebuilt, (style) => {
        const mark = complete ? style.colours.green('✓') : style.colours.yellow('!');
        return `${[...incompleteLines(rebuilt.plan, style), `${mark} ${found}`].join('\n')}\n`;
      }),
      confirms: true,
      warning: incompleteWarning(rebuilt.plan),
    };
  },
  unlock: async (invocation, word) => {
    const id = needed(word, 'unlock', 'ID: the id of the lock', 'the message of the refused command names it');
    const json = await projectOf(invocation).state.unlock({ id, target: invocation.options.target });
    return confirmed(json, `removed the lock ${id}`);
  },
} satisfies Readonly<Record<string, Action>>;

const ACTION_NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

export const command = defineCommand({
  arguments: [
    { name: 'ACTION', required: true, completes: ACTION_NAMES, about: 'show, rm ADDRESS, rebuild, or unlock ID' },
    {
      name: 'ADDRESS',
      completes: 'addresses',
      about: 'show: only these; rm: the document to stop managing; unlock: the id of the lock',
    },
  ],
  options: OPTIONS,
  examples: [
    { line: 'gitcast state show', about: 'Lists the managed documents with their ids' },
    { line: "gitcast state show 'events/*'", about: 'Lists only some documents' },
    { line: 'gitcast state show --deleted', about: 'Lists the objects that were deleted in the last 90 days' },
    { line: 'gitcast state rm events/opening-night', about: 'Stops managing a document; its object stays' },
    { line: 'gitcast state rebuild', about: 'Discards a lost or outdated state and finds the documents again' },
    { line: 'gitcast state unlock 3f9a1c', about: 'Removes a lock left behind by a run that was killed elsewhere' },
  ],
  run(invocation) {
    const [word = '', about] = invocation.arguments;
    return ACTIONS[actionOf('state', word, ACTION_NAMES)](invocation, about);
  },
});

function needed(word: string | undefined, action: string, what: string, suggestion: string): string {
  if (word !== undefined) return word;
  throw new UserError(`state ${action} needs ${what}`, { suggestion });
}

function deletedText(deleted: readonly DeletedReport[], colours: Colours): string {
  if (deleted.length === 0) return 'No run has deleted an object in the last 90 days.\n';
  const lines = deleted.map(({ address, id, deleted_at: at, fields }) => {
    const title = fields['title'] ?? fields['name'];
    const named = typeof title === 'string' ? ` “${printable(title)}”` : '';
    return `${colours.red('-')} ${printable(address)}${named} ${colours.dim(printable(`${id}, deleted ${at}`))}`;
  });
  return `${lines.join('\n')}\n${colours.dim('--json prints their values')}\n`;
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
