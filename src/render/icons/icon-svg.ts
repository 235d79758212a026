import { oncePer } from '../../values/once-per.ts';
import { escapeText } from '../sanitise/escape.ts';
import type { Icon } from './icon-set.ts';

interface Shown {
  /** Its meaning, if no text beside it says so. Without a title it is decoration. */
  readonly title?: string;
}

/** An inline icon. */
export const iconSvg = (icon: Icon, shown: Shown = {}): string => svg(icon, icon.body, shown);

/** Contains the drawing of each icon once, for pages that show icons repeatedly. */
export interface Sprite {
  /** A reference to the drawing: in this page, or in the file at `href`. */
  readonly use: (icon: Icon, options?: Shown & { readonly href?: string }) => string;
  /** Hidden markup for the page. Empty if no icon was used. */
  readonly inline: () => string;
  /** The same as a file for all pages. */
  readonly file: () => string;
}

export function createSprite(): Sprite {
  const used = new Map<string, Icon>();
  const symbols = (): string =>
    [...used.values()]
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(symbol)
      .join('');
  return {
    use(icon, options) {
      used.set(icon.name, icon);
      return options ? reference(icon, options) : decoration(icon);
    },
    inline: () =>
      used.size === 0 ? '' : `<svg class="sprite" width="0" height="0" aria-hidden="true">${symbols()}</svg>`,
    file: () => `<svg xmlns="http://www.w3.org/2000/svg">${symbols()}</svg>\n`,
  };
}

const reference = (icon: Icon, { href = '', ...shown }: Shown & { readonly href?: string }): string =>
  svg(icon, `<use href="${href}#${idOf(icon)}"/>`, shown);

/** Every page has the same few icons. */
const decoration = oncePer((icon: Icon) => reference(icon, {}));
const symbol = oncePer((icon: Icon) => `<symbol id="${idOf(icon)}" viewBox="${viewBox(icon)}">${icon.body}</symbol>`);

function svg(icon: Icon, body: string, { title }: Shown): string {
  const meaning = title === undefined ? 'aria-hidden="true"' : 'role="img"';
  const words = title === undefined ? '' : `<title>${escapeText(title)}</title>`;
  return `<svg class="icon" viewBox="${viewBox(icon)}" width="${icon.width}" height="${icon.height}" ${meaning} focusable="false">${words}${body}</svg>`;
}

const idOf = ({ name }: Icon): string => `icon-${name}`;
const viewBox = ({ width, height }: Icon): string => `0 0 ${width} ${height}`;
