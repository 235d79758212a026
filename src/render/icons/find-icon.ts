import { nearest } from '../../diagnostics/nearest.ts';
import type { Icon as IconRef } from '../../kinds/shapes/tile.ts';
import { iconSet, type Icon, type IconSetName } from './icon-set.ts';

export interface MissingIcon {
  readonly missing: { readonly family: string; readonly type: string };
  /** The name that was probably meant. */
  readonly nearest?: string;
}

const FAMILIES: readonly IconSetName[] = ['lucide', 'remix', 'hero'] satisfies NonNullable<IconRef['family']>[];
const DEFAULT_FAMILY = 'lucide';

/** An icon as content names it. A family that is unknown or not named is the one that the theme has, or lucide. */
export function findIcon({
  family,
  type,
}: {
  readonly family?: string | null;
  readonly type: string;
}): Icon | MissingIcon {
  const name = FAMILIES.find((known) => known === family) ?? DEFAULT_FAMILY;
  const set = iconSet(name);
  const icon = set.find(type) ?? set.find(type.toLowerCase());
  if (icon) return icon;
  const suggestion =
    (set.find(`${type}-line`) ? `${type}-line` : completed(type, set.types())) ?? nearest(type, set.types());
  return { missing: { family: name, type }, ...(suggestion !== undefined && { nearest: suggestion }) };
}

/** Remix names its drawings `map-pin-2-line`, of which many remember the beginning only. */
function completed(type: string, types: Iterable<string>): string | undefined {
  let shortest: string | undefined;
  for (const candidate of types) {
    if (!candidate.startsWith(`${type}-`)) continue;
    if (shortest === undefined || candidate.length < shortest.length) shortest = candidate;
  }
  return shortest;
}

/** In the place of an icon that does not exist: it says nothing, but it keeps the tile in shape. */
export const neutralIcon = (): Icon => iconSet('lucide').find('circle')!;
