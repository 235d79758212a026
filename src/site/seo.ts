/** Metadata of a page for search engines and other sites. */
import type { Locale } from '../kinds/shapes/primitives.ts';
import { plainText } from '../markdown/reading.ts';
import { absoluteUrl, localePath } from './links/urls.ts';
import type { Composed, PageBody, Seo, SitePage } from './pages/view.ts';
import type { MediaView } from './parts/media-view.ts';
import { pictureOf, titleIn } from './parts/page-fields.ts';
import { hostsOf, type Slot } from './programme.ts';
import type { Scope } from './scope.ts';
import { hasFeeds, mayIndex, seoDefaults } from './seo-defaults.ts';
import type { Site } from './site.ts';
import { thingsOn } from './structured-data.ts';
import { endsLater } from './text/dates.ts';
import { cutAtWord, excerpt } from './text/excerpt.ts';
import { siteName } from './text/titles.ts';

export function seoOf(composed: Composed, { entity, unlisted }: SitePage, scope: Scope): Seo {
  const { title, subtitle, image, body } = composed;
  const { site, page, path, locale } = scope;
  const defaults = seoDefaults(site, locale);
  const name = siteName(scope);
  const isHome = page === '/';
  const ofSite = (): string =>
    plainText(defaults?.metaDescription ?? site.root.shortDescription ?? '') || excerpt(site.root.description ?? '');
  const ownName = entity && site.nameOf(entity.address, locale);
  const pageName = ownName ?? (subtitle === undefined ? title.text : `${title.text} · ${subtitle}`);
  const shown = isHome
    ? ofSite() || name
    : descriptionOf(composed, entity, { name: pageName, otherwise: ofSite }, scope);
  const indexing = mayIndex(site, locale) && !unlisted;
  const seo = {
    title: isHome ? (defaults?.title ?? name) : titled(pageName, name),
    ...(shown !== '' && { description: shown }),
    indexing,
    ...(site.url !== undefined && { canonical: absoluteUrl(site.url, path) }),
    alternates: indexing ? alternates(site, page) : [],
    siteName: name,
    ogType: body.type === 'article' ? ('article' as const) : ('website' as const),
    images: [...(image ? [image] : []), ...picturesAround(entity, scope)],
    feeds: isHome || body.type === 'articles' ? feedsFrom(scope, name) : [],
  };
  return { ...seo, things: thingsOn({ scope, composed, entity, seo }) };
}

/** On home and the lists of articles. */
function feedsFrom({ site, locale, strings, link }: Scope, name: string): Seo['feeds'] {
  if (!hasFeeds(site, locale)) return [];
  const title = `${name} · ${strings.screens.articles}`;
  return [
    { type: 'application/atom+xml', href: link('/feed.xml'), title },
    { type: 'application/feed+json', href: link('/feed.json'), title },
  ];
}

/** Search results cut titles at about this length, so a longer title goes without the site's name. */
const LONGEST_TITLE = 60;

function titled(title: string, name: string): string {
  const both = `${title} · ${name}`;
  return both.length > LONGEST_TITLE ? title : both;
}

/** Every page exists in every language, so all of them have the same set of alternates. */
function alternates({ url, locales }: Site, page: string): Seo['alternates'] {
  if (url === undefined || locales.length < 2) return [];
  const hrefOf = (locale: Locale): string => absoluteUrl(url, localePath(page, locale, locales));
  return [
    ...locales.map((locale) => ({ hreflang: locale, href: hrefOf(locale) })),
    { hreflang: 'x-default' as const, href: hrefOf(locales[0]!) },
  ];
}

/** Search results show about this much. */
const LONGEST = 160;

interface Names {
  /** The name of the page, which no other has. */
  readonly name: string;
  /** The description of the whole site. */
  readonly otherwise: () => string;
}

/**
 * Begins with something that no other page in its language has: time and place, its own text, or its name.
 */
function descriptionOf(
  { description: text = '', body }: Composed,
  entity: SitePage['entity'],
  { name, otherwise }: Names,
  scope: Scope,
): string {
  const { site, locale } = scope;
  const slot = entity && site.slotOf(entity.address);
  const isOwn = text !== '' && !(entity && site.sharesText(entity.address, locale));
  const about = slot ? whenAndWhere(slot, scope) : '';
  const words = text || (slot ? '' : (contentsOf(body) ?? otherwise()));
  const sentences = [...(isOwn ? [] : [name]), about, words].filter((each) => each !== '');
  return cutAtWord([...sentences.slice(0, -1).map(asSentence), ...sentences.slice(-1)].join(' '), LONGEST);
}

const asSentence = (text: string): string => (/[.!?…:»”)]$/.test(text) ? text : `${text}.`);

/** For an entry without a picture that other sites show: those of its people and its place. */
function picturesAround(entity: SitePage['entity'], scope: Scope): readonly MediaView[] {
  const slot = entity && scope.site.slotOf(entity.address);
  const around = slot ? [...hostsOf(slot, scope.site), ...(slot.where ? [slot.where] : [])] : [];
  return around.flatMap((each) => pictureOf(each, scope) ?? []);
}

/** `vendredi 18 juin 2027, 20:30 – 23:00, Le Bassin` */
export function whenAndWhere(slot: Slot, scope: Scope): string {
  const when = whenOf(slot, scope);
  return slot.where ? `${when}, ${titleIn(slot.where, scope).text}` : when;
}

export function whenOf({ start, end }: Slot, { dates, site: { timezone } }: Scope): string {
  const until = endsLater({ start, end }, { dates, timezone }) ? `${dates.longDay(end)}, ` : '';
  return `${dates.longDay(start)}, ${dates.time(start)} – ${until}${dates.time(end)}`;
}

/** The description of a page without a text of its own: what it lists or explains. */
function contentsOf(body: PageBody): string | undefined {
  const listed = (titles: readonly string[]): string | undefined =>
    titles.length > 0 ? titles.slice(0, 12).join(', ') : undefined;
  switch (body.type) {
    case 'programme':
      return listed(body.groups.map(({ title }) => title.text));
    case 'articles':
      return listed(body.cards.map(({ title }) => title.text));
    case 'hosts':
    case 'places':
    case 'maps':
    case 'list':
      return listed(body.groups.flatMap(({ cards }) => cards.map(({ title }) => title.text)));
    case 'map':
      return listed(body.map.pins.map(({ title }) => title.text));
    case 'campaigns':
      return listed(body.announcements.map(({ title }) => title.text));
    case 'meteo':
      return listed(body.items.map(({ label, position }) => label || position));
    case 'contact':
    case 'networkingForms':
      return body.note;
    default:
      return undefined;
  }
}
