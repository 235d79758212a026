/**
 * A new colour changes the name of the style sheet, and that name is on every page. Pages in a preview are therefore
 * built with slots in their heads, which are filled on each request: a change of the theme rebuilds no page.
 */
import { randomBytes } from 'node:crypto';
import type { SharedHead } from '../render/assets.ts';
import { byName, MODULES, SHEET_NAMES } from '../render/theme-files.ts';

export function headSlots() {
  // Content cannot contain a value that is not known before the preview starts.
  const mark = `slot${randomBytes(12).toString('hex')}`;
  const slot = (name: string): string => `${mark}-${name}`;
  const pattern = new RegExp(`${mark}-([a-z-]+)`, 'g');
  return {
    /** The head with slots in place of what changes with the theme. */
    emptied: ({ themeColours, ...head }: SharedHead): SharedHead => ({
      ...head,
      style: folderOf(head.style) + slot('style'),
      script: folderOf(head.script) + slot('script'),
      modules: byName(MODULES, (name) => folderOf(head.modules[name]) + slot(`module${name}`)),
      sheets: byName(SHEET_NAMES, (name) => folderOf(head.sheets[name]) + slot(`sheet${name}`)),
      find: folderOf(head.find) + slot('find'),
      themeColours: themeColours.map(({ scheme }) => ({ scheme, colour: slot(scheme) })),
    }),
    fill(html: string, { style, script, modules, sheets, find, themeColours }: SharedHead): string {
      const values = new Map([
        ['style', fileOf(style)],
        ['script', fileOf(script)],
        ['find', fileOf(find)],
        ...MODULES.map((name) => [`module${name}`, fileOf(modules[name])] as const),
        ...SHEET_NAMES.map((name) => [`sheet${name}`, fileOf(sheets[name])] as const),
        ...themeColours.map(({ scheme, colour }) => [scheme, colour] as const),
      ]);
      return html.replace(pattern, (_, name: string) => values.get(name) ?? '');
    },
  };
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
