/** The index of the search: every visible document that has a page, in one language. */
import type { Kind } from '../../kinds/kind.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { hasPage } from '../../model/site-paths.ts';
import { pointedAt, shownOf } from '../documents.ts';
import { entityPath } from '../links/urls.ts';
import { groupName, kindsWithPages } from '../lists.ts';
import { categoryView } from '../parts/categories.ts';
import { blocksIn, pageOf, pictureOf, titleIn } from '../parts/page-fields.ts';
import { oncePerSite } from '../observed-site.ts';
import { hostsOf } from '../programme.ts';
import { scopeOf, type Scope } from '../scope.ts';
import type { Entity, Site } from '../site.ts';
import { spanText, timeView } from '../text/dates.ts';
import { shortText } from '../text/excerpt.ts';
import { FIELDS, foundIn, wordsInGroups, type Found, type PlacedWords, type WordFields } from './search-groups.ts';
import { SHARDS } from './search-words.ts';
import { jsonLines } from './json-lines.ts';

/** The path of a small form of a picture in media/, from the site's root. */
export type Thumbnail = (name: string) => string | undefined;

/** A document with a page, and its kind, whose name is that of its group. */
export interface Searched {
  readonly entity: Entity;
  readonly kind: Kind;
}

/** Listed once for all parts of the index. */
export const searchedOf = oncePerSite((site: Site): readonly Searched[] =>
  kindsWithPages(site)
    .filter(({ page }) => page?.search !== false)
    .flatMap((kind) =>
      shownOf(site, kind)
        .filter(hasPage)
        .map((entity) => ({ entity, kind })),
    ),
);

/** The keys are short, because a visitor loads them all. */
interface Entry {
  /** The address of the page. */
  readonly u: string;
  readonly t: string;
  /** The language of the title, if it differs from that of the site. */
  readonly l?: string;
  /** The kind. */
  readonly k: string;
  /** When, where, by whom, and in which categories. */
  readonly w?: string;
  readonly p?: string;
  readonly h?: readonly string[];
  readonly c?: readonly string[];
  readonly x?: string;
  /** The picture. */
  readonly m?: string;
}

/** A text is searched from its beginning to here. */
const LONGEST_TEXT = 1200;
/** The same as it is written, on a large site. */
const LONGEST_SOURCE = 2000;
/** The text that a large site shows in results: as much as cards show. */
const SHOWN_TEXT = 160;

function entryOf(searched: Searched, scope: Scope, length: number, thumbnail: Thumbnail): Entry {
  const { entity } = searched;
  const text = shortText(entity, textsOf(searched, scope), length);
  const picture = pictureOf(entity, scope)?.source;
  const small = picture?.type === 'local' ? thumbnail(picture.name) : undefined;
  return {
    ...factsOf(searched, scope),
    ...(text !== '' && { x: text }),
    ...(small !== undefined && { m: scope.rootLink(small) }),
  };
}

function factsOf({ entity, kind }: Searched, scope: Scope): Omit<Entry, 'x' | 'm'> {
  const { site } = scope;
  const title = titleIn(entity, scope);
  const slot = kind.page?.programme && site.slotOf(entity.address);
  const time = slot && timeView(slot, scope);
  const hosts = slot ? hostsOf(slot, site).map((host) => titleIn(host, scope).text) : [];
  const categories = slot
    ? slot.categories
    : pointedAt(entity, pageOf(entity).categories, site).map(({ address }) => address);
  return {
    u: entityPath(entity).slice(1),
    t: title.text,
    ...(title.lang && { l: title.lang }),
    k: groupName(kind, site, scope.locale),
    ...(time && { w: spanText(time) }),
    ...(slot?.where && { p: titleIn(slot.where, scope).text }),
    ...(hosts.length > 0 && { h: hosts }),
    ...(categories.length > 0 && { c: categories.map((each) => categoryView(each, scope).title.text) }),
  };
}

function textsOf({ entity, kind }: Searched, scope: Scope): readonly string[] {
  const { text = '', blocks } = kind.page!;
  const { fields } = scope.localised(entity);
  const paragraphs = blocksIn(fields, blocks).flatMap((block) =>
    block.type === 'paragraph' ? (block.values ?? []).map((value) => value.text) : [],
  );
  return [fields[text], ...paragraphs].filter((each) => typeof each === 'string');
}

