/** The results of a command for many broadcasts, as one. */
import { count } from '../../diagnostics/count.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { BroadcastResult, WorkspaceRun } from '../../project/index.ts';
import { type Outcome, BY_URGENCY, worstExitCode, type ExitCode } from '../command.ts';
import { printBlocks, printMarkdown } from './print-markdown.ts';
import { printTerminal } from './print-terminal.ts';
import { failureOutcome } from './problems/failure.ts';
import { inOneLine } from './text/excerpts.ts';
import { code } from './text/markdown.ts';
import type { Style } from './text/style.ts';
import { blockOf, listed, name, type Part, type Row, type Tree } from './tree.ts';

/** Where the results are shown. */
interface Places {
  readonly terminal?: Style | undefined;
  readonly isOnPage?: boolean;
  readonly isJson?: boolean;
}

interface WorkspaceForm extends Places {
  readonly command: string;
  readonly isMarkdown: boolean;
  /** Why broadcasts are left out, as the end of a sentence. */
  readonly leftOut?: string | undefined;
}

/** The outcome for one broadcast, printed already: hundreds of plans would not fit in memory beside each other. */
interface PrintedOutcome extends Omit<Outcome, 'human' | 'tree'> {
  /** For a terminal; empty if none shows it. */
  readonly text: string;
  /** For a page, without the heading; empty if none shows it. */
  readonly body: string;
  readonly digest?: string | undefined;
}

export function printedOutcome(outcome: Outcome, { terminal, isOnPage, isJson }: Places): PrintedOutcome {
  const { human, tree: made, ...rest } = outcome;
  // Nothing changed and nothing has to be looked at: it is counted, not listed.
  const isCalm = outcome.isCalm === true && outcome.exitCode === 0;
  const tree = isOnPage && !isCalm ? made?.() : undefined;
  const { text: body = '', digest } = tree ? printBlocks(tree) : {};
  const text = terminal && !isCalm ? human(terminal) : '';
  return { ...rest, isCalm, json: isJson ? outcome.json : {}, text, body, digest };
}

interface Result extends PrintedOutcome {
  readonly folder: string;
}

type Run = Pick<WorkspaceRun<unknown>, 'total' | 'removed' | 'moved'> &
  Partial<Pick<WorkspaceRun<unknown>, 'leftOut'>> & {
    readonly results: readonly BroadcastResult<{ readonly outcome: PrintedOutcome }>[];
  };

export function workspaceOutcome(run: Run, form: WorkspaceForm): Outcome {
  const results = run.results.map((each): Result => {
    if (each.outcome === 'done') return { folder: each.folder, ...each.result.outcome };
    const error = each.outcome === 'failed' ? each.error : new UserError('stopped before it was started');
    return { folder: each.folder, ...printedOutcome(failureOutcome(error), form) };
  });
  const warnings = results.flatMap(({ folder, warning }) => (warning ? [`${folder}: ${warning}`] : []));
  const diagnostics = results.flatMap((each) => each.diagnostics ?? []);
  const page = (): Tree => {
    const loud = results.filter(({ isCalm }) => !isCalm).toSorted(byUrgency);
    const rows = groupsOf(loud, ({ body }) => body).map((group) => ({ ...rowOf(group), body: foldedBody(group) }));
    return treeOf(run, form, { results, rows });
  };
  return {
    exitCode: worstExitCode(results.map(({ exitCode }) => exitCode)),
    confirms: !form.isMarkdown && results.every(({ isCalm, confirms }) => isCalm || confirms === true),
    json: {
      total: run.total,
      removed: run.removed,
      moved: run.moved,
      ...(run.leftOut && run.leftOut.length > 0 && { left_out: run.leftOut }),
      broadcasts: results.map(({ folder, exitCode, json }) => ({ folder, exit_code: exitCode, ...json })),
    },
    human: (style) => (form.isMarkdown ? printMarkdown(page()).text : workspaceText(run, form, results, style)),
    // Many broadcasts can have the same problem in a file that they share.
    diagnostics: [...new Map(diagnostics.map((each) => [problemKey(each), each])).values()],
    ...(warnings.length > 0 && { warning: warnings.join('; ') }),
    tree: page,
  };
}

/** The result of each broadcast under its name, and then one line for each that is worth one. */
function workspaceText(run: Run, form: WorkspaceForm, results: readonly Result[], style: Style): string {
  const { bold, dim, inverse } = style.colours;
  // As without --all: --quiet leaves out what only confirms a success.
  const isSilent = ({ exitCode, confirms, text }: Result): boolean =>
    style.quiet && exitCode === 0 && (confirms === true || text === '');
  const groups = groupsOf(
    results.filter((each) => !each.isCalm && !isSilent(each)),
    ({ text }) => text,
  );
  const parts = groups.map((group) => {
    const [first, ...others] = group;
    const names = others.length === 0 ? '' : `${dim(inOneLine(group.map(({ folder }) => folder).join(', ')))}\n`;
    return `${bold(inverse(` ${inOneLine(titleOf(group))} `))}\n${names}${first.text}`;
  });
  if (style.quiet && results.every(({ exitCode }) => exitCode === 0)) return parts.join('\n');
  const rows = results.length > 1 ? groups.map(rowOf) : [];
  return [...parts, printTerminal(treeOf(run, form, { results, rows }), style)].join('\n');
}

