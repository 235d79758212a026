/** The result of a pull into files or into a branch, or of its dry run. */
import { foldersOf } from '../../project/planning/plan-report.ts';
import type { FileEdit, ProposedEdits, Pulled } from '../../project/index.ts';
import { diffBetween } from '../../values/hunks.ts';
import { count } from '../../diagnostics/count.ts';
import { printable } from '../../diagnostics/printable.ts';
import { diffLines } from './text/word-diff.ts';
import type { Style } from './text/style.ts';
import { OF_TARGET, sidesOf, type SideNames } from './plan/change-row.ts';
import { unmanagedRows, waysOut } from './plan/plan-verdict.ts';
import { rowLines } from './print-terminal.ts';
import { name, said } from './tree.ts';

interface ShownPull extends Pulled {
  readonly isDryRun: boolean;
}

export function pullText(pull: ShownPull, style: Style): string {
  const { edits, conflicts, skipped, notes, unmanaged, unread, isDryRun } = pull;
  const { colours } = style;
  const isOpen = conflicts.length > 0 || skipped.length > 0 || unread.length > 0;
  if (style.quiet && !isOpen) return '';
  const lines = [
    ...edits.flatMap((edit) => editLines(edit, isDryRun, style)),
    ...conflictLines(conflicts, style),
    ...waysOut(conflicts.map(({ reason }) => ({ action: 'conflict', reason }))).map((way) => colours.dim(`  ${way}`)),
    ...skippedLines(skipped, style),
    ...notes.map((note) => colours.dim(`· ${printable(note)}`)),
    ...rowLines(unmanagedRows(unmanaged), colours),
  ];
  return [...lines, ...(lines.length > 0 ? [''] : []), verdict(pull, isDryRun, isOpen, style), ''].join('\n');
}

export const conflictLines = (
  conflicts: Pulled['conflicts'],
  { colours }: Style,
  names: SideNames = OF_TARGET,
): readonly string[] =>
  rowLines(
    conflicts.map(({ address, fields, reason, values = [] }) => ({
      mark: '✗',
      parts: [name(address + named(fields)), ': ', said(reason)],
      below: sidesOf(values, names),
    })),
    colours,
  );

export const skippedLines = (skipped: Pulled['skipped'], { colours }: Style): readonly string[] =>
  rowLines(
    skipped.map(({ file, fields, reason }) => ({ mark: '!', parts: [file, named(fields), ': ', said(reason)] })),
    colours,
  );

const named = (fields: readonly string[]): string => (fields.length === 0 ? '' : ` (${fields.join(', ')})`);

export function editLines(edit: FileEdit, isDryRun: boolean, style: Style): readonly string[] {
  const { colours } = style;
  const file = printable(edit.file);
  const heading = {
    create: `${colours.green('+')} ${file}`,
    edit: `${colours.yellow('~')} ${file}`,
    delete: `${colours.red('-')} ${file}`,
  }[edit.kind];
  if (!isDryRun) return [heading];
  const before = edit.kind === 'create' ? '' : edit.before;
  const after = edit.kind === 'delete' ? '' : edit.text;
  return [heading, ...diffLines(diffBetween(before, after), style)];
}

function verdict(pull: ShownPull, isDryRun: boolean, isOpen: boolean, { colours }: Style): string {
  const { unmanaged, unread } = pull;
  const said = countsOf(pull);
  const mark = isOpen ? colours.yellow('!') : colours.green('✓');
  if (said === '') {
    if (unread.length > 0)
      return `${mark} Nothing to pull, as far as the target could be read: ${foldersOf(unread)} could not.`;
    const isAll = unmanaged.length === 0;
    return `${mark} Nothing to pull${isAll ? ': the files have what the target has' : ' into the fields that the files have'}.`;
  }
  return `${mark} ${said}${isDryRun ? DRY_RUN : ''}`;
}

export const DRY_RUN = ' (dry run: nothing was written)';

/** `3 files created, 1 conflict`; empty if there is nothing to say. */
export function countsOf({ edits, conflicts, skipped }: Pick<Pulled, 'edits' | 'conflicts' | 'skipped'>): string {
  const number = (kind: FileEdit['kind']): number => edits.filter((edit) => edit.kind === kind).length;
  const parts = [
    { number: number('create'), word: 'created' },
    { number: number('edit'), word: 'changed' },
    { number: number('delete'), word: 'deleted' },
  ].filter((part) => part.number > 0);
  const done = parts.map((part) => `${count(part.number, 'file')} ${part.word}`);
  const open = [
    ...(conflicts.length > 0 ? [count(conflicts.length, 'conflict')] : []),
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
  ];
  return [...done, ...open].join(', ');
}

/** The result of `pull --branch`, or of `import --branch`, whose conflicts have other names and another way out. */
export function proposedText(
  { branch, commit, files, conflicts, skipped, notes, pushed, blocked, not_pushed: notPushed }: ProposedEdits,
  style: Style,
  names?: SideNames,
  wayOut?: string,
): string {
  const { colours } = style;
  if (blocked !== null) return `${colours.red('✗')} ${printable(blocked)}\n`;
  const marks = { added: colours.green('+'), changed: colours.yellow('~'), deleted: colours.red('-') };
  const open = conflicts.map(({ reason }) => ({ action: 'conflict', reason }));
  const where = `${colours.bold(printable(branch))}${pushed ? ', pushed' : ''}`;
  const heading =
    commit === null
      ? `${colours.dim('· nothing to commit')}${pushed ? ` (${where})` : ''}`
      : `${colours.green('✓')} ${count(files.length, 'file')} committed as ${commit.slice(0, 10)} on ${where}`;
  return [
    heading,
    ...files.map(({ change, path }) => `  ${marks[change]} ${printable(path)}`),
    ...[...conflictLines(conflicts, style, names), ...skippedLines(skipped, style)].map((line) => `  ${line}`),
    ...notes.map((note) => `  ${colours.dim(`· ${printable(note)}`)}`),
    ...waysOut(open).map((way) => `  ${colours.dim(wayOut ?? way)}`),
    ...(commit === null || pushed || notPushed !== null
      ? []
      : [`  ${colours.dim(`git push origin ${printable(branch)}`)}`]),
    ...(notPushed === null ? [] : [`  ${colours.yellow('!')} not pushed: ${printable(notPushed)}`]),
    '',
  ].join('\n');
}
