import { formatColour } from '../../kinds/colour.ts';
import { cssRule, FONT_STACKS, BOLD, createFonts, type FontChoice, type ThemeFont } from './fonts.ts';
import { readLook, type Decoration, type LookFields, type LookSources, type TextStyleLook } from './look.ts';
import { ON_SURFACE, schemeProperties, sharedProperties } from './properties.ts';
import type { Role, Scheme } from './scheme.ts';
import { schemesOf, type SchemeWishes, type ThemeWarning } from './schemes.ts';

export interface SiteTheme {
  readonly css: string;
  readonly warnings: readonly ThemeWarning[];
  /** How cards stand out, for an attribute on the page. */
  readonly decoration: Decoration;
  /** The colours of both schemes, for use outside CSS: `schemes.dark.background`. */
  readonly schemes: Readonly<Record<'light' | 'dark', Readonly<Record<Role, string>>>>;
  /** The schemes that it has: `light dark`. */
  readonly colourScheme: string;
  /** The URLs of the fonts that every page needs first. */
  readonly preload: readonly string[];
}

export interface ThemeSettings extends LookSources {
  readonly schemes?: SchemeWishes | undefined;
}

/** The look of the site: the broadcast's colours, fonts, lines and corners as custom properties. */
export function themeCss(
  fields: LookFields,
  fontDocuments: readonly ThemeFont[] = [],
  { schemes: wishes = {}, ...sources }: ThemeSettings = {},
): SiteTheme {
  const look = readLook(fields, sources);
  const { all, names, warnings } = schemesOf(fields, look, wishes);
  const { light, dark } = all;
  const isDarkFirst = names[0] === 'dark';

  const fonts = createFonts(fontDocuments);
  const chosen = ({ font, stack }: TextStyleLook): FontChoice =>
    stack === undefined ? fonts.choose(font) : { stack: FONT_STACKS[stack] };
  const styles = look.textStyles.map((style) => ({ name: style.name, fontPath: style.fontPath, ...chosen(style) }));
  const title = styles.find(({ name }) => name === 'title');
  const body = styles.find(({ name }) => name === 'body');
  // More would compete with the first picture for the network. The others load when the style sheet has.
  const preload = new Set([title?.url, body?.url, body?.strong?.url].filter((url) => url !== undefined));
  const stacks = Object.fromEntries(styles.map(({ name, stack }) => [name, stack]));
  const rules = [
    ...fonts.faces(preload),
    cssRule(':root', {
      ...sharedProperties(look, { stacks, colourScheme: names.join(' '), strongWeight: body?.strong?.weight ?? BOLD }),
      ...schemeProperties(light, look, isDarkFirst),
    }),
    ...(names.length === 1
      ? []
      : [`@media (prefers-color-scheme:dark){${cssRule(':root', schemeProperties(dark, look, true))}}`]),
    cssRule('.on-surface', ON_SURFACE),
  ];
  return {
    css: `${rules.join('\n')}\n`,
    warnings: [
      ...warnings,
      ...styles.flatMap(({ problem, fontPath }) =>
        problem ? [{ code: 'font-missing', message: problem, path: fontPath } as const] : [],
      ),
    ],
    decoration: look.decoration,
    schemes: { light: hexColours(light), dark: hexColours(dark) },
    colourScheme: names.join(' '),
    preload: [...preload],
  };
}

const hexColours = (scheme: Scheme): Readonly<Record<Role, string>> =>
  Object.fromEntries(Object.entries(scheme).map(([role, colour]) => [role, formatColour(colour)])) as Record<
    Role,
    string
  >;
