/**
 * The folder that a release writes to. A release deletes only what an earlier release wrote there: the folder has a list
 * of those files. A folder with anything else in it is refused, because it may be any folder of the machine.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A hidden file, so that it is not published. */
const LIST = '.written-by-release';

/** The reasons why a release must not write there. */
export function folderProblems(out: string): readonly string[] {
  const found = lstatSync(out, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [`--out ${out} is not a folder: pass a new or an empty one.`];
  const written = new Set(writtenIn(out));
  const others = readdirSync(out, { withFileTypes: true }).filter((each) => !each.isFile() || !written.has(each.name));
  if (others.length === 0) return [];
  const [first, more] = [others[0]!.name, others.length - 1];
  const named = more === 0 ? first : `${first} and ${more} more`;
  return [`--out ${out} has files that no release wrote (${named}): pass a new or an empty folder.`];
}

/** Empties the folder of an earlier release, or makes a new one. It must have no problems. */
export function prepareFolder(out: string): void {
  mkdirSync(out, { recursive: true });
  for (const name of writtenIn(out)) rmSync(join(out, name), { force: true });
}

/** To be called before the files are written: a release that fails halfway leaves files that the next one may delete. */
export function listFiles(out: string, names: readonly string[]): void {
  writeFileSync(join(out, LIST), [LIST, ...names].map((name) => `${name}\n`).join(''));
}

/** Plain names only: a list that somebody edited must not lead out of the folder. */
function writtenIn(out: string): readonly string[] {
  try {
    const names = readFileSync(join(out, LIST), 'utf8').split('\n');
    return names.filter((name) => /^[\w.-]+$/.test(name) && !/^\.+$/.test(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
