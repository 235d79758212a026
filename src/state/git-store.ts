/**
 * The state on a ref of the content repository's remote, for people and runners that share nothing else.
 *
 * "Nothing twice, nothing lost" comes from the order of things:
 *
 * 1. The lock: one push that creates a ref. Then the state is fetched, so a plan is made from what the last run knew.
 * 2. Before the first creation the plan's creations are pushed. If the machine is gone in the next moment, another finds
 *    there what may have been made, and takes over by natural key what was.
 * 3. Before each creation its intent, and after each change its outcome, is safe in a file here; so a killed run loses
 *    nothing on this machine. Every few seconds the new lines are pushed: that much at most is looked for again elsewhere.
 * 4. At the end the state is pushed, then the local files are removed, then the lock. Killed in between, the next run
 *    finds either the files, or in the ref's history that the run has finished, and does not count them twice.
 *
 * Every push names what it goes on from (a lease), and renews the lock in the same step. Whoever was overtaken fetches,
 * merges with its own outcomes and pushes on top; the ref only goes forward, and no commit on it is ever lost. A run that
 * finds its lock lost begins nothing more; what it had done is merged in without the lock, which can wait for nobody.
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '../diagnostics/errors.ts';
import { headOf } from '../git/content.ts';
import { gitIn, type Git } from '../git/git.ts';
import { authorIn } from '../git/identity.ts';
import { readObjects, writeBlobsOf, type Author } from '../git/objects.ts';
import { digest } from './digest.ts';
import { nodeDisk, type Disk } from './disk.ts';
import { GitJournal } from './git-journal.ts';
import { removeGitLock, takeGitLock, type GitLock } from './git-lock.ts';
import type { Intent, JournalLine } from './journal-line.ts';
import { bodiesIn, bodiesOf, EMPTY_STATE, linesLeft, overtakenState, stateOf, withLines } from './known-state.ts';
import { LocalRuns, type LocalRun } from './local-runs.ts';
import type { LockOwner } from './lock-file.ts';
import { removeLock, systemLockClock, takeLock, type Lock, type LockClock } from './lock.ts';
import { mergeStates } from './merge-states.ts';
import { recent } from './recent.ts';
import { readHistory, type RecordedRun } from './run-history.ts';
import { changesBetween, type RunNote } from './run-note.ts';
import { BODIES, NO_COMMIT, writeCheckpoint, writeState, type StateCommit } from './state-commit.ts';
import { StateRef } from './state-ref.ts';
import type { LoadedState, State, StateStore } from './store.ts';

export interface GitStoreOptions {
  /** A folder of the content repository: the one of the configuration. */
  readonly root: string;
  /** The folders of the target's content, below it. */
  readonly content: readonly string[];
  /** For this machine's own files. */
  readonly folder: string;
  readonly target: string;
  /** The remote's name, where it is not the usual one. */
  readonly remote?: string | undefined;
  /** Who starts runs here, where CI says it. */
  readonly actor?: string | undefined;
  readonly disk?: Disk;
  readonly clock?: LockClock;
}

interface Run {
  readonly lock: GitLock;
  readonly note: RunNote;
  readonly author: Author;
}

export class GitStore implements StateStore {
  readonly #options: GitStoreOptions;
  readonly #git: Git;
  readonly #clock: LockClock;
  readonly #local: LocalRuns;
  readonly #ref: StateRef;
  #run: Run | undefined;
  /** The ref as it was last seen or written; undefined when it has to be fetched. */
  #tip: StateCommit | undefined;
  #lastPush: Promise<unknown> = Promise.resolve();

  constructor(options: GitStoreOptions) {
    const { root, folder, target, remote, disk = nodeDisk, clock = systemLockClock } = options;
    this.#options = options;
    this.#git = gitIn(root);
    this.#clock = clock;
    this.#local = new LocalRuns({ disk, folder, target });
    this.#ref = new StateRef({ git: this.#git, target, remote });
  }

