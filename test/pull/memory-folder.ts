import type { Folder } from '../../src/pull/run-pull.ts';

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
