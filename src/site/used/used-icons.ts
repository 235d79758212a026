import { isObject, type Path } from '../../values/json.ts';
import type { Entity } from '../../model/broadcast.ts';
import { shownValues } from './shown-values.ts';

/** An icon that visible content names, and where. Without a family it is from the theme's icon set. */
export interface UsedIcon {
  readonly family: string | undefined;
  readonly type: string;
  readonly by: Entity;
  readonly path: Path;
}

export const usedIcons = shownValues<UsedIcon>({
  isHeldBy: (_, shape) => shape === 'Icon',
  take({ shape, value, path }, by) {
    if (shape !== 'Icon' || !isObject(value) || typeof value['type'] !== 'string') return [];
    const family = typeof value['family'] === 'string' ? value['family'] : undefined;
    return [{ family, type: value['type'], by, path: [...path, 'type'] }];
  },
});
