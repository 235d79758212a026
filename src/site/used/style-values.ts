/**
 * The sizes and colours that content chooses. Pages have no inline styles, so each value becomes a class in the style
 * sheet. They are collected before pages are rendered, because every page contains the digest of the style sheet.
 */
import { isObject } from '../../values/json.ts';
import { parseColour } from '../../kinds/colour.ts';
import { shownValues } from './shown-values.ts';
import type { Site } from '../site.ts';

export interface StyleValues {
  /** In pixels. */
  readonly heights: readonly number[];
  /** Around logos, in pixels. */
  readonly paddings: readonly number[];
  /** As the content writes them. */
  readonly colours: readonly string[];
}

type StyleValue = { readonly [K in keyof StyleValues]: StyleValues[K][number] };

export function styleValuesOf(site: Site): StyleValues {
  const chosen = chosenValues(site);
  const all = <K extends keyof StyleValues>(name: K): readonly StyleValue[K][] => [
    ...new Set(chosen.flatMap((value) => (value.name === name ? [value.value as StyleValue[K]] : []))),
  ];
  return {
    heights: all('heights').toSorted((a, b) => a - b),
    paddings: all('paddings').toSorted((a, b) => a - b),
    colours: all('colours').toSorted(),
  };
}

interface Chosen {
  readonly name: keyof StyleValues;
  readonly value: number | string;
}

const INSIDE: readonly string[] = ['height', 'backgroundColor', 'overlay', 'logoPadding'];

/** The colour of a document, and the sizes and colours of its parts. */
const chosenValues = shownValues<Chosen>({
  isHeldBy: ({ properties = {} }) => ['color', ...INSIDE].some((name) => Object.hasOwn(properties, name)),
  take({ value, path }) {
    if (!isObject(value)) return [];
    if (path.length === 0) return colour(value['color']);
    const { height, backgroundColor, overlay, logoPadding } = value;
    const pixels = (name: 'heights' | 'paddings', size: number): Chosen => ({ name, value: Math.round(size) });
    return [
      ...(typeof height === 'number' && height > 0 ? [pixels('heights', height)] : []),
      ...(typeof logoPadding === 'number' && logoPadding >= 0 ? [pixels('paddings', logoPadding)] : []),
      ...colour(backgroundColor),
      ...colour(overlay),
    ];
  },
});

const colour = (value: unknown): readonly Chosen[] =>
  typeof value === 'string' && parseColour(value) ? [{ name: 'colours', value }] : [];

export const heightClass = (height: number): string => `h-${Math.round(height)}`;
export const paddingClass = (padding: number): string => `p-${Math.round(padding)}`;
export const colourClass = (colour: string): string => `c-${colour.slice(1).toLowerCase()}`;
