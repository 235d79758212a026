/** Copies of deleted objects, each in a file of its own. */
import { join } from 'node:path';
import { deletedIn, deletedText, keptDeleted, nameOfDeleted, type DeletedObject } from '../deleted.ts';
import { removeAllBut, type Disk } from './disk.ts';

export class DeletedFiles {
  readonly #disk: Disk;
  readonly #folder: string;
  /** Those of this run. */
  readonly #added = new Set<string>();

  constructor(disk: Disk, folder: string) {
    this.#disk = disk;
    this.#folder = folder;
  }

  readonly keep = async (copy: DeletedObject): Promise<void> => {
    const [name, text] = [nameOfDeleted(copy), deletedText(copy)];
    if ((await this.#disk.read(join(this.#folder, name))) === text) return;
    await this.#disk.makeFolder(this.#folder);
    // Not synced to the disk, which takes long for a thousand: an incomplete copy is skipped, and a run shares them first.
    await this.#disk.write(join(this.#folder, name), text);
    this.#added.add(name);
  };

  /** The texts, by name. */
  async texts(): Promise<ReadonlyMap<string, string>> {
    const names = await this.#disk.list(this.#folder);
    const read = names.map(async (name) => [name, await this.#disk.read(join(this.#folder, name))] as const);
    return new Map((await Promise.all(read)).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
  }

  readonly list = async (): Promise<readonly DeletedObject[]> => [...(await this.texts()).values()].flatMap(deletedIn);

  /** Removes those that are too old or too many. */
  async prune(now: number): Promise<void> {
    const names = await this.#disk.list(this.#folder);
    await this.dropAllBut(new Set(names.length === 0 ? [] : keptDeleted(names, this.#added, now)));
  }

  dropAllBut(names: ReadonlySet<string>): Promise<void> {
    return removeAllBut(this.#disk, this.#folder, names);
  }
}