const problemKey = ({ code: rule, message, at }: NonNullable<Outcome['diagnostics']>[number]): string =>
  JSON.stringify([rule, message, at]);

/** A broadcast that fails must not be hidden below hundreds that are fine. */
const byUrgency = (a: Result, b: Result): number => BY_URGENCY.indexOf(a.exitCode) - BY_URGENCY.indexOf(b.exitCode);

/** Broadcasts with the same result, such as a change of the theme that they share. */
type Group = readonly [Result, ...Result[]];

function groupsOf(results: readonly Result[], textOf: (result: Result) => string): readonly Group[] {
  const alike = Map.groupBy(results, (each) => {
    const { exitCode, headline, diagnostics = [] } = each;
    return JSON.stringify([exitCode, diagnostics.length > 0 ? diagnostics.map(problemKey) : [headline, textOf(each)]]);
  });
  return [...alike.values()].map(([first, ...others]) => [first!, ...others]);
}

const titleOf = ([first, ...others]: Group): string =>
  others.length === 0 ? first.folder : `in ${others.length + 1} broadcasts`;

const rowOf = (group: Group): Row => ({
  mark: markOf(group[0].exitCode),
  label: titleOf(group),
  parts: [group[0].headline ?? ''],
});

/** With the digest of each plan, by which a person approves it. */
function foldedBody(group: Group): string {
  const [{ body, digest }, ...others] = group;
  const ends = group.map((each) => (each.digest === undefined ? '' : `: ${code(each.digest)}`));
  if (others.length > 0)
    return `${group.map(({ folder }, at) => `- ${code(folder)}${ends[at]}`).join('\n')}\n\n${body}`;
  return digest === undefined ? body : `${body}\n\n<sub>Digest${ends[0]}</sub>`;
}

const markOf = (exitCode: ExitCode): string => (exitCode === 1 ? '✗' : exitCode === 0 || exitCode === 2 ? '✓' : '!');

interface Shown {
  readonly results: readonly Result[];
  readonly rows: readonly Row[];
}

function treeOf(run: Run, { command, leftOut: why = '' }: WorkspaceForm, { results, rows }: Shown): Tree {
  const { removed, moved, leftOut = [] } = run;
  const notes: readonly (readonly Part[])[] = [
    ...removed.map((folder) => [name(folder), ' was removed; what it created on its targets stays there']),
    ...moved.map(({ from, to }) => [name(from), ' moved to ', name(to)]),
    ...(leftOut.length === 0 ? [] : [['left out: ', ...listed(leftOut), `, ${why}`]]),
  ];
  return {
    command: `gitcast ${command} --all`,
    about: [`of ${count(results.length, 'broadcast')}`],
    verdict: {
      mark: markOf(worstExitCode(results.map(({ exitCode }) => exitCode))),
      parts: [verdictWords(command, run, results)],
    },
    blocks: [
      ...blockOf({ type: 'note', title: '', rows: notes.map((parts) => ({ parts })) }),
      ...blockOf({ type: 'section', title: '', rows, open: rows.length }),
    ],
  };
}

/** The words for broadcasts on which a command neither failed nor left anything, and for those with nothing to do. */
const WORDS: Readonly<Record<string, readonly [done: string, calm: string]>> = {
  validate: ['with warnings', 'without problems'],
  plan: ['with changes', 'without changes'],
  sync: ['changed', 'unchanged'],
  status: ['with differences', 'without differences'],
};

/** `3 of 500 broadcasts: 1 failed, 2 with changes`. */
function verdictWords(command: string, { total, removed, moved }: Run, results: readonly Result[]): string {
  if (results.length === 0) return noneAffected(total, removed.length, moved.length);
  const failed = results.filter(({ exitCode }) => exitCode === 1).length;
  const open = results.filter(({ exitCode }) => exitCode === 3 || exitCode === 4).length;
  const calm = results.filter(({ isCalm }) => isCalm).length;
  const [doneWord, calmWord] = WORDS[command] ?? ['done', 'unchanged'];
  const words = numbered([
    [failed, 'failed'],
    [open, 'incomplete'],
    [results.length - failed - open - calm, doneWord],
    [calm, calmWord],
    [removed.length, 'removed'],
  ]);
  return `${results.length === total ? '' : `${results.length} of `}${count(total, 'broadcast')}: ${words}`;
}

/** A broadcast that was removed, or has another folder in another part of the workspace, is affected all the same. */
function noneAffected(total: number, removed: number, moved: number): string {
  if (removed + moved === 0) return `none of ${count(total, 'broadcast')} is affected`;
  const gone = numbered([
    [removed, 'removed'],
    [moved, 'moved'],
  ]);
  return `${count(removed + moved, 'broadcast')} affected: ${gone}; none of the other ${total - moved} has changes`;
}

const numbered = (counts: readonly (readonly [number: number, word: string])[]): string =>
  counts.flatMap(([number, word]) => (number > 0 ? [`${number} ${word}`] : [])).join(', ');
