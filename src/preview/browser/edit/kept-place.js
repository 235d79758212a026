// A page that must be loaded again while somebody edits opens the same document at the same place.
const KEY = 'gitcast.dev.edited';

/** @param {{ address?: string, locale?: string, scroll: number }} place */
export function keepPlace(place) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...place, href: location.href }));
  } catch {
    // Without storage, the form starts at its top.
  }
}

/** @returns {{ address?: string, locale?: string, scroll: number } | undefined} on another page: undefined */
export function keptPlace() {
  try {
    const place = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    sessionStorage.removeItem(KEY);
    return place.href === location.href ? place : undefined;
  } catch {
    return undefined;
  }
}
