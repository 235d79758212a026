import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Icon as IconRef } from '../kinds/shapes/tile.ts';
import { siteProblem } from '../site/problems.ts';
import type { Site } from '../site/site.ts';
import { usedIcons } from '../site/used/shown-values.ts';
import { findIcon, neutralIcon } from './icons/find-icon.ts';
import type { Icon } from './icons/icon-set.ts';

/** The icon that content names, from the theme's set if it names none. */
export function drawingOf({ family, type }: IconRef, site: Site): Icon {
  const found = findIcon({ family: family ?? site.root.theme?.iconFamily ?? null, type: type ?? '' });
  return 'missing' in found ? neutralIcon() : found;
}

/** Reports icons that do not exist in their set, at the place where they are written. */
export function unknownIcons(site: Site): readonly Diagnostic[] {
  const shared = site.root.theme?.iconFamily ?? null;
  return usedIcons(site).flatMap(({ family, type, by, path }) => {
    const icon = findIcon({ family: family ?? shared, type });
    if (!('missing' in icon)) return [];
    const at = by.document.source.valueSpan(path);
    const suggestion = icon.nearest === undefined ? undefined : `did you mean ${icon.nearest}?`;
    return [siteProblem('unknown-icon', at, `${icon.missing.family} has no icon ${icon.missing.type}`, suggestion)];
  });
}
