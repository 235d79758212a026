import { join, relative, sep } from 'node:path';
import type { Config } from '../config/config.ts';
import { changeFiles, contentOf, isSameContent, type Content, type FileChange } from '../machine/change-files.ts';
import type { FileTexts } from '../machine/write-files.ts';
import type { Folder } from '../pull/run-pull.ts';
import { nodeDisk, type Disk } from '../state/file/disk.ts';

/** The changes of a command, collected and then made at once. What is read here is what is going to be there. */
export class ChangeSet {
  readonly #root: string;
  readonly #changes = new Map<string, FileChange>();

  /** `root`: the folder of the project. */
  constructor(root: string) {
    this.#root = root;
  }

  read(path: string): Buffer | undefined {
    const change = this.#changes.get(path);
    const content = change ? change.after : contentOf(path);
    return content === undefined || Buffer.isBuffer(content) ? content : Buffer.from(content as Uint8Array);
  }

  /** The files below a folder that are collected, by their paths from there. */
  below(folder: string): FileTexts {
    const files = [...this.#changes.values()].filter(({ path, after }) => after && path.startsWith(folder + sep));
    return Object.fromEntries(files.map(({ path, after }) => [relative(folder, path).replaceAll(sep, '/'), after!]));
  }

  add({ path, before, after }: FileChange): void {
    this.#changes.set(path, { path, before, ...this.#changes.get(path), after });
  }

  /** Whatever the file has now. */
  put(path: string, after: Content | undefined): void {
    this.add({ path, before: contentOf(path), after });
  }

  putAll(folder: string, files: FileTexts): void {
    for (const [path, text] of Object.entries(files)) this.put(join(folder, path), text);
  }

  /** Returns the paths that changed. */
  async make(): Promise<readonly string[]> {
    const changes = [...this.#changes.values()].filter(({ before, after }) => !isSameContent(before, after));
    this.#changes.clear();
    await changeFiles(this.#root, changes);
    return changes.map(({ path }) => path);
  }

  /** As the folder of the content. `isMade`: its changes are made at once, with what is collected by then. */
  folder({ root, content }: Pick<Config, 'root' | 'content'>, { isMade = false } = {}): Folder {
    const pathOf = (path: string): string => join(root, content, path);
    return {
      read: async (path) => this.read(pathOf(path))?.toString(),
      change: async (changes) => {
        for (const each of changes) this.add({ ...each, path: pathOf(each.path) });
        if (isMade) await this.make();
      },
    };
  }

  /** As the disk of a store. */
  disk(): Disk {
    const put = async (path: string, text: string | undefined): Promise<void> => this.put(path, text);
    return {
      ...nodeDisk,
      read: async (path) => this.read(path)?.toString(),
      create: put,
      write: put,
      rename: async (from, to) => {
        this.put(to, this.read(from));
        this.put(from, undefined);
      },
      remove: (path) => put(path, undefined),
      syncFolder: async () => undefined,
    };
  }
}
