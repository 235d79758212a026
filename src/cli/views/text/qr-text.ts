/** A QR code in a terminal: two modules in each character, black on white also where the terminal is dark. */
import { qrRows } from '../../../values/qr-rows.ts';
import type { Colours } from './style.ts';

/** Light modules that a reader needs around a code. */
const QUIET = 4;
/** By the upper and the lower module, if they are light. */
const HALVES = [' ', '▄', '▀', '█'];

export function qrText(text: string, { whiteBright, bgBlack }: Colours): string {
  const rows = qrRows(text);
  const size = rows.length + 2 * QUIET;
  const isLight = (x: number, y: number): number => Number(rows[y - QUIET]?.[x - QUIET] !== true);
  const line = (y: number): string =>
    Array.from({ length: size }, (_, x) => HALVES[isLight(x, y) * 2 + isLight(x, y + 1)]!).join('');
  return Array.from({ length: Math.ceil(size / 2) }, (_, index) => bgBlack(whiteBright(line(index * 2)))).join('\n');
}
