/** The results of a command for many broadcasts, as one. */
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { printable } from '../../../diagnostics/printable.ts';
import type { WorkspaceRun } from '../../../project/index.ts';
import type { Outcome } from '../../command.ts';
import { worstExitCode, type ExitCode } from '../../exit-code.ts';
import { failureJson, failureText } from '../problems/failure.ts';
import { columns } from '../text/columns.ts';
import type { Style } from '../text/style.ts';
import { diagnosticsOf, rowOf, verdictWords, type Row } from './rows.ts';
import { workspaceMarkdown } from './workspace-markdown.ts';

type Run = Pick<WorkspaceRun<{ readonly outcome: Outcome }>, 'total' | 'removed' | 'moved' | 'results'> &
  Partial<Pick<WorkspaceRun<unknown>, 'leftOut'>>;

interface Manner {
  readonly command: string;
  readonly isMarkdown: boolean;
  /** Why broadcasts are left out, as the end of a sentence. */
  readonly leftOut?: string | undefined;
}

export function workspaceOutcome(run: Run, { command, isMarkdown, leftOut = '' }: Manner): Outcome {
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
        ...(outcome ? outcome.json : { error: failureJson(error) }),
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

/** What a broadcast has to say, under its name, and then one line for each that is worth one. */
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
