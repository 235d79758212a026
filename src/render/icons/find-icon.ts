import { nearest } from '../../diagnostics/nearest.ts';
import type { Icon as IconRef } from '../../kinds/shapes/tile.ts';
import { iconSet, type Icon, type IconSetName } from './icon-set.ts';

export interface MissingIcon {
  readonly missing: { readonly family: string; readonly type: string };
  /** The most likely intended name. */
  readonly nearest?: string;
}

const FAMILIES: readonly IconSetName[] = ['lucide', 'remix', 'hero'] satisfies NonNullable<IconRef['family']>[];
const DEFAULT_FAMILY = 'lucide';

/** Finds an icon by its name in content. If the family is missing or unknown, the theme's is used, or else lucide. */
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

/** Remix icons have names such as `map-pin-2-line`; a shorter name is completed. */
function completed(type: string, types: Iterable<string>): string | undefined {
  let shortest: string | undefined;
  for (const candidate of types) {
    if (!candidate.startsWith(`${type}-`)) continue;
    if (shortest === undefined || candidate.length < shortest.length) shortest = candidate;
  }
  return shortest;
}

/** The placeholder for an icon that does not exist. It keeps the layout of its tile. */
export const neutralIcon = (): Icon => iconSet('lucide').find('circle')!;
