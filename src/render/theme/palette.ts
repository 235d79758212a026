/** The colours that a site chooses for one of its schemes, beside the broadcast's theme. */
import { parseColour } from '../../kinds/colour.ts';
import type { WishedRole, Wishes } from './scheme.ts';

export const PALETTE = {
  backgroundColor: 'background',
  accentColor: 'accent',
  primaryBackgroundColor: 'primary-background',
  primaryAccentColor: 'primary-accent',
  surfaceBackgroundColor: 'surface-background',
  surfaceAccentColor: 'surface-accent',
  titleColor: 'title-color',
  subtitleColor: 'subtitle-color',
  bodyColor: 'body-color',
  buttonColor: 'button-color',
  appBarBackgroundColor: 'app-bar-background',
  appBarAccentColor: 'app-bar-accent',
  bottomBarBackgroundColor: 'bottom-bar-background',
  bottomBarAccentColor: 'bottom-bar-accent',
  menuColor: 'menu-background',
  chipBackgroundColor: 'chip-background',
  chipAccentColor: 'chip-accent',
  countdownBackgroundColor: 'countdown-background',
  countdownAccentColor: 'countdown-accent',
} as const satisfies Readonly<Record<string, WishedRole>>;

export type Palette = Readonly<Partial<Record<keyof typeof PALETTE, string>>>;

export function readPalette(palette: Palette): Wishes {
  const wishes = Object.entries(PALETTE).flatMap(([name, role]) => {
    const colour = parseColour(palette[name as keyof Palette] ?? '');
    return colour ? [[role, { r: colour.r, g: colour.g, b: colour.b }] as const] : [];
  });
  return Object.fromEntries(wishes);
}

export const settingOf = (role: WishedRole): string => Object.entries(PALETTE).find(([, each]) => each === role)![0];

/**
 * With a background of its own, a derived scheme keeps only the colours that carry the hues of the theme: the others were
 * made for the derived background.
 */
const HUES: readonly WishedRole[] = [
  'accent',
  'primary-background',
  'primary-accent',
  'surface-accent',
  'button-color',
];

export function withPalette(derived: Wishes, palette: Wishes): Wishes {
  if (!palette.background) return { ...derived, ...palette };
  return { ...Object.fromEntries(HUES.map((role) => [role, derived[role]])), ...palette };
}
