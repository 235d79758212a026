/**
 * The theme's style sheet and script, each joined from one file per topic. A user can override each file like a template.
 * Pages can be read without the script.
 */
import type { Templates } from './templates/templates.ts';

/** Later rules override earlier ones, so the order is explicit instead of following from the file names. */
export const STYLES = [
  'base',
  'app-bar',
  'tabs',
  'languages',
  'footer',
  'page',
  'hero',
  'prose',
  'cards',
  'carousel',
  'category',
  'media',
  'buttons',
  'questions',
  'countdown',
  'notices',
  'embed',
  'links',
  'programme',
  'slots',
  'documents',
  'map',
  'menu',
  'search',
  'forms',
  'offline',
  'gallery',
  'forced-colours',
  'print',
  'own',
] as const;

export const stylesOf = ({ text }: Pick<Templates, 'text'>): string =>
  STYLES.map((name) => text(`assets/css/${name}.css`)).join('\n');

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
  'offline',
  'own',
] as const;

/** Wraps each file in a block, so that its names do not clash with those of other files or scripts. */
export function scriptOf({ text }: Pick<Templates, 'text'>): string {
  const file = (name: string): string => text(`assets/js/${name}.js`).trimEnd();
  const block = (...parts: readonly string[]): string => ['{', ...parts, '}'].join('\n');
  // Without it, functions in a block would be visible outside the block.
  return `'use strict';\n${block(...COMMON_SCRIPTS.map(file), ...SCRIPTS.map((name) => block(file(name))))}\n`;
}
