import { isObject, type Path } from '../diagnostics/json.ts';
import { fileSchema } from '../kinds/file-form.ts';
import { kindNamed } from '../kinds/registry.ts';
import { walk } from '../kinds/walk.ts';
import type { Entity } from '../model/broadcast.ts';
import { perEntity } from '../model/per-entity.ts';
import type { Site } from './site.ts';

/** An icon that visible content names, and where. Without a family it is of the theme's. */
export interface UsedIcon {
  readonly family: string | undefined;
  readonly type: string;
  readonly by: Entity;
  readonly path: Path;
}

const KINDS = ['broadcast', 'page', 'session', 'host', 'category'] as const;

export const usedIcons = (site: Site): readonly UsedIcon[] =>
  KINDS.flatMap((kind) => (site.of(kind) as unknown as readonly Entity[]).flatMap(namedBy));

const namedBy = perEntity((by): readonly UsedIcon[] => {
  const icons: UsedIcon[] = [];
  walk(fileSchema(kindNamed(by.kind)), by.fields, ({ shape, value, path }) => {
    if (shape !== 'Icon' || !isObject(value) || typeof value['type'] !== 'string') return;
    const family = typeof value['family'] === 'string' ? value['family'] : undefined;
    icons.push({ family, type: value['type'], by, path: [...path, 'type'] });
  });
  return icons;
});
