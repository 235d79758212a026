import { realpathSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';

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
 * Resolves a name to a file of the project. Anything else is rejected: files elsewhere, symbolic links that lead
 * elsewhere, and files that are not text.
 */
export function projectFiles({ cwd, folders, files }: Project): (name: string) => string | undefined {
  return (name) => {
    if (name === '' || name.includes('\0')) return undefined;
    const path = resolve(cwd, name);
    const real = realPath(path);
    if (real === undefined || !statSync(real, { throwIfNoEntry: false })?.isFile()) return undefined;
    if (files.includes(path)) return path;
    const roots = folders.flatMap((folder) => realPath(folder) ?? []);
    const isText = TEXT.test(path) && TEXT.test(real);
    return isText && roots.some((root) => isInside(root, real)) ? path : undefined;
  };
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep);
}
