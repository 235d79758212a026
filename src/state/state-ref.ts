/** The ref that a target's state is on: what is there now, what was there before, and going forward from it. */
import { UserError } from '../diagnostics/errors.ts';
import type { Git } from '../git/git.ts';
import { hasCommit } from '../git/objects.ts';
import { findRemote } from '../git/remote.ts';
import { localRefs, remoteRefs, type RefChange, type SharedRefs } from '../git/shared-refs.ts';
import { EMPTY_STATE, stateOf } from './known-state.ts';
import { RUN_TRAILER } from './run-note.ts';
import { NO_COMMIT, readStateCommit, type StateCommit } from './state-commit.ts';
import type { State } from './store.ts';

export interface StateRefOptions {
  readonly git: Git;
  readonly target: string;
  /** The remote's name, where it is not the usual one. */
  readonly remote?: string | undefined;
}

export type Push = (change: RefChange) => Promise<'changed' | 'overtaken'>;

export class StateRef {
  readonly name: string;
  readonly lockName: string;
  readonly #options: StateRefOptions;
  #refs: Promise<SharedRefs> | undefined;

  constructor(options: StateRefOptions) {
    this.#options = options;
    this.name = `refs/gitcast/state/${options.target}`;
    this.lockName = `refs/gitcast/lock/${options.target}`;
  }

  refs(): Promise<SharedRefs> {
    return (this.#refs ??= openRefs(this.#options));
  }

  async tipId(): Promise<string | undefined> {
    return (await (await this.refs()).read()).get(this.name);
  }

  /** Fetches what is there now; `known` is not read again. */
  async tip(known?: StateCommit): Promise<StateCommit> {
    const id = await this.tipId();
    if (known && known.id === id) return known;
    return id === undefined ? NO_COMMIT : this.#read(id);
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
   * first has ended a run or come to a checkpoint.
   */
  async advance(
    start: StateCommit,
    write: (on: StateCommit) => Promise<StateCommit>,
    push: Push,
  ): Promise<StateCommit> {
    for (let on = start; ; on = await this.tip()) {
      const next = await write(on);
      if ((await push({ ref: this.name, from: on.id, to: next.id })) === 'changed') return next;
    }
  }

  #read(id: string): Promise<StateCommit> {
    return readStateCommit(this.#options.git, id, this.#options.target);
  }
}

async function openRefs({ git, target, remote }: StateRefOptions): Promise<SharedRefs> {
  const { ok, isOutside, reason, suggestion } = await git.attempt(['rev-parse', '--git-dir']);
  if (!ok && !isOutside) throw new UserError(`the state is kept in git, which failed: ${reason}`, { suggestion });
  if (!ok) {
    throw new UserError(`${git.folder} is not inside a git repository, and \`state: git\` keeps the state in one`, {
      suggestion: 'run `git init` and add the remote, or set `state: file` in gitcast.config.yaml',
    });
  }
  const found = await findRemote(git, remote);
  return found ? remoteRefs(git, found, target) : localRefs(git, target);
}
