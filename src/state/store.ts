/** Where a target's state is kept. A file store and a store in git implement it. */
import type { Base } from '../model/base.ts';
import type { Intent, JournalLine } from './journal-line.ts';
import type { LockOwner } from './file/lock-file.ts';
import type { Lock } from './file/lock.ts';
import type { SentContent } from './run-note.ts';

export interface State {
  readonly base: Base;
  /** Requests that were about to be sent, and of which nobody knows what became; several may be of one address. */
  readonly unfinished: readonly Intent[];
}

export interface LoadedState extends State {
  /** Whether a run ended without saving: its journal is already counted in. */
  readonly interrupted: boolean;
  /** It is kept in the form of an older gitcast: a run that changes anything saves it first. */
  readonly outdated?: true;
  /** What a person should know of it. */
  readonly note?: string;
}

export interface StateStore {
  /** Where it is kept, for people. */
  readonly where: () => Promise<string>;
  /** The commit of the content that was last synced, as the last `load` saw it; only some stores know. */
  readonly lastContent?: () => string | undefined;
  /** The commits that a sync has to know, as the last `load` saw them; only some stores know. */
  readonly sentContent?: () => readonly SentContent[];
  /**
   * The state with all that the journal knows. It changes nothing; a run that writes loads once it has the lock. Throws
   * where what is kept was made for another target.
   */
  readonly load: () => Promise<LoadedState>;
  readonly lock: (owner: LockOwner) => Promise<Lock>;
  /** Removes the lock with this id. */
  readonly unlock: (id: string) => Promise<void>;
  readonly journal: (lock: Lock) => Journal;
  /** Writes the state and ends the journal: what that knew has to be in it, so it comes from a `load`. */
  readonly save: (state: State, lock: Lock) => Promise<void>;
  /** Begins anew with nothing, also where what was kept cannot be read. */
  readonly reset: (lock: Lock) => Promise<void>;
  /** Takes over what was made for the same broadcast at another base URL, or from another folder. */
  readonly move: (lock: Lock) => Promise<void>;
  /** Keeps the text of a Markdown body and gives its name; one that no entry names at a `save` is dropped. */
  readonly keepBody: (text: string) => Promise<string>;
  /** Undefined where it was not kept. */
  readonly body: (name: string) => Promise<string | undefined>;
}

export interface Journal {
  /** What is about to be sent. A store that may outlive the machine it runs on keeps it before the next intent is safe. */
  readonly announce: (planned: () => readonly Intent[]) => void;
  /** Resolves once these lines are safe. Lines given meanwhile are made safe together. */
  readonly append: (...lines: readonly JournalLine[]) => Promise<void>;
  /** Resolves once all lines are safe. */
  readonly close: () => Promise<void>;
}
