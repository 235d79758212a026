/** The runs of a target, newest first. */
import type { RecordedRun } from '../../state/run-history.ts';
import { countsText, RUN_ACTIONS, type RunChange } from '../../state/run-note.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { Colours, Style } from './style.ts';

export function logJson(target: string, runs: readonly RecordedRun[]): object {
  return {
    target,
    runs: runs.map((run) => ({
      id: run.id,
      commit: run.commit,
      at: run.at,
      started_at: run.startedAt,
      command: run.command,
      by: run.by,
      url: run.url ?? null,
      content: run.content ?? null,
      finished: run.finished,
      interrupted: run.interrupted ?? false,
      summary: Object.fromEntries(
        RUN_ACTIONS.map((action) => [action, run.changes.filter((change) => change.action === action).length]),
      ),
      changes: run.changes,
    })),
  };
}

export function logText(target: string, runs: readonly RecordedRun[], { colours }: Style): string {
  if (runs.length === 0) return `No run has been recorded for ${target} yet.\n`;
  return `${runs.map((run) => runText(run, colours)).join('\n\n')}\n`;
}

const MOST_SHOWN = 10;

function runText(run: RecordedRun, colours: Colours): string {
  const { id, at, by, command, content, changes, url } = run;
  const from = content ? ` from ${content.commit.slice(0, 10)}${content.branch ? ` (${content.branch})` : ''}` : '';
  const dirty = content?.uncommitted ? ' with uncommitted changes' : '';
  const state = run.finished ? (run.interrupted ? ', interrupted' : '') : ', under way or interrupted';
  const rest = changes.length - MOST_SHOWN;
  return [
    `${colours.yellow(id)} ${colours.bold(`${command}: ${countsText(changes)}`)}${colours.yellow(state)}`,
    `  ${colours.dim(printable(`${at} by ${by}${from}${dirty}`))}`,
    ...(url === undefined ? [] : [`  ${colours.dim(printable(url))}`]),
    ...changes.slice(0, MOST_SHOWN).map((change) => `  ${changeText(change, colours)}`),
    ...(rest > 0 ? [`  ${colours.dim(`and ${rest} more; --json lists them all`)}`] : []),
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
