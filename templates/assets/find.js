// The search: a module that the page loads with the first search. It knows nothing of the page.
//
// `search.json` is the list of all entries or, if that would be large, `{ together, kinds, starts }`. Then the entries are in
// `search/entries-<n>.json`, so many together, and the words in the order of the alphabet in `search/words-<n>.json`, of which
// `starts` are the first words. `search/spelling.json` has the words in titles and facts, for words with mistakes.

// As in src/site/feeds/search-words.ts, which makes the words of a large site.
const fold = (text) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\u00ad]/gu, '')
    .toLowerCase();
const UNSPACED = /([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+)/u;
const pairsIn = (signs) => signs.map((sign, index) => sign + (signs[index + 1] ?? ''));
const segments = (word, pairs) =>
  word.split(UNSPACED).flatMap((piece, index) => (index % 2 === 0 ? piece || [] : pairs([...piece])));
export const wordsOf = (text, pairs = pairsIn) =>
  (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => segments(word, pairs));
/** The last character of several is in the pair before. */
const wantedIn = (query) => wordsOf(query, (signs) => pairsIn(signs).slice(0, Math.max(1, signs.length - 1)));

/**
 * A day in a query, as the words of the index have it: `19june2027` and `19062027` or their beginnings. In the order in which
 * they are tried: 2027-06-19, 19.6.2027, 19 June 2027, June 19 2027.
 */
const two = (number) => number.padStart(2, '0');
const DAYS = [
  [/(\d{4})-(\d\d?)-(\d\d?)/, (year, month, day) => two(day) + two(month) + year],
  [/(\d\d?)[./](\d\d?)(?:[./](\d{4})?)?/, (day, month, year = '') => two(day) + two(month) + year],
  [
    /(\d\d?)(?:st|nd|rd|th|er|\.)?\s+(?:de\s+|of\s+)?(\p{L}{3,})(?:,?\s+(?:de\s+)?(\d{4}))?/,
    (day, month, year = '') => Number(day) + month + year,
  ],
  [/(\p{L}{3,})\s+(\d\d?)(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?/, (month, day, year = '') => Number(day) + month + year],
].map(([{ source }, write]) => [new RegExp(`(?:^|[^\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, 'gu'), write]);

/** How much a word in a field counts: the text, headings, the facts (kind, time, place, category, hosts), the title. */
const WEIGHTS = [1, 3, 4, 8];
const fieldsOf = ({ t, k, w = '', p = '', c = [], h = [], d = '', x = '', s = '', o = '' }) => [
  `${x} ${o}`,
  s,
  [k, w, p, ...c, ...h, d].join(' '),
  t,
];

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

/** `words`: those that may be alike, each with its entries and what it counts in them. */
function small(entries) {
  const words = new Map();
  for (const [id, entry] of entries.entries()) {
    const own = new Map();
    for (const [field, text] of fieldsOf(entry).entries())
      for (const word of wordsOf(text)) own.set(word, Math.max(own.get(word) ?? 0, WEIGHTS[field]));
    for (const [word, weight] of own) {
      if (words.has(word)) words.get(word).push([id, weight]);
      else words.set(word, [[id, weight]]);
    }
  }
  const all = [...words].map(([word, found]) => [word, () => found]);
  return {
    words: async () => all,
    spellings: async () => [],
    kind: (id) => entries[id].k,
    entry: async (id) => entries[id],
  };
}

function large({ together, kinds, starts }, load) {
  const files = new Map();
  const file = (name, read = (content) => content) => {
    if (!files.has(name)) {
      const loading = load(`search/${name}.json`).then(read);
      files.set(name, loading);
      loading.catch(() => files.delete(name));
    }
    return files.get(name);
  };
  const wordsIn = (part) => file(`words-${part}`, wordsOfPart);
  const partOf = (word) => starts.filter((start) => start <= word).length;
  return {
    async words(wanted) {
      const part = partOf(wanted);
      const own = await wordsIn(part);
      // What an unfinished word begins may be in the next part, and that of a short one in many: some are enough.
      const goesOn = starts[part]?.startsWith(wanted) && !own.some(([word]) => word === wanted);
      return goesOn ? [...own, ...(await wordsIn(part + 1))] : own;
    },
    spellings: () => file('spelling', (words) => words.split(' ')),
    kind(id) {
      let end = 0;
      return kinds.find(([, documents]) => id < (end += documents))[0];
    },
    entry: async (id) => (await file(`entries-${Math.floor(id / together)}`))[id % together],
  };
}

// As in src/site/feeds/search-parts.ts.
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const SIGNS = ' !*+';

function wordsOfPart(part) {
  const written = part === '' ? [] : part.split(' ');
  const words = [];
  let word = '';
  for (let at = 0; at < written.length; at += 2) {
    word = word.slice(0, DIGITS.indexOf(written[at][0])) + written[at].slice(1);
    const found = written[at + 1];
    words.push([word, () => entriesOf(found)]);
  }
  return words;
}

function entriesOf(written) {
  const found = [];
  let [id, weight, number, bits] = [-1, WEIGHTS[0], 0, 0];
  for (const sign of written) {
    const digit = DIGITS.indexOf(sign);
    if (digit === -1) {
      weight = WEIGHTS[SIGNS.indexOf(sign)];
      continue;
    }
    number += (digit % 32) << bits;
    bits += 5;
    if (digit >= 32) continue;
    id += number + 1;
    found.push([id, weight]);
    [weight, number, bits] = [WEIGHTS[0], 0, 0];
  }
  return found;
}

const MOST = 40;

function searchIn({ words, spellings, kind, entry }) {
  const matching = async (wanted) => {
    const compared = (found) =>
      found
        .map(([word, entries]) => ({ word, entries, alike: similarity(wanted, word) }))
        .filter(({ alike }) => alike > 0);
    let found = compared(await words(wanted));
    // A word with a mistake counts only if nothing has the word itself.
    if (found.some(({ alike }) => alike >= 0.5)) found = found.filter(({ alike }) => alike >= 0.5);
    else if (wanted.length > 3) found = [...found, ...(await meantBy(wanted, compared))];
    const points = new Map();
    for (const { entries, alike } of found)
      for (const [id, weight] of entries()) points.set(id, Math.max(points.get(id) ?? 0, alike * weight));
    return { points, marks: found.map(({ word }) => word) };
  };
  /** The mistake may be in the first letters, by which words are in other parts. */
  const meantBy = async (wanted, compared) => {
    const known = compared((await spellings()).map((word) => [word]));
    const best = known.sort((one, other) => other.alike - one.alike).slice(0, 1);
    const found = await Promise.all(
      best.map(async ({ word }) => (await words(word)).filter(([each]) => each === word)),
    );
    return compared(found.flat());
  };
  /** The days in a query that the index has, and the rest of the query. Their numbers are no words: 19 is also an hour. */
  const daysIn = async (query) => {
    const days = [];
    for (const [pattern, write] of DAYS) {
      for (const [text, ...parts] of query.matchAll(pattern)) {
        const [wanted] = wordsOf(write(...parts));
        const found = (await words(wanted)).filter(([word]) => word.startsWith(wanted));
        if (found.length === 0) continue;
        const points = new Map(found.flatMap(([, entries]) => entries()));
        days.push({ points, marks: wordsOf(text) });
        query = query.replace(text, ' ');
      }
    }
    return { days, rest: query };
  };
  /**
   * The entries with all words, the best first; if there are none, those with the most words. Those of a kind are together,
   * and each is loaded when it is shown.
   */
  return async (query) => {
    const { days, rest } = await daysIn(query);
    const wanted = [...new Set(wantedIn(rest))];
    const found = [...days, ...(await Promise.all(wanted.map((word) => matching(word))))];
    const totals = new Map();
    for (const { points } of found) {
      for (const [id, own] of points) {
        const { count, sum } = totals.get(id) ?? { count: 0, sum: 0 };
        totals.set(id, { count: count + 1, sum: sum + own });
      }
    }
    let most = 0;
    for (const { count } of totals.values()) most = Math.max(most, count);
    const best = [...totals]
      .filter(([, { count }]) => count === most)
      .sort(([a, one], [b, other]) => other.sum - one.sum || a - b);
    const results = best.slice(0, MOST).map(([id]) => ({ kind: kind(id), load: () => entry(id) }));
    const kinds = [...new Set(results.map((each) => each.kind))];
    return {
      total: best.length,
      marks: new Set(found.flatMap((each) => each.marks)),
      results: kinds.flatMap((name) => results.filter((each) => each.kind === name)),
    };
  };
}
