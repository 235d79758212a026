/** Where a map image is on the globe, so that positions become its pixels. */
import * as is from '../values/shape.ts';

/** Longitude and latitude. */
export type Position = readonly [number, number];

export interface MapImage {
  /** The address of the map, such as `maps/site`. */
  readonly map: string;
  /** The longitudes and latitudes of the edges of its image. */
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** Its size in pixels. */
  readonly width: number;
  readonly height: number;
}

const degrees = (most: number): is.Shape<number> =>
  is.shape(`a number of degrees from ${-most} to ${most}`, (value) => Math.abs(value as number) <= most);
const pixels: is.Shape<number> = is.shape('a number of pixels', (value) => Number.isFinite(value) && Number(value) > 0);

export const mapImage: is.Shape<MapImage> = is.both(
  is.onlyOf<MapImage>({
    map: is.shape('the address of a map, such as maps/site', (value) => /^maps\/./.test(String(value))),
    west: degrees(180),
    south: degrees(90),
    east: degrees(180),
    north: degrees(90),
    width: pixels,
    height: pixels,
  }),
  is.shape('an image whose east is greater than its west, and its north than its south', (value) => {
    const { west, south, east, north } = value as MapImage;
    return west < east && south < north;
  }),
);

/** Undefined for a position outside of the image. */
export function pixelsOf([longitude, latitude]: Position, image: MapImage): { x: number; y: number } | undefined {
  const { west, south, east, north, width, height } = image;
  const x = Math.round(((longitude - west) / (east - west)) * width);
  const y = Math.round(((north - latitude) / (north - south)) * height);
  return x >= 0 && x <= width && y >= 0 && y <= height ? { x, y } : undefined;
}
