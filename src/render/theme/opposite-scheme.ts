import { contrast, type Colour } from '../../kinds/colour.ts';
import { fromOklch, isLight, toOklch, CONTROL, readable } from './colour.ts';
import type { Scheme, Wishes } from './scheme.ts';

/**
 * The dark variant of a light theme, or the light variant of a dark one: background and text swap places. The new
 * background takes the hue of the old text and the new text that of the old background, so that both schemes share one
 * palette; vivid colours keep their hue and only get lighter or darker. `completeScheme` fixes colours that are still
 * hard to read.
 */
export function oppositeScheme(scheme: Scheme): Wishes {
  const toNight = isLight(scheme.background);
  const background = oppositePage(scheme, toNight);
  const text = oppositeInk(scheme.background, toNight);
  const quieter = withLightness(text, (l) => l + (toNight ? -0.03 : 0.03));

  const oppositeText = (colour: Colour, plain: Colour): Colour => {
    if (toOklch(colour).c <= VIVID) return plain;
    return withLightness(colour, (l) => (toNight ? Math.max(l, 0.8) : Math.min(l, 0.45)));
  };
  const oppositeAccent = (colour: Colour): Colour =>
    withLightness(colour, (l) => (toNight ? Math.max(l, 0.75) : Math.min(l, 0.5)));
  const surface = withLightness(background, (l) => (toNight ? l + 0.05 : Math.min(1, l + 0.02)));
  // A dark bar may stay dark in both schemes; a light one would glare in the dark.
  const oppositeBar = (bar: Colour, accent: Colour): readonly [Colour, Colour] => {
    const isLost = contrast(bar, background) < 1.1;
    if (!toNight || (!isLight(bar) && !isLost)) return [bar, accent];
    return [
      toOklch(bar).c >= TINTED && !isLost ? withLightness(muted(bar, 0.05), () => 0.26) : surface,
      oppositeText(accent, text),
    ];
  };
  const [appBar, appBarAccent] = oppositeBar(scheme['app-bar-background'], scheme['app-bar-accent']);
  const [bottomBar, bottomBarAccent] = oppositeBar(scheme['bottom-bar-background'], scheme['bottom-bar-accent']);
  const [menu] = oppositeBar(scheme['menu-background'], scheme['menu-accent']);

  const [primary, primaryAccent, button] = oppositePrimary(scheme, background, text);

  return {
    background,
    accent: oppositeAccent(scheme.accent),
    'primary-background': primary,
    'primary-accent': primaryAccent,
    'surface-background': surface,
    'surface-accent': oppositeAccent(scheme['surface-accent']),
    'title-color': oppositeText(scheme['title-color'], text),
    'subtitle-color': oppositeText(scheme['subtitle-color'], quieter),
    'body-color': oppositeText(scheme['body-color'], quieter),
    'button-color': button,
    'app-bar-background': appBar,
    'app-bar-accent': appBarAccent,
    'bottom-bar-background': bottomBar,
    'bottom-bar-accent': bottomBarAccent,
    'menu-background': menu,
  };
}

/** From this chroma on, a colour has a noticeable hue. */
const TINTED = 0.015;
const VIVID = 0.07;

function oppositePage(scheme: Scheme, toNight: boolean): Colour {
  const title = scheme['title-color'];
  const source = toOklch(title).c >= TINTED ? title : scheme.background;
  return toNight
    ? withLightness(muted(source, 0.04), (l) => clamp(l, 0.17, 0.23))
    : withLightness(muted(source, 0.02), (l) => clamp(l, 0.965, 0.985));
}

function oppositeInk(page: Colour, toNight: boolean): Colour {
  return toNight
    ? withLightness(muted(page, 0.03), (l) => clamp(l, 0.93, 0.97))
    : withLightness(muted(page, 0.05), (l) => clamp(l, 0.2, 0.28));
}

/** A primary control keeps its colour as long as it is visible. A black one becomes white, not grey. */
function oppositePrimary(scheme: Scheme, background: Colour, text: Colour): readonly [Colour, Colour, Colour] {
  const own = scheme['primary-background'];
  const isLost = contrast(own, background) < CONTROL;
  if (isLost && toOklch(own).c < TINTED) return [text, background, background];
  return [readable(own, [background], CONTROL), scheme['primary-accent'], scheme['button-color']];
}

function withLightness(colour: Colour, change: (lightness: number) => number): Colour {
  const { l, c, h } = toOklch(colour);
  return fromOklch({ l: change(l), c, h });
}

function muted(colour: Colour, most: number): Colour {
  const { l, c, h } = toOklch(colour);
  return fromOklch({ l, c: Math.min(c, most), h });
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
