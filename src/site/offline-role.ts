/** How a worker keeps each type of page on the device of a visitor. */
import type { PageBody, SitePage } from './pages/view.ts';

/**
 * `core`: after the first visit. `event`, `calendar`, `index` (of the search) and `article` (if it is new): likewise, unless
 * there is too much of them. `rest`: if the visitor takes the whole event offline. `never`: it is of no use there.
 */
export type OfflineRole = 'core' | 'event' | 'calendar' | 'index' | 'article' | 'rest' | 'never';

const ROLES: Readonly<Record<PageBody['type'], OfflineRole>> = {
  home: 'core',
  offline: 'core',
  menu: 'core',
  programme: 'core',
  programmeGrid: 'core',
  changes: 'core',
  event: 'event',
  favorites: 'core',
  search: 'core',
  maps: 'core',
  map: 'core',
  places: 'core',
  place: 'core',
  hosts: 'core',
  host: 'event',
  campaigns: 'core',
  contact: 'core',
  articles: 'article',
  article: 'article',
  document: 'rest',
  list: 'rest',
  meteo: 'rest',
  networkingForms: 'rest',
  auth: 'never',
  profile: 'never',
  localTicket: 'never',
  networkingScan: 'never',
  notFound: 'never',
  gallery: 'never',
  embed: 'never',
  kiosk: 'rest',
  paper: 'never',
  booklet: 'never',
  poster: 'never',
  signs: 'never',
};

/** A kind may name its own template, which is then the type of its pages; what they show is still that of its view. */
export function offlineRole({ entity }: Pick<SitePage, 'entity'>, type: PageBody['type']): OfflineRole {
  const page = entity?.document.declaration.page;
  if (!page) return ROLES[type];
  if (page.programme) return ROLES.event;
  // Free pages say how to get there, what is accessible, where to eat: what people look up on the way.
  return page.list === 'pages' ? 'core' : ROLES[page.view ?? 'document'];
}
