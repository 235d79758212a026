import type { KindName } from './registry.ts';

/** Words that people use for a kind. A kind's own names are not among them. */
const WORDS: Readonly<Partial<Record<KindName, string>>> = {
  event: 'concert gig show performance party screening',
  session: 'talk lecture keynote panel presentation workshop slot',
  host: 'speaker artist performer presenter musician band guest person people',
  place: 'venue stage location',
  interestPoint: 'room hall booth stand poi',
  article: 'post news blog story',
  category: 'tag track topic',
  page: 'sponsor partner faq',
  media: 'image picture photo asset upload',
};

const KINDS = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind as KindName])),
);

/** The kind that is commonly called so, in the singular or plural: `host` for `Speakers`. */
export function kindCommonlyCalled(word: string): KindName | undefined {
  const wanted = word.toLowerCase();
  return KINDS.get(wanted) ?? KINDS.get(wanted.replace(/ies$/, 'y')) ?? KINDS.get(wanted.replace(/s$/, ''));
}
