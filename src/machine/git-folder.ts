/** The work tree around a folder, and the folder that gitcast has in its git directory. Does not call git. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { ifPossible } from '../values/if-possible.ts';
import { realPath } from './symbolic-links.ts';

/** The root of the repository that a folder is in. It is not looked for in these folders and above. */
export function topAbove(folder: string, ceilings: ReadonlySet<string> = new Set()): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder || ceilings.has(above) ? undefined : topAbove(above, ceilings);
}

/** A work tree, or a folder without git, and where gitcast keeps what only it may say about its files. */
export interface PrivateFolder {
  readonly root: string;
  readonly folder: string;
}

/**
 * No branch can bring a file there: git refuses names in a git directory, and a folder without git has its place among the
 * files of the user.
 */
export function privateFolder(path: string): PrivateFolder {
  const here = realPath(path);
  const top = topAbove(here);
  const git = top === undefined ? undefined : gitDirectory(join(top, '.git'));
  if (top !== undefined && git !== undefined) return { root: top, folder: join(git, 'gitcast') };
  const { XDG_STATE_HOME: state = '' } = process.env;
  const own = isAbsolute(state) ? state : join(homedir(), '.local', 'state');
  return { root: here, folder: join(own, 'gitcast', hash('sha256', here)) };
}

/** A linked work tree and a submodule have a file that names it. */
function gitDirectory(path: string): string | undefined {
  const named = ifPossible(() => readFileSync(path, 'utf8'));
  const folder = named === undefined ? path : resolve(dirname(path), /^gitdir: (.+)$/m.exec(named)?.[1] ?? '.git');
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : undefined;
}
