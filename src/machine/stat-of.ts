import { lstatSync, type Stats } from 'node:fs';

/** The stats of a link itself, not of what it leads to. Undefined if there is nothing. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A file in place of a folder: nothing can be inside it.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}
