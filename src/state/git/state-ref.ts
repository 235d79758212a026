/**
 * The ref of a target's state: its current content, its earlier content, and how it moves forward.
 *
 * A configuration at the top of its repository has `refs/gitcast/{state,lock}/<target>`, one in a folder has
 * `refs/gitcast/in/<folder>/{state,lock}/<target>`. The state of a folder that was renamed is moved, and what remains on
 * its ref says where it went.
 */
import { expecting, UserError } from '../../diagnostics/errors.ts';
import { objectMaker, readObjects, type Author, type ObjectMaker } from '../../git/objects.ts';
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
import { isSameBroadcast } from '../../model/target-identity.ts';
import type { Belonging } from '../belonging.ts';
import type { GitLock } from './git-lock.ts';
import { readNote, RUN_TRAILER, type RunNote } from '../run-note.ts';
import {
  decodeStateCommit,
  makeCommit,
  NO_COMMIT,
  pathsRead,
  readStateCommit,
  type StateCommit,
  type StoredCommit,
} from './state-commit.ts';
import { once } from '../../values/once.ts';

export interface StateRefOptions {
  readonly git: Git;
  readonly belonging: Belonging;
  /** The remote's name, if it is not the default. */
  readonly remote?: string | undefined;
}

/** A run that may write. */
export interface GitRun {
  readonly lock: GitLock;
  readonly note: RunNote;
  readonly author: Author;
}

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
  readonly #paths: readonly string[];
  readonly settings: () => Promise<GitSettings>;
  readonly refs: () => Promise<SharedRefs>;

  constructor(options: StateRefOptions) {
    const { target, identity } = options.belonging;
    this.#options = options;
    this.#paths = pathsRead(target);
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
    if (own && !own.note.moved) return own;
    const inherited = await this.inherited();
    if (inherited || !own) return inherited?.commit ?? NO_COMMIT;
    const { belonging } = this.#options;
    if (isSameBroadcast(own.note.identity, belonging.identity)) throw await belonging.refusal(own.note.identity);
    // A state that another broadcast left here, when its folder was renamed, says nothing about ours.
    return { ...NO_COMMIT, id: own.id };
  }

  async #own(): Promise<StoredCommit | undefined> {
    const refs = await this.refs();
    const seen = (await refs.look(this.name, this.#paths)) ?? (await this.#beforeRemote(refs));
    return seen && decodeStateCommit(this.#options.git, seen);
  }

  /** The state of a repository that had no remote yet is shared as soon as it has one. */
  async #beforeRemote(refs: SharedRefs): Promise<SeenRef | undefined> {
    if (!refs.isShared) return undefined;
    const { git, belonging } = this.#options;
    const here = await localRefs(git, { name: belonging.target }).look(this.name, this.#paths);
    if (here) await refs.change([{ ref: this.name, from: undefined, to: here.id }]);
    return here && refs.look(this.name, this.#paths);
  }

  /**
   * Our state on another ref: that of our folder before it was renamed. Throws if another configuration manages this
   * broadcast, because starting empty would do harm.
   */
  async inherited({ skipsUnreadable = false } = {}): Promise<OtherState | undefined> {
    const { belonging, git } = this.#options;
    const { target, identity: ours } = belonging;
    const refs = await (await this.refs()).readAll();
    let found: OtherState | undefined;
    for (const [ref, id] of refs) {
      if (ref === this.name || !ref.endsWith(`/state/${target}`)) continue;
      const reading = readStateCommit(git, id, target);
      const commit = await (skipsUnreadable ? reading.catch(expecting(UserError, () => undefined)) : reading);
      if (!commit || !isSameBroadcast(commit.note.identity, ours) || commit.note.identity.folder === ours.folder)
        continue;
      const { identity, moved } = commit.note;
      if (moved && refs.has(stateRefOf(identity.folder, target))) continue;
      if (found || moved || !(await belonging.isOurs(identity))) throw await belonging.managedElsewhere(identity);
      found = { ref, lockRef: ref.replace(/state\/[^/]+$/, `lock/${target}`), commit };
    }
    return found;
  }

  /** Makes the state on another ref ours, and only ours. */
  async takeOver(other: OtherState, run: GitRun): Promise<void> {
    const own = await this.#own();
    const { id } = other.commit;
    // A remote without atomic pushes may have got only the first half of an earlier attempt.
    if (own?.id === id) return this.close(other, run);
    if (own && !own.note.moved) throw overtaken(this.name);
    await this.close(other, run, { ref: this.name, from: own?.id, to: id });
  }

  /**
   * Leaves nothing on another ref that a run could continue from, but a note of where the state is, so that its
   * configuration is refused.
   */
  async close({ ref, commit }: OtherState, run: GitRun, ...others: readonly RefChange[]): Promise<void> {
    const { target } = this.#options.belonging;
    const note = { ...run.note, finished: true, moved: true } as const;
    const making = { maker: await this.maker(run.author), target, note };
    const left = await makeCommit({ ...NO_COMMIT, id: commit.id }, { written: new Map() }, making);
    const change = { ref, from: commit.id, to: left.commit.id, objects: left.objects };
    if ((await run.lock.changeWith(...others, change)) === 'overtaken') throw overtaken(ref);
  }

  /** What the last commit of a run says about it, of those since it began. */
  async lastOf({ id, after }: RunNote, tip: StateCommit): Promise<RunNote | undefined> {
    if (tip.id === undefined) return undefined;
    const since = after === undefined ? [] : [`^${after}`];
    const search = [
      'rev-list',
      '--ignore-missing',
      '--max-count=1',
      `--grep=^${RUN_TRAILER}: ${id}$`,
      tip.id,
      ...since,
    ];
    const { git } = this.#options;
    const name = `${await git.run(search)}:run.json`;
    const text = (await readObjects(git, [name])).get(name)?.toString();
    return text === undefined ? undefined : readNote(text, `of ${id} on the state's ref`);
  }
}

export const overtaken = (ref: string): UserError =>
  new UserError(`another run has just changed the state on ${ref}`, { suggestion: 'try again' });

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
