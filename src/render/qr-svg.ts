import { rememberRecent } from '../values/once-each.ts';
import { qrRows } from '../values/qr-rows.ts';
import { escapeAttribute } from './sanitise/escape.ts';

/** A QR code as a drawing, black on white in every theme, because readers expect it. */
export const qrSvg = (text: string, label: string): string =>
  unlabelled(text).replace('aria-label=""', () => `aria-label="${escapeAttribute(label)}"`);

/** Light modules that a reader needs around a code. */
const QUIET = 4;

/** A page that is printed has the codes of many others, and so has the next one. */
const unlabelled = rememberRecent((text: string): string => {
  const rows = qrRows(text);
  const size = rows.length + 2 * QUIET;
  return `<svg class="qr" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" role="img" aria-label="" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${rows.map(rowPath).join('')}" fill="#000"/></svg>`;
});

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
