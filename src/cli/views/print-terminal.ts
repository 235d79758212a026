/** A tree in a terminal, whole: people confirm what it shows, or approve it by its digest. It is read from its end, the verdict. */
import { printable } from '../../diagnostics/printable.ts';
import { largest } from '../../values/long-lists.ts';
import { shownWidth } from './text/columns.ts';
import { inOneLine, number } from './text/excerpts.ts';
import type { Colours, Style } from './text/style.ts';
import { plain, type Block, type Look, type Part, type Row, type Tree } from './tree.ts';

export function printTerminal({ subject = '', verdict, blocks, digest }: Tree, { colours }: Style): string {
  const rank = ({ type }: Block): number => ['refused', 'note'].indexOf(type);
  const shown = blocks.filter(({ type }) => type !== 'record').toSorted((a, b) => rank(a) - rank(b));
  const end = [
    signOf(verdict, colours),
    subject === '' ? '' : `${colours.bold(inOneLine(subject))}: `,
    partsText(verdict.parts, colours),
    digest === undefined ? '' : colours.dim(`\ndigest ${digest}`),
  ];
  return `${[...shown.map((block) => blockText(block, colours)), end.join('')].join('\n\n')}\n`;
}

function blockText({ type, title, note = '', rows }: Block, colours: Colours): string {
  const dimmed = (text: string): string => colours.dim(inOneLine(text));
  const head = [
    ...(title === '' ? [] : [`${colours.bold(colours.underline(title))} (${number(rows.length)})`]),
    ...(note === '' ? [] : [dimmed(note)]),
  ];
  switch (type) {
    case 'section':
    case 'record':
      return [...head, ...(head.length > 0 ? [''] : []), ...rowLines(rows, colours)].join('\n');
    case 'warning':
      return rowLines(rows, colours).join('\n');
    case 'refused':
      return rows
        .flatMap(({ parts, below = [] }) => [
          `${colours.bold(colours.red(title))}: ${partsText(parts, colours)}`,
          ...rowLines(below, colours, '  '),
        ])
        .join('\n');
    default:
      return rows.map(({ parts }) => dimmed(`· ${plain(parts)}`)).join('\n');
  }
}

export function rowLines(rows: readonly Row[], colours: Colours, indent = ''): readonly string[] {
  const isTop = indent === '';
  const widest = largest(rows.map(({ label = '' }) => shownWidth(label)));
  return rows.flatMap((row, index) => {
    const { label, parts, below = [] } = row;
    // An empty line sets a row with others below it apart from its neighbours.
    const isApart = isTop && index > 0 && below.length + (rows[index - 1]!.below?.length ?? 0) > 0;
    const sign = signOf(row, colours) || (isTop ? '  ' : '');
    const column = label === undefined ? '' : `${colours.dim(label)}${' '.repeat(widest - shownWidth(label))}  `;
    return [
      ...(isApart ? [''] : []),
      indent + sign + column + partsText(parts, colours).replace(' \n', '\n').replaceAll('\n', `\n${indent}  │ `),
      ...rowLines(below, colours, isTop ? '    ' : `${indent}  `),
    ];
  });
}

const HUES: Readonly<Record<string, keyof Colours>> = {
  '✓': 'green',
  '+': 'green',
  '✗': 'red',
  '-': 'red',
  '-/+': 'red',
  '≠': 'magenta',
  '→': 'cyan',
  '=': 'cyan',
};

const signOf = ({ mark }: Row, colours: Colours): string =>
  mark === undefined ? '' : `${colours[HUES[mark] ?? 'yellow'](mark)} `;

const partsText = (parts: readonly Part[], colours: Colours): string =>
  parts.map((part) => (typeof part === 'string' ? inOneLine(part) : LOOKS[part.as](part.text, colours))).join('');

const LOOKS: Readonly<Record<Look, (text: string, colours: Colours) => string>> = {
  name: (text, { bold }) => bold(inOneLine(text)),
  strong: (text, { bold }) => bold(inOneLine(text)),
  said: inOneLine,
  value: valueText,
  old: (text, { red }) => red(valueText(text)),
  new: (text, { green }) => green(valueText(text)),
  removed: (text, { red }) => changedText(text, (changed) => red(`[-${changed}-]`)),
  added: (text, { green }) => changedText(text, (changed) => green(`{+${changed}+}`)),
};

/** A text of many lines stands below its name, and any other in one line, quoted when a space at an end may matter. */
function valueText(text: string): string {
  if (text.length > 100 && text.trimEnd().includes('\n'))
    return `\n${text.replace(/\n$/, '⏎')}`.split('\n').map(printable).join('\n');
  const line = inOneLine(text).replace(/⏎ $/, '⏎');
  return line === line.trim() && line !== '' ? line : `"${line}"`;
}

function changedText(text: string, paint: (changed: string) => string): string {
  const line = inOneLine(text);
  return paint(line.trimEnd()) + (line.endsWith(' ') ? ' ' : '');
}
