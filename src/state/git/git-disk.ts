/**
 * The files of a state as a run sees them: those of a commit, and above them those that only this machine has. Journals,
 * bodies and copies of deleted objects are written to the machine's disk, so that a run that is killed loses nothing. All
 * else waits in memory until it is pushed: a state on the disk could differ from that on the ref.
 */
import { join, sep } from 'node:path';
import type { Git } from '../../git/git.ts';
import { readObjects } from '../../git/objects.ts';
import type { Disk } from '../file/disk.ts';
import { NO_COMMIT, type Difference, type StateCommit } from './state-commit.ts';

interface GitDiskParts {
  readonly git: Git;
  readonly local: Disk;
  readonly folder: string;
  /** The folders in it whose files are written to the machine's disk. */
  readonly kept: readonly string[];
}

export class GitDisk implements Disk {
  readonly #parts: GitDiskParts;
  #tip: StateCommit = NO_COMMIT;
  /** By blob. */
  #texts = new Map<string, string>();
  readonly #written = new Map<string, string>();
  readonly #removed = new Set<string>();
  readonly openToAppend: Disk['openToAppend'];
  readonly truncate: Disk['truncate'];
  readonly makeFolder: Disk['makeFolder'];

  constructor(parts: GitDiskParts) {
    this.#parts = parts;
    ({ openToAppend: this.openToAppend, truncate: this.truncate, makeFolder: this.makeFolder } = parts.local);
  }

  /** What waited in memory is in this commit, or was not pushed. */
  show(tip: StateCommit): void {
    this.#tip = tip;
    this.#written.clear();
    this.#removed.clear();
    const blobs = new Set(tip.blobs.values());
    this.#texts = new Map([...this.#texts, ...tip.texts].filter(([blob]) => blobs.has(blob)));
  }

  readonly read = async (path: string): Promise<string | undefined> => {
    const name = this.#nameOf(path);
    if (this.#removed.has(name)) return undefined;
    return (
      this.#written.get(name) ?? (await this.#parts.local.read(path)) ?? (await this.textsOn(this.#tip, [name]))[0]
    );
  };

  /** The texts of files in a commit, without those that it lacks. */
  async textsOn({ blobs }: StateCommit, names: readonly string[]): Promise<readonly string[]> {
    const wanted = names.flatMap((name) => blobs.get(name) ?? []);
    const unread = wanted.filter((blob) => !this.#texts.has(blob));
    for (const [blob, bytes] of await readObjects(this.#parts.git, unread)) this.#texts.set(blob, bytes.toString());
    return wanted.flatMap((blob) => this.#texts.get(blob) ?? []);
  }

  readonly list = async (folder: string): Promise<readonly string[]> => {
    const at = this.#nameOf(folder);
    const here = await this.#parts.local.list(folder);
    const within = at === '' ? '' : `${at}/`;
    const others = [...this.#tip.blobs.keys(), ...this.#written.keys()].filter((path) => path.startsWith(within));
    const names = new Set([...here, ...others.map((path) => path.slice(within.length).split('/', 1)[0]!)]);
    return [...names].filter((name) => !this.#removed.has(within + name));
  };

  readonly create = async (path: string, text: string): Promise<void> =>
    void this.#written.set(this.#nameOf(path), text);

  readonly rename = async (from: string, to: string): Promise<void> => {
    this.#written.set(this.#nameOf(to), this.#written.get(this.#nameOf(from))!);
    this.#written.delete(this.#nameOf(from));
  };

  readonly remove = async (path: string): Promise<void> => void this.#removed.add(this.#nameOf(path));

  readonly write = async (path: string, text: string): Promise<void> => {
    this.#removed.delete(this.#nameOf(path));
    await this.#parts.local.write(path, text);
  };

  readonly syncFolder = async (): Promise<void> => undefined;

  /** What the next commit changes. */
  async difference(): Promise<Difference> {
    const written = new Map(this.#written);
    for (const name of await this.#keptHere()) {
      const text = this.#removed.has(name) ? undefined : await this.#parts.local.read(this.#pathOf(name));
      if (text !== undefined) written.set(name, text);
    }
    return { written, removed: new Map([...this.#tip.blobs].filter(([path]) => this.#removed.has(path))) };
  }

  /** Everything is in a commit, so this machine forgets it. */
  async forget(): Promise<void> {
    for (const name of [...this.#removed, ...(await this.#keptHere())])
      await this.#parts.local.remove(this.#pathOf(name));
  }

  async #keptHere(): Promise<readonly string[]> {
    const { local, kept } = this.#parts;
    const names = kept.map(async (folder) =>
      (await local.list(this.#pathOf(folder))).map((name) => `${folder}/${name}`),
    );
    return (await Promise.all(names)).flat();
  }

  #pathOf(name: string): string {
    return join(this.#parts.folder, name);
  }

  #nameOf(path: string): string {
    return path.slice(this.#parts.folder.length + 1).replaceAll(sep, '/');
  }
}
