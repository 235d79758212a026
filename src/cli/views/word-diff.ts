/** The difference of two texts word by word. */
export type Piece = { readonly type: 'same' | 'removed' | 'added'; readonly text: string };

/** Beyond this many words on both sides together, what lies between the common ends counts as changed whole. */
const MOST_CELLS = 250_000;

export function wordDiff(before: string, after: string): readonly Piece[] {
  const [a, b] = [words(before), words(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const middle = [a.slice(start, a.length - end), b.slice(start, b.length - end)] as const;
  return merged([
    ...a.slice(0, start).map(same),
    ...(middle[0].length * middle[1].length > MOST_CELLS ? replaced(...middle) : aligned(...middle)),
    ...a.slice(a.length - end).map(same),
  ]);
}

/** Words with the space behind them, so that joining gives the text again. */
const words = (text: string): readonly string[] => text.match(/\S+\s*|\s+/g) ?? [];

const same = (text: string): Piece => ({ type: 'same', text });

const replaced = (a: readonly string[], b: readonly string[]): readonly Piece[] => [
  { type: 'removed', text: a.join('') },
  { type: 'added', text: b.join('') },
];

/** The longest common subsequence, by the table that everybody knows. */
function aligned(a: readonly string[], b: readonly string[]): readonly Piece[] {
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i * width + j] =
        a[i] === b[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
    }
  }
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      pieces.push(same(a[i++]!));
      j++;
    } else if (j >= b.length || (i < a.length && longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!)) {
      pieces.push({ type: 'removed', text: a[i++]! });
    } else {
      pieces.push({ type: 'added', text: b[j++]! });
    }
  }
  return pieces;
}

function merged(pieces: readonly Piece[]): readonly Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last?.type === piece.type) result[result.length - 1] = { type: piece.type, text: last.text + piece.text };
    else if (piece.text !== '') result.push(piece);
  }
  return result;
}
