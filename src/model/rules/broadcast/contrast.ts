import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { formatPath, valueAt, type Path } from '../../../values/json.ts';
import { formatColour, parseColour, type Translucent } from '../../../kinds/colour.ts';
import type { Entity } from '../../broadcast.ts';
import { contrastOn, nearestReadable, over, WHITE } from '../../readable-colour.ts';
import type { BroadcastRule } from '../rule.ts';

/** Text must reach this contrast on its background: WCAG 2, level AA. */
export const READABLE = 4.5;

const SCREEN: Path = ['theme', 'backgroundColor'];

/** The pairs of text and background in a broadcast. */
const PAIRS: readonly (readonly [Path, Path])[] = [
  [
    ['theme', 'accentColor'],
    ['theme', 'backgroundColor'],
  ],
  [
    ['theme', 'primaryAccentColor'],
    ['theme', 'primaryBackgroundColor'],
  ],
  [
    ['theme', 'surfaceAccentColor'],
    ['theme', 'surfaceBackgroundColor'],
  ],
  [
    ['theme', 'titleTextStyle', 'color'],
    ['theme', 'backgroundColor'],
  ],
  [
    ['theme', 'subtitleTextStyle', 'color'],
    ['theme', 'backgroundColor'],
  ],
  [
    ['theme', 'bodyTextStyle', 'color'],
    ['theme', 'backgroundColor'],
  ],
  [
    ['theme', 'buttonTextStyle', 'color'],
    ['theme', 'primaryBackgroundColor'],
  ],
  [
    ['appBar', 'accentColor'],
    ['appBar', 'backgroundColor'],
  ],
  [
    ['bottomBar', 'accentColor'],
    ['bottomBar', 'backgroundColor'],
  ],
];

export const lowContrast: BroadcastRule = {
  codes: ['low-contrast'],
  compares: 'alone',
  check: ({ byKind }) =>
    (byKind.get('broadcast') ?? []).flatMap((entity) => PAIRS.flatMap((pair) => checkPair(entity, pair))),
};

function checkPair({ fields, document }: Entity, [text, background]: readonly [Path, Path]): readonly Diagnostic[] {
  const colourAt = (path: Path): Translucent | undefined => {
    const value = valueAt(fields, path);
    return typeof value === 'string' ? parseColour(value) : undefined;
  };
  const [front, own] = [colourAt(text), colourAt(background)];
  if (!front || !own) return [];
  // A translucent background shows the screen's background, and white behind that.
  const screen = colourAt(SCREEN);
  const back = over(own, screen ? over(screen, WHITE) : WHITE);
  const reached = contrastOn(front, back);
  if (reached >= READABLE) return [];
  const better = formatColour(nearestReadable(front, back, READABLE));
  return [
    diagnose(
      'low-contrast',
      document.source.valueSpan(text),
      `this has a contrast ratio of ${twoDigits(reached)}:1 on ${formatPath(background)}`,
      {
        notes: [{ message: 'the background', at: document.source.valueSpan(background) }],
        suggestion: `${better} is the nearest colour that reaches ${READABLE}`,
      },
    ),
  ];
}

/** Rounded down, so that 4.499 is never shown as the 4.5 that it misses. */
const twoDigits = (value: number): string => (Math.floor(value * 100) / 100).toFixed(2);
