import { qrMatrix } from '../../templates/assets/js/qr.js';
import { escapeAttribute } from './sanitise/escape.ts';

/** Light modules that a reader needs around a code. */
const QUIET = 4;

/** A QR code as a drawing, black on white in every theme, because readers expect it. */
export function qrSvg(text: string, label: string): string {
  const rows = qrMatrix(text);
  const size = rows.length + 2 * QUIET;
  const runs = rows.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? '#' : ' '))
        .join('')
        .matchAll(/#+/g),
    ].map(({ 0: run, index }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`),
  );
  return `<svg class="qr" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" role="img" aria-label="${escapeAttribute(label)}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${runs.join('')}" fill="#000"/></svg>`;
}
