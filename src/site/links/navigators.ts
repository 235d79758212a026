/** Destinations of navigators. A hidden document is not a destination: the caller shows the text without a link. */
import { assertNever } from '../../diagnostics/errors.ts';
import type { KindName } from '../../kinds/registry.ts';
import { Navigator, type Query } from '../../kinds/shapes/navigator.ts';
import { LISTS, type ListName } from '../../kinds/shown.ts';
import type { Entity } from '../../model/broadcast.ts';
import { destinationOf } from '../../model/site-paths.ts';
import { isObject } from '../../values/json.ts';
import { ownTitle } from '../parts/page-fields.ts';
import type { Scope } from '../scope.ts';
import type { Site } from '../site.ts';
import type { Text } from '../text/localise.ts';
import { shownValues } from '../used/shown-values.ts';
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

/** The native screens that are lists. */
export type ListScreen = Extract<ListName, NativeScreen>;

/**
 * A navigator may open a list filtered by a query, such as "the last ten articles". Each such list has its own page,
 * found by walking the content once. Its address is derived from the query, so it changes only with the query.
 */
export interface Selection {
  readonly screen: ListScreen;
  readonly query: Query;
  readonly path: string;
}

/** Undefined if the query has no effect: the screen is not a list, or the query selects all of it. */
function selectionPath(screen: NativeScreen, query: Query): string | undefined {
  if (!isListScreen(screen) || takesAll(query)) return undefined;
  return `${screenPath(screen)}selection-${shortName(JSON.stringify(query))}/`;
}

export function selectionsOf(site: Site): readonly Selection[] {
  const found = new Map<string, Selection>();
  for (const { nativeContent, query } of navigatorsOf(site)) {
    const path = nativeContent && query ? selectionPath(nativeContent, query) : undefined;
    if (path !== undefined) found.set(path, { screen: nativeContent as ListScreen, query: query!, path });
  }
  return [...found.values()];
}

const navigatorsOf = shownValues<Navigator>({
  isHeldBy: (_, shape) => shape === 'Navigator',
  take: ({ shape, value }) => (shape === 'Navigator' && isObject(value) ? [value as Navigator] : []),
});

const isListScreen = (screen: NativeScreen): screen is ListScreen => (LISTS as readonly string[]).includes(screen);

const takesAll = ({ filters, skip, limit, sort }: Query): boolean =>
  !filters?.length && !skip && (limit == null || limit === -1) && Object.keys(sort ?? {}).length === 0;

/** FNV-1a: sufficient for a handful of queries. */
function shortName(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}
