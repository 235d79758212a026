import { stripVTControlCharacters } from 'node:util';
import { cellsOf, printable } from '../../../diagnostics/printable.ts';
import { largest } from '../../../values/long-lists.ts';
import type { Style } from './style.ts';

const GAP = '  ';

/** Rows of words with aligned columns; the last column is wrapped to the width and keeps its indentation. */
export function columns(
  rows: readonly (readonly string[])[],
  { width, indent = '  ' }: { width: number; indent?: string },
): string {
  const widths = (rows[0] ?? []).map((_, index) => largest(rows.map((row) => shownWidth(row[index] ?? ''))));
  const last = widths.length - 1;
  const before = widths.slice(0, last).reduce((total, each) => total + each + GAP.length, indent.length);
  const lines = rows.flatMap((row) => {
    const start =
      indent +
      row
        .slice(0, last)
        .map((text, index) => pad(text, widths[index]!) + GAP)
        .join('');
    const wrapped = wrap(row[last] ?? '', width - before);
    return wrapped.map((line, index) => (index === 0 ? start : ' '.repeat(before)) + line);
  });
  return lines.map((line) => line.trimEnd()).join('\n');
}

export function wrap(text: string, width: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (shownWidth(line) + 1 + shownWidth(word) <= Math.max(width, 20))
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - shownWidth(text)));

/** In columns of a terminal. */
export const shownWidth = (text: string): number =>
  cellsOf(stripVTControlCharacters(text)).reduce((total, cell) => total + cell.width, 0);

/** Rows with the same keys, as columns. */
export function tableText(rows: readonly object[]): string {
  const [first] = rows;
  if (!first) return 'none\n';
  const names = Object.keys(first);
  const cells = rows.map((row) => names.map((name) => String((row as Record<string, unknown>)[name] ?? '–')));
  return `${columns([names, ...cells], { width: Infinity, indent: '' })}\n`;
}

interface Checked {
  readonly name: string;
  readonly message: string;
  readonly fix: string | null;
}

/** One line for each check, and below it the next step. `--quiet` shows only those that are not ok. */
export function checksText<C extends Checked>(
  checks: readonly C[],
  { colours, quiet }: Style,
  resultOf: (check: C) => { readonly ok: boolean; readonly mark: string },
): string {
  const shown = checks.map((check) => ({ ...check, ...resultOf(check) })).filter(({ ok }) => !quiet || !ok);
  const width = Math.max(0, ...shown.map(({ name }) => name.length));
  return shown
    .flatMap(({ name, mark, message, fix }) => [
      `${mark} ${colours.bold(name.padEnd(width))}  ${printable(message)}\n`,
      ...(fix === null
        ? []
        : [`${' '.repeat(shownWidth(mark) + 1 + width)}  ${colours.bold('help')}: ${printable(fix)}\n`]),
    ])
    .join('');
}
