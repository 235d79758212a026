import type { Path } from '../../values/json.ts';
import { contrast, type Colour } from '../../kinds/colour.ts';
import { fromOklch, isLight, mix, toOklch, CONTROL, readable, TEXT } from './colour.ts';

/**
 * The colours that can be chosen, by the names of their custom properties: the site's own setting for each and, unless only
 * the site has it, the field of a broadcast.
 */
export const CHOICES = {
  background: { setting: 'backgroundColor', field: ['theme', 'backgroundColor'] },
  accent: { setting: 'accentColor', field: ['theme', 'accentColor'] },
  'primary-background': { setting: 'primaryBackgroundColor', field: ['theme', 'primaryBackgroundColor'] },
  'primary-accent': { setting: 'primaryAccentColor', field: ['theme', 'primaryAccentColor'] },
  'surface-background': { setting: 'surfaceBackgroundColor', field: ['theme', 'surfaceBackgroundColor'] },
  'surface-accent': { setting: 'surfaceAccentColor', field: ['theme', 'surfaceAccentColor'] },
  'title-color': { setting: 'titleColor', field: ['theme', 'titleTextStyle', 'color'] },
  'subtitle-color': { setting: 'subtitleColor', field: ['theme', 'subtitleTextStyle', 'color'] },
  'body-color': { setting: 'bodyColor', field: ['theme', 'bodyTextStyle', 'color'] },
  'button-color': { setting: 'buttonColor', field: ['theme', 'buttonTextStyle', 'color'] },
  'app-bar-background': { setting: 'appBarBackgroundColor', field: ['appBar', 'backgroundColor'] },
  'app-bar-accent': { setting: 'appBarAccentColor', field: ['appBar', 'accentColor'] },
  'bottom-bar-background': { setting: 'bottomBarBackgroundColor', field: ['bottomBar', 'backgroundColor'] },
  'bottom-bar-accent': { setting: 'bottomBarAccentColor', field: ['bottomBar', 'accentColor'] },
  'menu-background': { setting: 'menuColor', field: ['menu', 'color'] },
  'chip-background': { setting: 'chipBackgroundColor', field: undefined },
  'chip-accent': { setting: 'chipAccentColor', field: undefined },
  'countdown-background': { setting: 'countdownBackgroundColor', field: undefined },
  'countdown-accent': { setting: 'countdownAccentColor', field: undefined },
} as const satisfies Readonly<Record<string, { readonly setting: string; readonly field: Path | undefined }>>;

export type ChosenRole = keyof typeof CHOICES;

export type Wishes = Readonly<Partial<Record<ChosenRole, Colour>>>;
export type Scheme = ReturnType<typeof completeScheme>['scheme'];
/** The colours that can be chosen, and those derived from them. */
export type Role = keyof Scheme;

/** A chosen colour that was hard to read, and its replacement. */
export interface Adjustment {
  readonly role: ChosenRole;
  readonly on: ChosenRole;
  readonly from: Colour;
  readonly to: Colour;
  readonly reached: number;
  readonly wanted: number;
}

const DEFAULT_BACKGROUND: Colour = { r: 0xfb, g: 0xf8, b: 0xf3 };
const DEFAULT_ACCENT: Colour = { r: 0x4a, g: 0x2c, b: 0xc9 };
const WHITE: Colour = { r: 255, g: 255, b: 255 };

