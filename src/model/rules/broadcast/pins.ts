import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Path } from '../../../diagnostics/json.ts';
import type { MediaFile } from '../../../content/document.ts';
import type { Broadcast, Entity } from '../../broadcast.ts';
import { entitiesOf, entityAt, type Typed } from '../../entities.ts';
import type { BroadcastRule } from '../rule.ts';

export const pins: BroadcastRule = {
  codes: ['pin-outside-map'],
  check(broadcast) {
    const [firstMap] = entitiesOf(broadcast, 'map');
    const places = entitiesOf(broadcast, 'place').flatMap((place) => {
      const map = place.local.map === undefined ? firstMap : entityAt(broadcast, 'map', place.local.map);
      return checkPin(broadcast, place as never, place.fields.coordinates, map);
    });
    const points = entitiesOf(broadcast, 'interestPoint').flatMap((point) =>
      checkPin(
        broadcast,
        point as never,
        point.fields.coordinates,
        entityAt(broadcast, 'map', point.fields.mapId ?? ''),
      ),
    );
    return [...places, ...points];
  },
};

interface Position {
  readonly x?: number | null | undefined;
  readonly y?: number | null | undefined;
}

function checkPin(
  broadcast: Broadcast,
  entity: Entity,
  position: Position | null | undefined,
  map: Typed<'map'> | undefined,
): readonly Diagnostic[] {
  const size = map && sizeOf((name) => broadcast.media.get(name), map);
  if (!position || !map || !size) return [];
  const outside = (axis: 'x' | 'y', most: number): readonly Diagnostic[] => {
    const value = position[axis];
    if (typeof value !== 'number' || (value >= 0 && value <= most)) return [];
    const path: Path = ['coordinates', axis];
    return [
      diagnose(
        'pin-outside-map',
        entity.document.source.valueSpan(path),
        `${axis} must lie between 0 and ${most}, and is ${value}`,
        {
          notes: [{ message: `${map.address} is ${size.width} × ${size.height} pixels` }],
          suggestion:
            entity.kind === 'place' ? 'correct it, or say with `$map` on which map it lies' : 'correct it, or `mapId`',
        },
      ),
    ];
  };
  return [...outside('x', size.width), ...outside('y', size.height)];
}

/** The size that the map states, else that of its image; unknown for an image elsewhere. */
export function sizeOf(
  mediaNamed: (name: string) => MediaFile | undefined,
  { fields }: Typed<'map'>,
): { width: number; height: number } | undefined {
  const { width, height, media } = fields;
  if (width && height) return { width, height };
  const url = typeof media === 'string' ? media : media?.url;
  return url === undefined ? undefined : mediaNamed(url)?.imageSize();
}
