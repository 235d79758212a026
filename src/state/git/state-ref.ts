/**
 * The ref of a target's state: its current content, its earlier content, and how it moves forward.
 *
 * A configuration at the top of its repository has `refs/gitcast/{state,lock}/<target>`, one in a folder has
 * `refs/gitcast/in/<folder>/{state,lock}/<target>`. The state of a folder that was renamed is moved, and what remains on
 * its ref says where it went.
 */
import { UserError } from '../../diagnostics/errors.ts';
import { isObjectId, objectMaker, type Author, type ObjectMaker } from '../../git/objects.ts';
import type { Git } from '../../git/git.ts';
import { findRemote } from '../../git/remote.ts';
import {
  localRefs,
  remoteRefs,
  type RefChange,
  type RefNames,
  type SeenRef,
  type SharedRefs,
} from '../../git/shared-refs.ts';
import { namespaceOf } from '../../git/ref-names.ts';
import { readSettings, type GitSettings } from '../../git/git-settings.ts';
import { folderName, isSameBroadcast, type TargetIdentity } from '../../model/target-identity.ts';
import type { Belonging } from '../belonging.ts';
import { stateOf } from './known-state.ts';
import { EMPTY_STATE } from '../replay.ts';
import { withTree } from './noted-tree.ts';
import { RUN_TRAILER } from '../run-note.ts';
import {
  decodeStateCommit,
  NO_COMMIT,
  readStateCommit,
  STATE_PATHS,
  type MadeCommit,
  type StateCommit,
  type StoredCommit,
} from './state-commit.ts';
import { encodeState } from '../state-file.ts';
import type { State } from '../store.ts';
import { once } from '../../values/once.ts';

export interface StateRefOptions {
  readonly git: Git;
  readonly belonging: Belonging;
  /** The remote's name, if it is not the default. */
  readonly remote?: string | undefined;
}

export type Push = (...changes: readonly RefChange[]) => Promise<'changed' | 'overtaken'>;

/** A state on another configuration's ref. */
export interface OtherState {
  readonly ref: string;
  readonly lockRef: string;
  readonly commit: StoredCommit;
}

export class StateRef {
  readonly name: string;
  readonly lockName: string;
  readonly #options: StateRefOptions;
  /** Commits that were read, by id: they never change. */
  readonly #commits = new Map<string, StoredCommit>();
  /** The commit at the tip, as last read or written from here. */
  #seen: StateCommit | undefined;
  #isHeld = false;
  readonly settings: () => Promise<GitSettings>;
  readonly refs: () => Promise<SharedRefs>;

  constructor(options: StateRefOptions) {
    const { target, identity } = options.belonging;
    this.#options = options;
    const below = namespaceOf(identity.folder);
    const names = { below, name: target, sorts: ['state', 'lock'] };
    this.settings = once(() => readSettings(options.git));
    this.refs = once(async () => openRefs(options, names, await this.settings()));
    this.name = stateRefOf(identity.folder, target);
    this.lockName = `${below}lock/${target}`;
  }

