/**
 * The state on a ref of the content repository's remote, for people and runners that share nothing else.
 *
 * The order of the steps guarantees that nothing is done twice and nothing is lost:
 *
 * 1. The lock: one push that creates a ref. Then the state is fetched, so a plan is made from what the last run recorded.
 * 2. Before the first request, everything that the plan sends (creations and updates) is pushed, together with the objects
 *    that the run has adopted. If the machine is lost in the next moment, another machine finds there what may have been
 *    created, and recognises by natural key what was.
 * 3. Before each request its intent, and after each change its outcome, is durable in a local file, so a killed run loses
 *    nothing on this machine. Every few seconds the new lines are pushed: other machines have to search only for changes
 *    made since then.
 * 4. At the end the state is pushed, then the local files are removed, then the lock. If the run is killed in between, the
 *    next run finds either the files, or the finished run in the ref's history, and does not apply them twice.
 *
 * Every push names the commit it builds on (a lease), and renews the lock in the same step. If another push came first, a
 * run fetches, merges its own outcomes and pushes on top. The ref only moves forward, and no commit on it is ever lost. A
 * run that has lost its lock starts nothing more; its results are merged without the lock, because they cannot wait.
 */
import { gitIn, type GitEnvironment } from '../../git/git.ts';
import { readObjects } from '../../git/objects.ts';
import { differingParts, type TargetIdentity } from '../../model/target-identity.ts';
import { Belonging, type BelongingOptions } from '../belonging.ts';
import { deletedIn, newestFirst, type DeletedObject } from '../deleted.ts';
import { nodeDisk, type Disk } from '../file/disk.ts';
import { GitJournal } from './git-journal.ts';
import { assertUnlocked, presentGitLock, removeGitLock } from './git-lock.ts';
import { beginGitRun, type GitRun, type GitRunParts } from './git-run.ts';
import { loadSharedState } from './known-state.ts';
import { localRuns, type LocalRun } from './local-runs.ts';
import { readLock, type LockOwner } from '../file/lock-file.ts';
import { removeLock, systemLockClock, type Lock, type LockClock } from '../file/lock.ts';
import type { SentContent } from '../run-note.ts';
import { blobsBelow, committedBody, DELETED, type StateCommit } from './state-commit.ts';
import { StateRef, type OtherState } from './state-ref.ts';
import { StateWriter } from './state-writer.ts';
import type { LoadedState, State, StateStore } from '../store.ts';

export interface GitStoreOptions extends BelongingOptions {
  /** The folder of the configuration, inside the content repository. */
  readonly root: string;
  readonly env: GitEnvironment;
  /** The folders of the target's content, inside it. */
  readonly content: readonly string[];
  /** These folders, and the files that determine what is sent from them; defaults to the folders alone. */
  readonly sources?: readonly string[];
  /** The folder for this machine's own files. */
  readonly folder: string;
  /** The remote's name, if it is not the default. */
  readonly remote?: string | undefined;
  /** The user who starts runs here, if CI provides it. */
  readonly actor?: string | undefined;
  readonly disk?: Disk;
  readonly clock?: LockClock;
}

export class GitStore implements StateStore {
  readonly identity: TargetIdentity;
  readonly #belonging: Belonging;
  readonly #parts: GitRunParts;
  readonly #writer: StateWriter;
  #run: GitRun | undefined;

  constructor(options: GitStoreOptions) {
    const { root, env, content, sources = content, folder, target, identity, remote, actor } = options;
    const { disk = nodeDisk, clock = systemLockClock } = options;
    const git = gitIn(root, env);
    const belonging = new Belonging(options);
    const ref = new StateRef({ git, belonging, remote });
    const isOurs = async ({ note }: LocalRun): Promise<boolean> =>
      differingParts(note.identity, identity).length === 0 || belonging.isRenamed(note.identity);
    const local = localRuns({ disk, folder, target, isOurs });
    this.identity = identity;
    this.#belonging = belonging;
    this.#parts = { git, owner: { target, identity }, content, sources, actor, ref, local, clock };
    this.#writer = new StateWriter(this.#parts);
  }

