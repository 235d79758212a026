import { isObject } from '../diagnostics/json.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { fileSchema } from '../kinds/file-form.ts';
import { kindNamed } from '../kinds/registry.ts';
import type { Icon as IconRef } from '../kinds/shapes/tile.ts';
import { walk } from '../kinds/walk.ts';
import { siteProblem } from '../site/problems.ts';
import type { Site } from '../site/site.ts';
import { findIcon, neutralIcon } from './icons/find-icon.ts';
import type { Icon } from './icons/icon-set.ts';

/** The drawing that content names, in the theme's family where it names none. */
export function drawingOf({ family, type }: IconRef, site: Site): Icon {
  const found = findIcon({ family: family ?? site.root.theme?.iconFamily ?? null, type: type ?? '' });
  return 'missing' in found ? neutralIcon() : found;
}

const KINDS_WITH_ICONS = ['broadcast', 'page', 'session', 'host', 'category'] as const;

/** Every icon that no set has, at the place where it is written. */
export function unknownIcons(site: Site): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const kind of KINDS_WITH_ICONS) {
    const schema = fileSchema(kindNamed(kind));
    for (const { fields, document } of site.of(kind)) {
      walk(schema, fields as never, ({ shape, value, path }) => {
        if (shape !== 'Icon' || !isObject(value) || typeof value['type'] !== 'string') return;
        const family = typeof value['family'] === 'string' ? value['family'] : (site.root.theme?.iconFamily ?? null);
        const icon = findIcon({ family, type: value['type'] });
        if (!('missing' in icon)) return;
        const at = document.source.valueSpan([...path, 'type']);
        const suggestion = icon.nearest === undefined ? undefined : `did you mean ${icon.nearest}?`;
        found.push(
          siteProblem('unknown-icon', at, `${icon.missing.family} has no icon ${icon.missing.type}`, suggestion),
        );
      });
    }
  }
  return found;
}
