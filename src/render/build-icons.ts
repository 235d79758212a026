import { isObject, type Path } from '../diagnostics/json.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { fileSchema } from '../kinds/file-form.ts';
import { kindNamed } from '../kinds/registry.ts';
import type { Icon as IconRef } from '../kinds/shapes/tile.ts';
import { walk } from '../kinds/walk.ts';
import { perEntity } from '../site/per-entity.ts';
import { siteProblem } from '../site/problems.ts';
import type { Entity, Site } from '../site/site.ts';
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
  const shared = site.root.theme?.iconFamily ?? null;
  const entities = KINDS_WITH_ICONS.flatMap((kind) => site.of(kind) as unknown as readonly Entity[]);
  return entities.flatMap((entity) =>
    iconsOf(entity).flatMap(({ family, type, path }) => {
      const icon = findIcon({ family: family ?? shared, type });
      if (!('missing' in icon)) return [];
      const at = entity.document.source.valueSpan(path);
      const suggestion = icon.nearest === undefined ? undefined : `did you mean ${icon.nearest}?`;
      return [siteProblem('unknown-icon', at, `${icon.missing.family} has no icon ${icon.missing.type}`, suggestion)];
    }),
  );
}

const iconsOf = perEntity(({ kind, fields }) => {
  const icons: { readonly family: string | undefined; readonly type: string; readonly path: Path }[] = [];
  walk(fileSchema(kindNamed(kind)), fields, ({ shape, value, path }) => {
    if (shape !== 'Icon' || !isObject(value) || typeof value['type'] !== 'string') return;
    const family = typeof value['family'] === 'string' ? value['family'] : undefined;
    icons.push({ family, type: value['type'], path: [...path, 'type'] });
  });
  return icons;
});
