/**
 * The stored texts of Markdown bodies, each named by its digest: written once, never changed. They are not synced to
 * disk: the name shows whether a text is complete, and without the text a merge has to ask the user.
 */
import { join } from 'node:path';
import { withLineFeeds, withReturns } from '../../values/line-breaks.ts';
import { digest } from '../../values/digest.ts';
import { removeAllBut, type Disk } from './disk.ts';

export class Bodies {
  readonly #disk: Disk;
  readonly #folder: string;

  constructor(disk: Disk, folder: string) {
    this.#disk = disk;
    this.#folder = folder;
  }

  async keep(text: string): Promise<string> {
    const name = digest(text);
    if ((await this.read(name)) !== undefined) return name;
    await this.#disk.makeFolder(this.#folder);
    await this.#disk.write(join(this.#folder, name), text);
    return name;
  }

  /**
   * A text that somebody has changed cannot serve as an ancestor and counts as missing. Changes by git do not count: in
   * a repository that stores the state as files, it may have changed the line breaks.
   */
  async read(name: string): Promise<string | undefined> {
    const text = await this.#disk.read(join(this.#folder, name));
    if (text === undefined) return undefined;
    if (digest(text) === name) return text;
    return [withLineFeeds(text), withReturns(text)].find((each) => digest(each) === name);
  }

  dropAllBut(names: ReadonlySet<string>): Promise<void> {
    return removeAllBut(this.#disk, this.#folder, names);
  }
}
