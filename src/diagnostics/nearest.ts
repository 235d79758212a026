/**
 * Did-you-mean: the candidate that was most likely meant, or nothing if none is close. The distance counts insertions,
 * deletions, substitutions and swaps of adjacent letters, so `catgeory` is one step from `category`.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  const letters = lettersIn(wanted);
  // Only the name of an address counts: with its folder, all short names would be near.
  const length = word.length - 1 - word.lastIndexOf('/', word.length - 2);
  const limit = Math.min(MOST_STEPS, Math.max(1, Math.floor(length / 3)));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const name = candidate.toLowerCase();
    // Each letter that only one of them has takes a step.
    const others = lettersIn(name);
    if (bitsIn(letters & ~others) >= bestDistance || bitsIn(others & ~letters) >= bestDistance) continue;
    const distance = editDistance(wanted, name, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The suggestion of the nearest candidate, between two marks such as backticks. */
export function didYouMean(word: string, candidates: Iterable<string>, mark = ''): string | undefined {
  const meant = nearest(word, candidates);
  return meant === undefined ? undefined : `did you mean ${mark}${meant}${mark}?`;
}

/** A limit for long names too: with more edits than this it is a different name. */
const MOST_STEPS = 8;

/** As bits. Different letters may share one, as the hyphen and `m` do: then fewer names are left out. */
function lettersIn(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31);
  return bits;
}

function bitsIn(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Stops once the distance reaches `enough`: among thousands of names, hardly any is near. */
function editDistance(a: string, b: string, enough: number): number {
  // A common beginning takes no step, and addresses begin with a folder.
  let start = 0;
  while (start < a.length && start < b.length && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  const [height, width] = [a.length - start, b.length - start];
  let [beforeLast, last, row] = [0, 1, 2].map(() => new Uint32Array(width + 1)) as [Row, Row, Row];
  for (let j = 0; j <= width; j++) last[j] = j;
  let leastBefore = 0;
  for (let i = 1; i <= height; i++) {
    const letter = a.charCodeAt(start + i - 1);
    const letterBefore = i > 1 ? a.charCodeAt(start + i - 2) : -1;
    let least = (row[0] = i);
    for (let j = 1; j <= width; j++) {
      const other = b.charCodeAt(start + j - 1);
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (letter === other ? 0 : 1));
      const isSwapped = j > 1 && letterBefore === other && letter === b.charCodeAt(start + j - 2);
      if (isSwapped) cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least >= enough && leastBefore >= enough) return enough;
    leastBefore = least;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[width]!;
}

type Row = Uint32Array<ArrayBuffer>;

/** True if at most so many steps lead from one to the other. */
export const isNearly = (a: string, b: string, steps: number): boolean =>
  Math.abs(a.length - b.length) <= steps && editDistance(a.toLowerCase(), b.toLowerCase(), steps + 1) <= steps;

/** The address that was most likely meant. Also accepts the path of its file. */
export function nearestAddress(word: string, candidates: Iterable<string>): string | undefined {
  const addresses = [...candidates];
  const path = `/${word.replace(/\.(?:ya?ml|md)$/i, '')}`;
  const name = path.slice(path.lastIndexOf('/'));
  return (
    addresses.find((address) => path.endsWith(address) && path.endsWith(`/${address}`)) ??
    nearest(word, addresses) ??
    addresses.find((address) => address.endsWith(name))
  );
}
