import { onceEach } from '../values/once-each.ts';
import { oncePer } from '../values/once-per.ts';
import type { Site } from './site.ts';

/** A value that many files of the site need, computed once for a site and a key such as a language. */
export function oncePerSite<T, Key = void>(work: (site: Site, key: Key) => T): (site: Site, key: Key) => T {
  const values = oncePer((site: Site) => onceEach((key: Key) => work(site, key)));
  return (site, key) => values(site)(key);
}
