/** The files of a source on this machine. */
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { reasonOfDisk } from '../machine/disk-failure.ts';
import { withLineFeeds } from '../values/line-breaks.ts';
import { decoded, type Source, type SourceFile } from './source.ts';

/** The most bytes of one file: more is no programme of an event, and would not fit into memory as text. */
export const MOST_BYTES = 256 * 1024 * 1024;
const MOST_FILES = 50_000;

/** Folders of programs, not of writers. */
const NOT_CONTENT = new Set(['node_modules', 'bower_components', '__pycache__', 'vendor']);

export const isUrl = (source: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(source);

/** `name` as it was asked for; `path` where it is. */
export function openFiles(name: string, path: string): Source {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new UserError(`there is no file or folder ${name}`, { suggestion: 'check the path' });
  if (!stats.isDirectory()) {
    const read = (): Uint8Array => readFileSync(path);
    return { name, isFolder: false, files: [sourceFile(basename(path), name, stats.size, read)] };
  }
  const files = filesBelow(path, '', name);
  if (files.length === 0) throw new UserError(`the folder ${name} has no files`, { suggestion: 'check the path' });
  return { name, isFolder: true, files };
}

/** Bytes that are already here, such as an answer or standard input. */
export const openBytes = (name: string, path: string, bytes: Uint8Array): Source => ({
  name,
  isFolder: false,
  files: [sourceFile(path, name, bytes.length, () => bytes)],
});

function filesBelow(root: string, below: string, name: string): SourceFile[] {
  const entries = readdirSync(join(root, below), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files: SourceFile[] = [];
  for (const entry of entries) {
    // A link may lead out of the folder, to files that nobody meant to import.
    if (entry.name.startsWith('.') || entry.isSymbolicLink()) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && !NOT_CONTENT.has(entry.name)) files.push(...filesBelow(root, path, name));
    if (!entry.isFile()) continue;
    const place = join(root, path);
    files.push(sourceFile(path, join(name, path), lstatSync(place).size, () => readFileSync(place)));
    if (files.length > MOST_FILES)
      throw new UserError(`the folder ${name} has more than ${MOST_FILES} files`, {
        suggestion: 'pass the folder that has the content',
      });
  }
  return files;
}

function sourceFile(path: string, shown: string, size: number, read: () => Uint8Array): SourceFile {
  const bytes = (): Uint8Array => {
    if (size > MOST_BYTES)
      throw new UserError(`${shown} is larger than ${MOST_BYTES / 1024 / 1024} MiB`, {
        suggestion: 'export a part of it',
      });
    try {
      return read();
    } catch (error) {
      throw new UserError(`${shown} cannot be read: ${reasonOfDisk(error)}`);
    }
  };
  return { path, shown, size, bytes, text: () => withLineFeeds(decoded(bytes(), shown)) };
}
