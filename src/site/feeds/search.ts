/** The index of the search: every visible document that has a page, in one language. */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { hasPage } from '../../model/site-paths.ts';
import { pointedAt, shownOf } from '../documents.ts';
import { entityPath } from '../links/urls.ts';
import { SEARCH_RANK, type OfflineRank } from '../offline-role.ts';
import { groupName, kindsWithPages } from '../lists.ts';
import { categoryView } from '../parts/categories.ts';
import { altText, type MediaValue } from '../parts/media-view.ts';
import { blocksIn, pageOf, pictureOf, titleIn } from '../parts/page-fields.ts';
import { oncePerSite } from '../once-per-site.ts';
import { hostsOf, type Slot } from '../programme.ts';
import { scopeOf, type Scope } from '../scope.ts';
import type { Entity, Site } from '../site.ts';
import { cutAtWord, excerpt } from '../text/excerpt.ts';
import { dateOf, dayText, spanText, timeView, type TimeView } from '../text/dates.ts';
import { plainText } from '../../markdown/reading.ts';
import { onceEach } from '../../values/once-each.ts';
import { findWords, type WordFields } from './found-words.ts';
import { inParts, spellingsIn, type WordParts } from './search-parts.ts';
import { wordsOf, wordsOfSource } from './search-words.ts';
import { jsonLines } from './feed-notation.ts';

/** The path of a small form of a picture in media/, from the site's root. */
export type Thumbnail = (name: string) => string | undefined;

/** The documents with a page, listed once for all parts of the index. The name of their kind is that of their group. */
export const searchedOf = oncePerSite((site: Site): readonly Entity[] =>
  kindsWithPages(site)
    .filter(({ page }) => page?.search !== false)
    .flatMap((kind) => shownOf(site, kind).filter(hasPage)),
);

/**
 * The keys are short, because a visitor loads them all: `u` the address of the page, `t` its title, `l` the language of that if
 * it differs from that of the site, `k` the kind, `w`, `p`, `h` and `c` when, where, by whom and in which categories, `d` its
 * other days: those in between, and the evening that it belongs to. Each of its days is one word as well. Entries also have
 * `x` the text that is shown, `s` and `o` the headings and other words that are only found, `m` the picture.
 */
function factsOf(entity: Entity, scope: Scope) {
  const { site } = scope;
  const title = titleIn(entity, scope);
  const slot = pageOf(entity).programme && site.slotOf(entity.address);
  const time = slot && timeView(slot, scope);
  const hosts = slot ? hostsOf(slot, site).map((host) => titleIn(host, scope).text) : [];
  const categories = slot
    ? slot.categories
    : pointedAt(entity, pageOf(entity).categories, site).map(({ address }) => address);
  return {
    u: entityPath(entity).slice(1),
    t: title.text,
    ...(title.lang && { l: title.lang }),
    k: groupName(entity.document.declaration, site, scope.locale),
    ...(time && { w: spanText(time) }),
    ...(slot?.where && { p: titleIn(slot.where, scope).text }),
    ...(hosts.length > 0 && { h: hosts }),
    ...(categories.length > 0 && { c: categories.map((each) => categoryView(each, scope).title.text) }),
    ...(slot && time && { d: daysIn(slot, time, scope) }),
  };
}

const A_DAY = 86_400_000;
/** An exhibition over months is found by its first days. */
const MOST_DAYS = 14;

function daysIn({ start, end }: Slot, { day, dayKey, toDay }: TimeView, scope: Scope): string {
  const inside = toDay ? Math.min(Math.ceil((end - start) / A_DAY), MOST_DAYS) : 1;
  const between = Array.from({ length: inside }, (_, after) => dateOf(start + after * A_DAY, scope));
  const days = [...new Set([dayKey, ...between])];
  const others = days.map((each) => dayText(each, scope)).filter((each) => each !== day);
  return [...others, ...days.map((each) => scope.dates.joinedDay(each))].join(' ');
}

function pictureIn(entity: Entity, scope: Scope, thumbnail: Thumbnail) {
  const picture = pictureOf(entity, scope)?.source;
  const small = picture?.type === 'local' ? thumbnail(picture.name) : undefined;
  return small === undefined ? {} : { m: scope.rootLink(small) };
}

/** The Markdown that its page begins with. */
function textsOf(entity: Entity, scope: Scope): readonly string[] {
  const { text = '', blocks } = pageOf(entity);
  const { fields } = scope.localised(entity);
  const paragraphs = blocksIn(fields, blocks).flatMap((block) =>
    block.type === 'paragraph' ? (block.values ?? []).map((value) => value.text) : [],
  );
  return [fields[text], ...paragraphs].filter((each) => typeof each === 'string');
}

/** All texts on its page, as Markdown. */
function wholeText(entity: Entity, scope: Scope): string {
  const { text = '', blocks } = pageOf(entity);
  const { fields } = scope.localised(entity);
  const own = fields[text];
  return [...(typeof own === 'string' ? [own] : []), ...textsIn(blocksIn(fields, blocks), scope)].join('\n\n');
}

/** The words that a block or one of its entries shows, and the lists of what is inside. */
const SHOWN = /^(?:title|text|question|label|network)$/;
const INSIDE = /^(?:values|answers|blocks)$/;

const showsMedia = (entry: object): entry is { media: MediaValue; alt?: string | null } => 'media' in entry;

