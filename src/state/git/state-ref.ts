/**
 * The ref that a target's state is on: what is there now, what was there before, and going forward from it.
 *
 * A configuration at the top of its repository has `refs/gitcast/{state,lock}/<target>`, one in a folder has
 * `refs/gitcast/in/<folder>/{state,lock}/<target>`. The first version knew only the former, so a folder that has no state
 * yet may find its own there: that ref is then moved, and what is left of it says where its state went.
 */
import { hash } from 'node:crypto';
import { UserError } from '../../diagnostics/errors.ts';
import type { Git } from '../../git/git.ts';
import { hasCommit, writeBlob, writeCommit, writeTree, type Author } from '../../git/objects.ts';
import { findRemote } from '../../git/remote.ts';
import { GITCAST_REFS, localRefs, remoteRefs, type RefChange, type SharedRefs } from '../../git/shared-refs.ts';
import { folderName, isSameBroadcast } from '../../model/target-identity.ts';
import type { Belonging, Found } from '../belonging.ts';
import { EMPTY_STATE, stateOf } from './known-state.ts';
import { RUN_TRAILER } from '../run-note.ts';
import { NO_COMMIT, readStateCommit, type StateCommit } from './state-commit.ts';
import { encodeState } from '../state-file.ts';
import type { State } from '../store.ts';

export interface StateRefOptions {
  readonly git: Git;
  readonly belonging: Belonging;
  /** The remote's name, where it is not the usual one. */
  readonly remote?: string | undefined;
}

export type Push = (...changes: readonly RefChange[]) => Promise<'changed' | 'overtaken'>;

/** A state on the ref of another configuration. */
export interface OtherState {
  readonly ref: string;
  readonly lockRef: string;
  readonly commit: StateCommit & { readonly id: string };
}

export class StateRef {
  readonly name: string;
  readonly lockName: string;
  readonly #options: StateRefOptions;
  readonly #below: string;
  #refs: Promise<SharedRefs> | undefined;

  constructor(options: StateRefOptions) {
    const { target, identity } = options.belonging;
    this.#options = options;
    this.#below = namespaceOf(identity.folder);
    this.name = `${this.#below}state/${target}`;
    this.lockName = `${this.#below}lock/${target}`;
  }

