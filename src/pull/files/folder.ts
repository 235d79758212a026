/**
 * The content folder for writing, with an in-memory implementation. Paths are relative to it, with `/` between the
 * parts.
 */
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import type { FileChange } from '../../machine/change-files.ts';
import { ChangeSet } from '../../machine/change-set.ts';

export interface Folder {
  /** Undefined if the file does not exist. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** All of them, or none. */
  readonly change: (changes: readonly FileChange[]) => Promise<void>;
}

/** `root`: the folder of the project; `content`: the one in it that has the content. */
interface Place {
  readonly root: string;
  readonly content: string;
}

/** What is changed in it is collected. */
export function collectingFolder({ root, content }: Place, changes: ChangeSet): Folder {
  const pathOf = (path: string): string => join(root, content, path);
  return {
    read: async (path) => {
      try {
        return changes.read(pathOf(path))?.toString();
      } catch (error) {
        throw new UserError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
      }
    },
    change: async (files) => changes.add(files.map((each) => ({ ...each, path: pathOf(each.path) }))),
  };
}

/** Each change is made, together with what is collected already. */
export function diskFolder(place: Place, changes = new ChangeSet(place.root)): Folder {
  const folder = collectingFolder(place, changes);
  return {
    ...folder,
    change: async (files) => {
      await folder.change(files);
      await changes.make();
    },
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
