/** The custom properties of a theme. They are named after the interface's fields; some also have shorter aliases. */
import { formatColour } from '../../kinds/colour.ts';
import { mix } from './colour.ts';
import type { Decoration, Look } from './look.ts';
import type { Scheme } from './scheme.ts';
import { huesOn } from './mark-colours.ts';

export type Declarations = Readonly<Record<string, string>>;

/** The properties that both schemes share. */
export function sharedProperties(
  look: Look,
  {
    stacks,
    colourScheme,
    strongWeight,
  }: {
    readonly stacks: Readonly<Record<string, string>>;
    readonly colourScheme: string;
    readonly strongWeight: number;
  },
): Declarations {
  const properties: Record<string, string> = {
    'color-scheme': colourScheme,
    '--strong-weight': `${strongWeight}`,
    '--surface-opacity': `${look.surfaceOpacity}`,
    '--stroke-width': `${look.strokeWidth}px`,
    '--radius': `${look.radius}px`,
    // Small parts, such as marks in a text, and buttons, which the usual radius makes round at both ends.
    '--radius-small': `${Math.min(6, look.radius / 2)}px`,
    '--radius-round': `${look.radius * 2}px`,
    '--bottom-bar-radius': `${look.bottomBarRadius}px`,
  };
  for (const { name, font, size } of look.textStyles) {
    properties[`--${name}-font`] = stacks[name]!;
    // In rem, so that it scales with the visitor's font size.
    properties[`--${name}-size`] = `${size / 16}rem`;
    properties[`--${name}-weight`] = `${font.weight}`;
    properties[`--${name}-style`] = font.style;
  }
  return { ...properties, ...SHORT_NAMES };
}

export function schemeProperties(scheme: Scheme, { surfaceOpacity, decoration }: Look, isDark: boolean): Declarations {
  const hues = huesOn(mix(scheme.background, scheme['surface-background'], surfaceOpacity));
  const colours = Object.entries({ ...scheme, ...hues }).map(([role, colour]) => [`--${role}`, formatColour(colour)]);
  return {
    ...Object.fromEntries(colours),
    '--surface': formatColour(scheme['surface-background'], surfaceOpacity),
    ...surfaceProperties(decoration, isDark),
  };
}

/** How cards stand out. In a dark scheme only a strong shadow is visible. */
function surfaceProperties(decoration: Decoration, isDark: boolean): Declarations {
  const shade = (percent: number): string => `rgb(0 0 0/${isDark ? percent * 5 : percent}%)`;
  return {
    '--surface-border': decoration === 'border' ? 'var(--stroke-width) solid var(--line)' : '0 solid transparent',
    '--surface-shadow': decoration === 'shadow' ? `0 1px 2px ${shade(6)},0 8px 28px ${shade(8)}` : 'none',
    '--surface-shadow-small': decoration === 'shadow' ? `0 1px 3px ${shade(9)}` : 'none',
  };
}

const SHORT_NAMES: Declarations = {
  '--text': 'var(--body-color)',
  '--title-text': 'var(--title-color)',
  '--subtitle-text': 'var(--subtitle-color)',
  '--primary': 'var(--primary-background)',
  '--on-primary': 'var(--button-color)',
  '--stroke': 'var(--stroke-width)',
  '--app-bar': 'var(--app-bar-background)',
  '--on-app-bar': 'var(--app-bar-accent)',
  '--tab-bar': 'var(--bottom-bar-background)',
  '--on-tab-bar': 'var(--bottom-bar-accent)',
  '--tab-radius': 'var(--bottom-bar-radius)',
  '--chip': 'var(--chip-background)',
  '--on-chip': 'var(--chip-accent)',
  '--countdown': 'var(--countdown-background)',
  '--on-countdown': 'var(--countdown-accent)',
};

/** Inside a card, text uses the colours that are readable on cards. */
export const ON_SURFACE: Declarations = {
  '--text': 'var(--surface-body-color)',
  '--title-text': 'var(--surface-title-color)',
  '--subtitle-text': 'var(--surface-subtitle-color)',
  '--accent': 'var(--surface-accent)',
  '--quiet': 'var(--surface-quiet)',
};
