/** Which pages a worker keeps after the first visit: those with the lowest number first, until there is no more room. */
import { screenPath } from './links/urls.ts';
import type { PageBody, SitePage } from './pages/view.ts';

/** Undefined: only if the visitor opens it. */
export type OfflineRank = number | undefined;

/** Data of the programme has few files. It comes before the pages of which a site may have many. */
export const DATA_RANK = 5;
/** The words of a small site. The words of a large one would take the place of pages: there a search needs a network. */
export const SEARCH_RANK = 7;

const RANKS: { readonly [Type in PageBody['type']]?: number } = {
  offline: 0,
  home: 1,
  favorites: 2,
  maps: 3,
  map: 3,
  places: 4,
  menu: 7,
  place: 9,
};

export function offlineRank({ entity, page: path }: Pick<SitePage, 'entity' | 'page'>, type: PageBody['type']) {
  // Of a large programme, the days; its lists by place and category are too many.
  if (type === 'programme') return path === screenPath('program') ? 2 : /\d\/$/.test(path) ? 8 : undefined;
  const page = entity?.document.declaration.page;
  // Free pages say how to get there, what is accessible, where to eat: what people look up on the way.
  return page?.list === 'pages' ? 6 : RANKS[page?.view ?? type];
}
