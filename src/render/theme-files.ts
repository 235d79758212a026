/**
 * The theme's style sheet and script, each joined from one file per topic. A user can override each file like a template.
 * Pages can be read without the script.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { once } from '../values/once.ts';
import type { Templates } from './templates/templates.ts';
import { gridCss } from './theme/grid-css.ts';

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
  'notes',
  'code',
  'contents',
  'cards',
  'carousel',
  'category',
  'media',
  'buttons',
  'fields',
  'questions',
  'countdown',
  'notices',
  'embed',
  'links',
  'programme',
  'slots',
  'marks',
  'calendars',
  'documents',
  'menu',
  'offline',
  'look',
  'right-to-left',
  'forced-colours',
  'print',
  'own',
] as const;

export const stylesOf = ({ text }: Pick<Templates, 'text'>): string =>
  STYLES.map((name) => text(`assets/css/${name}.css`)).join('\n');

/** Style sheets of their own, for the types of pages that are listed: other pages need not load them. */
export const SHEETS = {
  changes: ['changes', 'programme', 'programmeGrid'],
  'embed-page': ['embed'],
  forms: ['networkingForms'],
  gallery: ['gallery'],
  grid: ['programmeGrid'],
  kiosk: ['kiosk'],
  // The partial of a map asks for it, whichever page it is on.
  map: [],
  paper: ['booklet', 'poster', 'signs'],
  plan: ['favorites'],
  search: ['search'],
} as const;

export type SheetName = keyof typeof SHEETS;

export const SHEET_NAMES = Object.keys(SHEETS) as readonly SheetName[];

/** Shared by the others. */
export const COMMON_SCRIPTS = ['elements', 'kept', 'times'] as const;

/** Independent of each other, in the order in which they run. */
export const SCRIPTS = [
  'favourites',
  'changes',
  'popups',
  'hero',
  'countdown',
  'now',
  'programme-filter',
  'programme-days',
  'now-next',
  'state',
  'zone',
  'carousel',
  'embed',
  'weather',
  'map',
  'search',
  'forms',
  'offline',
  'screen',
  'own',
] as const;

/** ES modules. Each is a file of its own, which a page imports when a visitor needs it. They do not import each other. */
export const MODULES = ['any-entry', 'kiosk', 'own-zone', 'plan', 'plan-export', 'qr', 'remind'] as const;

export type ModuleName = (typeof MODULES)[number];

/** A value for each of some names. */
export const byName = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Readonly<Record<Name, Value>> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;

export const modulesOf = ({ text }: Pick<Templates, 'text'>): Readonly<Record<ModuleName, string>> =>
  byName(MODULES, (name) => (name === 'qr' ? qrEncoder() : withoutComments(text(`assets/js/${name}.js`))));

/** 2 kB as transferred, loaded when a visitor asks for a code. */
const qrEncoder = once(() => readFileSync(createRequire(import.meta.url).resolve('lean-qr/nano'), 'utf8'));

export const sheetsOf = ({ text }: Pick<Templates, 'text'>): Readonly<Record<SheetName, string>> =>
  byName(SHEET_NAMES, (name) => `${text(`assets/css/${name}.css`)}${name === 'grid' ? gridCss() : ''}`);

/** Wraps each file in a block, so that its names do not clash with those of others, and runs them on a page with its styles. */
export function scriptOf({ text }: Pick<Templates, 'text'>): string {
  const file = (name: string): string => withoutComments(text(`assets/js/${name}.js`)).trimEnd();
  const blocks = SCRIPTS.map((name) => `{\n${file(name)}\n}`);
  // Without it, functions in a block would be visible outside the block.
  return ["'use strict';\n{", ...COMMON_SCRIPTS.map(file), 'whenStyled(() => {', ...blocks, '});\n}\n'].join('\n');
}

/** They share their names. Nothing runs before all of them are read. */
export const workerOf = ({ text }: Pick<Templates, 'text'>): string =>
  ['store', 'update', 'answer'].map((name) => withoutComments(text(`assets/worker/${name}.js`))).join('');

/** Comments are a sixth of what visitors would load. Only whole lines, and none in a file with a text over several lines. */
function withoutComments(source: string): string {
  const lines = source.split('\n');
  const isOpen = (line: string): boolean => (line.match(/`/g)?.length ?? 0) % 2 === 1;
  return lines.some(isOpen) ? source : lines.filter((line) => !COMMENT.test(line)).join('\n');
}

const COMMENT = /^\s*(?:\/\/|\/\*(?:(?!\*\/).)*\*\/$)/;
