/**
 * Files that runs keep beside a state: the texts of Markdown bodies, and copies of deleted objects. They are not synced to
 * the disk, which takes long for a thousand: one that is incomplete is recognised, and counts as missing.
 */
import { join } from 'node:path';
import { withLineFeeds, withReturns } from '../../values/line-breaks.ts';
import { digest } from '../../values/digest.ts';
import { deletedIn, deletedText, keptDeleted, nameOfDeleted, type DeletedObject } from '../deleted.ts';
import type { Disk } from './disk.ts';

const filesIn = (disk: Disk, folder: string) => ({
  names: () => disk.list(folder),
  read: (name: string) => disk.read(join(folder, name)),
  write: async (name: string, text: string): Promise<void> => {
    await disk.makeFolder(folder);
    await disk.write(join(folder, name), text);
  },
  dropAllBut: async (names: ReadonlySet<string>): Promise<void> => {
    for (const name of await disk.list(folder)) if (!names.has(name)) await disk.remove(join(folder, name));
  },
});

/** Each text is named by its digest: written once, never changed. Without it, a merge has to ask the user. */
export function keptBodies(disk: Disk, folder: string) {
  const files = filesIn(disk, folder);
  /**
   * A text that somebody has changed cannot serve as an ancestor and counts as missing. Changes by git do not count: in
   * a repository that stores the state as files, it may have changed the line breaks.
   */
  const read = async (name: string): Promise<string | undefined> => {
    const text = await files.read(name);
    if (text === undefined) return undefined;
    if (digest(text) === name) return text;
    return [withLineFeeds(text), withReturns(text)].find((each) => digest(each) === name);
  };
  return {
    read,
    keep: async (text: string): Promise<string> => {
      const name = digest(text);
      if ((await read(name)) === undefined) await files.write(name, text);
      return name;
    },
    dropAllBut: files.dropAllBut,
  };
}

/** A run shares its copies before it deletes the objects. */
export function deletedCopies(disk: Disk, folder: string) {
  const files = filesIn(disk, folder);
  /** Those of this run. */
  const added = new Set<string>();
  /** By name. */
  const texts = async (): Promise<ReadonlyMap<string, string>> => {
    const read = (await files.names()).map(async (name) => [name, await files.read(name)] as const);
    return new Map((await Promise.all(read)).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
  };
  return {
    texts,
    list: async (): Promise<readonly DeletedObject[]> => [...(await texts()).values()].flatMap(deletedIn),
    keep: async (copy: DeletedObject): Promise<void> => {
      const [name, text] = [nameOfDeleted(copy), deletedText(copy)];
      if ((await files.read(name)) === text) return;
      await files.write(name, text);
      added.add(name);
    },
    /** Removes those that are too old or too many. */
    prune: async (now: number): Promise<void> => {
      const names = await files.names();
      await files.dropAllBut(new Set(names.length === 0 ? [] : keptDeleted(names, added, now)));
    },
    dropAllBut: files.dropAllBut,
  };
}
