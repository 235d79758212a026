/** Destinations of navigators. A hidden document is not a destination: the caller shows the text without a link. */
import { assertNever } from '../../diagnostics/errors.ts';
import type { KindName } from '../../kinds/registry.ts';
import { Navigator } from '../../kinds/shapes/navigator.ts';
import type { Entity } from '../../model/broadcast.ts';
import { destinationOf } from '../../model/site-paths.ts';
import type { Text } from '../text/localise.ts';
import { ownTitle } from '../parts/page-fields.ts';
import type { Scope } from '../scope.ts';
import { selectionPath } from './selections.ts';
import { screenPath, type NativeScreen } from './urls.ts';

export interface Link {
  readonly href: string;
  readonly external: boolean;
  /** True if it links to the current page. */
  readonly current: boolean;
}

type Destination =
  | { readonly type: 'external'; readonly url: string }
  | { readonly type: 'screen'; readonly screen: NativeScreen; readonly path: string }
  | { readonly type: 'document'; readonly entity: Entity };

export function linkOf(navigator: Navigator | null | undefined, scope: Scope): Link | undefined {
  const destination = leadsTo(navigator, scope);
  return destination && linkTo(destination, scope);
}

/** The title of the destination itself, for labels that have no translation. */
export function titleOf(navigator: Navigator | null | undefined, scope: Scope): Text | undefined {
  const destination = leadsTo(navigator, scope);
  switch (destination?.type) {
    case 'screen':
      return { text: scope.strings.screens[destination.screen] };
    case 'document':
      return ownTitle(destination.entity, scope);
    case 'external':
    case undefined:
      return undefined;
    default:
      return assertNever(destination);
  }
}

function leadsTo(navigator: Navigator | null | undefined, { site }: Scope): Destination | undefined {
  if (!navigator) return undefined;
  const { url, nativeContent, query } = navigator;
  if (url) return { type: 'external', url };
  if (nativeContent) {
    const path = (query && selectionPath(nativeContent, query)) ?? screenPath(nativeContent);
    return { type: 'screen', screen: nativeContent, path };
  }
  const pointed = POINTERS.map(({ name, kind }) => ({ kind, pointer: navigator[name] }));
  const entity = firstOf(pointed, ({ kind, pointer }) => site.find(kind, pointer));
  return entity && { type: 'document', entity };
}

type PointerName = Exclude<keyof Navigator, 'url' | 'nativeContent' | 'query'>;

/** The fields of a navigator that name documents, with their kinds. */
const POINTERS = Object.entries(Navigator.schema.properties ?? {}).flatMap(([name, schema]) =>
  (schema['x-pointer'] ?? []).map((kind) => ({ name: name as PointerName, kind: kind as KindName })),
);

function firstOf<T, R>(all: readonly T[], find: (each: T) => R | undefined): R | undefined {
  for (const each of all) {
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

function linkTo(destination: Destination, scope: Scope): Link {
  switch (destination.type) {
    case 'external':
      return { href: destination.url, external: true, current: false };
    case 'screen':
      return internal(destination.path, scope);
    case 'document':
      return documentLink(destination.entity, scope);
    default:
      return assertNever(destination);
  }
}

export function documentLink(entity: Entity, scope: Scope): Link {
  const to = destinationOf(entity);
  return 'url' in to ? { href: to.url, external: true, current: false } : internal(to.path, scope);
}

export const internal = (path: string, scope: Scope): Link => ({
  href: scope.link(path),
  external: false,
  current: path === scope.page,
});
