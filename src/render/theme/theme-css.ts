import { formatColour } from '../../kinds/colour.ts';
import { isLight } from './colour.ts';
import { cssRule } from './css.ts';
import { createFonts, type ThemeFont } from './fonts.ts';
import { readLook, type Decoration, type LookFields } from './look.ts';
import { ON_SURFACE, schemeProperties, sharedProperties } from './properties.ts';
import { completeScheme, type Role, type Scheme } from './scheme.ts';
import { adjustmentWarning, fontWarning, type ThemeWarning } from './theme-warning.ts';
import { oppositeScheme } from './opposite-scheme.ts';

export interface SiteTheme {
  readonly css: string;
  readonly warnings: readonly ThemeWarning[];
  /** How cards stand out, for an attribute on the page. */
  readonly decoration: Decoration;
  /** The colours of both schemes, for use outside CSS: `schemes.dark.background`. */
  readonly schemes: Readonly<Record<'light' | 'dark', Readonly<Record<Role, string>>>>;
  /** The URLs of the fonts that every page needs first. */
  readonly preload: readonly string[];
}

/** More than two would compete with the first picture for the network. The others load when the style sheet has. */
const PRELOADED: ReadonlySet<string> = new Set(['title', 'body']);

/** The look of the site: the broadcast's colours, fonts, lines and corners as custom properties. */
export function themeCss(fields: LookFields, fontDocuments: readonly ThemeFont[] = []): SiteTheme {
  const look = readLook(fields);
  const own = completeScheme(look.wishes, look.surfaceOpacity);
  const other = completeScheme(oppositeScheme(own.scheme), look.surfaceOpacity);
  const [light, dark] = isLight(own.scheme.background) ? [own.scheme, other.scheme] : [other.scheme, own.scheme];

  const fonts = createFonts(fontDocuments);
  const styles = look.textStyles.map(({ name, font, fontPath }) => ({ name, fontPath, ...fonts.choose(font) }));
  const stacks = Object.fromEntries(styles.map(({ name, stack }) => [name, stack]));
  const rules = [
    ...fonts.faces(),
    cssRule(':root', { ...sharedProperties(look, stacks), ...schemeProperties(light, look, false) }),
    `@media (prefers-color-scheme:dark){${cssRule(':root', schemeProperties(dark, look, true))}}`,
    cssRule('.on-surface', ON_SURFACE),
  ];
  return {
    css: `${rules.join('\n')}\n`,
    warnings: [
      // The other scheme is derived, so its adjustments are not the author's mistakes.
      ...own.adjustments.map(adjustmentWarning),
      ...styles.flatMap(({ problem, fontPath }) => (problem ? [fontWarning(problem, fontPath)] : [])),
    ],
    decoration: look.decoration,
    schemes: { light: hexColours(light), dark: hexColours(dark) },
    preload: [...new Set(styles.flatMap(({ name, url }) => (PRELOADED.has(name) && url !== undefined ? [url] : [])))],
  };
}

const hexColours = (scheme: Scheme): Readonly<Record<Role, string>> =>
  Object.fromEntries(Object.entries(scheme).map(([role, colour]) => [role, formatColour(colour)])) as Record<
    Role,
    string
  >;
