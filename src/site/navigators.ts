/** Where a tap leads. What visitors may not see is no destination: the caller shows the words without a link. */
import type { Navigator } from '../kinds/shapes/navigator.ts';
import type { Typed } from '../model/entities.ts';
import type { Text } from './localise.ts';
import type { Scope } from './scope.ts';
import { selectionPath } from './selections.ts';
import { entityPath, screenPath, type NativeScreen } from './urls.ts';

export interface Link {
  readonly href: string;
  readonly external: boolean;
  /** Whether it is the page one is on. */
  readonly current: boolean;
}

type Linkable = Typed<'article' | 'page' | 'session' | 'host' | 'interestPoint' | 'map' | 'event' | 'place'>;

type Destination =
  | { readonly type: 'external'; readonly url: string }
  | { readonly type: 'screen'; readonly screen: NativeScreen; readonly path: string }
  | { readonly type: 'document'; readonly entity: Linkable };

export function linkOf(navigator: Navigator | null | undefined, scope: Scope): Link | undefined {
  const destination = destinationOf(navigator, scope);
  return destination && linkTo(destination, scope);
}

/** The title of the destination itself, for labels that have no translation. */
export function titleOf(navigator: Navigator | null | undefined, scope: Scope): Text | undefined {
  const destination = destinationOf(navigator, scope);
  switch (destination?.type) {
    case 'screen':
      return { text: scope.strings.screens[destination.screen] };
    case 'document':
      return scope.localised(destination.entity).text('title' as never);
    default:
      return undefined;
  }
}

function destinationOf(navigator: Navigator | null | undefined, { site }: Scope): Destination | undefined {
  if (!navigator) return undefined;
  const { url, nativeContent, query } = navigator;
  if (url) return { type: 'external', url };
  if (nativeContent) {
    const path = (query && selectionPath(nativeContent, query)) ?? screenPath(nativeContent);
    return { type: 'screen', screen: nativeContent, path };
  }
  const entity =
    site.find('article', navigator.broadcastArticleId) ??
    site.find('page', navigator.broadcastPageId) ??
    site.find('session', navigator.broadcastSessionId) ??
    site.find('host', navigator.broadcastHostId) ??
    site.find('interestPoint', navigator.broadcastInterestPointId) ??
    site.find('map', navigator.broadcastMapId);
  return entity && { type: 'document', entity: entity as Linkable };
}

function linkTo(destination: Destination, scope: Scope): Link {
  switch (destination.type) {
    case 'external':
      return { href: destination.url, external: true, current: false };
    case 'screen':
      return internal(destination.path, scope);
    case 'document':
      return documentLink(destination.entity, scope);
  }
}

/** A page with `url` is a link to it; a page with `nativeContent` is that screen. */
export function documentLink(entity: Pick<Linkable, 'kind' | 'address' | 'local' | 'fields'>, scope: Scope): Link {
  if (entity.kind === 'page') {
    const { url, nativeContent } = entity.fields as Typed<'page'>['fields'];
    if (url) return { href: url, external: true, current: false };
    if (nativeContent) return internal(screenPath(nativeContent), scope);
  }
  return internal(entityPath(entity), scope);
}

export const internal = (path: string, scope: Scope): Link => ({
  href: scope.link(path),
  external: false,
  current: path === scope.page,
});
