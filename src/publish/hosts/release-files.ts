/**
 * The files of a release on a disk of this machine. Visitors must be able to read them whatever the umask is; nobody
 * should edit them, because unchanged files are hard links and an edit would change every release. So files are
 * read-only, and a file is replaced and never written in place.
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { digestOf } from '../../values/site-file.ts';

const FOLDER_MODE = 0o755;
const FILE_MODE = 0o444;

/** Everything in a folder except folders, without following links. */
export function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

/** Copies a release by links. Renamed when it is complete: a copy that was killed is not taken for one. */
export function copyRelease(base: string | undefined, place: string): void {
  const unfinished = `${place}.copy`;
  rmSync(unfinished, { recursive: true, force: true });
  makeFolder(unfinished);
  for (const file of base === undefined ? [] : filesIn(base)) {
    makeFolder(dirname(join(unfinished, file)));
    linkOrCopy(join(base!, file), join(unfinished, file));
  }
  renameSync(unfinished, place);
}

function linkOrCopy(from: string, to: string): void {
  if (lstatSync(from).isSymbolicLink()) return symlinkSync(readlinkSync(from), to);
  try {
    linkSync(from, to);
  } catch {
    // A file system without hard links, or with too many to this file.
    copyFileSync(from, to);
    chmodSync(to, FILE_MODE);
  }
}

export function hasDigest(file: string, digest: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true && digestOf(readFileSync(file)) === digest;
}

export function replaceFile(place: string, path: string, content: Uint8Array): void {
  const file = join(place, path);
  makeFolderIn(place, dirname(path));
  if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) rmSync(file, { recursive: true });
  writeWhole(file, content, `${place}.part`);
}

/** Writes elsewhere first: a file that is visible is complete, and a long name leaves no room for an addition. */
export function writeWhole(file: string, content: string | Uint8Array, part: string): void {
  rmSync(part, { force: true });
  writeFileSync(part, content);
  chmodSync(part, FILE_MODE);
  renameSync(part, file);
}

/** Makes the folders of a path that are missing. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
  chmodSync(folder, FOLDER_MODE);
}

/** The same below a release, where a file or link in the place of a folder gives way: the plan showed it. */
function makeFolderIn(place: string, path: string): void {
  if (path === '.') return;
  makeFolderIn(place, dirname(path));
  const folder = join(place, path);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return;
  if (stats) rmSync(folder);
  mkdirSync(folder);
  chmodSync(folder, FOLDER_MODE);
}

export function removeFile(root: string, path: string): void {
  rmSync(join(root, path), { force: true });
  for (let above = dirname(path); above !== '.'; above = dirname(above)) {
    try {
      rmdirSync(join(root, above));
    } catch {
      return; // Not empty, or already removed.
    }
  }
}

export function switchLink(link: string, target: string): void {
  const unfinished = `${link}.gitcast-next`;
  rmSync(unfinished, { force: true });
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(target, unfinished, 'dir');
  renameSync(unfinished, link);
}
