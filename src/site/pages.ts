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
    { page: '/', compose: composeHome },
    ...programmePages(site),
    ...articlePages(site),
    ...documentPages(site),
    ...screenPages(site),
    ...selectionsOf(site).map((selection) => selectionPage(selection, site)),
    ...(site.gallery ? [{ page: GALLERY, unlisted: true as const, compose: composeGallery }] : []),
  ];
  return withoutTwins(all);
}

/** The page for addresses that lead nowhere; it is no part of any list. */
export const notFoundPage: SitePage = { page: NOT_FOUND, unlisted: true, compose: composeNotFound };

export function viewOf(site: Site, { page, unlisted, compose }: SitePage, locale: Locale): PageView {
  const scope = scopeOf(site, { locale, page, anywhere: page === NOT_FOUND });
  const composed = compose(scope);
  const { title, description, image, body } = composed;
  return {
    ...composed,
    path: scope.path,
    page,
    locale,
    strings: scope.strings,
    resolveLink: (url) => resolveLink(url, scope),
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
  const { programme } = site;
  return [
    { page: screenPath('program'), compose: (scope) => composeByDay(programme, scope) },
    { page: PROGRAMME_BY_PLACE, compose: (scope) => composeByPlace(programme, scope) },
    ...programme.map((slot) => documentPage(slot.entity, (scope) => composeSlot(slot, scope))),
  ];
}

function articlePages(site: Site): readonly SitePage[] {
  const articles = newestFirst(site);
  const total = Math.max(1, Math.ceil(articles.length / ARTICLES_A_PAGE));
  const sheets = Array.from({ length: total }, (_, index): SitePage => {
    const inside = articles.slice(index * ARTICLES_A_PAGE, (index + 1) * ARTICLES_A_PAGE);
    return {
      page: articleListPath(index + 1),
      compose: (scope) => composeArticles({ articles: inside, number: index + 1, total }, scope),
    };
  });
  const single = articles.map((article, index) => {
    const neighbours = { newer: articles[index - 1], older: articles[index + 1] };
    return documentPage(article, (scope) => composeArticle(article, neighbours, scope));
  });
  return [...sheets, ...single];
}

function documentPages(site: Site): readonly SitePage[] {
  const own = site.of('page').filter(({ fields }) => !fields.url && !fields.nativeContent);
  return [
    ...own.map((page) => documentPage(page, (scope) => composePage(page, scope))),
    ...site.of('host').map((host) => documentPage(host, (scope) => composeHost(host, scope))),
    ...site.of('place').map((place) => documentPage(place, (scope) => composePlace(place, scope))),
    ...site.of('interestPoint').map((point) => documentPage(point, (scope) => composePlace(point, scope))),
    ...site.of('map').map((map) => documentPage(map, (scope) => composeMap(map, scope))),
  ];
}

type AnyDocument = Pick<Typed<'page'>, 'address' | 'local' | 'document'>;

const documentPage = (entity: AnyDocument, compose: SitePage['compose']): SitePage => ({
  page: entityPath(entity),
  entity,
  compose,
});

/** Screens that are about the visitor or the way around, not about the festival. */
const UNLISTED: readonly string[] = ['menu', 'auth', 'profile', 'favorites', 'search', 'localTicket', 'networkingScan'];

function screenPages(site: Site): readonly SitePage[] {
  const screens = NATIVE_SCREENS.flatMap((screen): readonly SitePage[] => {
    const page = screenPath(screen);
    switch (screen) {
      case 'home':
      case 'program':
      case 'articles':
        return [];
      case 'hosts':
        return [{ page, compose: (scope) => composeHosts(site.of('host'), scope) }];
      case 'maps':
        return [{ page, compose: (scope) => composeMaps(site.of('map'), scope) }];
      default:
        return [
          {
            page,
            compose: (scope) => composeScreen(screen, scope),
            ...(UNLISTED.includes(screen) && { unlisted: true as const }),
          },
        ];
    }
  });
  return [...screens, { page: PLACES, compose: composePlaces }];
}

function selectionPage({ screen, query, path }: Selection, site: Site): SitePage {
  const chosen = <E extends { readonly fields: object }>(entities: readonly E[]): readonly E[] => {
    const result = runQuery(entities, query, site.timezone);
    return result.type === 'found' ? result.entities : [];
  };
  const compose = (scope: Scope): Composed => {
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
  return { page: path, unlisted: true, compose };
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
