/**
 * The content folder for writing, with an in-memory implementation. Paths are relative to it, with `/` between the
 * parts.
 */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { refuseLinkOutOf } from '../../machine/symbolic-links.ts';

export interface Folder {
  /** Undefined if the file does not exist. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** Readers find either the old text or the new one, complete, even after a crash at any moment. */
  readonly write: (path: string, text: string) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
}

/** `unfinished`: where files are written before they take their place, if that is on the same disk (default: beside them). */
export function diskFolder(root: string, unfinished?: string): Folder {
  return {
    read: (path) => sayingWhy(path, () => orAbsent(readFile(join(root, path), 'utf8'))),
    write: (path, text) =>
      sayingWhy(path, () => {
        refuseLinkOutOf(root, path);
        return writeAtomically(join(root, path), text, unfinished);
      }),
    remove: (path) =>
      sayingWhy(path, async () => {
        refuseLinkOutOf(root, dirname(path));
        await rm(join(root, path), { force: true });
        await syncFolder(dirname(join(root, path)));
      }),
  };
}

export function memoryFolder(files: Map<string, string>): Folder {
  return {
    read: async (path) => files.get(path),
    write: async (path, text) => void files.set(path, text),
    remove: async (path) => void files.delete(path),
  };
}

async function writeAtomically(path: string, text: string, unfinished: string | undefined): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // A symbolic link stays one: the file it points to is written.
  const real = (await orAbsent(realpath(path))) ?? path;
  const mode = (await orAbsent(lstat(real)))?.mode;
  // Files left behind by a killed process have a name that content readers ignore.
  const temporary = join(await besideOr(unfinished, dirname(real)), `.${basename(real)}.${randomUUID()}.tmp`);
  const file = await open(temporary, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, real);
  await syncFolder(dirname(real));
}

async function besideOr(unfinished: string | undefined, beside: string): Promise<string> {
  if (unfinished === undefined) return beside;
  await mkdir(unfinished, { recursive: true });
  return (await lstat(unfinished)).dev === (await lstat(beside)).dev ? unfinished : beside;
}

/** Makes a created or removed name durable. Windows cannot open a folder; renames are already durable there. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function orAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function sayingWhy<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`${path} could not be written: ${reason}`, { cause: error });
  }
}
