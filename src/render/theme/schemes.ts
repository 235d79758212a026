/** The light and the dark scheme of a site: one is the theme's own, the other is derived from it. */
import { formatColour, parseColour } from '../../kinds/colour.ts';
import { CHOICES, completeScheme, type Adjustment, type ChosenRole, type Scheme, type Wishes } from './scheme.ts';
import { formatPath, valueAt, type Json, type Path } from '../../values/json.ts';
import { isLight } from './colour.ts';
import type { Look, LookFields } from './look.ts';
import { oppositeScheme } from './opposite-scheme.ts';

/** The colours that a site chooses for one of its schemes, beside the broadcast's theme. */
export type Palette = Readonly<Partial<Record<(typeof CHOICES)[ChosenRole]['setting'], string>>>;

function readPalette(palette: Palette): Wishes {
  const wishes = Object.entries(CHOICES).flatMap(([role, { setting }]) => {
    const colour = parseColour(palette[setting] ?? '');
    return colour ? [[role, { r: colour.r, g: colour.g, b: colour.b }] as const] : [];
  });
  return Object.fromEntries(wishes);
}

/**
 * With a background of its own, a derived scheme keeps only the colours that carry the hues of the theme: the others were
 * made for the derived background.
 */
const HUES: readonly ChosenRole[] = [
  'accent',
  'primary-background',
  'primary-accent',
  'surface-accent',
  'button-color',
];

function withPalette(derived: Wishes, palette: Wishes): Wishes {
  if (!palette.background) return { ...derived, ...palette };
  return { ...Object.fromEntries(HUES.map((role) => [role, derived[role]])), ...palette };
}

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
  const isWritten = ({ role }: Adjustment): boolean => {
    const { field } = CHOICES[role];
    return field !== undefined && typeof valueAt(fields as Json, field) === 'string';
  };
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

export interface ThemeWarning {
  readonly code: 'contrast-adjusted' | 'font-missing';
  /** Its place in the broadcast or, if it is a setting, in the configuration. */
  readonly path: Path;
  readonly isSetting?: true;
  readonly message: string;
  /** The chosen colour, and the one that is shown. */
  readonly from?: string;
  readonly to?: string;
}

/** `scheme`: the one whose colours the site sets itself; otherwise the colour is the broadcast's. */
function adjustmentWarning(adjustment: Adjustment, scheme?: SchemeName): ThemeWarning {
  const { role, on, from, to, reached, wanted } = adjustment;
  const pathOf = (each: ChosenRole): Path => {
    const { field, setting } = CHOICES[each];
    return scheme === undefined && field ? field : ['site', scheme ?? 'light', setting];
  };
  const [chosen, shown] = [formatColour(from), formatColour(to)];
  // Rounded down, so that 4.499 is never shown as 4.5.
  const contrast = Math.floor(reached * 100) / 100;
  return {
    code: 'contrast-adjusted',
    path: pathOf(role),
    message: `${chosen} has a contrast ratio of ${contrast}:1 on ${formatPath(pathOf(on))}, less than ${wanted}:1; the site uses ${shown}`,
    from: chosen,
    to: shown,
    ...(scheme !== undefined && { isSetting: true }),
  };
}
