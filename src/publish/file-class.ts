/**
 * Pages are what visitors and programs ask for by name: they point to assets, change in place, and vanish when they are
 * withdrawn. Assets are what pages load. A page must never be visible without its assets, so assets are published first
 * and removed last.
 */
const PAGES = /(?:^|\/)[^/.]+$|\.(?:html?|xml|atom|rss|ics|txt|md|json|webmanifest)$/i;

export const isPage = (path: string): boolean => PAGES.test(path);
