/**
 * Pulls changes from a target into a commit on a separate branch. The user's checkout is not touched, and neither is the
 * state: until the branch is merged, the state's base has to match the base branch, or its next sync would mistake the
 * remote edits for its own old values and overwrite them (docs/decisions/0012).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { place } from '../../content/placement.ts';
import { expecting, UserError } from '../../diagnostics/errors.ts';
import { pathInRepository, assertBranchName, currentBranch, remoteOf } from '../../git/remote.ts';
import { updateSideBranch, wayOut, type ChangedFile, BranchConflict } from '../../git/side-branch.ts';
import { memoryWorkTree } from '../../git/work-tree.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import { unreadKinds } from '../../plan/coverage.ts';
import { fileBelow, shownFile, type PullConflict, type Skipped } from '../../pull/pull-plan.ts';
import { ChangeSet } from '../change-set.ts';
import { fileChange, runPull } from '../../pull/run-pull.ts';
import type { LockOwner } from '../../state/file/lock-file.ts';
import type { LoadedState, StateStore } from '../../state/store.ts';
import type { Outside } from '../outside.ts';
import { refuseLinkedSources, configOf } from '../../repository/load-config.ts';
import { EVERY_KIND, preparePlan } from '../planning/planning.ts';
import { presentContent, type Present } from '../files/present-content.ts';
import { shownFrom, nameOf } from '../../repository/repository.ts';
import { withTarget, type OpenTarget } from '../../target/open-target.ts';
import { thisRun, whileLocked } from '../../target/this-run.ts';
import { gitOf } from '../../repository/project-git.ts';
import { needed, text, unwritten, type OptionsOf } from '../calls/option.ts';
import { target, trace } from '../calls/shared-options.ts';
import { defineCall, type Reported } from '../calls/call.ts';

export const pullEditsOptions = {
  target: target(),
  branch: needed(text('NAME', 'Commit to this branch instead of writing files, for a pull request')),
  base: text('NAME', '--branch: the branch that people merge into (default: the one checked out)'),
  push: unwritten<boolean>("Start from the remote's base branch, and push the branch"),
  trace: trace(),
};

/** Where edits on the target are committed. */
export interface PullEdits extends OptionsOf<typeof pullEditsOptions> {}

export async function branchesOf(config: Config, wanted: Pick<PullEdits, 'branch' | 'base' | 'push'>) {
  const git = gitOf(config);
  await pathInRepository(git);
  const base = wanted.base ?? (await currentBranch(git));
  const { branch } = wanted;
  for (const name of [base, branch]) await assertBranchName(git, name);
  if (base === branch) {
    throw new UserError(`${branch} cannot be both the base and the branch of the edits`, {
      suggestion: 'check out the branch that people merge into, or pass it with --base NAME',
    });
  }
  return { base, branch, remote: wanted.push ? await remoteOf(git, base) : undefined };
}

/** The edits that were committed to a branch. */
export interface PulledBranch {
  /** The new commit; undefined if there was nothing to commit. */
  readonly commit: string | undefined;
  /** The files that changed. */
  readonly files: readonly ChangedFile[];
  /** True if the branch was pushed. */
  readonly pushed: boolean;
  /** Why the branch was not pushed. */
  readonly notPushed?: string;
  /** Values that changed on both sides. */
  readonly conflicts: readonly PullConflict[];
  /** Documents that were left out, with the reason. */
  readonly skipped: readonly Skipped[];
  /** Further notes, in words. */
  readonly notes: readonly string[];
}

/** The output of `gitcast pull --branch --json`. */
export interface ProposedEdits extends Omit<PulledBranch, 'commit' | 'notPushed'> {
  /** The branch with the edits. */
  readonly branch: string;
  /** The branch that it is meant to be merged into. */
  readonly base: string;
  /** The new commit; null if the branch already has all edits. */
  readonly commit: string | null;
  /** The reason why the branch was not updated: people's commits on it conflict with the edits. */
  readonly blocked: string | null;
  /** The reason why the branch is only in this clone. */
  readonly not_pushed: string | null;
}

/** Once, for a scheduled job. Updates the branch in place: nothing is rewritten, and it stays as it is if its content would not change. */
export const proposeEdits = defineCall(
  pullEditsOptions,
  async (outside, wanted: PullEdits): Promise<Reported<ProposedEdits>> => {
    const { base, branch, remote } = await branchesOf(configOf(outside), wanted);
    const { target, trace } = wanted;
    const signal = outside.signal ?? new AbortController().signal;
    const pull = (): Promise<PulledBranch> =>
      pullIntoBranch({ config: configOf(outside), outside, target, trace, base, branch, remote });
    return proposed({ base, branch }, whenFree(pull, signal));
  },
);

/** The report of a branch that is updated with edits, or of one that people's commits keep from it. */
export async function proposed(
  { base, branch }: { readonly base: string; readonly branch: string },
  updating: Promise<PulledBranch | undefined>,
): Promise<Reported<ProposedEdits>> {
  let blocked: string | null = null;
  const isBlocked = (error: BranchConflict) => void (blocked = `${error.message}: ${wayOut({ branch, base })}`);
  const updated = await updating.catch(expecting(BranchConflict, isBlocked));
  const { commit, notPushed, ...rest } = updated ?? NOTHING;
  const left = blocked !== null || rest.conflicts.length > 0 || rest.skipped.length > 0;
  return {
    report: { branch, base, commit: commit ?? null, ...rest, blocked, not_pushed: notPushed ?? null },
    ending: { failed: notPushed !== undefined, left },
  };
}

