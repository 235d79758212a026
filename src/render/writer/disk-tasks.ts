/** The tasks of a second thread for a build: look at many files, write many, or pack texts. */
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
  /** Instead of texts, the paths of files that were written since the last such task. */
  readonly arePaths: boolean;
}

/** Remembers the folders that it has seen or made: one for each site. */
export type RunTask = (task: DiskTask) => readonly Uint8Array[] | undefined;

export function diskTasks(): RunTask {
  const made = new Set<string>();
  let recent: Writes[] = [];
  return (task) => {
    if (task.type === 'pack') {
      const texts = task.arePaths ? contentsOf(task.texts, recent) : task.texts;
      recent = [];
      return texts && [packTexts(texts)];
    }
    if (task.type === 'look') look(task);
    else {
      writeAll(task, made);
      // A build that remembers packs what it has written soon afterwards.
      recent = [...recent, task].slice(-MOST_RECENT);
    }
    return undefined;
  };
}

function look({ folder, files, result }: Look): void {
  const seen = new Map<string, boolean>();
  const isFolder = (path: string): boolean => {
    const earlier = seen.get(path);
    if (earlier !== undefined) return earlier;
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

/** So many tasks have the files that are packed: a task has half a megabyte, and more files than are packed together. */
const MOST_RECENT = 128;

function contentsOf(paths: readonly string[], tasks: readonly Writes[]): readonly Uint8Array[] | undefined {
  const found = new Map<string, Uint8Array>();
  for (const { files, contents } of tasks) {
    let start = 0;
    for (const [path, size] of files) found.set(path, contents.subarray(start, (start += size)));
  }
  const contents = paths.flatMap((path) => found.get(path) ?? []);
  return contents.length === paths.length ? contents : undefined;
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
