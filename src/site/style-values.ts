/**
 * The sizes and colours that content itself chooses. A page may have no inline style, so each value becomes a class of
 * the style sheet; they are collected beforehand, since the sheet's name, made from its text, stands on every page.
 */
import { isObject } from '../diagnostics/json.ts';
import { parseColour } from '../kinds/colour.ts';
import { fileSchema } from '../kinds/file-form.ts';
import { kindNamed } from '../kinds/registry.ts';
import { walk } from '../kinds/walk.ts';
import type { Entity } from '../model/broadcast.ts';
import { perEntity } from '../model/per-entity.ts';
import type { Site } from './site.ts';

export interface StyleValues {
  /** In pixels. */
  readonly heights: readonly number[];
  /** Around logos, in pixels. */
  readonly paddings: readonly number[];
  /** As the content writes them. */
  readonly colours: readonly string[];
}

const KINDS = ['broadcast', 'page', 'session', 'host', 'category'] as const;

export function styleValuesOf(site: Site): StyleValues {
  const chosen = KINDS.flatMap((kind) => (site.of(kind) as unknown as readonly Entity[]).map(valuesOf));
  const all = <K extends keyof StyleValues>(name: K) => new Set(chosen.flatMap((values) => values[name] as unknown[]));
  const numbers = (name: 'heights' | 'paddings') => [...(all(name) as Set<number>)].sort((a, b) => a - b);
  return {
    heights: numbers('heights'),
    paddings: numbers('paddings'),
    colours: [...(all('colours') as Set<string>)].sort(),
  };
}

const valuesOf = perEntity(({ kind, fields }): StyleValues => {
  const heights: number[] = [];
  const paddings: number[] = [];
  const colours: string[] = [];
  const addColour = (value: unknown): void => {
    if (typeof value === 'string' && parseColour(value)) colours.push(value);
  };
  addColour(fields['color']);
  walk(fileSchema(kindNamed(kind)), fields, ({ value }) => {
    if (!isObject(value)) return;
    const { height, backgroundColor, overlay, logoPadding } = value;
    if (typeof height === 'number' && height > 0) heights.push(Math.round(height));
    if (typeof logoPadding === 'number' && logoPadding >= 0) paddings.push(Math.round(logoPadding));
    addColour(backgroundColor);
    addColour(overlay);
  });
  return { heights, paddings, colours };
});

export const heightClass = (height: number): string => `h-${Math.round(height)}`;
export const paddingClass = (padding: number): string => `p-${Math.round(padding)}`;
export const colourClass = (colour: string): string => `c-${colour.slice(1).toLowerCase()}`;