  async maker(author: Author): Promise<ObjectMaker> {
    return objectMaker(this.#options.git, await this.settings(), author);
  }

  async tipId(): Promise<string | undefined> {
    return (await (await this.refs()).read()).get(this.name);
  }

  /** Fetches the current state, from our ref or from one that we inherit. */
  async tip(): Promise<StateCommit> {
    const own = await this.#own();
    if (own && !isLeftBehind(own, this.#options.belonging.identity)) return own;
    const inherited = await this.inherited();
    if (inherited || !own) return inherited?.commit ?? NO_COMMIT;
    // A state that another broadcast left here, when its folder was renamed, says nothing about ours.
    return isSameBroadcast(own.identity, this.#options.belonging.identity) ? own : { ...NO_COMMIT, id: own.id };
  }

  get seen(): StateCommit | undefined {
    return this.#seen;
  }

  /** The owner of the lock fetches once. If somebody else writes anyway, the next push detects it. */
  async knownTip(): Promise<StateCommit> {
    if (!this.#isHeld || !this.#seen) this.#seen = await this.tip();
    return this.#seen;
  }

  /** The lock was taken: the tip has to be fetched, and does not change from then on. */
  hold(): void {
    this.#isHeld = true;
    this.#seen = undefined;
  }

  letGo(): void {
    this.#isHeld = false;
  }

  async #own(): Promise<StoredCommit | undefined> {
    const { git, belonging } = this.#options;
    const refs = await this.refs();
    const seen = (await refs.look(this.name, STATE_PATHS)) ?? (await this.#beforeRemote(refs));
    return seen && (this.#commits.get(seen.id) ?? this.#remember(await decodeStateCommit(git, seen, belonging.target)));
  }

  /** The state of a repository that had no remote yet is shared as soon as it has one. */
  async #beforeRemote(refs: SharedRefs): Promise<SeenRef | undefined> {
    if (!refs.isShared) return undefined;
    const here = await localRefs(this.#options.git, { name: this.#options.belonging.target }).look(
      this.name,
      STATE_PATHS,
    );
    if (here) await refs.change([{ ref: this.name, from: undefined, to: here.id }]);
    return here && refs.look(this.name, STATE_PATHS);
  }

  /**
   * Our state on another ref: that of our folder before it was renamed. Throws if another configuration manages this
   * broadcast, because starting empty would do harm.
   */
  async inherited(): Promise<OtherState | undefined> {
    const { belonging } = this.#options;
    let found: OtherState | undefined;
    for (const other of await this.others()) {
      if (!this.#isRival(other)) continue;
      const { identity } = other.commit;
      const { base } = stateOf(other.commit, []);
      if (found || !(await belonging.isOurs({ identity, base }))) throw await belonging.managedElsewhere(identity);
      found = other;
    }
    return found;
  }

  /** The states of other configurations for our broadcast. States that cannot be read are skipped. */
  async rivals(): Promise<readonly OtherState[]> {
    return (await this.others({ unreadable: 'skip' })).filter((other) => this.#isRival(other));
  }

  #isRival({ commit: { identity } }: OtherState): boolean {
    const ours = this.#options.belonging.identity;
    return isSameBroadcast(identity, ours) && identity.folder !== ours.folder;
  }

  /** The states of other configurations for a target of this name, without what is left of those that were moved. */
  async others({ unreadable = 'throw' }: { unreadable?: 'throw' | 'skip' } = {}): Promise<readonly OtherState[]> {
    const { target } = this.#options.belonging;
    const refs = await (await this.refs()).readAll();
    const others: OtherState[] = [];
    for (const [ref, id] of refs) {
      if (ref === this.name || !ref.endsWith(`/state/${target}`)) continue;
      try {
        const lockRef = ref.replace(/state\/[^/]+$/, `lock/${target}`);
        const commit = await this.#read(id);
        const home = stateRefOf(commit.identity.folder, target);
        const isLeft = home !== ref && refs.has(home) && isEmpty(commit);
        if (!isLeft) others.push({ ref, lockRef, commit });
      } catch (error) {
        if (unreadable === 'throw' || !(error instanceof UserError)) throw error;
      }
    }
    return others;
  }

  /** Makes the state on another ref ours, and only ours. */
  async takeOver(other: OtherState, push: Push, author: Author): Promise<void> {
    const own = await this.#own();
    const { id } = other.commit;
    // A remote without atomic pushes may have got only the first half of an earlier attempt.
    if (own?.id === id) return this.close(other, push, author);
    if (own && !isLeftBehind(own, this.#options.belonging.identity)) throw overtaken(this.name);
    await this.close(other, push, author, { ref: this.name, from: own?.id, to: id });
  }

  /**
   * Leaves nothing on another ref that a run could continue from. An empty state of ours remains there, so that its
   * configuration is refused.
   */
  async close({ ref, commit }: OtherState, push: Push, author: Author, ...others: readonly RefChange[]): Promise<void> {
    const { belonging } = this.#options;
    const maker = await this.maker(author);
    const files = new Map([['state.json', maker.blob(encodeState(belonging, EMPTY_STATE.base))]]);
    const message = `the state of ${belonging.target} is now stored for ${folderName(belonging.identity.folder)}\n`;
    const left = await maker.commit(files, { parents: [commit.id], message: (tree) => withTree(message, tree) });
    const change = { ref, from: commit.id, to: left.id, objects: left.objects };
    if ((await push(...others, change)) === 'changed') return;
    throw overtaken(ref);
  }

  /** The state at a commit; empty if the commit is missing or can no longer be read. */
  async stateAt(commit: string | undefined): Promise<State> {
    if (commit === undefined || !isObjectId(commit)) return EMPTY_STATE;
    try {
      const found = await this.#find(commit);
      return found ? stateOf(found, []) : EMPTY_STATE;
    } catch (error) {
      if (error instanceof UserError) return EMPTY_STATE;
      throw error;
    }
  }

  /** The last commit that a run wrote before `tip`. */
  async lastOf(runId: string, tip: string | undefined): Promise<StoredCommit | undefined> {
    if (tip === undefined) return undefined;
    const search = ['rev-list', '--max-count=1', `--grep=^${RUN_TRAILER}: ${runId}$`, tip];
    const id = await this.#options.git.run(search);
    return id === '' ? undefined : this.#read(id);
  }

  /**
   * Puts a commit on top of the tip, and makes it again whenever another run was faster. This ends, because each faster
   * run has finished or reached a checkpoint. Nothing is put on top of a different target's state.
   */
  async advance(start: StateCommit, make: (on: StateCommit) => Promise<MadeCommit>, push: Push): Promise<StateCommit> {
    for (let on = start; ; on = await this.tip()) {
      await this.#options.belonging.assertOurs(on);
      const { commit, objects } = await make(on);
      if ((await push({ ref: this.name, from: on.id, to: commit.id, objects })) === 'changed')
        return (this.#seen = this.#remember(commit));
    }
  }

  async #read(id: string): Promise<StoredCommit> {
    const found = await this.#find(id);
    if (found) return found;
    throw new UserError(`the commit ${id.slice(0, 10)} of the state is missing in this repository`, {
      suggestion: 'run `git fsck` to check the repository',
    });
  }

  async #find(id: string): Promise<StoredCommit | undefined> {
    const { git, belonging } = this.#options;
    const found = this.#commits.get(id) ?? (await readStateCommit(git, id, belonging.target));
    return found && this.#remember(found);
  }

  #remember(commit: StoredCommit): StoredCommit {
    this.#commits.set(commit.id, commit);
    return commit;
  }
}

const overtaken = (ref: string): UserError =>
  new UserError(`another run has just changed the state on ${ref}`, { suggestion: 'try again' });

const isEmpty = ({ base, lines, planned }: StateCommit): boolean =>
  base.entries.size === 0 && lines.length === 0 && planned.length === 0;

/** A state that moved to another folder leaves an empty one, which names that folder. */
const isLeftBehind = (commit: StoredCommit, { folder }: TargetIdentity): boolean =>
  commit.identity.folder !== folder && isEmpty(commit);

const stateRefOf = (folder: string, target: string): string => `${namespaceOf(folder)}state/${target}`;

async function openRefs(
  { git, remote }: Pick<StateRefOptions, 'git' | 'remote'>,
  names: RefNames,
  settings: GitSettings,
): Promise<SharedRefs> {
  if (!settings.isComplete) await assertUsable(git);
  const found = await findRemote(git, remote, settings);
  return found ? remoteRefs(git, found, names) : localRefs(git, names);
}

/** Without its settings, a repository must not count as one without a remote: its state would seem to be missing. */
async function assertUsable(git: Git): Promise<void> {
  const { ok, isOutside, reason, suggestion } = await git.attempt(['rev-parse', '--git-dir']);
  if (isOutside) {
    throw new UserError(`${git.folder} is not inside a git repository, but \`state: git\` stores the state in one`, {
      suggestion: 'run `git init` and add the remote, or set `state: file` in gitcast.config.yaml',
    });
  }
  const why = ok ? 'its settings cannot be read' : reason;
  throw new UserError(`the state is stored in git, which failed: ${why}`, {
    suggestion: ok ? 'run `git config --list --local`, and repair what it complains about' : suggestion,
  });
}
