/**
 * The interface to the disk, in steps that are atomic as far as the state is concerned. Tests wrap it to kill the
 * process between any two of them.
 */
import { appendFileSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../machine/disk-steps.ts';
import { reasonOfDisk } from '../../machine/disk-failure.ts';
import { unfinishedName } from '../../machine/replace-file.ts';
import { UserError } from '../../diagnostics/errors.ts';

export interface Disk {
  /** Undefined if the file does not exist. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** Creates a file, durable once this resolves; fails if the file exists. */
  readonly create: (path: string, text: string) => Promise<void>;
  /** Writes a new or existing file that need not survive a power failure. */
  readonly write: (path: string, text: string) => Promise<void>;
  /** Opens a file for appending and creates it if necessary. */
  readonly openToAppend: (path: string) => Promise<OpenFile>;
  readonly truncate: (path: string, bytes: number) => Promise<void>;
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Succeeds if there is nothing to remove. */
  readonly remove: (path: string) => Promise<void>;
  /** The names in a folder; none if the folder does not exist. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  readonly makeFolder: (folder: string) => Promise<void>;
  /** Makes created, renamed and removed names durable. */
  readonly syncFolder: (folder: string) => Promise<void>;
}

export interface OpenFile {
  /** The text is durable once this resolves. */
  readonly append: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export const nodeDisk: Disk = {
  read: (path) => unlessAbsent(sayingWhy(path, () => readFile(path, 'utf8'))),
  create: (path, text) => sayingWhy(path, () => writeFile(path, text, { flag: 'wx', flush: true })),
  write: (path, text) => sayingWhy(path, () => writeFile(path, text)),
  openToAppend: async (path) => {
    const file = await sayingWhy(path, () => open(path, 'a'));
    return {
      append: (text) =>
        sayingWhy(path, async () => {
          // To hand a write to another thread takes longer than to write into the system's memory.
          appendFileSync(file.fd, text);
          await file.datasync();
        }),
      close: () => file.close(),
    };
  },
  truncate: (path, bytes) => sayingWhy(path, () => truncate(path, bytes)),
  rename: (from, to) => sayingWhy(to, () => rename(from, to)),
  remove: (path) => sayingWhy(path, () => rm(path, { force: true })),
  list: async (folder) => (await unlessAbsent(sayingWhy(folder, () => readdir(folder)))) ?? [],
  makeFolder: (folder) => sayingWhy(folder, async () => void (await mkdir(folder, { recursive: true }))),
  syncFolder: (folder) => sayingWhy(folder, async () => syncFolder(folder)),
};

async function unlessAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
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
    const { code } = error as NodeJS.ErrnoException;
    const isOurs = code === 'ENOENT' || code === 'EEXIST';
    const reason = isOurs ? undefined : reasonOfDisk(error);
    throw reason === undefined ? error : new UserError(`${path} cannot be used: ${reason}`);
  }
}

/** Readers find either the old text or the new one, complete, even after a crash at any moment. */
export async function writeAtomically(disk: Disk, path: string, text: string): Promise<void> {
  const temporary = unfinishedName(path);
  await disk.create(temporary, text);
  await disk.rename(temporary, path);
  await disk.syncFolder(dirname(path));
}
