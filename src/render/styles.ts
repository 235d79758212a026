/** The theme's style sheet: one file an idea, joined to one. A user overrides any of them as any template. */
import type { Templates } from './templates/templates.ts';

/** What comes later goes before what came earlier, so the order is said here and not left to the names of files. */
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
  'gallery',
  'forced-colours',
  'print',
  'own',
] as const;

export const stylesOf = ({ text }: Pick<Templates, 'text'>): string =>
  STYLES.map((name) => text(`assets/css/${name}.css`)).join('\n');
