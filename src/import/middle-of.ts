/** One position for any geometry of GeoJSON: the middle of its first line or area. */
import { isObject, type Json } from '../values/json.ts';
import { listOf } from './entry.ts';
import type { Position } from './map-image.ts';

/** Undefined for a geometry without positions, or one with something else in their place. */
export function middleOf(geometry: Json | undefined): Position | undefined {
  if (!isObject(geometry)) return undefined;
  const { type, coordinates, geometries } = geometry;
  if (type === 'GeometryCollection') return middleOf(listOf(geometries)[0]);
  const points = firstLineIn(coordinates);
  if (String(type).endsWith('LineString')) return points[Math.floor(points.length / 2)];
  const between = (axis: 0 | 1): number => {
    const sorted = points.map((point) => point[axis]).sort((a, b) => a - b);
    return (sorted[0]! + sorted.at(-1)!) / 2;
  };
  return points.length === 0 ? undefined : [between(0), between(1)];
}

/** The line itself, the first of several, or the outer edge of an area. */
function firstLineIn(value: Json | undefined): readonly Position[] {
  const [first, second] = listOf(value);
  if (Number.isFinite(first)) return Number.isFinite(second) ? [[Number(first), Number(second)]] : [];
  const isLine = Array.isArray(first) && Number.isFinite(first[0]);
  return isLine ? listOf(value).flatMap((each) => firstLineIn(each)) : Array.isArray(first) ? firstLineIn(first) : [];
}
