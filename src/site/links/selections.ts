/**
 * A navigator may open a list filtered by a query, such as "the last ten articles". Each such list has its own page,
 * found by walking the content once. Its address is derived from the query, so it changes only with the query.
 */
import { isObject } from '../../values/json.ts';
import type { Navigator, Query } from '../../kinds/shapes/navigator.ts';
import { LISTS, type ListName } from '../../kinds/shown.ts';
import { shownValues } from '../used/shown-values.ts';
import type { Site } from '../site.ts';
import { screenPath, type NativeScreen } from './urls.ts';

/** The native screens that are lists. */
export type ListScreen = Extract<ListName, NativeScreen>;

export interface Selection {
  readonly screen: ListScreen;
  readonly query: Query;
  readonly path: string;
}

/** Undefined if the query has no effect: the screen is not a list, or the query selects all of it. */
export function selectionPath(screen: NativeScreen, query: Query): string | undefined {
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
