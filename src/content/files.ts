import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
  existsSync,
} from 'node:fs';
import { join, basename, dirname } from 'node:path';
import { isInside } from '../machine/symbolic-links.ts';

/** A file in the content folder, by its path below that folder, separated by `/`. */
export type FileEntry =
  /** A regular file, with its size. */
  | { readonly path: string; readonly type: 'file'; readonly bytes: number }
  /** A link that leads out of the folder, which is never followed. */
  | { readonly path: string; readonly type: 'outside-link' }
  /** A file that cannot be read, with the reason. */
  | { readonly path: string; readonly type: 'unreadable'; readonly reason: string };

/** Access to the disk. Tests and the preview use an in-memory version. */
export interface ContentFiles {
  /** All files. */
  readonly entries: () => readonly FileEntry[];
  /** One of them, in its current state. */
  readonly entry: (path: string) => FileEntry | undefined;
  /** The bytes of a file. */
  readonly read: (path: string) => Uint8Array;
  /** At most so many of its first bytes, where that is less work. */
  readonly readStart?: (path: string, most: number) => Uint8Array;
}

/**
 * Synchronous on purpose: for many small files it is several times faster than promises. `onFile` sees every file that
 * is listed.
 */
export function diskFiles(root: string, onFile?: (path: string, stats: Stats) => void): ContentFiles {
  const entries = (): readonly FileEntry[] => list(root, onFile);
  return {
    entries,
    entry: (path) => entryAt(root, path),
    read: (path) => readFileSync(join(root, path)),
    readStart: (path, most) => startOf(join(root, path), most),
  };
}

function startOf(file: string, most: number): Uint8Array {
  const opened = openSync(file, 'r');
  try {
    const bytes = Buffer.allocUnsafe(most);
    return bytes.subarray(0, readSync(opened, bytes, 0, most, 0));
  } finally {
    closeSync(opened);
  }
}

/** Files in memory, by path: for tests, and for programs that keep them elsewhere. */
export function memoryFiles(files: Readonly<Record<string, string | Uint8Array>>): ContentFiles {
  const encoded = new Map(
    Object.entries(files).map(([path, text]) => [
      path,
      typeof text === 'string' ? new TextEncoder().encode(text) : text,
    ]),
  );
  return {
    entries: () => [...encoded].map(([path, bytes]) => ({ path, type: 'file', bytes: bytes.length })),
    entry: (path) => {
      const bytes = encoded.get(path);
      return bytes && { path, type: 'file', bytes: bytes.length };
    },
    read: (path) => {
      const bytes = encoded.get(path);
      if (!bytes) throw new Error(`no file ${path}`);
      return bytes;
    },
  };
}

function entryAt(root: string, path: string): FileEntry | undefined {
  const parts = path.split('/');
  try {
    const stats = parts.map((_, index) => lstatSync(join(root, ...parts.slice(0, index + 1))));
    // Resolving a link requires looking at everything around it.
    if (stats.some((each) => each.isSymbolicLink())) return list(root).find((entry) => entry.path === path);
    const file = stats.at(-1)!;
    return file.isFile() ? { path, type: 'file', bytes: file.size } : undefined;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    return unreadable(path, error);
  }
}

function list(root: string, onFile?: (path: string, stats: Stats) => void): readonly FileEntry[] {
  const entries: FileEntry[] = [];

  /** `around`: the real paths of the folders being listed. `linked`: one of them was reached through a link. */
  const visit = (
    folder: string,
    below: string,
    { around, linked }: { around: readonly string[]; linked: boolean },
  ): void => {
    const within = [...around, realpathSync(folder)];
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      const full = join(folder, entry.name);
      const isLink = entry.isSymbolicLink();
      try {
        const stats = statSync(full);
        const real = isLink ? realpathSync(full) : full;
        // Links to folders inside linked folders would multiply, and one to a parent folder would never end.
        const isTangled = isLink && stats.isDirectory() && (linked || within.includes(real));
        if (isTangled || (isLink && !isInside(real, root))) entries.push({ path, type: 'outside-link' });
        else if (stats.isDirectory()) visit(full, path, { around: within, linked: linked || isLink });
        else if (stats.isFile()) {
          entries.push({ path, type: 'file', bytes: stats.size });
          onFile?.(path, stats);
        }
      } catch (error) {
        entries.push(isLink ? { path, type: 'outside-link' } : unreadable(path, error));
      }
    }
  };

  visit(root, '', { around: [], linked: false });
  return entries.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function unreadable(path: string, error: unknown): FileEntry {
  return { path, type: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
}

/** The folder beside the content folder that overrides it for a target: `content.staging/`. */
export const overlayFolder = (content: string, target: string): string => `${content}.${target}`;

/** The names after the dots. Files, and folders such as `content.~lock`, are ignored. */
export function overlaysBeside(folder: string): readonly string[] {
  const start = `${basename(folder)}.`;
  const parent = dirname(folder);
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => name.startsWith(start) && statSync(join(parent, name), { throwIfNoEntry: false })?.isDirectory())
    .map((name) => name.slice(start.length))
    .filter((name) => /^[a-z0-9][a-z0-9-]*$/i.test(name))
    .sort();
}
