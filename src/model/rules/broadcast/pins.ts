import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { isObject, type Path } from '../../../values/json.ts';
import type { KindName } from '../../../kinds/registry.ts';
import type { Pin } from '../../../kinds/shown.ts';
import type { MediaFile } from '../../../content/document.ts';
import type { Broadcast, Entity } from '../../broadcast.ts';
import { entitiesOf, entityAt, type Typed } from '../../entities.ts';
import type { BroadcastRule, Problems } from '../rule.ts';

export const pins: BroadcastRule = {
  codes: ['pin-outside-map'],
  // A pin is on the map that it names, or on the first.
  compares({ fields, document }) {
    const { pin } = document.declaration.page ?? {};
    return pin && isObject(fields[pin.coordinates]) ? { seeks: ['map'] } : {};
  },
  check: (broadcast) =>
    broadcast.kinds.flatMap(({ name, page }) => {
      const pin = page?.pin;
      if (!pin) return [];
      const pinned = broadcast.byKind.get(name as KindName) ?? [];
      return pinned.flatMap((entity) => checkPin(entity, pin, broadcast));
    }),
};

function checkPin(entity: Entity, pin: Pin, broadcast: Broadcast): readonly Diagnostic[] {
  const position = entity.fields[pin.coordinates];
  const map = mapOf(entity, pin, broadcast);
  const size = map && sizeOf((name) => broadcast.media.get(name), map);
  if (!isObject(position) || !map || !size) return [];
  const outside = ([axis, most]: readonly ['x' | 'y', number]): Problems => {
    const value = position[axis];
    if (typeof value !== 'number' || (value >= 0 && value <= most)) return [];
    const path: Path = [pin.coordinates, axis];
    return diagnose(
      'pin-outside-map',
      entity.document.source.valueSpan(path),
      `${axis} must be between 0 and ${most}, but is ${value}`,
      {
        notes: [{ message: `${map.address} is ${size.width} × ${size.height} pixels` }],
        suggestion:
          pin.map === undefined
            ? 'correct it, or name the map of this place with `$map`'
            : `correct it, or \`${pin.map}\``,
      },
    );
  };
  return (
    [
      ['x', size.width],
      ['y', size.height],
    ] as const
  ).flatMap(outside);
}

function mapOf(entity: Entity, pin: Pin, broadcast: Broadcast): Typed<'map'> | undefined {
  const address = pin.map === undefined ? entity.local.map : String(entity.fields[pin.map] ?? '');
  return address === undefined ? entitiesOf(broadcast, 'map')[0] : entityAt(broadcast, 'map', address);
}

/** The size that the map states, otherwise that of its image; unknown for an image elsewhere. */
export function sizeOf(
  mediaNamed: (name: string) => MediaFile | undefined,
  { fields }: Typed<'map'>,
): { width: number; height: number } | undefined {
  const { width, height, media } = fields;
  if (width && height) return { width, height };
  const url = typeof media === 'string' ? media : media?.url;
  return url === undefined ? undefined : mediaNamed(url)?.imageSize();
}
