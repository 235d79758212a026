/** Links that authors write inside of texts: documents and media by their names here, pages by their path. */
import type { KindName } from '../kinds/registry.ts';
import { documentLink } from './navigators.ts';
import type { Scope } from './scope.ts';

const PAGED: readonly KindName[] = ['event', 'session', 'host', 'article', 'page', 'place', 'interestPoint', 'map'];

/** Undefined for what visitors may not see: only the words stay. */
export function resolveLink(url: string, scope: Scope): string | undefined {
  const [path = '', fragment] = url.split('#');
  if (path === '' || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(path)) return url;
  const hash = fragment === undefined ? '' : `#${fragment}`;
  if (path.startsWith('media/')) return scope.rootLink(`/${path}`);
  if (path.startsWith('/')) return scope.link(path) + hash;
  const address = path
    .replace(/^(?:\.{1,2}\/)+/, '')
    .replace(/\.(?:md|yaml)$/, '')
    .replace(/\/$/, '');
  const target = scope.site.entity(address);
  if (!target || !PAGED.includes(target.kind)) return url;
  const visible = scope.site.find(target.kind, address);
  return visible && documentLink(visible as never, scope).href + hash;
}
