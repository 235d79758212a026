// A page that must be loaded again while somebody edits opens the same view and document at the same place.
const KEY = 'gitcast.dev.edited';

/** @typedef {{ path: (string | number)[], text: string, unsaved?: { was?: any }, start?: number, end?: number }} Focus */
/** @typedef {{ view: string, shown?: any, address?: string, locale?: string, scroll: number, focus?: Focus }} Kept */

/** @param {Kept} place */
export function keepPlace(place) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...place, href: location.href }));
  } catch {
    // Without storage, the form starts at its top.
  }
}

/** @returns {Kept | undefined} undefined on another page */
export function keptPlace() {
  try {
    const place = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    sessionStorage.removeItem(KEY);
    return place.href === location.href && place.view !== undefined ? place : undefined;
  } catch {
    return undefined;
  }
}
