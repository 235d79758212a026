/** Maps a URL to a file of a site, in the way static hosts agree on. */
import { ifPossible } from '../../values/if-possible.ts';
import { isSitePath } from '../../values/site-file.ts';

type Target =
  | { readonly type: 'file'; readonly path: string }
  /** The URL of a folder without its slash: its page has relative links, which would be wrong from here. */
  | { readonly type: 'redirect'; readonly location: string }
  | { readonly type: 'missing' };

const MISSING: Target = { type: 'missing' };

/** `has`: true if the site has a file, by its decoded path from the root. */
export function targetOf(pathname: string, has: (path: string) => boolean): Target {
  const path = decoded(pathname)?.slice(1);
  if (path === undefined) return MISSING;
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  if (!isSitePath(file)) return MISSING;
  if (has(file)) return { type: 'file', path: file };
  if (!has(`${file}/index.html`)) return MISSING;
  return { type: 'redirect', location: `${encodeURIComponent(file.split('/').at(-1)!)}/` };
}

export const decoded = (pathname: string): string | undefined => ifPossible(() => decodeURIComponent(pathname));

/** The URL of a page's file: `program/index.html` is `/program/`. */
export const addressOf = (file: string): string =>
  `/${file
    .replace(/(^|\/)index\.html$/, '$1')
    .split('/')
    .map(encodeURIComponent)
    .join('/')}`;

/** A redirect keeps the query of the request, before a fragment, unless it leads to an address that has one. */
export const withQuery = (location: string, search: string): string =>
  location.includes('?') ? location : location.replace(/#|$/, (end) => search + end);
