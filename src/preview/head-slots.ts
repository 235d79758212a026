/**
 * A new colour gives the style sheet another name, and that name stands on every page. So in a preview pages are made
 * with slots in their heads, which are filled when somebody looks: a change of the theme makes no page anew.
 */
import { randomBytes } from 'node:crypto';
import type { SharedHead } from '../render/assets.ts';

export interface HeadSlots {
  /** The head with slots instead of what changes with the theme. */
  readonly emptied: (head: SharedHead) => SharedHead;
  readonly fill: (html: string, head: SharedHead) => string;
}

export function headSlots(): HeadSlots {
  // Nobody can write into content what is not known before the preview starts.
  const mark = `slot${randomBytes(12).toString('hex')}`;
  const slot = (name: string): string => `${mark}-${name}`;
  const pattern = new RegExp(`${mark}-([a-z]+)`, 'g');
  return {
    emptied: ({ themeColours, ...head }) => ({
      ...head,
      style: folderOf(head.style) + slot('style'),
      script: folderOf(head.script) + slot('script'),
      themeColours: themeColours.map(({ scheme }) => ({ scheme, colour: slot(scheme) })),
    }),
    fill(html, { style, script, themeColours }) {
      const values = new Map([
        ['style', fileOf(style)],
        ['script', fileOf(script)],
        ...themeColours.map(({ scheme, colour }) => [scheme, colour] as const),
      ]);
      return html.replace(pattern, (_, name: string) => values.get(name) ?? '');
    },
  };
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
