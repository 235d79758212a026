import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { topAbove } from '../machine/git-folder.ts';

/**
 * A folder's path from the root of its repository; empty at the root and outside a repository. Does not call git: the
 * answer must be the same if git is missing, or refuses a repository owned by another user.
 */
export function folderInRepository(folder: string): string {
  const here = realpathSync(folder);
  const top = topAbove(here);
  return top === undefined ? '' : relative(top, here).split(sep).join('/');
}

export const isBelowRepository = (folder: string): boolean => topAbove(realpathSync(folder)) !== undefined;

/**
 * The folder of files that git before version 2.38 would take for a repository of their own, although they are part of a
 * checkout: newer versions are told to refuse them. Undefined if git finds a `.git` first.
 */
export function posingRepository(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return undefined;
  const has = (name: string): boolean => existsSync(join(folder, name));
  if (has('HEAD') && (has('commondir') || (has('objects') && has('refs')))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : posingRepository(above);
}
