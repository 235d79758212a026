/** The list of the files that the last build wrote. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isObject } from '../../values/json.ts';
import { isSitePath } from '../../values/site-file.ts';
import type { Manifest } from './output-store.ts';

export function readManifest(file: string): Manifest {
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

/** Replaces the list as a whole. */
export function saveManifest(file: string, manifest: Manifest): void {
  const files = Object.fromEntries([...manifest].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.tmp`;
  writeFileSync(unfinished, `${JSON.stringify({ version: 1, files }, undefined, 1)}\n`);
  renameSync(unfinished, file);
}
