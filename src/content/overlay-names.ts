import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The folder beside the content folder that overrides it for a target: `content.staging/`. */
export const overlayFolder = (content: string, target: string): string => `${content}.${target}`;

/** The names after the dots. Files, and folders such as `content.~lock`, are ignored. */
export function overlaysBeside(folder: string): readonly string[] {
  const start = `${basename(folder)}.`;
  const parent = dirname(folder);
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => name.startsWith(start) && statSync(join(parent, name), { throwIfNoEntry: false })?.isDirectory())
    .map((name) => name.slice(start.length))
    .filter((name) => /^[a-z0-9][a-z0-9-]*$/i.test(name))
    .sort();
}