  readonly where = async (): Promise<string> => (await this.#ref.refs()).where;

  readonly lastContent = (): string | undefined => this.#tip?.note?.synced;

  /** The runs that were recorded, newest first. */
  readonly history = (limit: number): Promise<readonly RecordedRun[]> => readHistory(this.#git, this.#ref, limit);

  readonly load = async (): Promise<LoadedState> => {
    const tip = await this.#known();
    const runs = await this.#local.list();
    let state = stateOf(tip, runs);
    for (const run of runs) state = await this.#withLocal(state, tip, run);
    const interrupted = tip.lines.length > 0 || tip.planned.length > 0 || runs.some(({ lines }) => lines.length > 0);
    return { ...state, interrupted };
  };

  /** Who holds the lock fetches once. Should somebody else write after all, the next push notices. */
  async #known(): Promise<StateCommit> {
    if (!this.#run || !this.#tip) this.#tip = await this.#ref.tip(this.#tip);
    return this.#tip;
  }

  /** The state with what a run on this machine has journalled and perhaps not pushed. */
  async #withLocal(state: State, tip: StateCommit, run: LocalRun): Promise<State> {
    const { id } = run.note;
    if (tip.id === run.base) return withLines(state, run.lines);
    const found = tip.note?.id === id ? tip : await this.#ref.lastOf(id, tip.id);
    const own = found?.id === run.base ? undefined : found;
    if (own?.note?.finished && !own.note.interrupted) return state;
    if (own === tip) return withLines(state, linesLeft(run, own));
    // Others have gone on since. What they built on is the last that this run pushed.
    const ancestor = own ? stateOf(own, [run]) : await this.#ref.stateAt(run.base);
    const ours = withLines(ancestor, own ? linesLeft(run, own) : run.lines);
    return mergeStates({ ancestor, ours, theirs: state });
  }

  readonly lock = async (owner: LockOwner): Promise<Lock> => {
    const [refs, author, content] = await Promise.all([
      this.#ref.refs(),
      this.#author(owner),
      headOf(this.#git, this.#options.content),
    ]);
    await this.#local.prepare();
    const local = await takeLock(this.#local.lockPath, owner, this.#clock);
    try {
      const parts = { git: this.#git, refs, ref: this.#ref.lockName, author, clock: this.#clock };
      const lock = await takeGitLock(parts, owner, local);
      const note: RunNote = {
        version: 1,
        id: lock.id,
        command: owner.command ?? 'run',
        by: this.#options.actor ?? author.name,
        startedAt: new Date(this.#clock.now()).toISOString(),
        finished: false,
        changes: [],
        ...(owner.url !== undefined && { url: owner.url }),
        ...(content && { content }),
      };
      this.#run = { lock, note, author };
      this.#tip = undefined;
      const notes = [...(lock.note === undefined ? [] : [lock.note]), ...(refs.isShared ? [] : [NOT_SHARED])];
      return { ...lock, ...(notes.length > 0 && { note: notes.join('\n') }), release: () => this.#release(lock) };
    } catch (error) {
      await local.release();
      throw error;
    }
  };

  async #release(lock: GitLock): Promise<void> {
    if (this.#run?.lock === lock) this.#run = undefined;
    await lock.release();
  }

  async #author(owner: LockOwner): Promise<Author> {
    const { name, email } = await authorIn(this.#git);
    return { name: name ?? this.#options.actor ?? owner.user, email: email ?? `${owner.user}@${owner.host}` };
  }

  readonly unlock = async (id: string): Promise<void> => {
    await removeGitLock({ git: this.#git, refs: await this.#ref.refs(), ref: this.#ref.lockName }, id);
    try {
      removeLock(this.#local.lockPath, id);
    } catch (error) {
      // It was taken on another machine, so there is none here.
      if (!(error instanceof UserError)) throw error;
    }
  };

  readonly journal = (lock: Lock, planned: readonly Intent[] = []): GitJournal => {
    const run = this.#runOf(lock);
    return new GitJournal({
      file: this.#local.journal(lock.id),
      lock: run.lock,
      clock: this.#clock,
      begin: async () => this.#local.begin(run.note, (await this.#known()).id),
      announce: async () => {
        if (planned.length > 0) await this.#checkpoint(run, { lines: [], planned });
      },
      checkpoint: (lines, total) => this.#checkpoint(run, { lines, total }),
    });
  };

  #runOf(lock: Lock): Run {
    if (this.#run?.lock.id === lock.id) return this.#run;
    throw new Error('this lock was not taken from this store, or it was released');
  }

  #checkpoint(run: Run, made: Made): Promise<void> {
    const push = async (): Promise<void> => {
      const before = await this.#known();
      const { lines, planned = before.planned, total = ownLines(before, run) } = made;
      const note = { ...run.note, lines: total };
      const write = async (on: StateCommit): Promise<StateCommit> => {
        const bodies = await this.#bodyBlobs(bodiesIn(lines), on);
        const writing = { ...this.#writing(run), note, bodies, planned };
        if (on === before) return writeCheckpoint(on, { lines, planned }, writing);
        return writeState(on, overtakenState(before, lines, on), writing);
      };
      this.#tip = await this.#ref.advance(before, write, run.lock.changeWith);
    };
    const next = this.#lastPush.then(push);
    this.#lastPush = next.catch(() => undefined);
    return next;
  }

  readonly save = async (given: State, lock: Lock): Promise<void> => {
    const run = this.#runOf(lock);
    const ancestor = await this.#known();
    const runs = await this.#local.list();
    const ours: State = { ...given, base: recent(given.base, this.#clock.now()) };
    const write = (lost: boolean) => async (on: StateCommit) => {
      const sides = { ancestor: stateOf(ancestor, runs), ours, theirs: stateOf(on, runs) };
      const state = on.id === ancestor.id ? ours : mergeStates(sides);
      const note = await this.#finishedNote(run, runs, { on, state, lost });
      const bodies = await this.#bodyBlobs(bodiesOf(state), on);
      // Somebody else's run may be under way by now, with its creations still before it.
      const planned = on.note?.finished === false && on.note.id !== note.id ? on.planned : [];
      return writeState(on, state, { ...this.#writing(run), note, bodies, planned });
    };
    try {
      this.#tip = await patiently(run.lock.lost, () => this.#ref.advance(ancestor, write(false), run.lock.changeWith));
    } catch (error) {
      if (run.lock.lost.aborted && runs.some(({ lines }) => lines.length > 0)) {
        const { change } = await this.#ref.refs();
        this.#tip = await this.#ref.advance(await this.#ref.tip(), write(true), (each) => change([each]));
        await this.#local.forget();
      }
      throw error;
    }
    await this.#local.forget();
    await this.#local.bodies.dropAllBut(new Set());
  };

  /** What a run that died had done is told as its own. */
  async #finishedNote(run: Run, runs: readonly LocalRun[], { on, state, lost }: Finishing): Promise<RunNote> {
    const notes = [...runs.map(({ note }) => note), ...(on.note ? [on.note] : [])];
    const hasBegun = notes.some(({ id }) => id === run.note.id);
    const dead = hasBegun ? undefined : notes.find(({ finished }) => !finished);
    const { after: _after, lines: known, ...note } = dead ?? run.note;
    const local = runs.find((each) => each.note.id === note.id);
    const before = await this.#ref.stateAt(on.note?.finished === false ? on.note.after : on.id);
    const lines = [...on.planned, ...on.lines, ...runs.flatMap((each) => each.lines)];
    return {
      ...note,
      finished: true,
      // Its own machine may know more, and come back.
      ...((dead || lost) && { interrupted: true as const, lines: local?.lines.length ?? known ?? 0 }),
      changes: changesBetween(before.base, state.base, lines),
    };
  }

  readonly reset = async (lock: Lock): Promise<void> => {
    const run = this.#runOf(lock);
    const writing = { ...this.#writing(run), note: run.note, bodies: new Map<string, string>(), planned: [] };
    // What is there is not read: it may be the reason for beginning anew.
    const there = async (): Promise<StateCommit> => ({ ...NO_COMMIT, id: await this.#ref.tipId() });
    const write = async (on: StateCommit) => writeState({ ...NO_COMMIT, id: on.id }, EMPTY_STATE, writing);
    this.#tip = await this.#ref.advance(await there(), write, run.lock.changeWith);
    await this.#local.forget();
  };

  #writing({ author }: Run) {
    return { git: this.#git, target: this.#options.target, author };
  }

  readonly keepBody = (text: string): Promise<string> => this.#local.bodies.keep(text);

  readonly body = async (name: string): Promise<string | undefined> => {
    const kept = await this.#local.bodies.read(name);
    if (kept !== undefined) return kept;
    const blob = (await this.#known()).blobs.get(BODIES + name);
    const text = blob === undefined ? undefined : (await readObjects(this.#git, [blob])).get(blob)?.toString();
    return text !== undefined && digest(text) === name ? text : undefined;
  };

  /** Those of the named bodies that the commit lacks and this machine has, as blobs. */
  async #bodyBlobs(names: ReadonlySet<string>, on: StateCommit): Promise<ReadonlyMap<string, string>> {
    const kept: string[] = [];
    for (const name of names) {
      if (!on.blobs.has(BODIES + name) && (await this.#local.bodies.read(name)) !== undefined) kept.push(name);
    }
    const paths = kept.map((name) => join(this.#local.bodiesFolder, name));
    const ids = await writeBlobsOf(this.#git, paths);
    return new Map(kept.map((name, index) => [name, ids[index]!]));
  }
}

const NOT_SHARED = 'the repository has no remote, so the state is kept in this clone only';

interface Made {
  readonly lines: readonly JournalLine[];
  /** What is about to be created; otherwise what was announced before. */
  readonly planned?: readonly Intent[];
  /** How many lines of the run's journal are then in the shared state; otherwise as many as before. */
  readonly total?: number;
}

interface Finishing {
  readonly on: StateCommit;
  readonly state: State;
  readonly lost: boolean;
}

const ownLines = ({ note }: StateCommit, run: Run): number => (note?.id === run.note.id ? (note.lines ?? 0) : 0);

/** At the end of a run a network that is away for some seconds is waited for: the machine may be gone afterwards. */
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
