/** A move or a removal, in words. */
import { count } from '../../diagnostics/count.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { ChangedMention, ContentChangeReport } from '../../project/index.ts';
import type { Style } from './text/style.ts';

/** Also what a person is asked about. */
export function changeText(report: ContentChangeReport, { colours }: Style): string {
  const { files, mentions, redirects, warnings, notes } = report;
  const isMentioned = ({ file, line }: ContentChangeReport['warnings'][number]): boolean =>
    mentions.some((each) => each.file === file && each.line === line);
  const lines = [
    ...files.map(({ from, to }) =>
      to === null ? `${colours.red('-')} ${printable(from)}` : `${colours.cyan('→')} ${printable(`${from} → ${to}`)}`,
    ),
    ...mentions.map((each) => {
      const mark = each.from === each.to ? '!' : '~';
      return `${colours.yellow(mark)} ${printable(`${each.file}:${each.line}  ${mentionText(each)}`)}`;
    }),
    ...redirects.map(({ from, to }) => `${colours.green('+')} ${printable(`${from} redirects to ${to}`)}`),
    ...warnings
      .filter((each) => !isMentioned(each))
      .map(({ file, line, message }) => `${colours.yellow('!')} ${printable(`${file}:${line}  ${message}`)}`),
    ...notes.map((note) => colours.dim(`· ${printable(note)}`)),
  ];
  return `${lines.join('\n')}\n`;
}

const LEFT = { pointer: 'points to', media: 'shows', filter: 'filters by', link: 'links to' };

function mentionText({ use, from, to }: ChangedMention): string {
  if (to === null) return `${from} is taken out`;
  return from === to ? `${LEFT[use]} ${from}` : `${from} → ${to}`;
}

export function movedText(report: ContentChangeReport, style: Style): string {
  const { changed, files, mentions } = report;
  const isDone = report.outcome === 'done';
  const [only, another] = changed.length === 0 ? files : changed;
  const what = another ? count(files.length, 'file') : printable(`${only!.from} to ${only!.to}`);
  const following = mentions.filter(({ from, to }) => from !== to);
  const inFiles = count(new Set(following.map(({ file }) => file)).size, 'file');
  const left = mentions.length - following.length;
  const followed =
    mentions.length === 0
      ? 'nothing else names it'
      : `${count(following.length, 'mention')} in ${inFiles} ${following.length === 1 ? 'follows' : 'follow'}`;
  const byHand = left === 0 ? '' : `; ${count(left, 'link')} could not be rewritten: edit the lines marked with !`;
  const next = isDone
    ? 'commit it; the next plan shows a move, and the object on the target stays'
    : 'dry run: nothing was written';
  const verdict = `${style.colours.green('✓')} ${isDone ? 'moved' : 'would move'} ${what}; ${followed}${byHand}`;
  return `${changeText(report, style)}\n${verdict}\n${style.colours.dim(`  ${next}`)}\n`;
}

/** `changeText` was shown already if a person was asked. */
export function removedText(report: ContentChangeReport, style: Style, { isShown }: { readonly isShown: boolean }) {
  const { colours } = style;
  const number = count(report.files.length, 'file');
  const verdict = {
    done: `${colours.green('✓')} ${number} deleted; the next plan shows what a sync would delete on the target`,
    'dry-run': `${colours.green('✓')} ${number} would be deleted (dry run: nothing was written)`,
    declined: `${colours.yellow('!')} nothing was deleted`,
  }[report.outcome];
  return `${isShown ? '' : `${changeText(report, style)}\n`}${verdict}\n`;
}
