/** Capital letters and digits as lines of a pen, for icons: no font file can be read without a library. */

/**
 * In a box of eight units in height, with y downwards: `0,8 3,0 6,8` is a line through three points, and `@3,4,2,1,0,90` a
 * part of an ellipse: centre, radii, and angles in degrees, clockwise from the right.
 */
const LINES: Readonly<Record<string, string>> = {
  A: '0,8 3.2,0 6.4,8;1.2,5.4 5.2,5.4',
  B: '3,0 0,0 0,8 3.2,8;@3,2,2.1,2,-90,90;0,4 3.2,4;@3.2,6,2.4,2,-90,90',
  C: '@3.6,4,3.6,4,45,315',
  D: '2.2,0 0,0 0,8 2.2,8;@2.2,4,3.8,4,-90,90',
  E: '5,0 0,0 0,8 5,8;0,4 4.2,4',
  F: '5,0 0,0 0,8;0,4 4.2,4',
  G: '@3.6,4,3.6,4,0,315;7.2,4 4,4',
  H: '0,0 0,8;6,0 6,8;0,4 6,4',
  I: '0,0 0,8',
  J: '4,0 4,5.6;@2,5.6,2,2.4,0,165',
  K: '0,0 0,8;5.6,0 0,5;2.2,3.2 6,8',
  L: '0,0 0,8 5,8',
  M: '0,8 0,0 3.6,5.2 7.2,0 7.2,8',
  N: '0,8 0,0 6,8 6,0',
  O: '@3.8,4,3.8,4,0,360',
  P: '0,8 0,0 3,0;@3,2.2,2.5,2.2,-90,90;3,4.4 0,4.4',
  Q: '@3.8,4,3.8,4,0,360;4.8,5.6 7.2,8.2',
  R: '0,8 0,0 3,0;@3,2.2,2.5,2.2,-90,90;3,4.4 0,4.4;2.8,4.4 5.8,8',
  S: '@2.8,2.1,2.5,2.1,325,90;@2.8,6.1,2.8,1.9,-90,155',
  T: '0,0 6,0;3,0 3,8',
  U: '0,0 0,5;@3,5,3,3,180,0;6,5 6,0',
  V: '0,0 3.2,8 6.4,0',
  W: '0,0 2.2,8 4.6,1.4 7,8 9.2,0',
  X: '0,0 6,8;6,0 0,8',
  Y: '0,0 3.2,4.2 6.4,0;3.2,4.2 3.2,8',
  Z: '0,0 5.8,0 0,8 5.8,8',
  0: '@2.8,4,2.8,4,0,360',
  1: '0,1.8 2.2,0 2.2,8',
  2: '@2.6,2.5,2.6,2.5,190,400;4.59,4.11 0,8 5.4,8',
  3: '@2.6,2.1,2.4,2.1,205,450;@2.6,6.1,2.7,1.9,-90,150',
  4: '4.2,8 4.2,0 0,5.6 5.6,5.6',
  5: '5,0 0.8,0 0.5,3.7;@2.6,5.4,2.7,2.6,-140,145',
  6: '@2.7,5.4,2.7,2.6,0,360;0.3,4.4 3.6,0',
  7: '0,0 5.4,0 1.8,8',
  8: '@2.8,2.1,2.3,2.1,0,360;@2.8,6.1,2.8,1.9,0,360',
  9: '@2.7,2.6,2.7,2.6,0,360;5.1,3.6 1.8,8',
};

/** For a name without any of them: a ring around a dot. */
const OTHER = '@4,4,4,4,0,360;4,4 4,4';

export type Point = readonly [x: number, y: number];
export type Stroke = readonly [from: Point, to: Point];

/** The strokes of the first letter of a name, without its accent. */
export function initialStrokes(name: string): readonly Stroke[] {
  const letters = [...name.normalize('NFD').toUpperCase()];
  const initial = letters.find((letter) => Object.hasOwn(LINES, letter));
  return (initial === undefined ? OTHER : LINES[initial]!).split(';').flatMap(strokesOf);
}

function strokesOf(line: string): readonly Stroke[] {
  const points = line.startsWith('@') ? arc(line.slice(1).split(',').map(Number)) : line.split(' ').map(pointOf);
  return points.slice(1).map((point, index) => [points[index]!, point]);
}

const pointOf = (text: string): Point => {
  const [x = 0, y = 0] = text.split(',').map(Number);
  return [x, y];
};

/** In steps that no icon is large enough to show. */
function arc([x = 0, y = 0, width = 0, height = 0, from = 0, to = 0]: readonly number[]): readonly Point[] {
  const steps = Math.ceil(Math.abs(to - from) / 6);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180;
    return [x + width * Math.cos(angle), y + height * Math.sin(angle)];
  });
}