/** About a megabyte. More documents are in parts, of which a search loads only those that it needs. */
const MOST_IN_ONE_FILE = 1000;
const TOGETHER = 20;

export interface SearchFile {
  /** In each language's tree. */
  readonly path: string;
  /** The values that the list of files passes to it. */
  readonly about?: readonly unknown[];
  readonly compose: (site: Site, locale: Locale, thumbnail: Thumbnail) => string;
}

export function searchFiles(site: Site): readonly SearchFile[] {
  const all = searchedOf(site);
  const total = all.length;
  if (total <= MOST_IN_ONE_FILE) return [{ path: '/search.json', compose: wholeIndex }];
  const parts = Array.from({ length: Math.ceil(total / TOGETHER) }, (_, part) =>
    all.slice(part * TOGETHER, (part + 1) * TOGETHER),
  );
  return [
    {
      path: '/search.json',
      about: [total],
      compose: () => `${JSON.stringify({ entries: total, together: TOGETHER })}\n`,
    },
    ...parts.map((inside, part) => ({
      path: `/search/entries-${part}.json`,
      about: inside.map(({ entity }) => entity),
      compose: (from: Site, locale: Locale, thumbnail: Thumbnail) => entriesOf(inside, from, locale, thumbnail),
    })),
    ...SHARDS.map((shard) => ({
      path: `/search/words-${shard}.json`,
      compose: (from: Site, locale: Locale) => wordsIn(shard, from, locale),
    })),
  ];
}

const scopeFor = (site: Site, locale: Locale): Scope => scopeOf(site, { locale, page: '/search.json' });

function wholeIndex(site: Site, locale: Locale, thumbnail: Thumbnail): string {
  const scope = scopeFor(site, locale);
  return `${jsonLines(searchedOf(site).map((each) => entryOf(each, scope, LONGEST_TEXT, thumbnail)))}\n`;
}

function entriesOf(inside: readonly Searched[], site: Site, locale: Locale, thumbnail: Thumbnail): string {
  const scope = scopeFor(site, locale);
  return `${jsonLines(inside.map((each) => entryOf(each, scope, SHOWN_TEXT, thumbnail)))}\n`;
}

/** A word in the texts of more than this part of the documents, such as `the`, finds none of them. */
const TOO_FREQUENT = 0.1;

function wordsIn(shard: string, site: Site, locale: Locale): string {
  const most = searchedOf(site).length * TOO_FREQUENT;
  const words = foundIn(shard, wordsOfAll(site, locale));
  const sorted = [...words].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const encoded = sorted.map(([word, found]) => {
    const isFrequent = found.filter((number) => number % FIELDS === 0).length > most;
    return [word, distancesOf(isFrequent ? found.filter((number) => number % FIELDS > 0) : found)] as const;
  });
  return `${JSON.stringify(Object.fromEntries(encoded.filter(([, numbers]) => numbers.length > 0)))}\n`;
}

/** Each is the distance to the entry before, times three, plus the field. */
function distancesOf(found: Found): readonly number[] {
  const idOf = (number: number): number => Math.floor(number / FIELDS);
  return found.map((number, index) => number - (index === 0 ? -1 : idOf(found[index - 1]!)) * FIELDS);
}

/** Computed once for all parts of the index, because each part needs all texts. */
const wordsOfAll = oncePerSite((site: Site, locale: Locale): readonly PlacedWords[] => {
  const scope = scopeFor(site, locale);
  return wordsInGroups(
    searchedOf(site).map((each) => ({ name: each.entity.address, fields: () => fieldsOf(each, scope) })),
  );
});

function fieldsOf(searched: Searched, scope: Scope): WordFields {
  const { t, k, w = '', p = '', c = [], h = [] } = factsOf(searched, scope);
  const text = textsOf(searched, scope).join('\n').slice(0, LONGEST_SOURCE);
  return [text, [k, w, p, ...c, ...h].join(' '), t];
}
