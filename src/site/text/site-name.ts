import type { Scope } from '../scope.ts';

/** What the site is called. A folder without a broadcast yet is called by its address, or by what a visitor sees first. */
export function siteName({ site, strings }: Scope): string {
  if (site.root.name !== '') return site.root.name;
  return site.url === undefined ? strings.screens.home : new URL(site.url).host;
}
