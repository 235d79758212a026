/** The result of an import, or of its dry run. */
import { count } from '../../diagnostics/count.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { ImportedSource } from '../../project/index.ts';
import { groupTexts } from './problems/validation-view.ts';
import { conflictLines, countsOf, DRY_RUN, editLines, skippedLines } from './pull-view.ts';
import type { SideNames } from './plan/change-row.ts';
import type { Style } from './text/style.ts';

interface ShownImport extends ImportedSource {
  readonly isDryRun: boolean;
}

/** More than this is a first import: the number by folder says more than a list of names. */
const LISTED = 20;

export const OF_SOURCE: SideNames = { there: 'source', last: 'last time' };

export function importText(imported: ShownImport, style: Style): string {
  const { report, conflicts, skipped, notes, ending } = imported;
  const { colours } = style;
  if (style.quiet && !ending.left) return '';
  const dimmed = (text: string): string => colours.dim(`· ${printable(text)}`);
  const lost = Object.entries(report.lost).toSorted(([, one], [, other]) => other - one);
  return [
    ...report.findings.map(dimmed),
    ...editedLines(imported, style),
    ...report.remembered.map((file) => `${colours.green('+')} ${printable(file)} ${colours.dim('for the next time')}`),
    ...conflictLines(conflicts, style, OF_SOURCE),
    ...(conflicts.length > 0
      ? [colours.dim('  --ours keeps the files and stops asking, --theirs takes the source')]
      : []),
    ...skippedLines(skipped, style),
    ...notes.map(dimmed),
    ...(lost.length > 0 ? [dimmed(`a broadcast has no place for: ${lostText(lost)}`)] : []),
    ...groupTexts(report.diagnostics, style),
    '',
    verdict(imported, style),
    '',
  ].join('\n');
}

const NAMED = 8;

/** The most frequent ones; `--json` has all. */
function lostText(lost: readonly (readonly [string, number])[]): string {
  const named = lost.slice(0, NAMED).map(([name, number]) => `${name} (${number})`);
  const more = lost.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more (--json lists all)` : ''}`;
}

function editedLines({ edits, isDryRun }: ShownImport, style: Style): readonly string[] {
  const created = edits.filter(({ kind }) => kind === 'create');
  if (created.length <= LISTED) return edits.flatMap((edit) => editLines(edit, isDryRun, style));
  const folders = Map.groupBy(created, ({ file }) => file.slice(0, file.lastIndexOf('/') + 1));
  return [
    ...[...folders].map(
      ([folder, files]) => `${style.colours.green('+')} ${printable(folder)} ${count(files.length, 'file')}`,
    ),
    ...edits.filter(({ kind }) => kind !== 'create').flatMap((edit) => editLines(edit, isDryRun, style)),
  ];
}

function verdict(imported: ShownImport, { colours }: Style): string {
  const { report, isDryRun, ending } = imported;
  const unread =
    report.diagnostics.length === 0 ? '' : `, ${count(report.diagnostics.length, 'problem')} in the source`;
  const said = [countsOf(imported), ...(report.media.length > 0 ? [count(report.media.length, 'media file')] : [])]
    .filter((each) => each !== '')
    .join(', ');
  const mark = ending.left ? colours.yellow('!') : colours.green('✓');
  const what = said === '' ? 'Nothing new in the source' : said;
  return `${mark} ${what}${unread}${isDryRun ? DRY_RUN : ''}`;
}
