import { printable } from '../../../diagnostics/printable.ts';
import type { Style } from './style.ts';

/** What `diffBetween` found, indented and coloured. */
export function diffLines(diff: string, { colours }: Style): readonly string[] {
  const paint = { '@': colours.cyan, '-': colours.red, '+': colours.green } as const;
  const lines = diff.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const sign = line.slice(0, 1);
    const shown = printable(sign === '@' ? line : `${sign} ${line.slice(1)}`);
    return `    ${sign === '@' || sign === '-' || sign === '+' ? paint[sign](shown) : shown}`;
  });
}
