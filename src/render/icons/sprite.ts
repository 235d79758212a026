import { oncePer } from '../../values/once-per.ts';
import type { Icon } from './icons.ts';

/** Contains the drawing of each icon once, for pages that show icons repeatedly. */
export function createSprite() {
  const used = new Map<string, Icon>();
  return {
    /** A reference to the drawing, as decoration. */
    use(icon: Icon): string {
      used.set(icon.name, icon);
      return reference(icon);
    },
    /** Hidden markup for the page. Empty if no icon was used. */
    inline(): string {
      const sorted = [...used.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
      const symbols = sorted.map(symbol).join('');
      return symbols && `<svg class="sprite" width="0" height="0" aria-hidden="true">${symbols}</svg>`;
    },
  };
}

/** Every page has the same few icons. */
const reference = oncePer(
  (icon: Icon) =>
    `<svg class="icon" viewBox="${viewBox(icon)}" width="${icon.width}" height="${icon.height}" aria-hidden="true" focusable="false"><use href="#${idOf(icon)}"/></svg>`,
);
const symbol = oncePer((icon: Icon) => `<symbol id="${idOf(icon)}" viewBox="${viewBox(icon)}">${icon.body}</symbol>`);

const idOf = ({ name }: Icon): string => `icon-${name}`;
const viewBox = ({ width, height }: Icon): string => `0 0 ${width} ${height}`;
