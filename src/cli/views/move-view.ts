/** What a move or a removal does to files. */
import { count } from '../../diagnostics/count.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { MoveReport, RemoveReport } from '../../project/index.ts';
import type { Style } from './text/style.ts';

export function moveText(report: MoveReport, style: Style): string {
  const { files, followed, dry_run: isDryRun } = report;
  const { colours } = style;
  const lines = [
    ...files.map(({ from, to }) => `${colours.cyan('→')} ${printable(`${from} → ${to}`)}`),
    ...followed.map(
      ({ file, line, from, to }) => `${colours.yellow('~')} ${printable(`${file}:${line}  ${from} → ${to}`)}`,
    ),
    ...redirectLines(report, style),
    ...problemLines(report, style),
  ];
  const changed = new Set(followed.map(({ file }) => file)).size;
  const verdict = [
    `${isDryRun ? 'would move' : 'moved'} ${whatMoved(report)}`,
    followed.length === 0
      ? 'nothing else names it'
      : `${count(followed.length, 'mention')} in ${count(changed, 'file')} ${followed.length === 1 ? 'follows' : 'follow'}`,
  ].join('; ');
  const next = isDryRun
    ? 'dry run: nothing was written'
    : 'commit it; the next plan shows a move, and the object on the target stays';
  return [...lines, '', `${colours.green('✓')} ${verdict}`, colours.dim(`  ${next}`), ''].join('\n');
}

function whatMoved({ moved, files }: MoveReport): string {
  const [only, another] = moved.length === 0 ? files : moved;
  return another ? count(files.length, 'file') : printable(`${only!.from} to ${only!.to}`);
}

/** Also what a person is asked about. */
export function removeText(report: RemoveReport, style: Style): string {
  const { colours } = style;
  const { files, mentioned, unlinked } = report;
  const lines = [
    ...files.map((file) => `${colours.red('-')} ${printable(file)}`),
    ...unlinked.map((file) => `${colours.yellow('~')} ${printable(file)}`),
    ...mentioned.map(
      ({ file, line, name, use }) =>
        `${colours.yellow('!')} ${printable(`${file}:${line}`)}  ${MENTIONED[use]} ${printable(name)}`,
    ),
    ...redirectLines(report, style),
    ...report.notes.map((note) => colours.dim(`· ${printable(note)}`)),
  ];
  return `${lines.join('\n')}\n`;
}

const MENTIONED: Readonly<Record<RemoveReport['mentioned'][number]['use'], string>> = {
  pointer: 'points to',
  media: 'shows',
  filter: 'filters by',
  link: 'links to',
};

/** `removeText` was shown already if a person was asked. */
export function removedText(report: RemoveReport, style: Style, { isShown }: { readonly isShown: boolean }): string {
  const { colours } = style;
  const number = count(report.files.length, 'file');
  const verdict = {
    removed: `${colours.green('✓')} ${number} deleted; the next plan shows what a sync would delete on the target`,
    'dry-run': `${colours.green('✓')} ${number} would be deleted (dry run: nothing was written)`,
    declined: `${colours.yellow('!')} nothing was deleted`,
  }[report.outcome];
  return `${isShown ? '' : `${removeText(report, style)}\n`}${verdict}\n`;
}

const redirectLines = ({ redirects }: Pick<MoveReport, 'redirects'>, { colours }: Style): readonly string[] =>
  redirects.map(({ from, to }) => `${colours.green('+')} ${printable(`${from} redirects to ${to}`)}`);

const problemLines = ({ warnings, notes }: MoveReport, { colours }: Style): readonly string[] => [
  ...warnings.map(({ file, line, message }) => `${colours.yellow('!')} ${printable(`${file}:${line}  ${message}`)}`),
  ...notes.map((note) => colours.dim(`· ${printable(note)}`)),
];
