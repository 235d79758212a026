import { countsText, log as call } from '../../project/runs/log.ts';
import type { DeletedReport, LogReport, RunChange, RunReport } from '../../project/index.ts';
import { printable } from '../../diagnostics/printable.ts';
import { defineCommand, outcomeOf } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { firstOf } from '../views/text/excerpts.ts';
import type { Colours, Style } from '../views/text/style.ts';

export const command = defineCommand({
  options: call.options,
  examples: [
    { line: 'gitcast log', about: 'Shows who changed what on the target, from which commit, newest first' },
    { line: 'gitcast log --target production --limit 1 --json', about: 'Prints the last run as JSON' },
    {
      line: 'gitcast log --deleted --json',
      about: 'Prints the values of objects that were deleted in the last 90 days',
    },
  ],
  async run(invocation) {
    const log = await projectOf(invocation).log(givenTo(call.options, invocation.options));
    return outcomeOf(log, (style) => logText(log.report, style));
  },
});

/** The runs of a target, newest first. */
function logText({ target, runs, deleted }: LogReport, { colours }: Style): string {
  if (deleted) return deletedText(target, deleted, colours);
  if (runs.length === 0) return `No run has been recorded for ${target} yet.\n`;
  return `${runs.map((run) => runText(run, colours)).join('\n\n')}\n`;
}

function deletedText(target: string, deleted: readonly DeletedReport[], colours: Colours): string {
  if (deleted.length === 0) return `No run has deleted an object of ${target} in the last 90 days.\n`;
  const lines = deleted.map(({ address, id, deleted_at: at, fields }) => {
    const title = fields['title'] ?? fields['name'];
    const named = typeof title === 'string' ? ` “${printable(title)}”` : '';
    return `${colours.red('-')} ${printable(address)}${named} ${colours.dim(printable(`${id}, deleted ${at}`))}`;
  });
  return `${lines.join('\n')}\n${colours.dim('--json prints their values')}\n`;
}

const MOST_SHOWN = 10;

function runText(run: RunReport, colours: Colours): string {
  const { id, at, by, command, content, changes, url } = run;
  const from = content ? ` from ${content.commit.slice(0, 10)}${content.branch ? ` (${content.branch})` : ''}` : '';
  const dirty = content?.uncommitted ? ' with uncommitted changes' : '';
  const state = run.finished ? (run.interrupted ? ', interrupted' : '') : ', running or interrupted';
  const lines = changes.map((change) => `  ${changeText(change, colours)}`);
  return [
    `${colours.yellow(id)} ${colours.bold(`${command}: ${countsText(changes)}`)}${colours.yellow(state)}`,
    `  ${colours.dim(printable(`${at} by ${by}${from}${dirty}`))}`,
    ...(url === null ? [] : [`  ${colours.dim(printable(url))}`]),
    ...firstOf(lines, MOST_SHOWN, (left) => `  ${colours.dim(`and ${left} more; --json lists them all`)}`),
  ].join('\n');
}

function changeText({ action, address, from }: RunChange, colours: Colours): string {
  const mark = {
    create: colours.green('+'),
    adopt: colours.cyan('='),
    update: colours.yellow('~'),
    move: colours.cyan('→'),
    delete: colours.red('-'),
    forget: colours.dim('·'),
  }[action];
  return `${mark} ${printable(address)}${from === undefined ? '' : colours.dim(` from ${printable(from)}`)}`;
}
