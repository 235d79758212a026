/**
 * The theme's script. Pages can be read without it. It is joined from one file per feature, and a user can override each
 * file like a template.
 */
import type { Templates } from './templates/templates.ts';

/** Shared by the others. */
export const COMMON_SCRIPTS = ['elements', 'kept'] as const;

/** Independent of each other, in the order in which they run. */
export const SCRIPTS = [
  'favourites',
  'popups',
  'hero',
  'countdown',
  'now',
  'programme-filter',
  'programme-days',
  'carousel',
  'embed',
  'weather',
  'map',
  'search',
  'forms',
  'own',
] as const;

/** Wraps each file in a block, so that its names do not clash with those of other files or scripts. */
export function scriptOf({ text }: Pick<Templates, 'text'>): string {
  const file = (name: string): string => text(`assets/js/${name}.js`).trimEnd();
  const block = (...parts: readonly string[]): string => ['{', ...parts, '}'].join('\n');
  // Without it, functions in a block would be visible outside the block.
  return `'use strict';\n${block(...COMMON_SCRIPTS.map(file), ...SCRIPTS.map((name) => block(file(name))))}\n`;
}
