/**
 * The theme's script: the few things a page can do beyond being read; nothing in it is needed to read one. One file an
 * idea, joined to one. A user overrides any of them as any template.
 */
import type { Templates } from './templates/templates.ts';

/** What the others use. */
export const COMMON_SCRIPTS = ['elements', 'kept'] as const;

/** Each on its own, in the order in which they run. */
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

/** In blocks, so that no name of a file gets in the way of another's or of another script on the page. */
export function scriptOf({ text }: Pick<Templates, 'text'>): string {
  const file = (name: string): string => text(`assets/js/${name}.js`).trimEnd();
  const block = (...parts: readonly string[]): string => ['{', ...parts, '}'].join('\n');
  // Without it, a function in a block would have its name outside of it too.
  return `'use strict';\n${block(...COMMON_SCRIPTS.map(file), ...SCRIPTS.map((name) => block(file(name))))}\n`;
}
