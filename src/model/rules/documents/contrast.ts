import { diagnose, type Span } from '../../../diagnostics/diagnostic.ts';
import { valueAt } from '../../../values/json.ts';
import { formatColour, parseColour, type Translucent, contrast, type Colour } from '../../../kinds/colour.ts';
import type { Entity } from '../../broadcast.ts';
import type { DocumentRule, Problems } from '../rule.ts';

/** Text must reach this contrast on its background: WCAG 2, level AA. */
export const READABLE = 4.5;

const SCREEN = 'theme.backgroundColor';

/** The pairs of text and background in a broadcast, by their paths. */
const PAIRS = [
  ['theme.accentColor', 'theme.backgroundColor'],
  ['theme.primaryAccentColor', 'theme.primaryBackgroundColor'],
  ['theme.surfaceAccentColor', 'theme.surfaceBackgroundColor'],
  ['theme.titleTextStyle.color', 'theme.backgroundColor'],
  ['theme.subtitleTextStyle.color', 'theme.backgroundColor'],
  ['theme.bodyTextStyle.color', 'theme.backgroundColor'],
  ['theme.buttonTextStyle.color', 'theme.primaryBackgroundColor'],
  ['appBar.accentColor', 'appBar.backgroundColor'],
  ['bottomBar.accentColor', 'bottomBar.backgroundColor'],
] as const;

export const lowContrast: DocumentRule = {
  codes: ['low-contrast'],
  check: (entity) => (entity.kind === 'broadcast' ? PAIRS.flatMap((pair) => checkPair(entity, pair)) : []),
};

function checkPair({ fields, document }: Entity, [text, background]: (typeof PAIRS)[number]): Problems {
  const colourAt = (path: string): Translucent | undefined => {
    const value = valueAt(fields, path.split('.'));
    return typeof value === 'string' ? parseColour(value) : undefined;
  };
  const [front, own] = [colourAt(text), colourAt(background)];
  if (!front || !own) return [];
  // A translucent background shows the screen's background, and white behind that.
  const screen = colourAt(SCREEN);
  const back = over(own, screen ? over(screen, WHITE) : WHITE);
  const reached = contrastOn(front, back);
  if (reached >= READABLE) return [];
  const spanAt = (path: string): Span => document.source.valueSpan(path.split('.'));
  const better = formatColour(nearestReadable(front, back, READABLE));
  return diagnose(
    'low-contrast',
    spanAt(text),
    `this has a contrast ratio of ${twoDigits(reached)}:1 on ${background}`,
    {
      notes: [{ message: 'the background', at: spanAt(background) }],
      suggestion: `${better} is the nearest colour that reaches ${READABLE}`,
    },
  );
}

/** Rounded down, so that 4.499 is never shown as the 4.5 that it misses. */
const twoDigits = (value: number): string => (Math.floor(value * 100) / 100).toFixed(2);

/** The contrast of a possibly translucent colour, as displayed. */
export const contrastOn = (text: Translucent, background: Colour): number =>
  contrast(over(text, background), background);

/** The colour of the same hue, made just light or dark enough to reach the contrast, whichever changes it less. */
export function nearestReadable(text: Translucent, background: Colour, wanted: number): Colour {
  const opaque = over(text, background);
  const towards = [0, 255].map((end) => firstReadable(opaque, end, background, wanted));
  const [nearest] = towards.filter((found) => found !== undefined).sort((a, b) => a.share - b.share);
  return nearest?.colour ?? (contrast(BLACK, background) > contrast(WHITE, background) ? BLACK : WHITE);
}

const BLACK: Colour = { r: 0, g: 0, b: 0 };
export const WHITE: Colour = { r: 255, g: 255, b: 255 };

function firstReadable(from: Colour, end: number, background: Colour, wanted: number) {
  const STEPS = 256;
  for (let step = 0; step <= STEPS; step++) {
    const share = step / STEPS;
    const mix = (channel: number): number => Math.round(channel + (end - channel) * share);
    const colour: Colour = { r: mix(from.r), g: mix(from.g), b: mix(from.b) };
    if (contrast(colour, background) >= wanted) return { colour, share };
  }
  return undefined;
}

/** A translucent colour as it looks on top of another. */
export function over({ r, g, b, alpha }: Translucent, background: Colour): Colour {
  const mix = (front: number, back: number): number => front * alpha + back * (1 - alpha);
  return { r: mix(r, background.r), g: mix(g, background.g), b: mix(b, background.b) };
}
