/** Destinations of navigators. A hidden document is not a destination: the caller shows the text without a link. */
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

interface Destination {
  readonly link: Link;
  /** The title of the destination itself. A page of another site has none that is known. */
  readonly title?: () => Text | undefined;
}

export const linkOf = (navigator: Navigator | null | undefined, scope: Scope): Link | undefined =>
  destinationIn(navigator, scope)?.link;

/** The title of the destination, for labels that have no translation. */
export const titleOf = (navigator: Navigator | null | undefined, scope: Scope): Text | undefined =>
  destinationIn(navigator, scope)?.title?.();

function destinationIn(navigator: Navigator | null | undefined, scope: Scope): Destination | undefined {
  if (!navigator) return undefined;
  const { url, nativeContent, query } = navigator;
  if (url) return { link: external(url) };
  if (nativeContent) {
    const path = (query && selectionPath(nativeContent, query)) ?? screenPath(nativeContent);
    return { link: internal(path, scope), title: () => ({ text: scope.strings.screens[nativeContent] }) };
  }
  const entity = POINTERS.values()
    .map(({ name, kind }): Entity | undefined => scope.site.find(kind, navigator[name]))
    .find((found) => found !== undefined);
  return entity && { link: documentLink(entity, scope), title: () => ownTitle(entity, scope) };
}

type PointerName = Exclude<keyof Navigator, 'url' | 'nativeContent' | 'query'>;

/** The fields of a navigator that name documents, with their kinds. */
const POINTERS = Object.entries(Navigator.schema.properties ?? {}).flatMap(([name, schema]) =>
  (schema['x-pointer'] ?? []).map((kind) => ({ name: name as PointerName, kind: kind as KindName })),
);

export function documentLink(entity: Entity, scope: Scope): Link {
  const to = destinationOf(entity);
  return 'url' in to ? external(to.url) : internal(to.path, scope);
}

const external = (url: string): Link => ({ href: url, external: true, current: false });

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
