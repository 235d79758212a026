import { realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { linkOutOf } from '../../machine/symbolic-links.ts';
import { ifPossible } from '../../values/if-possible.ts';

interface Project {
  /** The folder that file names are relative to. */
  readonly cwd: string;
  /** Content and templates, as absolute paths. */
  readonly folders: readonly string[];
  /** The configuration, as an absolute path. */
  readonly files: readonly string[];
}

const TEXT = /\.(?:ya?ml|md|eta|css|js|json|svg|txt)$/i;

/**
 * Resolves a name to a file of the project. Anything else is rejected: files elsewhere, symbolic links that lead out of
 * their folder, and files that are not text.
 */
export function projectFiles({ cwd, folders, files }: Project): (name: string) => string | undefined {
  return (name) => {
    const path = resolve(cwd, name);
    if (name === '' || !ifPossible(() => statSync(path))?.isFile()) return undefined;
    if (files.includes(path)) return path;
    const folder = folders.find((each) => path.startsWith(each + sep));
    const isInside = folder !== undefined && linkOutOf(folder, path) === undefined;
    return isInside && TEXT.test(path) && TEXT.test(realpathSync(path)) ? path : undefined;
  };
}
