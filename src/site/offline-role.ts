/** How a worker keeps each type of page on the device of a visitor. */
import type { PageBody } from './pages/view.ts';

/**
 * `core`: after the first visit. `event`: likewise, unless there are too many. `rest`: if the visitor takes the whole event
 * offline. `never`: it is of no use there.
 */
export type OfflineRole = 'core' | 'event' | 'rest' | 'never';

export const OFFLINE_ROLES: Readonly<Record<PageBody['type'], OfflineRole>> = {
  home: 'core',
  offline: 'core',
  menu: 'core',
  programme: 'core',
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
  articles: 'rest',
  article: 'rest',
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
};
