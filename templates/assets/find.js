// The search: a module that the page loads with the first search. It knows nothing of the page.
//
// `search.json` is the list of all entries or, if that would be large, `{ entries, together }`: then the entries are in
// `search/entries-<n>.json`, and the words, by their first letter, in `search/words-<letter>.json`.

// As in src/site/feeds/search-words.ts, which makes the words of a large site.
export const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
export const wordsOf = (text) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const shardOf = (word) => (/^[a-z]/.test(word) ? word[0] : /^\d/.test(word) ? '0' : '_');

/** How much a word in a field counts: the title, the facts (kind, time, place, category, hosts), the text. */
const WEIGHTS = [1, 4, 8];
const fieldsOf = ({ t, k, w = '', p = '', c = [], h = [], x = '' }) => [x, [k, w, p, ...c, ...h].join(' '), t];

/** From 0 (another word) to 1 (the same). */
export function similarity(wanted, word) {
  if (word === wanted) return 1;
  // Another number is not almost the same, at most one that is not typed to its end.
  if (/^\p{N}+$/u.test(wanted)) return word.startsWith(wanted) ? 0.4 : 0;
  if (word.startsWith(wanted)) return 0.9 - Math.min(0.03 * (word.length - wanted.length), 0.3);
  if (wanted.length > 2 && word.includes(wanted)) return 0.5;
  const most = wanted.length > 7 ? 2 : wanted.length > 3 ? 1 : 0;
  if (most === 0) return 0;
  // Somebody may still be typing, so the beginning of a word counts too.
  const mistakes = Math.min(distance(wanted, word, most), distance(wanted, word.slice(0, wanted.length), most));
  return mistakes > most ? 0 : 0.45 / mistakes;
}

/** The number of letters that are missing, extra, wrong or swapped. More than `most` are not counted exactly. */
function distance(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [before, last] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const wrong = last[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
      row[j] = Math.min(row[j - 1] + 1, last[j] + 1, wrong);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[other.length];
}

/** `load` reads a JSON file next to the index, by its name. */
export async function openSearch(load) {
  const index = await load('search.json');
  return searchIn(Array.isArray(index) ? small(index) : large(index, load));
}

/** word: [[entry, weight], …] */
function small(entries) {
  const words = new Map();
  for (const [id, entry] of entries.entries()) {
    const own = new Map();
    for (const [field, text] of fieldsOf(entry).entries())
      for (const word of wordsOf(text)) own.set(word, Math.max(own.get(word) ?? 0, WEIGHTS[field]));
    for (const [word, weight] of own) words.set(word, [...(words.get(word) ?? []), [id, weight]]);
  }
  return { words: async () => words, entry: async (id) => entries[id] };
}

function large({ together }, load) {
  const files = new Map();
  const file = (name) => {
    if (!files.has(name)) files.set(name, load(name));
    return files.get(name);
  };
  return {
    async words(wanted, isSecondTry) {
      const found = await file(`search/words-${shardOf(isSecondTry ? wanted.slice(1) : wanted)}.json`);
      return new Map(Object.entries(found).map(([word, numbers]) => [word, entriesOf(numbers)]));
    },
    entry: async (id) => (await file(`search/entries-${Math.floor(id / together)}.json`))[id % together],
  };
}

/** Each number is the distance to the entry before, times three, plus the field. */
function entriesOf(numbers) {
  let id = -1;
  return numbers.map((number) => {
    id += Math.floor(number / 3);
    return [id, WEIGHTS[number % 3]];
  });
}

const MOST = 40;

function searchIn({ words, entry }) {
  const matching = async (wanted, isSecondTry) => {
    const points = new Map();
    const marks = new Set();
    const compared = [...(await words(wanted, isSecondTry))].map(([word, entries]) => [
      word,
      entries,
      similarity(wanted, word),
    ]);
    // A word with a mistake counts only if nothing has the word itself.
    const least = compared.some(([, , alike]) => alike >= 0.5) ? 0.5 : 0.01;
    for (const [word, entries, alike] of compared) {
      if (alike < least) continue;
      marks.add(word);
      for (const [id, weight] of entries) points.set(id, Math.max(points.get(id) ?? 0, alike * weight));
    }
    // The mistake may be in the first letter.
    return points.size > 0 || isSecondTry || wanted.length < 4 ? { points, marks } : matching(wanted, true);
  };
  /** The entries with all words, the best first; if there are none, those with the most words. */
  return async (query) => {
    const wanted = [...new Set(wordsOf(query))];
    const found = await Promise.all(wanted.map((word) => matching(word)));
    const totals = new Map();
    for (const { points } of found) {
      for (const [id, own] of points) {
        const { count, sum } = totals.get(id) ?? { count: 0, sum: 0 };
        totals.set(id, { count: count + 1, sum: sum + own });
      }
    }
    const most = Math.max(0, ...[...totals.values()].map(({ count }) => count));
    const best = [...totals]
      .filter(([, { count }]) => count === most)
      .sort(([a, one], [b, other]) => other.sum - one.sum || a - b);
    const marks = new Set(found.flatMap((each) => [...each.marks]));
    return { total: best.length, marks, entries: await Promise.all(best.slice(0, MOST).map(([id]) => entry(id))) };
  };
}
