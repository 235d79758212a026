/** The list of all pages. Each is composed on demand, so that a large site is never in memory as a whole. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Kind } from '../kinds/kind.ts';
import { NATIVE_SCREENS } from '../kinds/shapes/navigator.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { ListName } from '../kinds/shown.ts';
import type { Entity } from '../model/broadcast.ts';
import { hasPage, listPath } from '../model/site-paths.ts';
import { resolveLink } from './links/content-links.ts';
import { shownOf } from './documents.ts';
import { frameOf } from './parts/frame.ts';
import { kindsOn, kindsWithOwnList } from './lists.ts';
import { pageOf } from './parts/page-fields.ts';
import { ARTICLES_A_PAGE, composeArticles } from './pages/articles.ts';
import { composeChanges } from './pages/programme-changes.ts';
import { composeDocumentPage } from './pages/document-pages.ts';
import { composeHome } from './pages/home.ts';
import { composeList, composeOwnList, composePlaces, documentsOn } from './pages/list-pages.ts';
import { pagesElsewhere } from './pages/elsewhere.ts';
import { programmePages } from './pages/programme-pages.ts';
import { composeGallery, composeNotFound, composeOffline, composeScreen } from './pages/screens.ts';
import type { Composed, PageView, SitePage } from './pages/view.ts';
import { siteProblem } from './problems.ts';
import { runQuery } from './query.ts';
import { scopeOf, type Scope } from './scope.ts';
import { selectionsOf, type Selection } from './links/navigator-links.ts';
import { seoOf } from './seo.ts';
import type { Site } from './site.ts';
import {
  articleListPath,
  entityPath,
  GALLERY,
  NOT_FOUND,
  OFFLINE,
  PLACES,
  PROGRAMME_CHANGES,
  screenPath,
} from './links/urls.ts';

/** The lists that follow the programme and the articles, in the order of their pages. */
const DOCUMENTS_ON: readonly ListName[] = ['pages', 'hosts', 'places', 'maps'];

export function pagesOf(site: Site) {
  const all = [
    { page: '/', compose: composeHome },
    ...programmePages(site.programme, site.timezone),
    ...(site.changes ? [{ page: PROGRAMME_CHANGES, compose: composeChanges }] : []),
    ...documentPages(inProgramme(site)),
    ...articlePages(site),
    ...DOCUMENTS_ON.flatMap((list) => documentPages(documentsOn(list, site))),
    ...kindsWithOwnList(site).flatMap((kind) => documentPages(shownOf(site, kind))),
    ...screenPages(),
    ...kindsWithOwnList(site).map(ownListPage),
    ...selectionsOf(site).map(selectionPage),
    ...pagesElsewhere(site),
    ...(site.settings.offline ? [{ page: OFFLINE, unlisted: true as const, compose: composeOffline }] : []),
    ...(site.gallery ? [{ page: GALLERY, unlisted: true as const, compose: composeGallery }] : []),
  ];
  return withoutDoublePaths(all);
}

/** The page for unknown addresses. It is not on any list. */
export const notFoundPage: SitePage = { page: NOT_FOUND, unlisted: true, compose: composeNotFound };

export const pageScope = (site: Site, { page }: SitePage, locale: Locale): Scope =>
  scopeOf(site, { locale, page, anywhere: page === NOT_FOUND });

export function viewIn(scope: Scope, sitePage: SitePage): PageView {
  const { page, entity, compose } = sitePage;
  const composed = compose(scope);
  return {
    ...composed,
    path: scope.path,
    page,
    locale: scope.locale,
    strings: scope.strings,
    resolveLink: (url) => resolveLink(url, scope, entity?.address ?? 'broadcast'),
    rootLink: scope.rootLink,
    frame: frameOf(scope),
    seo: seoOf(composed, sitePage, scope),
  };
}

/** Documents listed in the programme, in its order. Those without a time come last. */
function inProgramme(site: Site): readonly Entity[] {
  const own = kindsOn('program', site);
  const timeless = own.filter(({ page }) => !page?.programme);
  return [
    ...documentsOn('program', site).filter(({ document }) => own.includes(document.declaration)),
    ...timeless.flatMap((kind) => shownOf(site, kind)),
  ];
}

function articlePages(site: Site): readonly SitePage[] {
  const articles = documentsOn('articles', site);
  const total = Math.max(1, Math.ceil(articles.length / ARTICLES_A_PAGE));
  const sheets = Array.from({ length: total }, (_, index): SitePage => {
    const inside = articles.slice(index * ARTICLES_A_PAGE, (index + 1) * ARTICLES_A_PAGE);
    return {
      page: articleListPath(index + 1),
      compose: (scope) => composeArticles({ articles: inside, number: index + 1, total }, scope),
    };
  });
  return [...sheets, ...documentPages(articles)];
}

/** In list order, so that each page can link to the previous and the next. */
function documentPages(documents: readonly Entity[]): readonly SitePage[] {
  const own = documents.filter(hasPage);
  return own.map((entity, index) => ({
    page: entityPath(entity),
    entity,
    compose: composeDocumentPage(entity, { newer: own[index - 1], older: own[index + 1] }),
    ...(pageOf(entity).sitemap === false && { unlisted: true as const }),
  }));
}

const ownListPage = (kind: Kind): SitePage => ({
  page: listPath(kind)!,
  compose: (scope) => composeOwnList(kind, scope),
  ...(kind.page!.sitemap === false && { unlisted: true as const }),
});

/** Screens about the visitor or for navigation, not about the festival. */
const UNLISTED: readonly string[] = ['menu', 'auth', 'profile', 'favorites', 'search', 'localTicket', 'networkingScan'];

function screenPages(): readonly SitePage[] {
  const screens = NATIVE_SCREENS.flatMap((screen): readonly SitePage[] => {
    // These have pages of their own.
    if (screen === 'home' || screen === 'program' || screen === 'articles') return [];
    const compose = (scope: Scope): Composed =>
      screen === 'hosts' || screen === 'maps'
        ? composeList(screen, documentsOn(screen, scope.site), scope)
        : composeScreen(screen, scope);
    const unlisted = UNLISTED.includes(screen) && { unlisted: true as const };
    return [{ page: screenPath(screen), compose, ...unlisted }];
  });
  return [...screens, { page: PLACES, compose: composePlaces }];
}

/** Its path is derived from the query, so it depends on nothing else from the list. */
function selectionPage({ screen, query, path }: Selection): SitePage {
  const compose = (scope: Scope): Composed => {
    const result = runQuery(documentsOn(screen, scope.site), query, scope.site.timezone);
    return composeList(screen, result.type === 'found' ? result.entities : [], scope);
  };
  return { page: path, unlisted: true, compose };
}

function withoutDoublePaths(all: readonly SitePage[]): {
  readonly pages: readonly SitePage[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const pages = new Map<string, SitePage>();
  const diagnostics: Diagnostic[] = [];
  for (const page of all) {
    const taken = pages.get(page.page);
    if (!taken) pages.set(page.page, page);
    const document = (page.entity ?? taken?.entity)?.document;
    if (taken && document) {
      diagnostics.push(
        siteProblem('same-path', document.source.valueSpan(['$slug']), `there is already a page at ${page.page}`),
      );
    }
  }
  return { pages: [...pages.values()], diagnostics };
}
