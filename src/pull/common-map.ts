/** Finds the map of new places. The target does not name it, and files without `$map` mean the first one. */
import type { Address } from '../content/document.ts';
import { isObject, type JsonObject } from '../values/json.ts';
import type { Broadcast } from '../model/broadcast.ts';
import { entitiesOf } from '../model/entities.ts';
import { sizeOf } from '../model/rules/broadcast/pins.ts';
import type { Unmanaged } from './unmanaged.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The first map with room for all of them; undefined if it is the first map anyway, or if there is none. */
export function mapOfPlaces(created: readonly Unmanaged[], broadcast: Broadcast): Address | undefined {
  const positions = created.flatMap(({ record }) => (record.kind === 'place' ? positionIn(record.fields) : []));
  const maps = [
    ...entitiesOf(broadcast, 'map').map((map) => ({
      address: map.address,
      size: sizeOf((name) => broadcast.media.get(name), map),
    })),
    ...created.flatMap(({ address, record }) =>
      record.kind === 'map' ? [{ address, size: sizeIn(record.fields) }] : [],
    ),
  ].sort((a, b) => (a.address < b.address ? -1 : 1));
  const roomy = maps.find(({ size }) => !size || positions.every(({ x, y }) => isWithin(x, y, size)));
  return roomy === maps[0] ? undefined : roomy?.address;
}

function positionIn({ coordinates }: JsonObject): readonly { x: number; y: number }[] {
  if (!isObject(coordinates)) return [];
  const { x, y } = coordinates;
  return typeof x === 'number' && typeof y === 'number' ? [{ x, y }] : [];
}

function sizeIn({ width, height }: JsonObject): Size | undefined {
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : undefined;
}

const isWithin = (x: number, y: number, { width, height }: Size): boolean =>
  x >= 0 && y >= 0 && x <= width && y <= height;
