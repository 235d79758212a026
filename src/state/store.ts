/** The store of a target's state. A file store and a store in git implement it. */
import type { Base } from '../model/base.ts';
import type { DeletedObject } from './deleted.ts';
import type { Intent, JournalLine } from './journal-line.ts';
import type { LockOwner } from './file/lock-file.ts';
import type { Lock } from './file/lock.ts';
import type { SentContent } from './run-note.ts';

export interface State {
  readonly base: Base;
  /** Requests that were about to be sent and whose outcome is unknown. Several may have the same address. */
  readonly unfinished: readonly Intent[];
}

export interface LoadedState extends State {
  /** True if a run ended without saving. Its journal is already included. */
  readonly interrupted: boolean;
  /** It is stored for a folder that was renamed: the next run saves it for ours. */
  readonly renamed?: true;
  /** Notes for the user. */
  readonly note?: string;
}

export interface StateStore {
  /** Its location, for people. */
  readonly where: () => Promise<string>;
  /** The content commit of the last sync, as the last `load` saw it. Only some stores record it. */
  readonly lastContent?: () => string | undefined;
  /** The commits that a sync has to include, as the last `load` saw them. Only some stores record them. */
  readonly sentContent?: () => readonly SentContent[];
  /**
   * The state including the journal. It changes nothing; a run that writes loads after it has taken the lock. Throws if
   * the stored state was made for a different target.
   */
  readonly load: () => Promise<LoadedState>;
  readonly lock: (owner: LockOwner) => Promise<Lock>;
  /** Removes the lock with this id. */
  readonly unlock: (id: string) => Promise<void>;
  readonly journal: (lock: Lock) => Journal;
  /** Writes the state and ends the journal. The state must include the journal, so it comes from a `load`. */
  readonly save: (state: State, lock: Lock) => Promise<void>;
  /** Starts over with an empty state, even if the stored one cannot be read. */
  readonly reset: (lock: Lock) => Promise<void>;
  /** Stores the text of a Markdown body and returns its name. A body that no entry names at a `save` is dropped. */
  readonly keepBody: (text: string) => Promise<string>;
  /** Undefined if it was not stored. */
  readonly body: (name: string) => Promise<string | undefined>;
  /** Keeps a copy of an object that is about to be deleted, on this machine. */
  readonly keepDeleted: (copy: DeletedObject) => Promise<void>;
  /** Copies outlive this machine once this resolves. For a store that may outlive it. */
  readonly shareDeleted?: (lock: Lock) => Promise<void>;
  /** The copies that are kept, newest first. */
  readonly deleted: () => Promise<readonly DeletedObject[]>;
}

export interface Journal {
  /**
   * Announces what is about to be sent. A store that may outlive its machine saves it before the next intent is
   * durable.
   */
  readonly announce: (planned: () => readonly Intent[]) => void;
  /** Resolves once these lines are durable. Lines given in the meantime are made durable together. */
  readonly append: (...lines: readonly JournalLine[]) => Promise<void>;
  /** Resolves once all lines are durable. */
  readonly close: () => Promise<void>;
  /** The state that the lines of a closed journal make of the state that the run began with. */
  readonly stateAfter: (began: State) => Promise<State>;
}
