import { qrMatrix } from '../../templates/assets/js/qr.js';
import { escapeAttribute } from './sanitise/escape.ts';

/** Light modules that a reader needs around a code. */
const QUIET = 4;

/** A QR code as a drawing, black on white in every theme, because readers expect it. */
export function qrSvg(text: string, label: string): string {
  const { size, path } = drawingOf(text);
  return `<svg class="qr" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" role="img" aria-label="${escapeAttribute(label)}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`;
}

interface Drawing {
  readonly size: number;
  readonly path: string;
}

/** A page that is printed has the codes of many others, and so has the next one: the last few hundred are kept. */
const drawn = new Map<string, Drawing>();
const MOST = 500;

function drawingOf(text: string): Drawing {
  const known = drawn.get(text);
  if (known) return known;
  const rows = qrMatrix(text);
  const drawing = { size: rows.length + 2 * QUIET, path: rows.map(rowPath).join('') };
  if (drawn.size === MOST) drawn.clear();
  drawn.set(text, drawing);
  return drawing;
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let start = row.indexOf(true); start !== -1;) {
    const light = row.indexOf(false, start);
    const end = light === -1 ? row.length : light;
    path += `M${start + QUIET} ${y + QUIET}h${end - start}v1h-${end - start}z`;
    start = row.indexOf(true, end);
  }
  return path;
}
