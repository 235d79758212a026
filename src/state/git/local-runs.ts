/**
 * The runs on this machine whose results may not have reached the shared state. For each there is a note, with the
 * commit that it started from, and its journal. A run that was killed here loses nothing.
 */
import { join } from 'node:path';
import { writeAtomically, type Disk } from '../file/disk.ts';
import { isLeftBehind } from '../../machine/replace-file.ts';
import { Bodies } from '../file/bodies.ts';
import { DeletedFiles } from '../file/deleted-files.ts';
import { JournalFile, readJournalFile } from '../file/journal-file.ts';
import type { JournalLine } from '../journal-line.ts';
import { trustedNote, type RunNote } from '../run-note.ts';

export interface LocalRun {
  readonly note: RunNote;
  /** The commit on the state's ref that the run started from. */
  readonly base: string | undefined;
  readonly lines: readonly JournalLine[];
}

interface LocalRunsParts {
  readonly disk: Disk;
  readonly folder: string;
  readonly target: string;
  /** True if the run was for the current target, and not for an earlier one of the same name. */
  readonly isOurs: (run: LocalRun) => Promise<boolean>;
}

export class LocalRuns {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #target: string;
  readonly #isOurs: LocalRunsParts['isOurs'];
  readonly bodiesFolder: string;
  readonly lockPath: string;
  readonly bodies: Bodies;
  readonly deleted: DeletedFiles;

  constructor({ disk, folder, target, isOurs }: LocalRunsParts) {
    this.#isOurs = isOurs;
    this.#disk = disk;
    this.#folder = folder;
    this.#target = target;
    this.bodiesFolder = this.#path('bodies');
    this.lockPath = this.#path('lock');
    this.bodies = new Bodies(disk, this.bodiesFolder);
    this.deleted = new DeletedFiles(disk, this.#path('deleted'));
  }

  #path(ending: string): string {
    return join(this.#folder, `${this.#target}.${ending}`);
  }

  async prepare(): Promise<void> {
    await this.#disk.makeFolder(this.#folder);
  }

  async begin(note: RunNote, base: string | undefined): Promise<void> {
    const text = JSON.stringify({ ...note, ...(base !== undefined && { base }) });
    await writeAtomically(this.#disk, this.#path(`${note.id}.run`), `${text}\n`);
  }

  /** No other run writes to it, so it needs no lock. */
  journal(id: string): JournalFile {
    const lock = { assertHeld: async () => {} };
    return new JournalFile({ disk: this.#disk, path: this.#path(`${id}.journal`), lock });
  }

  async list(): Promise<readonly LocalRun[]> {
    return (await Promise.all((await this.#ids()).map((id) => this.#read(id)))).flat();
  }

  async #read(id: string): Promise<readonly LocalRun[]> {
    const path = this.#path(`${id}.run`);
    const text = await this.#disk.read(path);
    if (text === undefined) return [];
    const note: RunNote & { base?: string } = trustedNote(text, `in ${path}`);
    const lines = (await readJournalFile(this.#disk, this.#path(`${id}.journal`)))?.lines ?? [];
    const { base, ...rest } = note;
    const run = { note: rest, base, lines };
    return (await this.#isOurs(run)) ? [run] : [];
  }

  /** Its notes are removed last: a journal without a note belongs to nothing. */
  async forget(): Promise<void> {
    for (const ending of ['journal', 'run']) {
      for (const id of await this.#ids()) await this.#disk.remove(this.#path(`${id}.${ending}`));
    }
    const left = (await this.#names()).filter(isLeftBehind);
    for (const name of left) await this.#disk.remove(join(this.#folder, name));
  }

  async #ids(): Promise<readonly string[]> {
    const idIn = (name: string) => /^([0-9a-f]{8})\.run$/.exec(name.slice(this.#target.length + 1))?.[1] ?? [];
    return (await this.#names()).flatMap(idIn).sort();
  }

  async #names(): Promise<readonly string[]> {
    return (await this.#disk.list(this.#folder)).filter((name) => name.startsWith(`${this.#target}.`));
  }
}
