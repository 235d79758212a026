/** The light and the dark scheme of a site: one is the theme's own, the other is derived from it. */
import { valueAt, type Json } from '../../values/json.ts';
import { isLight } from './colour.ts';
import { CHOSEN, type Look, type LookFields } from './look.ts';
import { oppositeScheme } from './opposite-scheme.ts';
import { readPalette, withPalette, type Palette } from './palette.ts';
import { completeScheme, type Adjustment, type ChosenRole, type Scheme } from './scheme.ts';
import { adjustmentWarning, type ThemeWarning } from './theme-warning.ts';

export const SCHEMES = ['light', 'dark'] as const;
export type SchemeName = (typeof SCHEMES)[number];

/** False: the site does not have it. */
export type SchemeWishes = Readonly<Partial<Record<SchemeName, Palette | false>>>;

export interface Schemes {
  /** If a site has only one, both names have it. */
  readonly all: Readonly<Record<SchemeName, Scheme>>;
  /** Those that it has. */
  readonly names: readonly SchemeName[];
  readonly warnings: readonly ThemeWarning[];
}

export function schemesOf(fields: LookFields, look: Look, wishes: SchemeWishes): Schemes {
  const palettes = {
    light: readPalette(wishes.light || {}),
    dark: readPalette(wishes.dark || {}),
  };
  const plain = completeScheme(look.wishes, look.surfaceOpacity);
  const [ownName, otherName] = isLight(plain.scheme.background) ? SCHEMES : (['dark', 'light'] as const);
  const own = completeScheme({ ...look.wishes, ...palettes[ownName] }, look.surfaceOpacity);
  const other = completeScheme(withPalette(oppositeScheme(own.scheme), palettes[otherName]), look.surfaceOpacity);
  const shown = { [ownName]: own.scheme, [otherName]: other.scheme } as Record<SchemeName, Scheme>;
  const names = SCHEMES.filter((name) => wishes[name] !== false);
  const only = names.length === 1 ? shown[names[0]!] : undefined;

  const chosenIn = (name: SchemeName) => (adjustment: Adjustment) => palettes[name][adjustment.role] !== undefined;
  // A colour of the look is not the author's mistake, nor is one of the derived scheme.
  const isWritten = ({ role }: Adjustment): boolean =>
    role in CHOSEN && typeof valueAt(fields as Json, CHOSEN[role as ChosenRole]) === 'string';
  return {
    all: only ? { light: only, dark: only } : shown,
    names,
    warnings: [
      ...own.adjustments.map((each) => [each, ownName] as const),
      ...other.adjustments.map((each) => [each, otherName] as const),
    ]
      .filter(([, name]) => names.includes(name))
      .flatMap(([each, name]) => {
        if (chosenIn(name)(each)) return [adjustmentWarning(each, name)];
        return name === ownName && isWritten(each) ? [adjustmentWarning(each)] : [];
      }),
  };
}
