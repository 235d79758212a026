/**
 * The runs on this machine whose results may not have reached the shared state. For each there is a note, with the
 * commit that it started from, and its journal. A run that was killed here loses nothing.
 */
import { join } from 'node:path';
import { writeAtomically, type Disk } from '../file/disk.ts';
import { isLeftBehind } from '../../machine/replace-file.ts';
import { deletedCopies, keptBodies } from '../file/kept-files.ts';
import { JournalFile, readJournalFile } from '../file/journal-file.ts';
import type { JournalLine } from '../journal-line.ts';
import { readNote, type RunNote } from '../run-note.ts';

export interface LocalRun {
  readonly note: RunNote;
  /** The commit on the state's ref that the run started from. */
  readonly base: string | undefined;
  readonly lines: readonly JournalLine[];
}

interface LocalRunsOptions {
  readonly disk: Disk;
  readonly folder: string;
  readonly target: string;
  /** True if the run was for the current target, and not for an earlier one of the same name. */
  readonly isOurs: (run: LocalRun) => Promise<boolean>;
}

export type LocalRuns = ReturnType<typeof localRuns>;

export function localRuns({ disk, folder, target, isOurs }: LocalRunsOptions) {
  const pathOf = (ending: string): string => join(folder, `${target}.${ending}`);
  const bodiesFolder = pathOf('bodies');

  const names = async (): Promise<readonly string[]> =>
    (await disk.list(folder)).filter((name) => name.startsWith(`${target}.`));

  const ids = async (): Promise<readonly string[]> => {
    const idIn = (name: string) => /^([0-9a-f]{8})\.run$/.exec(name.slice(target.length + 1))?.[1] ?? [];
    return (await names()).flatMap(idIn).sort();
  };

  const read = async (id: string): Promise<readonly LocalRun[]> => {
    const path = pathOf(`${id}.run`);
    const text = await disk.read(path);
    if (text === undefined) return [];
    const { base, ...note }: RunNote & { base?: string } = readNote(text, `in ${path}`);
    const lines = (await readJournalFile(disk, pathOf(`${id}.journal`)))?.lines ?? [];
    const run = { note, base, lines };
    return (await isOurs(run)) ? [run] : [];
  };

  return {
    bodiesFolder,
    lockPath: pathOf('lock'),
    bodies: keptBodies(disk, bodiesFolder),
    deleted: deletedCopies(disk, pathOf('deleted')),
    prepare: () => disk.makeFolder(folder),
    begin: async (note: RunNote, base: string | undefined): Promise<void> => {
      const text = JSON.stringify({ ...note, ...(base !== undefined && { base }) });
      await writeAtomically(disk, pathOf(`${note.id}.run`), `${text}\n`);
    },
    /** No other run writes to it, so it needs no lock. */
    journal: (id: string): JournalFile =>
      new JournalFile({ disk, path: pathOf(`${id}.journal`), lock: { assertHeld: async () => {} } }),
    list: async (): Promise<readonly LocalRun[]> => (await Promise.all((await ids()).map(read))).flat(),
    /** Its notes are removed last: a journal without a note belongs to nothing. */
    forget: async (): Promise<void> => {
      for (const ending of ['journal', 'run']) {
        for (const id of await ids()) await disk.remove(pathOf(`${id}.${ending}`));
      }
      for (const name of (await names()).filter(isLeftBehind)) await disk.remove(join(folder, name));
    },
  };
}
