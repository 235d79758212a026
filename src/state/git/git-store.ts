/**
 * The state on a ref of the content repository's remote, for people and runners that share nothing else.
 *
 * The order of the steps guarantees that nothing is done twice and nothing is lost:
 *
 * 1. The lock: one push that creates a ref. Then the state is fetched, so a plan is made from what the last run recorded.
 * 2. Before the first request, everything that the plan sends (creations and updates) is pushed, together with the objects
 *    that the run has adopted. If the machine is lost in the next moment, another machine finds there what may have been
 *    created, and recognises by natural key what was.
 * 3. Before each request its intent, and after each change its outcome, is durable in a local file. Every few seconds the
 *    new lines are pushed: other machines have to search only for changes made since then.
 * 4. At the end the state is pushed, then the local files are removed, then the lock.
 *
 * Every push names the commit it builds on (a lease), and renews the lock in the same step. A run that has lost its lock
 * starts nothing more, and puts only its journal on top of what others have pushed. States are never merged: the next run
 * replays the journals that it finds (state/replay.ts).
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '../../diagnostics/errors.ts';
import { gitIn, type GitEnvironment } from '../../git/git.ts';
import { EMPTY_BASE } from '../../model/base.ts';
import { Belonging, type BelongingOptions } from '../belonging.ts';
import type { DeletedObject } from '../deleted.ts';
import { nodeDisk } from '../file/disk.ts';
import { createFileStore, type FileStore, type JournalStanding } from '../file/file-store.ts';
import { JournalFile } from '../file/journal-file.ts';
import { readLock, type LockOwner } from '../file/lock-file.ts';
import { removeLock, systemLockClock, type Lock } from '../file/lock.ts';
import { writtenLine, type Intent } from '../journal-line.ts';
import { finishedNote, lastFinished, readNote, type RunNote, type SentContent } from '../run-note.ts';
import type { Journal, LoadedState, State, StateStore } from '../store.ts';
import { GitDisk } from './git-disk.ts';
import { gitJournal } from './git-journal.ts';
import { assertUnlocked, presentGitLock, removeGitLock } from './git-lock.ts';
import { beginGitRun, type GitRunParts } from './git-run.ts';
import { makeCommit, NO_COMMIT, type Difference, type StateCommit } from './state-commit.ts';
import { StateRef, type GitRun, type OtherState } from './state-ref.ts';

type RunOptions = Pick<GitRunParts, 'content' | 'folder' | 'actor'> &
  Partial<Pick<GitRunParts, 'sources' | 'disk' | 'clock'>>;

export interface GitStoreOptions extends BelongingOptions, RunOptions {
  /** The folder of the configuration, inside the content repository. */
  readonly root: string;
  readonly env: GitEnvironment;
  /** The remote's name, if it is not the default. */
  readonly remote?: string | undefined;
}

export class GitStore implements StateStore {
  readonly #parts: GitRunParts;
  readonly #view: GitDisk;
  readonly #files: FileStore;
  #run: GitRun | undefined;
  /** The tip of the ref, as last read or written from here. */
  #tip: StateCommit | undefined;
  #lastPush: Promise<unknown> = Promise.resolve();

  constructor(options: GitStoreOptions) {
    const { root, env, content, sources = content, folder, target, remote, actor } = options;
    const { disk = nodeDisk, clock = systemLockClock } = options;
    const [git, belonging] = [gitIn(root, env), new Belonging(options)];
    const ref = new StateRef({ git, belonging, remote });
    this.#parts = { git, belonging, content, sources, actor, ref, disk, folder, clock };
    this.#view = new GitDisk({ git, local: disk, folder, kept: [`${target}.bodies`, `${target}.deleted`] });
    const standingOfJournal = (header: string, path: string) => this.#standingOf(header, path);
    const shown = `${ref.name}:${target}.json`;
    this.#files = createFileStore({ ...options, disk: this.#view, clock, shown, standingOfJournal });
  }

  readonly where = async (): Promise<string> => (await this.#parts.ref.refs()).where;

  readonly lastContent = (): string | undefined => this.#tip?.note?.synced;

  readonly sentContent = (): readonly SentContent[] => this.#tip?.note?.sent ?? [];

  /** Shows the files at the tip of the ref. The owner of the lock fetches it once. */
  async #fetch(): Promise<StateCommit> {
    if (!this.#run || !this.#tip) this.#tip = await this.#parts.ref.tip();
    this.#view.show(this.#tip);
    // At once, not one by one.
    await this.#view.textsOn(
      this.#tip,
      [...this.#tip.blobs.keys()].filter((path) => path.endsWith('.journal')),
    );
    return this.#tip;
  }

  readonly load = async (): Promise<LoadedState> => {
    const tip = await this.#fetch();
    await this.#parts.belonging.assertOurs(tip.note?.identity);
    return this.#files.load();
  };

  /** A run that was killed may have ended for the ref, by itself or by another run. */
  async #standingOf(header: string, path: string): Promise<JournalStanding> {
    const { ref, belonging } = this.#parts;
    const tip = this.#tip ?? NO_COMMIT;
    const note = header === '' ? undefined : readNote(header, `in ${path}`);
    if (!note || !(await belonging.isOurs(note.identity))) return 'ended';
    if (note.after === lastFinished(tip)) return 'next';
    const last = await ref.lastOf(note, tip);
    return last?.finished && !last.interrupted ? 'ended' : 'overtaken';
  }

