/** Which lines of a text became which of another: the shortest way by Myers' algorithm. */

/** Lines `from` up to `to` of the old text became lines `newFrom` up to `newTo` of the new one. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** The lines of a text, each with its line break. */
export const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Texts that differ in more lines than this count as one change: the search takes the square of it. */
const MOST_DIFFERENCES = 1000;

export function lineDiff(old: readonly string[], now: readonly string[]): readonly Hunk[] {
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const [oldMiddle, newMiddle] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  if (oldMiddle.length === 0 && newMiddle.length === 0) return [];
  const kept = commonLines(oldMiddle, newMiddle) ?? [];
  return between(kept, oldMiddle.length, newMiddle.length).map(({ from, to, newFrom, newTo }) => ({
    from: from + head,
    to: to + head,
    newFrom: newFrom + head,
    newTo: newTo + head,
  }));
}

type Pair = readonly [number, number];

/** The hunks are what lies between lines that were kept. */
function between(kept: readonly Pair[], oldLength: number, newLength: number): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let [from, newFrom] = [0, 0];
  for (const [to, newTo] of [...kept, [oldLength, newLength] as const]) {
    if (to > from || newTo > newFrom) hunks.push({ from, to, newFrom, newTo });
    [from, newFrom] = [to + 1, newTo + 1];
  }
  return hunks;
}

/** Pairs of equal lines in order; undefined where the texts have too little in common to look for them. */
function commonLines(old: readonly string[], now: readonly string[]): readonly Pair[] | undefined {
  const furthest = new Map([[1, 0]]);
  const steps: ReadonlyMap<number, number>[] = [];
  const reach = (diagonal: number): number => furthest.get(diagonal) ?? -1;
  for (let depth = 0; depth <= Math.min(old.length + now.length, MOST_DIFFERENCES); depth++) {
    steps.push(new Map(furthest));
    for (let diagonal = -depth; diagonal <= depth; diagonal += 2) {
      let x = comesFromAbove(diagonal, depth, reach) ? reach(diagonal + 1) : reach(diagonal - 1) + 1;
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x++;
      furthest.set(diagonal, x);
      if (x >= old.length && x - diagonal >= now.length) return backwards(steps, old.length, now.length);
    }
  }
  return undefined;
}

const comesFromAbove = (diagonal: number, depth: number, reach: (diagonal: number) => number): boolean =>
  diagonal === -depth || (diagonal !== depth && reach(diagonal - 1) < reach(diagonal + 1));

function backwards(steps: readonly ReadonlyMap<number, number>[], oldLength: number, newLength: number): Pair[] {
  const pairs: Pair[] = [];
  let [x, y] = [oldLength, newLength];
  for (let depth = steps.length - 1; depth >= 0; depth--) {
    const reach = (diagonal: number): number => steps[depth]!.get(diagonal) ?? -1;
    const diagonal = x - y;
    const before = comesFromAbove(diagonal, depth, reach) ? diagonal + 1 : diagonal - 1;
    const beforeX = depth === 0 ? 0 : reach(before);
    const beforeY = depth === 0 ? 0 : beforeX - before;
    while (x > beforeX && y > beforeY) pairs.push([--x, --y]);
    [x, y] = [beforeX, beforeY];
  }
  return pairs.reverse();
}
