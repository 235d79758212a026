import { diagnose, wholeFile, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { isObject, type JsonObject } from '../../../values/json.ts';
import type { MediaFile } from '../../../content/document.ts';
import type { Entity } from '../../broadcast.ts';
import type { Typed } from '../../entities.ts';
import type { BroadcastRule, Problems } from '../rule.ts';

export const pins: BroadcastRule = {
  codes: ['pin-outside-map'],
  check({ entities, byKind, media }) {
    const maps = (byKind.get('map') ?? []) as readonly Typed<'map'>[];
    return [...entities.values()].flatMap((entity) => {
      const { pin } = entity.document.declaration.page ?? {};
      const position = pin && entity.fields[pin.coordinates];
      if (!isObject(position)) return [];
      const named = pin?.map === undefined ? entity.local.map : String(entity.fields[pin.map] ?? '');
      const map = maps.find(({ address }) => address === (named ?? maps[0]?.address));
      return map ? checkPin(entity, position, { map, size: sizeOf((name) => media.get(name), map) }) : [];
    });
  },
};

interface SizedMap {
  readonly map: Entity;
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

function checkPin(entity: Entity, position: JsonObject, { map, size }: SizedMap): readonly Diagnostic[] {
  const axes = size
    ? ([
        ['x', size.width],
        ['y', size.height],
      ] as const)
    : [];
  return axes.flatMap(([axis, most]): Problems => {
    const value = position[axis];
    if (typeof value !== 'number' || (value >= 0 && value <= most)) return [];
    const { source, declaration } = entity.document;
    const pin = declaration.page!.pin!;
    return diagnose(
      'pin-outside-map',
      source.valueSpan([pin.coordinates, axis]),
      `${axis} must be between 0 and ${most}, but is ${value}`,
      {
        notes: [
          {
            message: `${map.address} is ${size!.width} × ${size!.height} pixels`,
            at: wholeFile(map.document.source.file),
          },
        ],
        suggestion:
          pin.map === undefined
            ? 'correct it, or name the map of this place with `$map`'
            : `correct it, or \`${pin.map}\``,
      },
    );
  });
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
