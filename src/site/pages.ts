/** The list of all pages. Each is composed when it is asked for, so that a large site need not be held as a whole. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { NATIVE_SCREENS } from '../kinds/shapes/navigator.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { Entity } from '../model/broadcast.ts';
import type { Typed } from '../model/entities.ts';
import { resolveLink } from './content-links.ts';
import { frameOf } from './frame.ts';
import { composeGallery } from './gallery.ts';
import { ARTICLES_A_PAGE, composeArticle, composeArticles, newestFirst } from './pages/articles.ts';
import { composeHost, composeMap, composePage, composePlace } from './pages/documents.ts';
import { composeHome } from './pages/home.ts';
import { composeHosts, composeMaps, composePlaces } from './pages/lists.ts';
import { composeByDay, composeByPlace, composeSlot } from './pages/programme.ts';
import { composeNotFound, composeScreen } from './pages/screens.ts';
import type { Composed, PageView } from './pages/view.ts';
import { siteProblem } from './problems.ts';
import { runQuery } from './query.ts';
import { scopeOf, type Scope } from './scope.ts';
import { selectionsOf, type Selection } from './selections.ts';
import { seoOf } from './seo.ts';
import type { Site } from './site.ts';
import { articleListPath, entityPath, GALLERY, NOT_FOUND, PLACES, PROGRAMME_BY_PLACE, screenPath } from './urls.ts';

export interface SitePage {
  /** Its path in each language's tree. */
  readonly page: string;
  /** The document it shows, where it shows one. */
  readonly entity?: Pick<Entity, 'address' | 'document'>;
  /** What it is about, as far as the list of pages decides that; the rest it asks the site for. */
  readonly about: readonly unknown[];
  /** Left out of search engines and the sitemap. */
  readonly unlisted?: true;
  readonly compose: (scope: Scope) => Composed;
}

export interface PageList {
  readonly pages: readonly SitePage[];
  readonly diagnostics: readonly Diagnostic[];
}

export function pagesOf(site: Site): PageList {
  const all = [
    { page: '/', about: [], compose: composeHome },
    ...programmePages(site),
    ...articlePages(site),
    ...documentPages(site),
    ...screenPages(),
    ...selectionsOf(site).map(selectionPage),
    ...(site.gallery ? [{ page: GALLERY, about: [], unlisted: true as const, compose: composeGallery }] : []),
  ];
  return withoutTwins(all);
}

/** The page for addresses that lead nowhere; it is no part of any list. */
export const notFoundPage: SitePage = { page: NOT_FOUND, about: [], unlisted: true, compose: composeNotFound };

export function viewOf(site: Site, { page, entity, unlisted, compose }: SitePage, locale: Locale): PageView {
  const scope = scopeOf(site, { locale, page, anywhere: page === NOT_FOUND });
  const composed = compose(scope);
  const { title, description, image, body } = composed;
  return {
    ...composed,
    path: scope.path,
    page,
    locale,
    strings: scope.strings,
    resolveLink: (url) => resolveLink(url, scope, entity?.address ?? 'broadcast'),
    rootLink: scope.rootLink,
    frame: frameOf(scope),
    seo: seoOf(scope, {
      title: title.text,
      description,
      image,
      unlisted,
      ogType: body.type === 'article' ? 'article' : 'website',
    }),
  };
}

function programmePages(site: Site): readonly SitePage[] {
  return [
    { page: screenPath('program'), about: [], compose: (scope) => composeByDay(scope.site.programme, scope) },
    { page: PROGRAMME_BY_PLACE, about: [], compose: (scope) => composeByPlace(scope.site.programme, scope) },
    ...site.programme.map((slot) => documentPage(slot.entity, [slot], (scope) => composeSlot(slot, scope))),
  ];
}

