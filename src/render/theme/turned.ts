import { contrast, type Colour } from '../../kinds/colour.ts';
import { fromOklch, isLight, toOklch } from './colour.ts';
import { CONTROL, readable } from './readable.ts';
import type { Scheme, Wishes } from './scheme.ts';

/**
 * The same theme by night, or by day when it is a dark one: paper and ink change places. The new page takes the hue of the
 * old text and the new text that of the old page, so that both schemes are made of one palette; vivid colours keep their
 * hue and only get lighter or darker. What is still hard to read then, `completeScheme` mends.
 */
export function turned(scheme: Scheme): Wishes {
  const toNight = isLight(scheme.background);
  const background = turnedPage(scheme, toNight);
  const text = turnedInk(scheme.background, toNight);
  const quieter = withLightness(text, (l) => l + (toNight ? -0.03 : 0.03));

  const turnedText = (colour: Colour, plain: Colour): Colour => {
    if (toOklch(colour).c <= VIVID) return plain;
    return withLightness(colour, (l) => (toNight ? Math.max(l, 0.8) : Math.min(l, 0.45)));
  };
  const turnedAccent = (colour: Colour): Colour =>
    withLightness(colour, (l) => (toNight ? Math.max(l, 0.75) : Math.min(l, 0.5)));
  const surface = withLightness(background, (l) => (toNight ? l + 0.05 : Math.min(1, l + 0.02)));
  // A bar that is dark by day may stay so; a light one would glare at night.
  const turnedBar = (bar: Colour, accent: Colour): readonly [Colour, Colour] => {
    const isLost = contrast(bar, background) < 1.1;
    if (!toNight || (!isLight(bar) && !isLost)) return [bar, accent];
    return [
      toOklch(bar).c >= TINTED && !isLost ? withLightness(muted(bar, 0.05), () => 0.26) : surface,
      turnedText(accent, text),
    ];
  };
  const [appBar, appBarAccent] = turnedBar(scheme['app-bar-background'], scheme['app-bar-accent']);
  const [bottomBar, bottomBarAccent] = turnedBar(scheme['bottom-bar-background'], scheme['bottom-bar-accent']);
  const [menu] = turnedBar(scheme['menu-background'], scheme['menu-accent']);

  const [primary, primaryAccent, button] = turnedPrimary(scheme, background, text);

  return {
    background,
    accent: turnedAccent(scheme.accent),
    'primary-background': primary,
    'primary-accent': primaryAccent,
    'surface-background': surface,
    'surface-accent': turnedAccent(scheme['surface-accent']),
    'title-color': turnedText(scheme['title-color'], text),
    'subtitle-color': turnedText(scheme['subtitle-color'], quieter),
    'body-color': turnedText(scheme['body-color'], quieter),
    'button-color': button,
    'app-bar-background': appBar,
    'app-bar-accent': appBarAccent,
    'bottom-bar-background': bottomBar,
    'bottom-bar-accent': bottomBarAccent,
    'menu-background': menu,
  };
}

/** From here on a colour has a hue that one would miss. */
const TINTED = 0.015;
const VIVID = 0.07;

function turnedPage(scheme: Scheme, toNight: boolean): Colour {
  const title = scheme['title-color'];
  const source = toOklch(title).c >= TINTED ? title : scheme.background;
  return toNight
    ? withLightness(muted(source, 0.04), (l) => clamp(l, 0.17, 0.23))
    : withLightness(muted(source, 0.02), (l) => clamp(l, 0.965, 0.985));
}

function turnedInk(page: Colour, toNight: boolean): Colour {
  return toNight
    ? withLightness(muted(page, 0.03), (l) => clamp(l, 0.93, 0.97))
    : withLightness(muted(page, 0.05), (l) => clamp(l, 0.2, 0.28));
}

/** The most important control keeps its colour as long as one sees it. A black one becomes white, not grey. */
function turnedPrimary(scheme: Scheme, background: Colour, text: Colour): readonly [Colour, Colour, Colour] {
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
