/** One line at the bottom of a terminal, redrawn in place. It never wraps, because a wrapped line cannot be erased. */
import { cellsOf } from '../../../diagnostics/printable.ts';
import type { Output } from '../../context.ts';
import { shownWidth } from './columns.ts';

const ESCAPE = '\u001B';
const SEQUENCE = new RegExp(String.raw`(${ESCAPE}\[[\d;]*m)`);

export function statusLine(output: Output) {
  let drawn = 0;
  /** A terminal that was narrowed since has wrapped the line. */
  const erasing = (): string => {
    const wrapped = Math.max(0, Math.ceil(drawn / width(output)) - 1);
    return wrapped === 0 ? `\r${ESCAPE}[2K` : `\r${ESCAPE}[${wrapped}A${ESCAPE}[J`;
  };
  return {
    /** Draws a text, below what is written above it. */
    draw(text: string, above = ''): void {
      const line = fitLine(text, width(output) - SPARE);
      output.write(`${erasing()}${above}${line}`);
      drawn = shownWidth(line);
    },
    erase(): void {
      if (drawn > 0) output.write(erasing());
      drawn = 0;
    },
  };
}

/** For the ^C that a terminal writes after the line, and the last column, after which some terminals wrap. */
const SPARE = 3;

const width = ({ columns = 80 }: Output): number => Math.max(SPARE + 1, columns);

/** As much of a coloured text as fits, with all of its colours closed. */
export function fitLine(text: string, columns: number): string {
  if (shownWidth(text) <= columns) return text;
  let left = columns - 1;
  let isCut = false;
  return text
    .split(SEQUENCE)
    .map((part) => {
      if (SEQUENCE.test(part)) return part;
      const kept = isCut ? [] : cellsOf(part).filter((cell) => (left -= cell.width) >= 0);
      if (isCut || left >= 0) return kept.map((cell) => cell.text).join('');
      isCut = true;
      return `${kept.map((cell) => cell.text).join('')}…`;
    })
    .join('');
}
