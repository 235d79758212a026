/**
 * Did-you-mean: the candidate that was most likely meant, or nothing if none is close. The distance counts insertions,
 * deletions, substitutions and swaps of adjacent letters, so `catgeory` is one step from `category`.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  const limit = Math.min(MOST_STEPS, Math.max(1, Math.floor(word.length / 3)));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** A limit for long names too: with more edits than this it is a different name. */
const MOST_STEPS = 8;

/** Stops once the distance reaches `enough`: among hundreds of names, hardly any is near. */
function editDistance(a: string, b: string, enough: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    if (Math.min(...last) >= enough && Math.min(...row) >= enough) return enough;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

/** The address that was most likely meant. Also accepts the path of its file. */
export function nearestAddress(word: string, addresses: Iterable<string>): string | undefined {
  const known = [...addresses];
  const path = word.replace(/\.(?:ya?ml|md)$/i, '');
  return known.find((address) => path === address || path.endsWith(`/${address}`)) ?? nearest(word, known);
}
