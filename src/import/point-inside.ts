/** One position for any geometry of GeoJSON: a point inside an area, one in the middle of a line. */
import { isObject, type Json } from '../values/json.ts';
import { listOf } from './entry.ts';

/** Longitude and latitude. */
export type Position = readonly [number, number];
type Line = readonly Position[];

/** Of several lines or areas, the first that can be read. */
const READERS: Readonly<Record<string, (coordinates: Json | undefined) => Position | undefined>> = {
  Point: positionOf,
  MultiPoint: (coordinates) => lineOf(coordinates)[0],
  LineString: (coordinates) => middleOf(lineOf(coordinates)),
  MultiLineString: (coordinates) => readEach(coordinates, (each) => middleOf(lineOf(each)))[0],
  Polygon: (coordinates) => insideOf(listOf(coordinates).map(lineOf)),
  MultiPolygon: (coordinates) => readEach(coordinates, (each) => insideOf(listOf(each).map(lineOf)))[0],
};

/** Undefined for a geometry without positions, or one with something else in their place. */
export function pointInside(geometry: Json | undefined): Position | undefined {
  if (!isObject(geometry)) return undefined;
  const { type, coordinates, geometries } = geometry;
  if (type === 'GeometryCollection') return readEach(geometries, pointInside)[0];
  return typeof type === 'string' && Object.hasOwn(READERS, type) ? READERS[type]!(coordinates) : undefined;
}

/** Those that can be read. */
const readEach = (value: Json | undefined, read: (each: Json) => Position | undefined): Line =>
  listOf(value)
    .map((each) => read(each))
    .filter((each) => each !== undefined);

const lineOf = (value: Json | undefined): Line => readEach(value, positionOf);

function positionOf(value: Json | undefined): Position | undefined {
  const [longitude, latitude] = listOf(value);
  return Number.isFinite(longitude) && Number.isFinite(latitude) ? [Number(longitude), Number(latitude)] : undefined;
}

/** Of a line with an even number of points, between the two in the middle. */
function middleOf(line: Line): Position | undefined {
  const middle = (line.length - 1) / 2;
  const [before, after] = [line[Math.floor(middle)], line[Math.ceil(middle)]];
  return before && after && [(before[0] + after[0]) / 2, (before[1] + after[1]) / 2];
}

/** In the middle of the widest part at half the height: the centre itself may be in a hole or in a bay. */
function insideOf(rings: readonly Line[]): Position | undefined {
  const [outer = []] = rings;
  const latitudes = outer.map(([, latitude]) => latitude).sort((a, b) => a - b);
  const height = (latitudes[0]! + latitudes.at(-1)!) / 2;
  const crossings = rings
    .flatMap((ring) => ring.slice(1).map((to, index) => [ring[index]!, to] as const))
    .filter(([[, b], [, d]]) => b > height !== d > height)
    .map(([[a, b], [c, d]]) => a + ((height - b) / (d - b)) * (c - a))
    .sort((a, b) => a - b);
  const parts = crossings.flatMap((west, index) =>
    index % 2 === 0 ? [{ west, east: crossings[index + 1] ?? west }] : [],
  );
  const [widest] = parts.toSorted((a, b) => b.east - b.west - (a.east - a.west));
  return widest ? [(widest.west + widest.east) / 2, height] : outer[0];
}
