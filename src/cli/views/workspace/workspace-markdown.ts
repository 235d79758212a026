/**
 * The results for many broadcasts as one comment: a table, and below it what each has to say, folded. Broadcasts with the
 * same result, such as a change of the theme that they share, are one row.
 */
import type { WorkspaceRun } from '../../../project/index.ts';
import { count } from '../../../diagnostics/count.ts';
import { code, escape, folded, prose, upperFirst } from '../text/markdown.ts';
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { UserError } from '../../../diagnostics/errors.ts';
import { onCommandLine } from '../../notation.ts';
import { BY_URGENCY, type ExitCode } from '../../exit-code.ts';
import { diagnosticsOf, verdictWords, type Row } from './rows.ts';

/** The hosts' limits for a comment are just above. */
const MOST = 60_000;
/** The table is what a reviewer reads first, and may take half of the room. */
const MOST_TABLE = MOST / 2;

type Run = Pick<WorkspaceRun<unknown>, 'total' | 'removed' | 'moved'>;

export function workspaceMarkdown(command: string, run: Run, rows: readonly Row[]): string {
  const loud = rows.filter(({ isCalm }) => !isCalm).toSorted(byUrgency);
  const head = [
    `### gitcast ${command} of ${count(rows.length, 'broadcast')}`,
    `${upperFirst(verdictWords(command, run, rows))}.`,
    ...run.removed.map((folder) => `- ${code(folder)} was removed; what it created on its targets stays there.`),
    ...run.moved.map(({ from, to }) => `- ${code(from)} moved to ${code(to)}.`),
  ].join('\n\n');
  const groups = groupsOf(loud);
  const table = tableOf(groups);
  let text = [head, ...(table === '' ? [] : [table])].join('\n\n');
  let left = 0;
  for (const group of groups) {
    const part = folded(`${mark(group.exitCode)} ${titleOf(group)}`.trim(), group.details());
    if (text.length + part.length + 500 < MOST) text += `\n\n${part}`;
    else left += group.folders.length;
  }
  return left === 0 ? `${text}\n` : `${text}\n\n${leftOut(command, left)}\n`;
}

/** A broadcast that fails must not be hidden below hundreds that are fine. */
const byUrgency = (a: Row, b: Row): number => BY_URGENCY.indexOf(a.exitCode) - BY_URGENCY.indexOf(b.exitCode);

/** Broadcasts with the same result. */
interface Group extends Pick<Row, 'exitCode' | 'headline'> {
  readonly folders: readonly string[];
  readonly details: () => string;
}

function groupsOf(rows: readonly Row[]): readonly Group[] {
  const alike = Map.groupBy(rows, (row) => JSON.stringify([row.exitCode, resultKey(row)]));
  return [...alike.values()].map(([first, ...others]): Group => {
    const { exitCode, headline, folder, outcome } = first!;
    const folders = [folder, ...others.map((row) => row.folder)];
    if (folders.length === 1) return { exitCode, headline, folders, details: () => detailsOf(first!) };
    const shared = outcome?.shared?.();
    const details = (): string => `${listOf(folders)}\n\n${shared?.markdown ?? detailsOf(first!)}`;
    return { exitCode, headline: shared?.headline ?? headline, folders, details };
  });
}

const resultKey = (row: Row): string | readonly string[] =>
  row.outcome?.shared?.().key ?? [row.headline, detailsOf(row)];

const listOf = (folders: readonly string[]): string =>
  folded(`The ${folders.length} broadcasts`, folders.map((folder) => `- ${code(folder)}`).join('\n'));

const titleOf = ({ folders }: Group): string =>
  folders.length === 1 ? escape(folders[0]!) : `In ${folders.length} broadcasts`;

function tableOf(groups: readonly Group[]): string {
  if (groups.length === 0) return '';
  const lines = ['| | Broadcast | Result |', '| - | - | - |'];
  let length = 0;
  for (const [index, { folders, exitCode, headline }] of groups.entries()) {
    const name = folders.length === 1 ? code(folders[0]!) : `in ${folders.length} broadcasts`;
    const line = `| ${mark(exitCode)} | ${name} | ${escape(shortened(headline))} |`;
    if ((length += line.length + 1) > MOST_TABLE) {
      const more = groups.slice(index).flatMap((group) => group.folders);
      lines.push(`| | … | and ${count(more.length, 'more broadcast')} |`);
      break;
    }
    lines.push(line);
  }
  return lines.join('\n');
}

const detailsOf = (row: Row): string => {
  const { outcome, error, headline } = row;
  if (outcome?.markdown) return outcome.markdown();
  const suggestion = error instanceof UserError ? error.in(onCommandLine).suggestion : undefined;
  const problems = diagnosticsOf(row);
  return [
    problems.length === 0 ? escape(headline) : problemLines(problems),
    ...(suggestion === undefined ? [] : [`Help: ${escape(suggestion)}`]),
  ].join('\n\n');
};

const MOST_PROBLEMS = 10;

function problemLines(problems: readonly Diagnostic[]): string {
  const lines = problems.slice(0, MOST_PROBLEMS).map(({ at, message, suggestion }) => {
    const help = suggestion === undefined ? '' : ` (${prose(suggestion)})`;
    return `- ${code(`${at.file}:${at.line}`)} ${prose(shortened(message))}${help}`;
  });
  const more = problems.length - lines.length;
  return [...lines, ...(more > 0 ? [`- and ${count(more, 'more problem')}`] : [])].join('\n');
}

const leftOut = (command: string, broadcasts: number): string =>
  `*The details of ${count(broadcasts, 'broadcast')} are too long for this comment; \`gitcast ${command} --all --json\` has them.*`;

const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 299)}…` : text);

const mark = (exitCode: ExitCode): string => (exitCode === 1 ? '❌' : exitCode === 0 || exitCode === 2 ? '' : '⚠️');
