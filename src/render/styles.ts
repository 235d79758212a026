/** The theme's style sheet, joined from one file per topic. A user can override each file like a template. */
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
  'gallery',
  'forced-colours',
  'print',
  'own',
] as const;

export const stylesOf = ({ text }: Pick<Templates, 'text'>): string =>
  STYLES.map((name) => text(`assets/css/${name}.css`)).join('\n');
