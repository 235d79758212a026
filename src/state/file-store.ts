/** The state as files beside each other: `<target>.json`, and while a run is under way its lock and its journal. */
import { join } from 'node:path';
import type { Base } from '../model/base.ts';
import { isLeftBehind, writeAtomically } from './atomic-write.ts';
import { Bodies } from './bodies.ts';
import { nodeDisk, type Disk } from './disk.ts';
import { JournalFile, readJournalFile } from './journal.ts';
import { writtenLine, type Intent } from './journal-line.ts';
import { removeLock, systemLockClock, takeLock, type LockClock } from './lock.ts';
import { recent } from './recent.ts';
import { replay } from './replay.ts';
import { decodeState, encodeState } from './state-file.ts';
import type { StateStore } from './store.ts';

export interface FileStoreOptions {
  readonly folder: string;
  readonly target: string;
  readonly disk?: Disk;
  readonly clock?: LockClock;
}

export function createFileStore({
  folder,
  target,
  disk = nodeDisk,
  clock = systemLockClock,
}: FileStoreOptions): StateStore {
  const file = (ending: string): string => join(folder, `${target}.${ending}`);
  const [path, journalPath, lockPath] = [file('json'), file('journal'), file('lock')];
  const bodies = new Bodies(disk, file('bodies'));

  const endJournal = async (unfinished: readonly Intent[]): Promise<void> => {
    if (unfinished.length > 0) return writeAtomically(disk, journalPath, unfinished.map(writtenLine).join(''));
    await disk.remove(journalPath);
    await disk.syncFolder(folder);
  };

  const removeLeftovers = async (): Promise<void> => {
    const names = await disk.list(folder);
    const left = names.filter((name) => name.startsWith(`${target}.`) && isLeftBehind(name));
    for (const name of left) await disk.remove(join(folder, name));
  };

  return {
    where: async () => `in ${path}`,
    load: async () => {
      // The journal first: `save` writes the state before it ends the journal, so nothing can fall between the two.
      const lines = await readJournalFile(disk, journalPath);
      const text = await disk.read(path);
      const base: Base = text === undefined ? { entries: new Map() } : decodeState(text, { target, path });
      return { ...replay(base, lines ?? []), interrupted: lines !== undefined };
    },
    lock: async (owner) => {
      await disk.makeFolder(folder);
      return takeLock(lockPath, owner, clock);
    },
    unlock: async (id) => removeLock(lockPath, id),
    journal: (lock) => new JournalFile({ disk, path: journalPath, lock }),
    save: async ({ base, unfinished }, lock) => {
      await lock.assertHeld();
      const remembered = recent(base, clock.now());
      await writeAtomically(disk, path, encodeState(target, remembered));
      await endJournal(unfinished);
      await bodies.dropAllBut(new Set([...base.entries.values()].flatMap(({ body }) => body ?? [])));
      await removeLeftovers();
    },
    reset: async (lock) => {
      await lock.assertHeld();
      await writeAtomically(disk, path, encodeState(target, { entries: new Map() }));
      await endJournal([]);
    },
    keepBody: (text) => bodies.keep(text),
    body: (name) => bodies.read(name),
  };
}