  readonly where = async (): Promise<string> => (await this.#parts.ref.refs()).where;

  readonly lastContent = (): string | undefined => this.#parts.ref.seen?.note?.synced;

  readonly sentContent = (): readonly SentContent[] => this.#parts.ref.seen?.note?.sent ?? [];

  readonly load = async (): Promise<LoadedState> => {
    const { ref, local } = this.#parts;
    const tip = await ref.knownTip();
    const loaded = await loadSharedState(ref, tip, await local.list());
    const { identity } = tip;
    await this.#belonging.assertOurs({ identity, base: loaded.base });
    return {
      ...loaded,
      ...(identity && this.#isRenamed(tip) && { renamed: true, note: this.#belonging.renamedNote(identity) }),
    };
  };

  readonly lock = async (owner: LockOwner): Promise<Lock> => {
    const run = await beginGitRun(this.#parts, owner);
    this.#run = run;
    this.#parts.ref.hold();
    return { ...run.lock, release: () => this.#release(run) };
  };

  async #release(run: GitRun): Promise<void> {
    if (this.#run?.lock.id === run.lock.id) {
      this.#run = undefined;
      this.#parts.ref.letGo();
    }
    await run.lock.release();
  }

  readonly unlock = async (id: string): Promise<void> => {
    const { git, ref, local } = this.#parts;
    const shared = { git, refs: await ref.refs(), ref: ref.lockName };
    // A run on another machine has none here, and a run that was killed may have left only this one.
    const isHere = readLock(local.lockPath)?.id === id;
    if (!isHere || (await presentGitLock(shared)).lock?.id === id) await removeGitLock(shared, id);
    if (isHere) removeLock(local.lockPath, id);
  };

  readonly journal = (lock: Lock): GitJournal => {
    const { local, ref, clock } = this.#parts;
    const run = this.#beginSending(lock);
    return new GitJournal({
      file: local.journal(lock.id),
      lock: run.lock,
      clock,
      begin: async () => {
        await this.#saveAsOurs(lock);
        await local.begin(run.note, (await ref.knownTip()).id);
      },
      checkpoint: (pushed) => this.#writer.checkpoint(run, pushed),
      load: this.load,
    });
  };

  /** A state on another ref becomes ours before anything is built on it. */
  async #saveAsOurs(lock: Lock): Promise<void> {
    const tip = await this.#parts.ref.knownTip();
    if (this.#isRenamed(tip)) await this.save(await this.load(), lock);
  }

  readonly save = async (state: State, lock: Lock): Promise<void> => {
    const { ref } = this.#parts;
    const run = this.#runOf(lock);
    const current = await ref.knownTip();
    if (this.#isRenamed(current)) {
      const inherited = await ref.inherited();
      if (inherited) await this.#takeOver(inherited, run);
    }
    await this.#writer.save(run, state);
  };

  /** Stored for the folder that our configuration had before. */
  #isRenamed({ identity }: StateCommit): boolean {
    return identity !== undefined && identity.folder !== this.identity.folder;
  }

  async #takeOver(other: OtherState, { lock, author }: GitRun): Promise<void> {
    await this.#assertUnlocked(other);
    await this.#parts.ref.takeOver(other, lock.changeWith, author);
  }

  async #assertUnlocked({ lockRef }: OtherState): Promise<void> {
    const { git, ref, clock } = this.#parts;
    await assertUnlocked({ git, refs: await ref.refs(), ref: lockRef }, clock.now());
  }

  /** The states that other configurations have of this broadcast are retired, or two configurations would manage it. */
  readonly reset = async (lock: Lock): Promise<void> => {
    const run = this.#runOf(lock);
    const rivals = await this.#parts.ref.rivals();
    for (const { commit } of rivals) {
      const { identity } = commit;
      if (!(await this.#belonging.isRenamed(identity))) throw await this.#belonging.managedElsewhere(identity);
    }
    for (const rival of rivals) await this.#assertUnlocked(rival);
    await this.#writer.reset(run);
    for (const rival of rivals) await this.#parts.ref.close(rival, run.lock.changeWith, run.author);
  };

  /** From here on its content counts as sent. Until now it was only compared, and perhaps refused. */
  #beginSending(lock: Lock): GitRun {
    const run = this.#runOf(lock);
    const supersedes = [...(run.note.supersedes ?? []), ...this.sentContent().map(({ commit }) => commit)];
    this.#run = { ...run, note: { ...run.note, supersedes: [...new Set(supersedes)] } };
    return this.#run;
  }

  #runOf(lock: Lock): GitRun {
    if (this.#run?.lock.id === lock.id) return this.#run;
    throw new Error('this lock does not belong to this store, or it was already released');
  }

  readonly keepBody = (text: string): Promise<string> => this.#parts.local.bodies.keep(text);

  readonly body = async (name: string): Promise<string | undefined> => {
    const { git, ref, local } = this.#parts;
    return (await local.bodies.read(name)) ?? committedBody(git, name, ref.seen ?? (await ref.knownTip()));
  };

  readonly keepDeleted = (copy: DeletedObject): Promise<void> => this.#parts.local.deleted.keep(copy);

  readonly shareDeleted = async (lock: Lock): Promise<void> => {
    await this.#saveAsOurs(lock);
    await this.#writer.checkpoint(this.#runOf(lock), { lines: [] });
  };

  readonly deleted = async (): Promise<readonly DeletedObject[]> => {
    const { git, ref, local } = this.#parts;
    const kept = blobsBelow(DELETED, await ref.knownTip());
    const texts = await readObjects(git, [...new Set(kept.values())]);
    const shared = [...kept].map(([name, blob]) => [name, texts.get(blob)?.toString() ?? ''] as const);
    return newestFirst([...new Map([...shared, ...(await local.deleted.texts())]).values()].flatMap(deletedIn));
  };
}
