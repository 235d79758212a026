import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * A folder's path from the top of its repository, empty at the top and outside of any. Git itself is not asked: the answer
 * must be the same where git is missing, or refuses a repository that belongs to another user.
 */
export function folderInRepository(folder: string): string {
  const here = realpathSync(folder);
  const top = topAbove(here);
  return top === undefined ? '' : relative(top, here).split(sep).join('/');
}

export const isBelowRepository = (folder: string): boolean => topAbove(realpathSync(folder)) !== undefined;

function topAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : topAbove(above);
}
