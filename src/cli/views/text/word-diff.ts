/** The difference between two texts, word by word. */
import { hunksBetween } from '../../../values/hunks.ts';

export type Piece = { readonly type: 'same' | 'removed' | 'added'; readonly text: string };

export function wordDiff(before: string, after: string): readonly Piece[] {
  const [old, now] = [words(before), words(after)];
  const pieces: Piece[] = [];
  const push = (type: Piece['type'], some: readonly string[]): void => {
    if (some.length > 0) pieces.push({ type, text: some.join('') });
  };
  let at = 0;
  for (const { from, to, newFrom, newTo } of hunksBetween(old, now)) {
    push('same', old.slice(at, from));
    push('removed', old.slice(from, to));
    push('added', now.slice(newFrom, newTo));
    at = to;
  }
  push('same', old.slice(at));
  return pieces;
}

/** Words with the space behind them, so that joining gives the text again. */
const words = (text: string): readonly string[] => text.match(/\S+\s*|\s+/g) ?? [];
