import { hash } from 'node:crypto';
import type { ContentFiles } from '../content/files.ts';
import { readFile, type FileReading } from '../content/read-file.ts';
import type { Layer } from '../content/target-content.ts';

/** A folder of content as it is now. Only what is named is read again, and a file with the same bytes is the same file. */
export interface LiveFolder {
  readonly readings: () => readonly FileReading[];
  /** Whether any of the files is another now. */
  readonly update: (paths: Iterable<string>) => boolean;
}

export function liveFolder({ files, prefix }: Layer): LiveFolder {
  const digests = new Map<string, string>();
  const noting: ContentFiles = {
    ...files,
    read(path) {
      const bytes = files.read(path);
      digests.set(path, digestOf(bytes));
      return bytes;
    },
  };
  const readings = new Map<string, FileReading>();
  for (const entry of files.entries()) readings.set(entry.path, readFile(noting, entry, prefix));

  const updateOne = (path: string): boolean => {
    const entry = files.entry(path);
    if (!entry) {
      digests.delete(path);
      return readings.delete(path);
    }
    const known = digests.get(path);
    if (known !== undefined && entry.type === 'file' && readings.has(path) && digestNow(files, path) === known) {
      return false;
    }
    // A file that was just replaced by an editor may vanish between the two looks: the next event tells.
    readings.set(path, readFile(noting, entry, prefix));
    if (entry.type === 'file' && !digests.has(path)) digests.set(path, digestNow(files, path));
    return true;
  };

  return {
    readings: () => [...readings.values()],
    update(paths) {
      let changed = false;
      for (const path of paths) changed = updateOne(path) || changed;
      return changed;
    },
  };
}

const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes);

/** The empty name for what cannot be read, which is then never taken for the same. */
function digestNow(files: ContentFiles, path: string): string {
  try {
    return digestOf(files.read(path));
  } catch {
    return '';
  }
}
