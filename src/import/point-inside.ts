/** One position for any geometry of GeoJSON: a point inside an area, the middle of a line. */
import { isObject, type Json } from '../values/json.ts';

/** Longitude and latitude. */
export type Position = readonly [number, number];
type Line = readonly Position[];

/** Undefined for a geometry without positions, or one with something else in their place. */
export function pointInside(geometry: Json | undefined): Position | undefined {
  if (!isObject(geometry)) return undefined;
  const { type, coordinates, geometries } = geometry;
  switch (type) {
    case 'Point':
      return positionOf(coordinates);
    case 'MultiPoint':
      return lineOf(coordinates)[0];
    case 'LineString':
      return middleOf(lineOf(coordinates));
    case 'MultiLineString':
      return middleOf(largest(listOf(coordinates, lineOf), lengthOf) ?? []);
    case 'Polygon':
      return insideOf(ringsOf(coordinates));
    case 'MultiPolygon':
      return insideOf(largest(listOf(coordinates, ringsOf), ([outer = []]) => Math.abs(areaOf(outer))) ?? []);
    case 'GeometryCollection':
      return listOf(geometries, (each) => pointInside(each))[0];
    default:
      return undefined;
  }
}

function positionOf(value: Json | undefined): Position | undefined {
  if (!Array.isArray(value)) return undefined;
  const [longitude, latitude] = value as readonly Json[];
  return Number.isFinite(longitude) && Number.isFinite(latitude) ? [Number(longitude), Number(latitude)] : undefined;
}

/** Those that can be read. */
const listOf = <T>(value: Json | undefined, read: (each: Json) => T | undefined): readonly T[] =>
  Array.isArray(value) ? value.map((each: Json) => read(each)).filter((each) => each !== undefined) : [];

const lineOf = (value: Json | undefined): Line => listOf(value, positionOf);
const ringsOf = (value: Json | undefined): readonly Line[] => listOf(value, lineOf).filter((ring) => ring.length > 0);

const largest = <T>(all: readonly T[], sizeOf: (each: T) => number): T | undefined =>
  all.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];

/** Each position with the one after it. */
const sidesOf = (line: Line): readonly (readonly [Position, Position])[] =>
  line.slice(1).map((to, index) => [line[index]!, to]);

const distance = ([a, b]: Position, [c, d]: Position): number => Math.hypot(c - a, d - b);
const lengthOf = (line: Line): number => sidesOf(line).reduce((sum, [from, to]) => sum + distance(from, to), 0);

function middleOf(line: Line): Position | undefined {
  let left = lengthOf(line) / 2;
  for (const [from, to] of sidesOf(line)) {
    const length = distance(from, to);
    if (length > 0 && length >= left) {
      const share = left / length;
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    }
    left -= length;
  }
  return line[0];
}

const areaOf = (ring: Line): number => sidesOf(ring).reduce((sum, [[a, b], [c, d]]) => sum + (a * d - c * b) / 2, 0);

/** In the middle of the widest part at the height of the centre: the centre itself may be in a hole or in a bay. */
function insideOf(rings: readonly Line[]): Position | undefined {
  const [outer] = rings;
  if (!outer) return undefined;
  const latitudes = outer.map(([, latitude]) => latitude).sort((a, b) => a - b);
  const height = (latitudes[0]! + latitudes.at(-1)!) / 2;
  const crossings = rings
    .flatMap((ring) => sidesOf(ring))
    .filter(([[, b], [, d]]) => b > height !== d > height)
    .map(([[a, b], [c, d]]) => a + ((height - b) / (d - b)) * (c - a))
    .sort((a, b) => a - b);
  const parts = sidesOf(crossings.map((longitude): Position => [longitude, height])).filter(
    (_, index) => index % 2 === 0,
  );
  const widest = largest(parts, ([from, to]) => to[0] - from[0]);
  return widest ? [(widest[0][0] + widest[1][0]) / 2, height] : outer[0];
}
