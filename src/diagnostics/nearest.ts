/**
 * Did-you-mean: the candidate that was most likely meant, or nothing if none is close. The distance counts insertions,
 * deletions, substitutions and swaps of adjacent letters, so `catgeory` is one step from `category`.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  const letters = lettersOf(wanted);
  // Only the name of an address counts: with its folder, all short names would be near.
  const length = word.length - 1 - word.lastIndexOf('/', word.length - 2);
  const limit = Math.min(MOST_STEPS, Math.max(1, Math.floor(length / 3)));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const name = candidate.toLowerCase();
    if (!hasLetters(name, letters, bestDistance)) continue;
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

const LETTERS = 32;

/** How often each occurs. Different letters may count as one, as the hyphen and `m` do: then fewer names are left out. */
function lettersOf(word: string): Int32Array {
  const counts = new Int32Array(LETTERS);
  for (let index = 0; index < word.length; index++) counts[word.charCodeAt(index) % LETTERS]! += 1;
  return counts;
}

const rest = new Int32Array(LETTERS);

/** Each further letter takes a step: false if there are `enough` of these, which most names of thousands have. */
function hasLetters(name: string, letters: Int32Array, enough: number): boolean {
  rest.set(letters);
  let further = 0;
  for (let index = 0; index < name.length; index++) {
    const letter = name.charCodeAt(index) % LETTERS;
    if (rest[letter]! > 0) rest[letter]! -= 1;
    else if (++further >= enough) return false;
  }
  return true;
}

/** Stops once the distance reaches `enough`, and looks only at places that are fewer steps apart. */
function editDistance(a: string, b: string, enough: number): number {
  // A common beginning takes no step, and addresses begin with a folder.
  let start = 0;
  while (start < a.length && start < b.length && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  const [height, width] = [a.length - start, b.length - start];
  if (Math.abs(height - width) >= enough) return enough;
  let [beforeLast, last, row] = [0, 1, 2].map(() => new Uint32Array(width + 2).fill(enough)) as [Row, Row, Row];
  for (let j = 0; j <= Math.min(width, enough); j++) last[j] = j;
  let leastBefore = 0;
  for (let i = 1; i <= height; i++) {
    const letter = a.charCodeAt(start + i - 1);
    const letterBefore = i > 1 ? a.charCodeAt(start + i - 2) : -1;
    const [from, to] = [Math.max(1, i - enough), Math.min(width, i + enough)];
    let least = (row[from - 1] = from === 1 ? i : enough);
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(start + j - 1);
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (letter === other ? 0 : 1));
      const isSwapped = j > 1 && letterBefore === other && letter === b.charCodeAt(start + j - 2);
      if (isSwapped) cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    row[to + 1] = enough;
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
