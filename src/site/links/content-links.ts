/** Resolves links inside texts for a page. */
import { assertNever } from '../../diagnostics/errors.ts';
import { destinationOf, asPagePath, namesLocale } from '../../model/site-paths.ts';
import { linkTarget } from '../../model/link-target.ts';
import { internal } from './navigator-links.ts';
import type { Scope } from '../scope.ts';

/** `from` is the document with the text. Undefined if the destination is hidden: only the words are shown. */
export function resolveLink(url: string, scope: Scope, from: string): string | undefined {
  const { site } = scope;
  const target = linkTarget(url, { from, isDocument: (address) => site.entity(address) !== undefined });
  switch (target.type) {
    case 'media':
      return scope.rootLink(`/${encodedPath(target.name)}`) + target.suffix;
    case 'page': {
      const path = encodedPath(asPagePath(target.path));
      return (namesLocale(target.path, site.locales) ? scope.rootLink(path) : scope.link(path)) + target.suffix;
    }
    case 'document': {
      const entity = site.entity(target.address)!;
      if (!entity.document.declaration.page) return url;
      if (!site.find(entity.kind, target.address)) return undefined;
      const to = destinationOf(entity);
      return 'url' in to ? to.url : internal(to.path, scope).href + target.suffix;
    }
    case 'outside':
    case 'anchor':
    case 'nothing':
      return url;
    default:
      return assertNever(target);
  }
}

/** The media file that a picture in a text names. */
export function namedMedia(url: string): string | undefined {
  const target = linkTarget(url, { from: '', isDocument: () => false });
  return target.type === 'media' ? target.name : undefined;
}

const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