  readonly lock = async (owner: LockOwner): Promise<Lock> => {
    const run = await beginGitRun(this.#parts, owner);
    [this.#run, this.#tip] = [run, undefined];
    return { ...run.lock, release: () => this.#release(run) };
  };

  async #release(run: GitRun): Promise<void> {
    if (this.#run?.lock.id === run.lock.id) this.#run = undefined;
    await run.lock.release();
  }

  #runOf(lock: Lock): GitRun {
    if (this.#run?.lock.id === lock.id) return this.#run;
    throw new Error('this lock does not belong to this store, or it was already released');
  }

  readonly unlock = async (id: string): Promise<void> => {
    const { git, ref, folder, belonging } = this.#parts;
    const shared = { git, refs: await ref.refs(), ref: ref.lockName };
    const local = join(folder, `${belonging.target}.lock`);
    // A run on another machine has none here, and a run that was killed may have left only this one.
    const isHere = readLock(local)?.id === id;
    if (!isHere || (await presentGitLock(shared)).lock?.id === id) await removeGitLock(shared, id);
    if (isHere) removeLock(local, id);
  };

  readonly journal = (lock: Lock): Journal => {
    const run = this.#runOf(lock);
    const journal = gitJournal({
      clock: this.#parts.clock,
      open: () => this.#openJournal(run),
      push: (planned) => this.#checkpoint(lock, planned),
      assertFresh: run.lock.assertFresh,
    });
    // Read again, because a run that has lost its lock may have pushed meanwhile.
    return { ...journal, stateAfter: this.load };
  };

  /**
   * A journal builds on a finished commit of ours, so what is elsewhere, or was left by others, is saved first. From here on
   * the content of the run counts as sent. Until now it was only compared, and perhaps refused.
   */
  async #openJournal(run: GitRun): Promise<JournalFile> {
    const path = this.#journalOf(run);
    const loaded = await this.load();
    const { journals } = await this.#files.contents();
    const isLeft = journals.some((each) => each.path !== path && each.lines.length > 0);
    if (loaded.renamed || isLeft) await this.save(loaded, run.lock);
    const supersedes = [...(run.note.supersedes ?? []), ...this.sentContent().map(({ commit }) => commit)];
    const after = lastFinished(this.#tip!);
    const note: RunNote = { ...run.note, supersedes: [...new Set(supersedes)], ...(after !== undefined && { after }) };
    this.#run = { ...run, note };
    const header = `${JSON.stringify(note)}\n`;
    const file = new JournalFile({ disk: this.#parts.disk, path, header, lock: OF_ONE_RUN });
    await file.append();
    return file;
  }

  #nameOf({ note }: GitRun): string {
    return `${this.#parts.belonging.target}.${note.id}`;
  }

  #journalOf(run: GitRun): string {
    return join(this.#parts.folder, `${this.#nameOf(run)}.journal`);
  }

  /** Pushes what is durable on this machine and, if given, what is about to be sent. */
  #checkpoint(lock: Lock, planned?: readonly Intent[]): Promise<void> {
    return this.#inTurn(async () => {
      const run = this.#runOf(lock);
      await this.#advance(await this.#fetch(), run, (on) => this.#withJournal(run, on, planned));
    });
  }

  /** The complete lines of the journal that a commit lacks are a new part of it. */
  async #withJournal(run: GitRun, on: StateCommit, planned?: readonly Intent[]): Promise<Difference> {
    const { written } = await this.#view.difference();
    const [header = '', ...lines] = await this.#journalled(run);
    const part = (number: number): string => `${this.#nameOf(run)}.${String(number).padStart(6, '0')}.journal`;
    const parts: string[] = [];
    while (on.blobs.has(part(parts.length + 1))) parts.push(part(parts.length + 1));
    const known = (await this.#view.textsOn(on, parts)).join('').split('\n').length - 1 - parts.length;
    if (lines.length > known) written.set(part(parts.length + 1), header + lines.slice(known).join(''));
    if (planned) written.set(part(0), header + planned.map(writtenLine).join(''));
    return { written };
  }

  /** The complete lines, after that which describes the run. */
  async #journalled(run: GitRun): Promise<readonly string[]> {
    return (await this.#parts.disk.read(this.#journalOf(run)))?.match(/[^\n]*\n/g) ?? [];
  }

  readonly save = (state: State, lock: Lock): Promise<void> => this.#inTurn(() => this.#save(state, this.#runOf(lock)));

  async #save(state: State, run: GitRun): Promise<void> {
    const start = await this.#fetch();
    await this.#takeOver(start, run);
    const { stored, journals } = await this.#files.contents();
    const note = finishedNote(run.note, journals, [stored?.base ?? EMPTY_BASE, state.base]);
    try {
      await this.#files.save(state, OF_ONE_RUN);
      const change = () => this.#view.difference();
      await patiently(run.lock.lost, () => this.#advance(start, { ...run, note }, change));
    } catch (error) {
      this.#view.show(start);
      if (run.lock.lost.aborted) await this.#leaveJournal(run);
      throw error;
    }
    await this.#view.forget();
    this.#view.show(this.#tip!);
  }

  /** The results of a run that has lost its lock cannot wait. */
  async #leaveJournal(run: GitRun): Promise<void> {
    const { ref, disk } = this.#parts;
    if ((await this.#journalled(run)).length < 2) return;
    const { change } = await ref.refs();
    const push: typeof run.lock.changeWith = (...changes) => change(changes);
    await this.#advance(await ref.tip(), run, (on) => this.#withJournal(run, on), push);
    await disk.remove(this.#journalOf(run));
  }

  /**
   * Puts a commit on top of the tip, and makes it again whenever another run was faster. This ends, because each faster run
   * has finished or left its journal. Nothing is put on top of a different target's state.
   */
  async #advance(
    start: StateCommit,
    { lock, note, author }: GitRun,
    change: (on: StateCommit) => Promise<Difference>,
    push = lock.changeWith,
  ): Promise<void> {
    const { ref, belonging } = this.#parts;
    const making = { maker: await ref.maker(author), target: belonging.target, note };
    for (let on = start; ; on = await ref.tip()) {
      await belonging.assertOurs(on.note?.identity);
      const { commit, objects } = await makeCommit(on, await change(on), making);
      if ((await push({ ref: ref.name, from: on.id, to: commit.id, objects })) === 'overtaken') continue;
      this.#tip = commit;
      return;
    }
  }

  #inTurn<T>(push: () => Promise<T>): Promise<T> {
    const next = this.#lastPush.then(push);
    this.#lastPush = next.catch(() => undefined);
    return next;
  }

  /** A state that is stored for the folder that our configuration had before becomes ours. */
  async #takeOver({ note }: StateCommit, run: GitRun): Promise<void> {
    const { ref, belonging } = this.#parts;
    const other = note && note.identity.folder !== belonging.identity.folder ? await ref.inherited() : undefined;
    if (!other) return;
    await this.#assertUnlocked(other);
    await ref.takeOver(other, run);
  }

