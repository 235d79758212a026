import { relative, sep } from 'node:path';
import { changeFiles, contentOf, isSameContent, type Content, type FileChange } from './change-files.ts';
import type { FileTexts } from './write-files.ts';

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
    const inside = [...this.#changes.values()].filter(({ path }) => path.startsWith(folder + sep));
    const named = inside.flatMap(({ path, after }) =>
      after === undefined ? [] : [[relative(folder, path).replaceAll(sep, '/'), after] as const],
    );
    return Object.fromEntries(named);
  }

  add(changes: readonly FileChange[]): void {
    for (const each of changes)
      this.#changes.set(each.path, { ...(this.#changes.get(each.path) ?? each), after: each.after });
  }

  /** Whatever the file has now. */
  put(path: string, after: Content | undefined): void {
    this.add([{ path, before: contentOf(path), after }]);
  }

  async make(): Promise<void> {
    const changes = [...this.#changes.values()].filter(({ before, after }) => !isSameContent(before, after));
    this.#changes.clear();
    await changeFiles(this.#root, changes);
  }
}
