/** What a move or a removal did to the files, or would do. */
import { count } from '../../diagnostics/count.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { MoveReport } from '../../project/index.ts';
import type { Style } from './text/style.ts';

export function moveText(report: MoveReport, style: Style): string {
  const { moved, files, followed, redirects, dry_run: isDryRun } = report;
  const { colours } = style;
  const changed = new Set(followed.map(({ file }) => file)).size;
  const [first] = moved;
  const what = moved.length === 1 ? `${first!.from} → ${first!.to}` : `${moved.length} documents and media files`;
  const follow =
    followed.length === 0
      ? 'nothing else names it'
      : `${count(followed.length, 'mention')} in ${count(changed, 'file')} changed with it`;
  const lines = [
    ...files.map(({ from, to }) => `${colours.cyan('→')} ${printable(from)} → ${printable(to)}`),
    ...followed.map(
      ({ file, line, from, to }) => `${colours.yellow('~')} ${printable(`${file}:${line}  ${from} → ${to}`)}`,
    ),
    ...redirects.map(({ from, to }) => `${colours.green('+')} ${printable(`${from} redirects to ${to}`)}`),
    ...problemLines(report, style),
  ];
  const done = `${printable(what)}${isDryRun ? '' : ' moved'}: ${count(files.length, 'file')} renamed, ${follow}`;
  const next = isDryRun
    ? 'dry run: nothing was written'
    : 'commit it; gitcast plan shows a move, and the objects on targets stay';
  return [...lines, '', `${colours.green('✓')} ${done}`, colours.dim(`  ${next}`), ''].join('\n');
}

function problemLines(
  { warnings, notes }: Pick<MoveReport, 'warnings' | 'notes'>,
  { colours }: Style,
): readonly string[] {
  return [
    ...warnings.map(({ file, line, message }) => `${colours.yellow('!')} ${printable(`${file}:${line}  ${message}`)}`),
    ...notes.map((note) => colours.dim(`· ${printable(note)}`)),
  ];
}
