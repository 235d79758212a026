/** Creates heading ids that depend only on the heading's words, and are never used twice. */
export function createHeadingIds(prefix: string): (text: string) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (text) => {
    const slug = slugOf(text);
    let id = prefix + slug;
    while (taken.has(id)) {
      const count = (counts.get(slug) ?? 1) + 1;
      counts.set(slug, count);
      id = `${prefix}${slug}-${count}`;
    }
    taken.add(id);
    return id;
  };
}

/** The ids of the page itself: its main part, icons, maps, and the prefixes of its other texts. */
const OF_THE_PAGE = /^(?:main$|icon-|map-\d+$|t\d+-)/;

function slugOf(text: string): string {
  const words = PLAIN.test(text) ? text.toLowerCase().replace(/[^a-z0-9]+/g, '-') : foldedWords(text);
  const start = words.startsWith('-') ? 1 : 0;
  const cut = words.slice(start, start + 80);
  const slug = cut.endsWith('-') ? cut.slice(0, -1) : cut;
  if (slug === '') return 'section';
  return OF_THE_PAGE.test(slug) ? `section-${slug}` : slug;
}

/** Most headings. Their letters and digits are found much faster than those of all scripts. */
const PLAIN = /^[ -~]*$/;

const foldedWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-');
