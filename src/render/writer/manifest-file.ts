/**
 * The list of the files that the last build wrote. While a build moves its files into place, a second list has those: a
 * build that is killed or fails then has changed some of them, and a file is gitcast's if it has the digest of either list.
 */
import { readFileSync, rmSync } from 'node:fs';
import { replaceFile } from '../../machine/replace-file.ts';
import { isObject } from '../../values/json.ts';
import { isSitePath } from '../../values/site-file.ts';
import type { Manifest } from './output-store.ts';

/** `digestAt`: of a file that is in place. */
export function readManifest(file: string, digestAt: (path: string) => string | undefined): Manifest {
  const manifest = readList(file);
  for (const [path, digest] of readList(unfinishedMoves(file)))
    if (digestAt(path) === digest) manifest.set(path, digest);
  return manifest;
}

export function readList(file: string): Map<string, string> {
  try {
    const { files } = JSON.parse(readFileSync(file, 'utf8')) as { files?: unknown };
    const entries = Object.entries(isObject(files) ? files : {});
    return new Map(
      entries.filter((entry): entry is [string, string] => isSitePath(entry[0]) && typeof entry[1] === 'string'),
    );
  } catch {
    // There is none, or it cannot be read: then no file is known to be gitcast's, and none is removed.
    return new Map();
  }
}

const unfinishedMoves = (file: string): string => file.replace(/\.json$/, '.moving.json');

/** Before the first of these files is moved into place. What an earlier build left in the list stays there. */
export function saveMoves(file: string, moving: Manifest): void {
  const moves = unfinishedMoves(file);
  saveList(moves, new Map([...readList(moves), ...moving]));
}

/** Replaces the list as a whole. */
export function saveManifest(file: string, manifest: Manifest): void {
  saveList(file, manifest);
  rmSync(unfinishedMoves(file), { force: true });
}

function saveList(file: string, list: Manifest): void {
  const files = Object.fromEntries([...list].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  replaceFile(file, `${JSON.stringify({ version: 1, files }, undefined, 1)}\n`);
}
