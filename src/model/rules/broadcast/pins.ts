import { diagnose, wholeFile, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { isObject, type Json } from '../../../values/json.ts';
import type { Address, MediaFile } from '../../../content/document.ts';
import type { Typed } from '../../entities.ts';
import type { BroadcastRule, ComparedContent, Problems } from '../rule.ts';

/** `map`: null for the first. */
type Pinned = { readonly x: Json; readonly y: Json; readonly map: string | null };
/** A map, by what decides its size. */
type Sized = { readonly size: readonly Json[] };

export const pins: BroadcastRule<Pinned | Sized> = {
  codes: ['pin-outside-map'],
  compares({ kind, fields, local, document }) {
    if (kind === 'map') return { size: [fields['width'] ?? null, fields['height'] ?? null, fields['media'] ?? null] };
    const { pin } = document.declaration.page ?? {};
    const position = pin && fields[pin.coordinates];
    if (!isObject(position)) return undefined;
    const map = pin?.map === undefined ? local.map : String(fields[pin.map] ?? '');
    return { x: position['x'] ?? null, y: position['y'] ?? null, map: map ?? null };
  },
  check(documents, content) {
    const maps = documents.filter(({ values }) => 'size' in values).map(({ address }) => address);
    return documents.flatMap(({ address, values }) => {
      if ('size' in values) return [];
      const map = values.map ?? maps[0];
      return map !== undefined && maps.includes(map) ? checkPin(address, values, map, content) : [];
    });
  },
};

function checkPin(
  address: Address,
  position: Pinned,
  map: Address,
  { entityAt, media }: ComparedContent,
): readonly Diagnostic[] {
  const size = sizeOf((name) => media.get(name), entityAt(map) as Typed<'map'>);
  const axes = size
    ? ([
        ['x', size.width],
        ['y', size.height],
      ] as const)
    : [];
  return axes.flatMap(([axis, most]): Problems => {
    const value = position[axis];
    if (typeof value !== 'number' || (value >= 0 && value <= most)) return [];
    const { source, declaration } = entityAt(address).document;
    const pin = declaration.page!.pin!;
    const mapFile = entityAt(map).document.source.file;
    return diagnose(
      'pin-outside-map',
      source.valueSpan([pin.coordinates, axis]),
      `${axis} must be between 0 and ${most}, but is ${value}`,
      {
        notes: [{ message: `${map} is ${size!.width} × ${size!.height} pixels`, at: wholeFile(mapFile) }],
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