  refs(): Promise<SharedRefs> {
    return (this.#refs ??= openRefs(this.#options, this.#below));
  }

  async tipId(): Promise<string | undefined> {
    return (await (await this.refs()).read()).get(this.name);
  }

  /** Fetches what is there now, on our ref or on one that we inherit; `known` is not read again. */
  async tip(known?: StateCommit): Promise<StateCommit> {
    const id = await this.tipId();
    if (id === undefined) return (await this.inherited())?.commit ?? NO_COMMIT;
    return known && known.id === id ? known : this.#read(id);
  }

  /**
   * What is ours although it is on another ref: a state that the first version kept there. Throws where starting with
   * nothing could do harm, since another configuration manages this broadcast or the old state may be ours.
   */
  async inherited(): Promise<OtherState | undefined> {
    const { belonging } = this.#options;
    let found: OtherState | undefined;
    for (const other of await this.others()) {
      const { identity } = other.commit;
      if (identity && this.#isRival(other)) throw belonging.managedElsewhere(identity);
      if (!this.#isOfFirstVersion(other)) continue;
      const old = foundIn(other);
      const verdict = await belonging.of(old);
      if (verdict === 'unclear') await belonging.assertOurs(old);
      if (verdict === 'ours') found = other;
    }
    return found;
  }

  /** The states of other configurations that know our broadcast; those that cannot be read are none. */
  async rivals(): Promise<readonly OtherState[]> {
    const { belonging } = this.#options;
    const rivals: OtherState[] = [];
    for (const other of await this.others({ unreadable: 'skip' })) {
      const isOurs = this.#isOfFirstVersion(other) && (await belonging.of(foundIn(other))) === 'ours';
      if (isOurs || this.#isRival(other)) rivals.push(other);
    }
    return rivals;
  }

  #isRival({ commit: { identity } }: OtherState): boolean {
    const ours = this.#options.belonging.identity;
    return identity !== undefined && isSameBroadcast(identity, ours) && identity.folder !== ours.folder;
  }

  #isOfFirstVersion({ ref, commit: { identity } }: OtherState): boolean {
    return identity === undefined && ref === `${GITCAST_REFS}state/${this.#options.belonging.target}`;
  }

  /** The states of other configurations for a target of this name. */
  async others({ unreadable = 'throw' }: { unreadable?: 'throw' | 'skip' } = {}): Promise<readonly OtherState[]> {
    const { target } = this.#options.belonging;
    const others: OtherState[] = [];
    for (const [ref, id] of await (await this.refs()).readAll()) {
      if (ref === this.name || !ref.endsWith(`/state/${target}`)) continue;
      try {
        const lockRef = ref.replace(/state\/[^/]+$/, `lock/${target}`);
        others.push({ ref, lockRef, commit: { ...(await this.#read(id)), id } });
      } catch (error) {
        if (unreadable === 'throw' || !(error instanceof UserError)) throw error;
      }
    }
    return others;
  }

  /** Makes the state of another ref ours, and nobody else's. */
  async takeOver(other: OtherState, push: Push, author: Author): Promise<void> {
    await this.#give(other, { push, author }, { ref: this.name, from: undefined, to: other.commit.id });
  }

  /** Leaves nothing on another ref that anybody could go on from. */
  async close(other: OtherState, push: Push, author: Author): Promise<void> {
    await this.#give(other, { push, author });
  }

  /** What is left on that ref is an empty state of ours: its configuration is refused, and so is the first version. */
  async #give(
    { ref, commit }: OtherState,
    { push, author }: { readonly push: Push; readonly author: Author },
    ...others: readonly RefChange[]
  ): Promise<void> {
    const { git, belonging } = this.#options;
    const state = await writeBlob(git, encodeState(belonging, EMPTY_STATE.base));
    const left = await writeCommit(git, {
      tree: await writeTree(git, [{ type: 'blob', name: 'state.json', id: state }]),
      parents: [commit.id],
      message: `the state of ${belonging.target} is now kept for ${folderName(belonging.identity.folder)}\n`,
      author,
    });
    if ((await push(...others, { ref, from: commit.id, to: left })) === 'changed') return;
    throw new UserError(`the state on ${ref} was changed by another run just now`, { suggestion: 'try again' });
  }

  /** The state at a commit; an empty one where the commit is not here, or cannot be read any more. */
  async stateAt(commit: string | undefined): Promise<State> {
    if (commit === undefined || !(await hasCommit(this.#options.git, commit))) return EMPTY_STATE;
    try {
      return stateOf(await this.#read(commit), []);
    } catch (error) {
      if (error instanceof UserError) return EMPTY_STATE;
      throw error;
    }
  }

  /** The last commit that a run has written before `tip`. */
  async lastOf(runId: string, tip: string | undefined): Promise<StateCommit | undefined> {
    if (tip === undefined) return undefined;
    const search = ['rev-list', '--max-count=1', `--grep=^${RUN_TRAILER}: ${runId}$`, tip];
    const id = await this.#options.git.run(search);
    return id === '' ? undefined : this.#read(id);
  }

  /**
   * Puts a commit on top of what is there, made again each time that somebody else was first. That ends: each who was
   * first has ended a run or come to a checkpoint. Nothing is put on top of another target's state.
   */
  async advance(
    start: StateCommit,
    write: (on: StateCommit) => Promise<StateCommit>,
    push: Push,
  ): Promise<StateCommit> {
    for (let on = start; ; on = await this.tip()) {
      await this.#options.belonging.assertOurs(on);
      const next = await write(on);
      if ((await push({ ref: this.name, from: on.id, to: next.id })) === 'changed') return next;
    }
  }

  #read(id: string): Promise<StateCommit> {
    return readStateCommit(this.#options.git, id, this.#options.belonging.target);
  }
}

const foundIn = ({ commit }: OtherState): Found => ({ identity: commit.identity, base: stateOf(commit, []).base });

const READABLE = 40;

/**
 * Two folders never have the same one, also where file names differ in more than git's do: the digest decides, the words
 * before it are for people. `in` stands where a target's refs have `state` or `lock`, so no target's name can collide.
 */
export function namespaceOf(folder: string): string {
  if (folder === '') return GITCAST_REFS;
  const words = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(-READABLE)
    .replaceAll(/^-|-$/g, '');
  return `${GITCAST_REFS}in/${words}${words === '' ? '' : '-'}${hash('sha256', folder).slice(0, 16)}/`;
}

async function openRefs({ git, belonging, remote }: StateRefOptions, below: string): Promise<SharedRefs> {
  const { ok, isOutside, reason, suggestion } = await git.attempt(['rev-parse', '--git-dir']);
  if (!ok && !isOutside) throw new UserError(`the state is kept in git, which failed: ${reason}`, { suggestion });
  if (!ok) {
    throw new UserError(`${git.folder} is not inside a git repository, and \`state: git\` keeps the state in one`, {
      suggestion: 'run `git init` and add the remote, or set `state: file` in gitcast.config.yaml',
    });
  }
  const found = await findRemote(git, remote);
  const names = { below, name: belonging.target };
  return found ? remoteRefs(git, found, names) : localRefs(git, names);
}
