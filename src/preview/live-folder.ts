import { hash } from 'node:crypto';
import type { ContentFiles } from '../content/files.ts';
import { readFile, type FileReading } from '../content/read-file.ts';
import type { Layer } from '../content/target-content.ts';

/**
 * The current content of a folder. Only named files are read again, and a file with the same bytes counts as unchanged.
 */
export interface LiveFolder {
  readonly readings: () => readonly FileReading[];
  /** Reads files again and returns those that changed. */
  readonly update: (paths: Iterable<string>) => readonly ChangedFile[];
}

/** A file that is new has nothing before, and a deleted one nothing after. */
export interface ChangedFile {
  readonly before: FileReading | undefined;
  readonly after: FileReading | undefined;
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
    // A file that an editor has just replaced may vanish between the two checks: the next event reports it.
    readings.set(path, readFile(noting, entry, prefix));
    if (entry.type === 'file' && !digests.has(path)) digests.set(path, digestNow(files, path));
    return true;
  };

  return {
    readings: () => [...readings.values()],
    update: (paths) =>
      [...paths].flatMap((path) => {
        const before = readings.get(path);
        return updateOne(path) ? [{ before, after: readings.get(path) }] : [];
      }),
  };
}

const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes);

/** The empty name for a file that cannot be read, so that it never counts as unchanged. */
function digestNow(files: ContentFiles, path: string): string {
  try {
    return digestOf(files.read(path));
  } catch {
    return '';
  }
}