const textsIn = (shown: readonly object[], scope: Scope): readonly string[] =>
  shown.flatMap((each) => {
    if (showsMedia(each)) return altText(each.media, scope, { alt: each.alt }).text;
    const isHeading = 'type' in each && each.type === 'title';
    return Object.entries(each).flatMap(([key, value]: [string, unknown]) => {
      if (typeof value === 'string' && SHOWN.test(key)) return key === 'title' ? `## ${value}` : value;
      const inside = INSIDE.test(key) && Array.isArray(value) ? textsIn(value, scope) : [];
      return isHeading ? inside.map((text) => `## ${text}`) : inside;
    });
  });

/** About a quarter of a megabyte. What is larger is in parts, of which a search loads only those that it needs. */
const MOST_IN_ONE_FILE = { documents: 1000, characters: 250_000 };
/** A search shows about eight results, which are in as many files. */
const TOGETHER = 32;
/** The text that a large site shows in results. */
const SHOWN_TEXT = 100;
/** The words of so many characters of files have about 16 kB. */
const CHARACTERS_IN_PART = 160_000;

export interface SearchFile {
  /** In each language's tree. */
  readonly path: string;
  readonly offline?: OfflineRank;
  readonly compose: (site: Site, locale: Locale, thumbnail: Thumbnail) => string;
}

export function searchFiles(site: Site): readonly SearchFile[] {
  const all = searchedOf(site);
  const characters = all.reduce((sum, { document }) => sum + document.source.text.length, 0);
  if (all.length <= MOST_IN_ONE_FILE.documents && characters <= MOST_IN_ONE_FILE.characters)
    return [{ path: '/search.json', offline: SEARCH_RANK, compose: wholeIndex }];
  const entries = Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_, part) =>
    all.slice(part * TOGETHER, (part + 1) * TOGETHER),
  );
  // A power of two, so that it seldom changes.
  const parts = 2 ** Math.max(0, Math.round(Math.log2(characters / CHARACTERS_IN_PART)));
  const fromWords = (
    path: string,
    write: (words: WrittenWords, site: Site, locale: Locale) => unknown,
  ): SearchFile => ({
    path,
    compose: (from, locale) => `${JSON.stringify(write(wordsOfAll(from, locale)(parts), from, locale))}\n`,
  });
  return [
    fromWords('/search.json', ({ starts }, from, locale) => ({
      together: TOGETHER,
      kinds: kindsOf(from, locale),
      starts,
    })),
    fromWords('/search/spelling.json', ({ spellings }) => spellings),
    ...Array.from({ length: parts }, (_, part) =>
      fromWords(`/search/words-${part}.json`, (words) => words.parts[part] ?? ''),
    ),
    ...entries.map((inside, part) => ({
      path: `/search/entries-${part}.json`,
      compose: (from: Site, locale: Locale, thumbnail: Thumbnail) => entriesOf(inside, from, locale, thumbnail),
    })),
  ];
}

const scopeFor = (site: Site, locale: Locale): Scope => scopeOf(site, { locale, page: '/search.json' });

/** Few documents, with all their words. */
function wholeIndex(site: Site, locale: Locale, thumbnail: Thumbnail): string {
  const scope = scopeFor(site, locale);
  const entries = searchedOf(site).map((each) => {
    const whole = wholeText(each, scope);
    const { words, headings } = wordsOfSource(whole);
    const text = plainText(whole);
    const shown = new Set(wordsOf(text));
    const others = [...new Set(words)].filter((word) => !shown.has(word));
    return {
      ...factsOf(each, scope),
      ...(text !== '' && { x: text }),
      ...(headings.length > 0 && { s: headings.join(' ') }),
      ...(others.length > 0 && { o: others.join(' ') }),
      ...pictureIn(each, scope, thumbnail),
    };
  });
  return `${jsonLines(entries)}\n`;
}

function entriesOf(inside: readonly Entity[], site: Site, locale: Locale, thumbnail: Thumbnail): string {
  const scope = scopeFor(site, locale);
  const entries = inside.map((each) => {
    const { k: _, d: __, ...facts } = factsOf(each, scope);
    const text = cutAtWord(excerpt(textsOf(each, scope)), SHOWN_TEXT);
    return { ...facts, ...(text !== '' && { x: text }), ...pictureIn(each, scope, thumbnail) };
  });
  return `${jsonLines(entries)}\n`;
}

/** The number of documents of each kind, in the order of documents. */
function kindsOf(site: Site, locale: Locale): readonly (readonly [name: string, documents: number])[] {
  const kinds = Map.groupBy(searchedOf(site), ({ document }) => document.declaration);
  return [...kinds].map(([kind, { length }]) => [groupName(kind, site, locale), length]);
}

interface WrittenWords extends WordParts {
  readonly spellings: string;
}

/** Computed once for all parts of the index, because each part needs all texts. */
const wordsOfAll = oncePerSite((site: Site, locale: Locale): ((parts: number) => WrittenWords) => {
  const scope = scopeFor(site, locale);
  const words = findWords(
    searchedOf(site)
      .values()
      .map((each) => fieldsOf(each, scope)),
  );
  const spellings = spellingsIn(words);
  return onceEach((count) => ({ ...inParts(words, count), spellings }));
});

function fieldsOf(entity: Entity, scope: Scope): WordFields {
  const { t, k, w = '', p = '', c = [], h = [], d = '' } = factsOf(entity, scope);
  return [wholeText(entity, scope), [k, w, p, ...c, ...h, d].join(' '), t];
}
