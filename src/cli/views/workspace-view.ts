/** The results of a command for many broadcasts, as one. */
import { count } from '../../diagnostics/count.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { RemoteError, UserError } from '../../diagnostics/errors.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { BroadcastResult, WorkspaceRun } from '../../project/index.ts';
import { type Outcome, BY_URGENCY, worstExitCode, type ExitCode } from '../command.ts';
import { failureJson, failureText } from './problems/failure.ts';
import { columns } from './text/columns.ts';
import { firstOf } from './text/excerpts.ts';
import { code, escape, folded, prose, upperFirst } from './text/markdown.ts';
import type { Style } from './text/style.ts';

/** How many broadcasts there are, and those that have no result. */
type Reach = Pick<WorkspaceRun<unknown>, 'total' | 'removed' | 'moved'>;

type Run = Reach &
  Pick<WorkspaceRun<{ readonly outcome: Outcome }>, 'results'> &
  Partial<Pick<WorkspaceRun<unknown>, 'leftOut'>>;

interface WorkspaceForm {
  readonly command: string;
  readonly isMarkdown: boolean;
  /** Why broadcasts are left out, as the end of a sentence. */
  readonly leftOut?: string | undefined;
}

export function workspaceOutcome(run: Run, { command, isMarkdown, leftOut = '' }: WorkspaceForm): Outcome {
  const rows = run.results.map(rowOf);
  const exitCode = worstExitCode(rows.map((row) => row.exitCode));
  const warnings = rows.flatMap(({ folder, outcome }) => (outcome?.warning ? [`${folder}: ${outcome.warning}`] : []));
  const markdown = (): string => workspaceMarkdown(command, run, rows);
  const diagnostics = rows.flatMap(diagnosticsOf);
  return {
    exitCode,
    confirms: !isMarkdown && rows.every(({ isCalm, outcome }) => isCalm || outcome?.confirms === true),
    json: {
      total: run.total,
      removed: run.removed,
      moved: run.moved,
      ...(run.leftOut && run.leftOut.length > 0 && { left_out: run.leftOut }),
      broadcasts: rows.map(({ folder, exitCode: code, outcome, error }) => ({
        folder,
        exit_code: code,
        ...(outcome ? outcome.json : failureJson(error)),
      })),
    },
    human: (style) =>
      isMarkdown ? markdown() : workspaceText(command, run, rows, style) + leftOutText(run, leftOut, style),
    // Many broadcasts can have the same problem in a file that they share.
    diagnostics: [...new Map(diagnostics.map((each) => [keyOf(each), each])).values()],
    ...(warnings.length > 0 && { warning: warnings.join('; ') }),
    markdown,
  };
}

const leftOutText = ({ leftOut = [] }: Run, why: string, { colours }: Style): string =>
  leftOut.length === 0 ? '' : `  ${colours.dim(`left out: ${leftOut.map(printable).join(', ')}, ${why}`)}\n`;

const keyOf = ({ code, message, at }: Diagnostic): string => JSON.stringify([code, message, at]);

/** The result of each broadcast under its name, and then one line for each that is worth one. */
function workspaceText(command: string, run: Run, rows: readonly Row[], style: Style): string {
  const { colours, width, quiet } = style;
  const loud = rows.filter((row) => !row.isCalm && !(quiet && isSilent(row, style)));
  const parts = withoutRepetitions(loud).map((row) => {
    const heading = colours.bold(colours.inverse(` ${printable(row.folder)} `));
    return `${heading}\n${textOf(row, style)}`;
  });
  if (quiet && rows.every(({ exitCode }) => exitCode === 0)) return parts.join('\n');
  const table = columns(
    loud.map(({ folder, exitCode, headline }) => [
      `${markOf(exitCode, style)} ${printable(folder)}`,
      printable(headline),
    ]),
    { width, indent: '' },
  );
  const shown = loud.length > 1 || (loud.length === 1 && rows.length > 1) ? [table] : [];
  return `${[...parts, ...shown.map((text) => `${text}\n`), `${verdictText(command, run, rows, style)}\n`].join('\n')}`;
}

const textOf = ({ outcome, error }: Row, style: Style): string =>
  outcome ? outcome.human(style) : failureText(error, style);

/** As without --all: --quiet leaves out what only confirms a success. */
const isSilent = (row: Row, style: Style): boolean =>
  row.exitCode === 0 && (row.outcome?.confirms === true || textOf(row, style) === '');

/** Leaves out the broadcasts whose problems are all in shared files, and were shown before. */
function withoutRepetitions(rows: readonly Row[]): readonly Row[] {
  const shown = new Set<string>();
  return rows.filter((row) => {
    const keys = diagnosticsOf(row).map(keyOf);
    const isRepetition = keys.length > 0 && keys.every((key) => shown.has(key));
    for (const key of keys) shown.add(key);
    return !isRepetition;
  });
}

function verdictText(command: string, run: Run, rows: readonly Row[], style: Style): string {
  const { colours } = style;
  const worst = worstExitCode(rows.map(({ exitCode }) => exitCode));
  const removed = run.removed.map(
    (folder) => `  ${colours.dim(`${printable(folder)} was removed; what it created on its targets stays there`)}`,
  );
  const moved = run.moved.map(({ from, to }) => `  ${colours.dim(`${printable(from)} moved to ${printable(to)}`)}`);
  return [`${markOf(worst, style)} ${verdictWords(command, run, rows)}`, ...removed, ...moved].join('\n');
}