  async #assertUnlocked({ lockRef }: OtherState): Promise<void> {
    const { git, ref, clock } = this.#parts;
    await assertUnlocked({ git, refs: await ref.refs(), ref: lockRef }, clock.now());
  }

  /** The state that another configuration has of this broadcast is retired, or two configurations would manage it. */
  readonly reset = async (lock: Lock): Promise<void> => {
    const run = this.#runOf(lock);
    const { ref } = this.#parts;
    const rival = await ref.inherited({ skipsUnreadable: true });
    if (rival) await this.#assertUnlocked(rival);
    // The current content is not read: it may be the reason for starting over.
    const start = { ...NO_COMMIT, id: await ref.tipId() };
    this.#view.show(start);
    await this.#files.reset(OF_ONE_RUN);
    await this.#advance(start, run, async ({ blobs }) => ({ ...(await this.#view.difference()), removed: blobs }));
    await this.#view.forget();
    this.#view.show(this.#tip!);
    if (rival) await ref.close(rival, run);
  };

  readonly keepBody = (text: string): Promise<string> => this.#files.keepBody(text);

  readonly body = async (name: string): Promise<string | undefined> => {
    if (!this.#tip) await this.#fetch();
    return this.#files.body(name);
  };

  readonly keepDeleted = (copy: DeletedObject): Promise<void> => this.#files.keepDeleted(copy);

  readonly shareDeleted = (lock: Lock): Promise<void> => this.#checkpoint(lock);

  readonly deleted = async (): Promise<readonly DeletedObject[]> => {
    const tip = await this.#fetch();
    await this.#view.textsOn(tip, [...tip.blobs.keys()]);
    return this.#files.deleted();
  };
}

/** No other run writes to the files of a run, so they need no lock. */
const OF_ONE_RUN = { assertHeld: async (): Promise<void> => undefined };

/** At the end of a run, a network outage of some seconds is waited out: the machine may be gone afterwards. */
const WAITS = [1000, 2000, 4000, 8000];

async function patiently<T>(lost: AbortSignal, act: () => Promise<T>): Promise<T> {
  for (const milliseconds of WAITS) {
    try {
      return await act();
    } catch (error) {
      if (lost.aborted || !(error instanceof UserError)) throw error;
      await wait(milliseconds);
    }
  }
  return act();
}
