/**
 * The content folder for writing, with an in-memory implementation. Paths are relative to it, with `/` between the
 * parts.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { changeFiles, type FileChange } from '../../machine/change-files.ts';

export interface Folder {
  /** Undefined if the file does not exist. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** All of them, or none. */
  readonly change: (changes: readonly FileChange[]) => Promise<void>;
}

/** `root`: the folder of the project; `content`: the one in it that has the content. */
export function diskFolder({ root, content }: { readonly root: string; readonly content: string }): Folder {
  const pathOf = (path: string): string => join(root, content, path);
  return {
    read: (path) =>
      readFile(pathOf(path), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw new UserError(`${path} cannot be read: ${error.message}`, { cause: error });
      }),
    change: (changes) =>
      changeFiles(
        root,
        changes.map((each) => ({ ...each, path: pathOf(each.path) })),
      ),
  };
}

export function memoryFolder(files: Map<string, string>): Folder {
  return {
    read: async (path) => files.get(path),
    change: async (changes) => {
      for (const { path, after } of changes) {
        if (after === undefined) files.delete(path);
        else files.set(path, String(after));
      }
    },
  };
}
