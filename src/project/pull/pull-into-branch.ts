/**
 * Takes what was changed on a target into a commit of a branch of its own. The user's checkout is not touched, and
 * neither is the state: as long as the branch is not merged, the base has to say what the base branch has, or its next
 * sync would take the remote edits for its own old values and push over them (docs/decisions/0012).
 */
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { gitIn } from '../../git/git.ts';
import { pathInRepository } from '../../git/branch-names.ts';
import { updateSideBranch } from '../../git/side-branch.ts';
import { memoryWorkTree } from '../../git/work-tree.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import { unreadKinds } from '../../plan/coverage.ts';
import { shownFile } from '../../pull/files/file-paths.ts';
import { diskFolder, type Folder } from '../../pull/files/folder.ts';
import type { FileEdit } from '../../pull/pull-plan.ts';
import { runPull } from '../../pull/run-pull.ts';
import type { LockOwner } from '../../state/file/lock-file.ts';
import type { LoadedState, StateStore } from '../../state/store.ts';
import type { Delivery } from '../../webhooks/receiver.ts';
import { nameOf } from '../files/broadcast-name.ts';
import type { Outside } from '../outside.ts';
import { refuseLinkedSources } from '../settings/linked-folders.ts';
import { preparePlan } from '../planning/planning.ts';
import { presentContent, type Present } from '../files/present-content.ts';
import { shownFrom } from '../files/repository.ts';
import type { PulledBranch } from './pull-event.ts';
import { commitMessage } from './remote-edits-message.ts';
import { openTarget, type OpenTarget } from '../target/open-target.ts';
import { thisRun } from '../target/this-run.ts';

export interface BranchPull {
  readonly config: Config;
  readonly target: string | undefined;
  readonly base: string;
  readonly branch: string;
  readonly remote: string | undefined;
  readonly trace: string | undefined;
  readonly outside: Pick<Outside, 'folder' | 'onEvent'>;
  /** What made us look. */
  readonly deliveries: readonly Delivery[];
}

/** A run is under way, and what it changes is no edit of anybody's: come again when it has ended. */
export class Busy extends UserError {}

export async function pullIntoBranch(wanted: BranchPull): Promise<PulledBranch> {
  const { config, base, branch, remote, deliveries } = wanted;
  const prefix = await pathInRepository(gitIn(config.root));
  // Nobody is asked, since a delivery may come at any hour, and a pull that has begun comes to its end.
  const outside = { ...wanted.outside, signal: undefined, confirm: undefined };
  const asked = { target: wanted.target, trace: wanted.trace };
  let found: Omit<PulledBranch, 'commit' | 'files' | 'pushed'> = { conflicts: [], skipped: [], notes: [] };
  const owner = wanted.target ?? config.defaultTarget;
  const content = `${prefix}${shownFrom(config.root, join(config.root, config.content))}/`;
  const update = await updateSideBranch(
    { folder: config.root, base, branch, remote, owner },
    {
      edit: async (folder) => {
        const there = { ...config, root: join(folder, prefix) };
        // The branch may have other links than the checkout from which this runs.
        refuseLinkedSources(there);
        const present = presentContent(there, there.root, owner);
        const target = await openTarget(config, outside, { ...asked, broadcastName: nameOf(present.broadcast) });
        try {
          const { edits, ...others } = await remoteEdits(there, present, target);
          found = others;
          await writeAll(edits, diskFolder(join(there.root, config.content)));
          return edits.map(({ file }) => shownFile(content, file));
        } finally {
          await target.close();
        }
      },
      message: (files) => commitMessage({ files, deliveries, target: owner, content }),
    },
  );
  return { ...found, ...update };
}

async function remoteEdits(config: Config, present: Present, target: OpenTarget) {
  const { plan, input, state } = await preparePlan(config, present.broadcast, target, NO_CHOICES);
  const unread = unreadKinds(input.snapshot).map(({ kind, reason }) => `${kind}: ${reason}`);
  // What is missing from a reading would look as if somebody had taken an earlier edit back.
  if (unread.length > 0) throw new UserError(`the target could not be read whole (${unread.join('; ')})`);
  const folder = diskFolder(join(config.root, config.content));
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
  if (pulled.edits.length > 0) await assertNobodySynced(store, state, thisRun(config, 'webhooks listen'));
  return pulled;
}

/**
 * A sync that was under way while the target was read has made changes that the state did not know yet. Whoever finds the
 * lock free and the state as it was knows that there was none. The lock is held for that look only, so that it does not
 * keep anybody from syncing.
 */
async function assertNobodySynced(store: StateStore, before: LoadedState, owner: LockOwner): Promise<void> {
  const lock = await store.lock(owner).catch((error: unknown) => {
    if (error instanceof UserError) throw new Busy(error.message, { cause: error });
    throw error;
  });
  try {
    const { base, unfinished } = await store.load();
    if (isDeepStrictEqual({ base, unfinished }, { base: before.base, unfinished: before.unfinished })) return;
  } finally {
    await lock.release();
  }
  throw new Busy('a sync has changed the target meanwhile');
}

async function writeAll(edits: readonly FileEdit[], folder: Folder): Promise<void> {
  for (const edit of edits) {
    if (edit.kind === 'delete') await folder.remove(edit.file);
    else await folder.write(edit.file, edit.text);
  }
}
