/**
 * The state as files in one folder: `<target>.json` and, during a run, its lock and its journal. The folder is on a disk, or
 * it is a view of a commit.
 */
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { describeDifference, differingParts, type TargetIdentity } from '../../model/target-identity.ts';
import { nodeDisk, writeAtomically, type Disk } from './disk.ts';
import { isLeftBehind } from '../../machine/replace-file.ts';
import { Belonging, type BelongingOptions, type Stored } from '../belonging.ts';
import { deletedCopies, keptBodies } from './kept-files.ts';
import { newestFirst } from '../deleted.ts';
import { JournalFile, journalHeader, journalIn } from './journal-file.ts';
import { removeLock, systemLockClock, takeLock, type Lock, type LockClock } from './lock.ts';
import { bodiesOf, EMPTY_STATE, mergeLines, recent, withLines } from '../replay.ts';
import { decodeState, encodeState } from '../state-file.ts';
import type { State, StateStore } from '../store.ts';

/** A run began with the state that is stored now, or did not know it, or has ended and its lines are included. */
export type JournalStanding = 'next' | 'overtaken' | 'ended';

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
  /** The name of the state's file in messages, if it is not on a disk. */
  readonly shown?: string;
  /** By the first line of a journal. Absent where the runs that write have one lock on one disk. */
  readonly standingOfJournal?: (header: string, path: string) => Promise<JournalStanding>;
}

export type FileStore = ReturnType<typeof createFileStore>;

export function createFileStore(options: FileStoreOptions) {
  const { folder, target, identity, startsAnew = false, isPartOfContent = false } = options;
  const { disk = nodeDisk, clock = systemLockClock, standingOfJournal } = options;
  const file = (ending: string): string => join(folder, `${target}.${ending}`);
  const [path, journalPath, lockPath] = [file('json'), file('journal'), file('lock')];
  const bodies = keptBodies(disk, file('bodies'));
  const deleted = deletedCopies(disk, file('deleted'));
  const belonging = new Belonging(options);

  /** The names of files that belong to the target, without its name. */
  const names = async (): Promise<readonly string[]> => {
    const all = await disk.list(folder);
    return all.flatMap((name) => (name.startsWith(`${target}.`) ? [name.slice(target.length + 1)] : [])).sort();
  };

  const journalNames = async (): Promise<readonly string[]> =>
    (await names()).filter((name) => /^(?:[0-9a-f]{8}\.)?(?:\d{6}\.)?journal$/.test(name));

  const write = async (state: State): Promise<void> => {
    await writeAtomically(disk, path, encodeState({ target, identity }, state));
    for (const name of await journalNames()) await disk.remove(file(name));
    await disk.syncFolder(folder);
  };

  const isOther = (made: TargetIdentity | undefined): boolean =>
    made !== undefined && differingParts(made, identity).length > 0;

  /** The journals of runs that have not ended. */
  const journals = async () => {
    const found = [];
    const all = await journalNames();
    // The machine of a run has its whole journal, and knows what was only planned.
    const wholeOf = (name: string): string => name.replace(/\.\d{6}\.journal$/, '.journal');
    const shown = all.filter((name) => wholeOf(name) === name || !all.includes(wholeOf(name)));
    for (const place of shown.map(file)) {
      const journal = journalIn((await disk.read(place)) ?? '', place);
      const standing = (await standingOfJournal?.(journal.header, place)) ?? 'next';
      if (standing !== 'ended') found.push({ ...journal, path: place, standing });
    }
    return found;
  };

  let last: { readonly text: string; readonly state: Stored<State> } | undefined;

  /** A state of many documents is not decoded again while it stays. */
  const decoded = (text: string): Stored<State> => {
    if (last?.text !== text) last = { text, state: decodeState(text, { target, path: options.shown ?? path }) };
    return last.state;
  };

  /** Everything that is stored, even if it belongs to a different target. */
  const contents = async () => {
    // The journals first: `save` writes the state before it ends the journal, so nothing is missed between the two.
    const unfinished = await journals();
    const text = await disk.read(path);
    return { journals: unfinished, stored: text === undefined ? undefined : decoded(text) };
  };

  const read = async (): Promise<Stored> => {
    const { journals: all, stored } = await contents();
    const made = [...all, stored].map((each) => each?.identity);
    const next = all.find(({ standing }) => standing === 'next')?.header;
    const linesOf = (some: typeof all) => some.flatMap(({ lines }) => lines);
    const began = withLines(stored ?? EMPTY_STATE, linesOf(all.filter(({ header }) => header === next)));
    const others = linesOf(all.filter(({ header }) => header !== next));
    const state = others.length === 0 ? began : mergeLines(began, others);
    return {
      ...state,
      identity: isPartOfContent ? identity : (made.find(isOther) ?? made.find((each) => each !== undefined)),
      interrupted: state.unfinished.length > 0 || all.some(({ lines }) => lines.length > 0),
    };
  };

  const save = async ({ base, unfinished }: State, lock: Pick<Lock, 'assertHeld'>): Promise<void> => {
    await lock.assertHeld();
    await write({ base: recent(base, clock.now()), unfinished });
    await bodies.dropAllBut(bodiesOf({ base, unfinished }));
    await deleted.prune(clock.now());
    for (const name of (await names()).filter(isLeftBehind)) await disk.remove(file(name));
  };

  const reset = async (lock: Pick<Lock, 'assertHeld'>): Promise<void> => {
    await lock.assertHeld();
    await write(EMPTY_STATE);
  };

  /** A note about a state that is ignored. */
  const leftBehind = async ({ identity: made }: Stored): Promise<string | undefined> => {
    if (!startsAnew || !made || (await belonging.isOurs(made))) return undefined;
    const why = `it was made for ${describeDifference(made, identity)}`;
    return `the database of ${target} is new, so the state next to it no longer applies: ${why}; gitcast starts over`;
  };

  const store = {
    where: async () => `in ${path}`,
    load: async () => {
      const stored = await read();
      const note = await leftBehind(stored);
      if (note !== undefined) return { ...withLines(EMPTY_STATE, []), interrupted: false, note };
      return belonging.accept(stored);
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
    journal: (lock) => new JournalFile({ disk, path: journalPath, lock, header: journalHeader(identity) }),
    save,
    reset,
    keepBody: bodies.keep,
    body: bodies.read,
    keepDeleted: deleted.keep,
    deleted: async () => newestFirst(await deleted.list()),
  } satisfies StateStore;
  return { ...store, contents };
}
