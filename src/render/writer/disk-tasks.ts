/** What a second thread can do for a build: look at many files, write many, or pack texts for the next one. */
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { stampOf } from '../../machine/file-stamp.ts';
import { statOf } from '../../machine/stat-of.ts';
import { packTexts } from '../remember/packed-texts.ts';

export type DiskTask = Look | Writes | Pack;

/** Which files have these stamps. A file behind a link, or in a folder that is one, is not looked at. */
export interface Look {
  readonly type: 'look';
  readonly folder: string;
  readonly files: readonly (readonly [path: string, stamp: string])[];
  /** One for each file: 1 if it has its stamp. */
  readonly result: Uint8Array;
}

/** Files of one folder, with the folders above them. */
export interface Writes {
  readonly type: 'write';
  readonly folder: string;
  readonly files: readonly (readonly [path: string, size: number])[];
  /** Their contents one after another. */
  readonly contents: Uint8Array;
}

export interface Pack {
  readonly type: 'pack';
  readonly texts: readonly string[];
}

/** Remembers the folders that it has seen or made: one for each site. */
export type RunTask = (task: DiskTask) => Uint8Array | undefined;

export function diskTasks(): RunTask {
  const made = new Set<string>();
  return (task) => {
    if (task.type === 'pack') return packTexts(task.texts);
    if (task.type === 'look') look(task);
    else writeAll(task, made);
    return undefined;
  };
}

function look({ folder, files, result }: Look): void {
  const seen = new Map<string, boolean>();
  const isFolder = (path: string): boolean => {
    const known = seen.get(path);
    if (known !== undefined) return known;
    const stats = statOf(path === '.' ? folder : `${folder}/${path}`);
    const is = stats?.isDirectory() === true && (path === '.' || isFolder(dirname(path)));
    seen.set(path, is);
    return is;
  };
  for (const [index, [path, stamp]] of files.entries()) {
    const stats = isFolder(dirname(path)) ? statOf(`${folder}/${path}`) : undefined;
    if (stats?.isFile() && stampOf(stats) === stamp) result[index] = 1;
  }
}

function writeAll({ folder, files, contents }: Writes, made: Set<string>): void {
  let start = 0;
  for (const [path, size] of files) {
    const file = `${folder}/${path}`;
    const above = dirname(file);
    if (!made.has(above)) {
      makeFolders(above);
      made.add(above);
    }
    writeReadable(file, contents.subarray(start, start + size));
    start += size;
  }
}

/** A web server runs as somebody else: a site is for everyone, whatever files of the user are. */
export function writeReadable(file: string, content: Uint8Array): void {
  writeFileSync(file, content);
  if (isMasked()) chmodSync(file, 0o644);
}

function makeReadableFolder(path: string): void {
  mkdirSync(path);
  if (isMasked()) chmodSync(path, 0o755);
}

const isMasked = (): boolean => process.platform !== 'win32' && (process.umask() & 0o055) !== 0;

/** Node's recursive mkdir never returns where creating a folder fails with ENOENT, as in /proc. */
export function makeFolders(path: string): void {
  try {
    makeReadableFolder(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const above = dirname(path);
    if (code !== 'ENOENT' || above === path || existsSync(above)) throw error;
    makeFolders(above);
    makeReadableFolder(path);
  }
}
