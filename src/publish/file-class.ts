/**
 * Pages are what visitors and programs ask for by name: they point to assets, change in place, and vanish when they are
 * withdrawn. Assets are what pages load. A page must never be visible without its assets, so assets are published first
 * and removed last.
 */
const PAGES = /(?:^|\/)[^/.]+$|\.(?:html?|xml|atom|rss|ics|txt|md|json|webmanifest)$/i;

/** A name with the digest of the content never refers to anything else. */
const UNCHANGING = /\.[0-9a-f]{8,}\.\w+$/;

export const isPage = (path: string): boolean => isWorker(path) || (PAGES.test(path) && !UNCHANGING.test(path));

/** The service worker loads a whole build as soon as it is published, so it is published after everything else. */
export const isWorker = (path: string): boolean => path === 'sw.js';