function markOf(code: ExitCode, { colours }: Style): string {
  if (code === 1) return colours.red('✗');
  return code === 0 || code === 2 ? colours.green('✓') : colours.yellow('!');
}

/** A broadcast for the table: its exit code, and its result in one line. */
interface Row {
  readonly folder: string;
  readonly exitCode: ExitCode;
  readonly headline: string;
  /** Nothing has to be looked at: it is counted, not listed. */
  readonly isCalm: boolean;
  readonly outcome: Outcome | undefined;
  readonly error: unknown;
}

function rowOf(each: BroadcastResult<{ readonly outcome: Outcome }>): Row {
  const { folder } = each;
  if (each.outcome === 'done') {
    const { outcome } = each.result;
    const { exitCode, headline = '', isCalm = false } = outcome;
    return { folder, exitCode, headline, isCalm: isCalm && exitCode === 0, outcome, error: undefined };
  }
  const error = each.outcome === 'failed' ? each.error : new UserError('stopped before it was started');
  return { folder, exitCode: 1, headline: failureHeadline(error), isCalm: false, outcome: undefined, error };
}

function failureHeadline(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (error instanceof RemoteError) return error.message;
  return `internal error: ${error instanceof Error ? error.message : String(error)}`;
}

const diagnosticsOf = ({ outcome, error }: Row): readonly Diagnostic[] =>
  outcome?.diagnostics ?? (error instanceof UserError ? error.diagnostics : []);

/** The words for broadcasts on which a command neither failed nor left anything, and for those with nothing to do. */
const WORDS: Readonly<Record<string, readonly [done: string, calm: string]>> = {
  validate: ['with warnings', 'without problems'],
  plan: ['with changes', 'without changes'],
  sync: ['changed', 'unchanged'],
  status: ['with differences', 'without differences'],
};

/** `3 of 500 broadcasts: 1 failed, 2 with changes`. */
function verdictWords(command: string, { total, removed, moved }: Reach, rows: readonly Row[]): string {
  if (rows.length === 0) return noneAffected(total, { removed: removed.length, moved: moved.length });
  const failed = rows.filter(({ exitCode }) => exitCode === 1).length;
  const calm = rows.filter(({ isCalm }) => isCalm).length;
  const open = rows.filter(({ exitCode }) => exitCode === 3 || exitCode === 4).length;
  const done = rows.length - failed - calm - open;
  const [doneWord, calmWord] = WORDS[command] ?? ['done', 'unchanged'];
  const parts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(open > 0 ? [`${open} incomplete`] : []),
    ...(done > 0 ? [`${done} ${doneWord}`] : []),
    ...(calm > 0 ? [`${calm} ${calmWord}`] : []),
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
  ];
  const chosen = rows.length === total ? count(total, 'broadcast') : `${rows.length} of ${count(total, 'broadcast')}`;
  return `${chosen}: ${parts.join(', ')}`;
}

/** A broadcast that was removed, or has another folder in another part of the workspace, is affected all the same. */
function noneAffected(total: number, { removed, moved }: { readonly removed: number; readonly moved: number }): string {
  const gone = [...(removed > 0 ? [`${removed} removed`] : []), ...(moved > 0 ? [`${moved} moved`] : [])];
  if (gone.length === 0) return `none of ${count(total, 'broadcast')} is affected`;
  return `${count(removed + moved, 'broadcast')} affected: ${gone.join(', ')}; none of the other ${total - moved} has changes`;
}

/** The hosts' limits for a comment are just above. */
const MOST = 60_000;
/** The table is what a reviewer reads first, and may take half of the room. */
const MOST_TABLE = MOST / 2;

/**
 * As one comment: a table, and below it what each has to say, folded. Broadcasts with the same result, such as a change of the
 * theme that they share, are one row.
 */
export function workspaceMarkdown(command: string, run: Reach, rows: readonly Row[]): string {
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
  return left === 0 ? `${text}\n` : `${text}\n\n${detailsLeftOut(command, left)}\n`;
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
  const suggestion = error instanceof UserError ? error.suggestion : undefined;
  const problems = diagnosticsOf(row);
  return [
    problems.length === 0 ? escape(headline) : problemLines(problems),
    ...(suggestion === undefined ? [] : [`Help: ${escape(suggestion)}`]),
  ].join('\n\n');
};

const MOST_PROBLEMS = 10;

function problemLines(problems: readonly Diagnostic[]): string {
  const lines = problems.map(({ at, message, suggestion }) => {
    const help = suggestion === undefined ? '' : ` (${prose(suggestion)})`;
    return `- ${code(`${at.file}:${at.line}`)} ${prose(shortened(message))}${help}`;
  });
  return firstOf(lines, MOST_PROBLEMS, (left) => `- and ${count(left, 'more problem')}`).join('\n');
}

const detailsLeftOut = (command: string, broadcasts: number): string =>
  `*The details of ${count(broadcasts, 'broadcast')} are too long for this comment; \`gitcast ${command} --all --json\` has them.*`;

const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 299)}…` : text);

const mark = (exitCode: ExitCode): string => (exitCode === 1 ? '❌' : exitCode === 0 || exitCode === 2 ? '' : '⚠️');