/** Completes a scheme from the chosen colours. All text and controls are readable on their backgrounds. */
export function completeScheme(wishes: Wishes, surfaceOpacity: number) {
  const adjustments: Adjustment[] = [];
  /** A text on its background. Only a change to a chosen colour is reported. */
  const text = (role: ChosenRole, fallback: Colour, on: { role: ChosenRole; colour: Colour }): Colour => {
    const from = wishes[role] ?? fallback;
    const to = readable(from, [on.colour], TEXT);
    if (wishes[role] && to !== from) {
      adjustments.push({ role, on: on.role, from, to, reached: contrast(from, on.colour), wanted: TEXT });
    }
    return to;
  };

  const background = wishes.background ?? DEFAULT_BACKGROUND;
  const page = { role: 'background', colour: background } as const;
  const surfaceBackground = wishes['surface-background'] ?? lifted(background);
  const surface = { role: 'surface-background', colour: mix(background, surfaceBackground, surfaceOpacity) } as const;

  const accent = text('accent', DEFAULT_ACCENT, page);
  const ink = inkOn(background, wishes.accent ?? DEFAULT_ACCENT);
  const body = text('body-color', ink, page);
  const title = text('title-color', wishes['body-color'] ?? ink, page);
  const subtitle = text('subtitle-color', wishes['title-color'] ?? wishes['body-color'] ?? ink, page);
  const onSurface = (colour: Colour): Colour => readable(colour, [surface.colour], TEXT);

  const primary = { role: 'primary-background', colour: wishes['primary-background'] ?? accent } as const;
  const primaryAccent = text('primary-accent', clearest(primary.colour, [background, ink, WHITE]), primary);

  // A light page has bars in the ink colour; a dark page has bars in the colour of its cards.
  const frame = isLight(background) ? ink : surfaceBackground;
  const appBar = { role: 'app-bar-background', colour: wishes['app-bar-background'] ?? frame } as const;
  const appBarAccent = text('app-bar-accent', clearest(appBar.colour, [background, ink]), appBar);
  const bottomBar = {
    role: 'bottom-bar-background',
    colour: wishes['bottom-bar-background'] ?? appBar.colour,
  } as const;
  const menu = wishes['menu-background'] ?? appBar.colour;

  // Chips are many and small, a countdown is one and large: neither has to do with the colour of the bars.
  const chip = {
    role: 'chip-background',
    colour: wishes['chip-background'] ?? mix(background, title, 0.12),
  } as const;
  const countdown = {
    role: 'countdown-background',
    colour: wishes['countdown-background'] ?? primary.colour,
  } as const;

  const scheme = {
    background,
    accent,
    'primary-background': primary.colour,
    'primary-accent': primaryAccent,
    // The border of primary controls, if they would not stand out on the page.
    'primary-border': readable(primary.colour, [background, surface.colour], CONTROL),
    'surface-background': surfaceBackground,
    'surface-accent': text('surface-accent', accent, surface),
    'title-color': title,
    'subtitle-color': subtitle,
    'body-color': body,
    'button-color': text('button-color', primaryAccent, primary),
    // Text on cards, if it differs from text on the page.
    'surface-title-color': onSurface(title),
    'surface-subtitle-color': onSurface(subtitle),
    'surface-body-color': onSurface(body),
    // Secondary text.
    quiet: readable(mix(body, background, 0.3), [background, surface.colour], TEXT),
    'surface-quiet': onSurface(mix(onSurface(body), surface.colour, 0.3)),
    // Decorative lines, lines that must be visible, the focus ring.
    line: mix(background, body, 0.16),
    'line-strong': readable(mix(background, body, 0.55), [background, surface.colour], CONTROL),
    focus: readable(accent, [background, surface.colour], CONTROL),
    'app-bar-background': appBar.colour,
    'app-bar-accent': appBarAccent,
    'bottom-bar-background': bottomBar.colour,
    'bottom-bar-accent': text('bottom-bar-accent', clearest(bottomBar.colour, [background, ink]), bottomBar),
    'menu-background': menu,
    'menu-accent': readable(appBarAccent, [menu], TEXT),
    'chip-background': chip.colour,
    'chip-accent': text('chip-accent', title, chip),
    'countdown-background': countdown.colour,
    'countdown-accent': text('countdown-accent', primaryAccent, countdown),
  } satisfies Readonly<Record<ChosenRole, Colour> & Record<string, Colour>>;
  return { scheme, adjustments: adjustments as readonly Adjustment[] };
}

/** The background of a card that stands out slightly from the page. */
function lifted(background: Colour): Colour {
  const { l, c, h } = toOklch(background);
  return isLight(background)
    ? fromOklch({ l: Math.min(1, l + 0.03), c: c * 0.6, h })
    : fromOklch({ l: l + 0.05, c, h });
}

/** Nearly black or white, with a hint of the accent. */
const inkOn = (background: Colour, accent: Colour): Colour =>
  fromOklch({ l: isLight(background) ? 0.24 : 0.95, c: isLight(background) ? 0.035 : 0.015, h: toOklch(accent).h });

const clearest = (on: Colour, candidates: readonly Colour[]): Colour =>
  candidates.reduce((best, candidate) => (contrast(candidate, on) > contrast(best, on) ? candidate : best));
