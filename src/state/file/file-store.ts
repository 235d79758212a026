/** The state as files in one folder: `<target>.json` and, during a run, its lock and its journal. */
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { describeDifference, differingParts, type TargetIdentity } from '../../model/target-identity.ts';
import { nodeDisk, writeAtomically, type Disk } from './disk.ts';
import { isLeftBehind } from '../../machine/replace-file.ts';
import { Belonging, type BelongingOptions, type Found } from '../belonging.ts';
import { deletedCopies, keptBodies } from './kept-files.ts';
import { newestFirst } from '../deleted.ts';
import { JournalFile, journalHeader, readJournalFile } from './journal-file.ts';
import { writtenLine, type Intent } from '../journal-line.ts';
import { removeLock, systemLockClock, takeLock, type Lock, type LockClock } from './lock.ts';
import { bodiesOf, EMPTY_STATE, recent, replay } from '../replay.ts';
import { decodeState, encodeState } from '../state-file.ts';
import type { LoadedState, State, StateStore } from '../store.ts';

export interface FileStoreOptions extends BelongingOptions {
  readonly folder: string;
  /**
   * The files are next to a database that may be wiped: a state of a different database is not an error, but ignored.
   */
  readonly startsAnew?: boolean;
  /** The files move and are discarded with the content they are about: they belong to it, whatever identity they record. */
  readonly isPartOfContent?: boolean;
  readonly disk?: Disk;
  readonly clock?: LockClock;
}

type Kept = LoadedState & Found;

export function createFileStore(options: FileStoreOptions): StateStore {
  const { folder, target, identity, startsAnew = false, isPartOfContent = false } = options;
  const { disk = nodeDisk, clock = systemLockClock } = options;
  const file = (ending: string): string => join(folder, `${target}.${ending}`);
  const [path, journalPath, lockPath] = [file('json'), file('journal'), file('lock')];
  const bodies = keptBodies(disk, file('bodies'));
  const deleted = deletedCopies(disk, file('deleted'));
  const belonging = new Belonging(options);

  const endJournal = async (unfinished: readonly Intent[]): Promise<void> => {
    const text = journalHeader(identity) + unfinished.map(writtenLine).join('');
    if (unfinished.length > 0) return writeAtomically(disk, journalPath, text);
    await disk.remove(journalPath);
    await disk.syncFolder(folder);
  };

  const removeLeftovers = async (): Promise<void> => {
    const names = await disk.list(folder);
    const left = names.filter((name) => name.startsWith(`${target}.`) && isLeftBehind(name));
    for (const name of left) await disk.remove(join(folder, name));
  };

  const isOther = (made: TargetIdentity | undefined): boolean =>
    made !== undefined && differingParts(made, identity).length > 0;

  /** Everything that is stored, even if it belongs to a different target. */
  const read = async (): Promise<Kept> => {
    // The journal first: `save` writes the state before it ends the journal, so nothing is missed between the two.
    const journal = await readJournalFile(disk, journalPath);
    const text = await disk.read(path);
    const state = text === undefined ? undefined : decodeState(text, { target, path });
    const made = [journal?.identity, state?.identity].find(isOther) ?? state?.identity ?? journal?.identity;
    return {
      ...replay(state?.base ?? EMPTY_STATE.base, journal?.lines ?? []),
      identity: isPartOfContent ? identity : made,
      interrupted: journal !== undefined,
    };
  };

  const save = async ({ base, unfinished }: State, lock: Lock): Promise<void> => {
    await lock.assertHeld();
    const remembered = recent(base, clock.now());
    await writeAtomically(disk, path, encodeState({ target, identity }, remembered));
    await endJournal(unfinished);
    await bodies.dropAllBut(bodiesOf({ base, unfinished }));
    await deleted.prune(clock.now());
    await removeLeftovers();
  };

  const reset = async (lock: Lock): Promise<void> => {
    await lock.assertHeld();
    await writeAtomically(disk, path, encodeState({ target, identity }, EMPTY_STATE.base));
    await endJournal([]);
  };

  /** A note about a state that is ignored. */
  const leftBehind = async (kept: Kept): Promise<string | undefined> => {
    if (!startsAnew || !kept.identity || (await belonging.isOurs(kept))) return undefined;
    const why = `it was made for ${describeDifference(kept.identity, identity)}`;
    return `the database of ${target} is new, so the state next to it no longer applies: ${why}; gitcast starts over`;
  };

  return {
    where: async () => `in ${path}`,
    load: async () => {
      const { identity: made, ...kept } = await read();
      const note = await leftBehind({ ...kept, identity: made });
      if (note !== undefined) return { ...replay(EMPTY_STATE.base, []), interrupted: false, note };
      await belonging.assertOurs({ ...kept, identity: made });
      return { ...kept, ...(made && isOther(made) && { renamed: true, note: belonging.renamedNote(made) }) };
    },
    lock: async (owner) => {
      await disk.makeFolder(folder);
      const lock = await takeLock(lockPath, { ...owner, identity }, clock);
      try {
        // Only a caller that asked the service itself knows for certain which database it has.
        const note = startsAnew && options.isReported ? await leftBehind(await read()) : undefined;
        if (note === undefined) return lock;
        await reset(lock);
        return { ...lock, note: lock.note === undefined ? note : `${lock.note}\n${note}` };
      } catch (error) {
        // `load` reports a state that cannot be read, and `reset` does not need it.
        if (error instanceof UserError) return lock;
        await lock.release();
        throw error;
      }
    },
    unlock: async (id) => removeLock(lockPath, id),
    journal: (lock) => new JournalFile({ disk, path: journalPath, lock, identity }),
    save,
    reset,
    keepBody: bodies.keep,
    body: bodies.read,
    keepDeleted: deleted.keep,
    deleted: async () => newestFirst(await deleted.list()),
  };
}
