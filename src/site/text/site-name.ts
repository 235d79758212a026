import type { Scope } from '../scope.ts';

/** The name of the site. Without a broadcast.yaml it is the site's address, or else the title of the home screen. */
export function siteName({ site, strings }: Scope): string {
  if (site.root.name !== '') return site.root.name;
  return site.url === undefined ? strings.screens.home : new URL(site.url).host;
}
