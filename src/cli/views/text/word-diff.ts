/** The difference between two texts, word by word. */
import { hunksBetween } from '../../../values/hunks.ts';
import { printable } from '../../../diagnostics/printable.ts';
import type { Style } from './style.ts';

export type Piece = { readonly type: 'same' | 'removed' | 'added'; readonly text: string };

export function wordDiff(before: string, after: string): readonly Piece[] {
  const [old, now] = [words(before), words(after)];
  const pieces: Piece[] = [];
  const push = (type: Piece['type'], text: string): void => {
    if (text !== '') pieces.push({ type, text });
  };
  let at = 0;
  for (const { from, to, newFrom, newTo } of hunksBetween(old, now)) {
    const [removed, added] = [old.slice(from, to).join(''), now.slice(newFrom, newTo).join('')];
    const { head, tail } = shared(removed, added);
    push('same', old.slice(at, from).join('') + removed.slice(0, head));
    push('removed', removed.slice(head, removed.length - tail));
    push('added', added.slice(head, added.length - tail));
    push('same', removed.slice(removed.length - tail));
    at = to;
  }
  push('same', old.slice(at).join(''));
  return pieces;
}

/** Words with the space behind them, so that joining gives the text again. */
const words = (text: string): readonly string[] => text.match(/\S+\s*|\s+/g) ?? [];

/** A word as long as this is a URL, or a text in a language without spaces: a change of it is shown by its letters. */
const LONG_WORD = 40;

/** How many characters two changed texts share at the start and at the end, if they are too long to be shown whole. */
function shared(removed: string, added: string): { readonly head: number; readonly tail: number } {
  const isLong = [removed, added].some((text) => words(text).some((word) => word.length > LONG_WORD));
  const most = isLong ? Math.min(removed.length, added.length) : 0;
  let head = 0;
  while (head < most && removed[head] === added[head]) head++;
  let tail = 0;
  while (tail < most - head && removed.at(-1 - tail) === added.at(-1 - tail)) tail++;
  // Never between the two halves of a character.
  const isHalf = (text: string, index: number): boolean => /[\udc00-\udfff]/.test(text[index] ?? '');
  if (isHalf(removed, head) || isHalf(added, head)) head--;
  if (isHalf(removed, removed.length - tail) || isHalf(added, added.length - tail)) tail--;
  return { head, tail: Math.max(tail, 0) };
}

/** The lines of a `diffBetween`, indented and coloured. */
export function diffLines(diff: string, { colours }: Style): readonly string[] {
  const paint = { '@': colours.cyan, '-': colours.red, '+': colours.green } as const;
  const lines = diff.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const sign = line.slice(0, 1);
    const shown = printable(sign === '@' ? line : `${sign} ${line.slice(1)}`);
    return `    ${sign === '@' || sign === '-' || sign === '+' ? paint[sign](shown) : shown}`;
  });
}