const NOTHING: PulledBranch = { commit: undefined, files: [], pushed: false, conflicts: [], skipped: [], notes: [] };

interface BranchPull {
  readonly config: Config;
  readonly target: string | undefined;
  readonly base: string;
  readonly branch: string;
  readonly remote: string | undefined;
  readonly trace: string | undefined;
  readonly outside: Pick<Outside, 'folder' | 'clock' | 'onEvent'>;
}

/** A run is in progress, and its changes are not remote edits: try again when it has ended. */
class Busy extends UserError {}

const BUSY = { pause: 2000, tries: 150 };

/** Waits while a sync is running, because its changes are not in the state yet. Undefined if it was stopped. */
async function whenFree<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Busy) || tries === BUSY.tries) throw error;
    }
    await wait(BUSY.pause, undefined, { signal }).catch(() => {});
    if (signal.aborted) return undefined;
  }
}

async function pullIntoBranch(wanted: BranchPull): Promise<PulledBranch> {
  const { config, base, branch, remote } = wanted;
  const prefix = await pathInRepository(gitOf(config));
  // No questions, since nobody may be there, and no abort: a pull that has started is finished.
  const outside = { ...wanted.outside, signal: undefined, confirm: undefined };
  const asked = { target: wanted.target, trace: wanted.trace };
  let found: Omit<PulledBranch, 'commit' | 'files' | 'pushed'> = { conflicts: [], skipped: [], notes: [] };
  const owner = wanted.target ?? config.defaultTarget;
  const content = `${prefix}${shownFrom(config.root, join(config.root, config.content))}/`;
  const update = await updateSideBranch(
    { folder: config.root, env: config.programEnvironment(), base, branch, remote, owner },
    {
      edit: async (folder) => {
        const there = { ...config, root: join(folder, prefix) };
        // The branch may have other links than the checkout that this runs from.
        refuseLinkedSources(there);
        const present = presentContent(there, there.root, owner);
        const broadcastName = nameOf(present.broadcast);
        const { edits, ...others } = await withTarget(config, outside, { ...asked, broadcastName }, (target) =>
          remoteEdits(there, present, target),
        );
        found = others;
        await new ChangeSet(there.root).folder(there, { isMade: true }).change(edits.map(fileChange));
        return edits.map(({ file }) => shownFile(content, file));
      },
      message: (files) => commitMessage(files, { target: owner, content }),
    },
  );
  const { held, ...updated } = update;
  const reason = `commits on ${branch} change the same lines: ${wayOut({ branch, base })}`;
  const left = held.map((file) => ({ address: addressIn(file, content), file, fields: [], reason }));
  return { ...found, ...updated, skipped: [...found.skipped, ...left] };
}

/** The address of a document; a file of an overlay is below another folder. */
function addressIn(file: string, content: string): string {
  const below = fileBelow(content, file).replace(/^\.\.\/[^/]+\//, '');
  const placed = place(below);
  return placed.type === 'document' ? placed.address : below;
}

async function remoteEdits(config: Config, present: Present, target: OpenTarget) {
  const { plan, input, state } = await preparePlan(config, present.broadcast, target, NO_CHOICES, EVERY_KIND);
  const unread = unreadKinds(input.snapshot).map(({ kind, reason }) => `${kind}: ${reason}`);
  // An object that is missing from a reading would look like a reverted edit.
  if (unread.length > 0) throw new UserError(`the target could not be read completely (${unread.join('; ')})`);
  const folder = new ChangeSet(config.root).folder(config);
  const { environment, prefix } = present;
  const places = { folder, workTree: memoryWorkTree([]), environment, prefix };
  const { store } = target;
  const pulled = await runPull({
    input,
    plan,
    ...places,
    store,
    lock: undefined,
    theirs: false,
    marks: false,
    force: false,
  });
  if (pulled.edits.length > 0) await assertNoSyncSince(store, state, thisRun(config, 'pull'));
  return pulled;
}

/**
 * A sync that ran while the target was read has made changes that the state did not know yet. A free lock and an unchanged
 * state show that there was none. The lock is held only for this check, so that it does not block a sync.
 */
async function assertNoSyncSince(store: StateStore, before: LoadedState, owner: LockOwner): Promise<void> {
  const busy = (error: UserError): never => {
    throw new Busy(error.message, { cause: error });
  };
  const { base, unfinished } = await whileLocked(store.lock(owner).catch(expecting(UserError, busy)), () =>
    store.load(),
  );
  if (!isDeepStrictEqual({ base, unfinished }, { base: before.base, unfinished: before.unfinished }))
    throw new Busy('a sync has changed the target in the meantime');
}

const MOST = 50;

/** Names the changed files. */
function commitMessage(
  files: readonly ChangedFile[],
  { target, content }: { readonly target: string; readonly content: string },
): string {
  const [first] = files;
  const what = files.length === 1 ? addressOf(first!.path, content) : `${files.length} files`;
  const changes = files.slice(0, MOST).map(({ change, path }) => `- ${path} (${change})`);
  const more = files.length > MOST ? [`- and ${files.length - MOST} more`] : [];
  return [`content: ${what} as edited on ${target}`, '', ...changes, ...more].join('\n');
}

const addressOf = (path: string, content: string): string =>
  (path.startsWith(content) ? path.slice(content.length) : path).replace(/\.(?:yaml|yml|md)$/, '');