function articlePages(site: Site): readonly SitePage[] {
  const articles = newestFirst(site);
  const total = Math.max(1, Math.ceil(articles.length / ARTICLES_A_PAGE));
  const sheets = Array.from({ length: total }, (_, index): SitePage => {
    const inside = articles.slice(index * ARTICLES_A_PAGE, (index + 1) * ARTICLES_A_PAGE);
    return {
      page: articleListPath(index + 1),
      about: [total, ...inside],
      compose: (scope) => composeArticles({ articles: inside, number: index + 1, total }, scope),
    };
  });
  const single = articles.map((article, index) => {
    const [newer, older] = [articles[index - 1], articles[index + 1]];
    return documentPage(article, [article, newer, older], (scope) => composeArticle(article, { newer, older }, scope));
  });
  return [...sheets, ...single];
}

function documentPages(site: Site): readonly SitePage[] {
  const own = site.of('page').filter(({ fields }) => !fields.url && !fields.nativeContent);
  return [
    ...own.map((page) => documentPage(page, [page], (scope) => composePage(page, scope))),
    ...site.of('host').map((host) => documentPage(host, [host], (scope) => composeHost(host, scope))),
    ...site.of('place').map((place) => documentPage(place, [place], (scope) => composePlace(place, scope))),
    ...site.of('interestPoint').map((point) => documentPage(point, [point], (scope) => composePlace(point, scope))),
    ...site.of('map').map((map) => documentPage(map, [map], (scope) => composeMap(map, scope))),
  ];
}

type AnyDocument = Pick<Typed<'page'>, 'address' | 'local' | 'document'>;

const documentPage = (entity: AnyDocument, about: readonly unknown[], compose: SitePage['compose']): SitePage => ({
  page: entityPath(entity),
  entity,
  about,
  compose,
});

/** Screens that are about the visitor or the way around, not about the festival. */
const UNLISTED: readonly string[] = ['menu', 'auth', 'profile', 'favorites', 'search', 'localTicket', 'networkingScan'];

function screenPages(): readonly SitePage[] {
  const screens = NATIVE_SCREENS.flatMap((screen): readonly SitePage[] => {
    const page = screenPath(screen);
    switch (screen) {
      case 'home':
      case 'program':
      case 'articles':
        return [];
      case 'hosts':
        return [{ page, about: [], compose: (scope) => composeHosts(scope.site.of('host'), scope) }];
      case 'maps':
        return [{ page, about: [], compose: (scope) => composeMaps(scope.site.of('map'), scope) }];
      default:
        return [
          {
            page,
            about: [],
            compose: (scope) => composeScreen(screen, scope),
            ...(UNLISTED.includes(screen) && { unlisted: true as const }),
          },
        ];
    }
  });
  return [...screens, { page: PLACES, about: [], compose: composePlaces }];
}

/** Its path is made from the query, so it is about nothing else. */
function selectionPage({ screen, query, path }: Selection): SitePage {
  const compose = (scope: Scope): Composed => {
    const { site } = scope;
    const chosen = <E extends { readonly fields: object }>(entities: readonly E[]): readonly E[] => {
      const result = runQuery(entities, query, site.timezone);
      return result.type === 'found' ? result.entities : [];
    };
    switch (screen) {
      case 'articles':
        return composeArticles({ articles: chosen(newestFirst(site)), number: 1, total: 1 }, scope);
      case 'hosts':
        return composeHosts(chosen(site.of('host')), scope);
      case 'maps':
        return composeMaps(chosen(site.of('map')), scope);
      case 'program': {
        const fields = site.programme.map((slot) => ({ slot, fields: slot.entity.fields }));
        return composeByDay(
          chosen(fields).map(({ slot }) => slot),
          scope,
        );
      }
    }
  };
  return { page: path, about: [], unlisted: true, compose };
}

function withoutTwins(all: readonly SitePage[]): PageList {
  const pages = new Map<string, SitePage>();
  const diagnostics: Diagnostic[] = [];
  for (const page of all) {
    const taken = pages.get(page.page);
    if (!taken) pages.set(page.page, page);
    const document = (page.entity ?? taken?.entity)?.document;
    if (taken && document) {
      diagnostics.push(
        siteProblem('same-path', document.source.valueSpan(['$slug']), `another page is at ${page.page} already`),
      );
    }
  }
  return { pages: [...pages.values()], diagnostics };
}
