/**
 * Restores files: those that changed between the previous sync and the run get their earlier content. A file that changed
 * again since then contains later work, and is skipped.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config, Target } from '../../config/config.ts';
import { overlayFolder } from '../../content/files.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { call, option, worded } from '../../diagnostics/wording.ts';
import { changedFiles, restoreFiles, type ChangedFile } from '../../git/changed-files.ts';
import { fetchCommit } from '../../git/fetch-commit.ts';
import { readObjects } from '../../git/objects.ts';
import { gitWorkTree } from '../../git/work-tree.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import { differingParts } from '../../model/target-identity.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import { isIncomplete, type Plan } from '../../plan/plan.ts';
import { fileBelow, type FileEdit } from '../../pull/pull-plan.ts';
import type { DeletedObject } from '../../state/deleted.ts';
import type { RecordedRun } from '../../state/git/run-history.ts';
import { isSync } from '../../state/run-note.ts';
import { canonical } from '../../values/canonical.ts';
import type { Json } from '../../values/json.ts';
import { environmentFor } from '../files/present-content.ts';
import { shownFrom, nameOf } from '../../repository/repository.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { flag, needed, unwritten, type OptionsOf } from '../calls/option.ts';
import * as is from '../../values/shape.ts';
import { reportPlan, type PlanReport } from '../planning/plan-report.ts';
import { preparePlan, soundBroadcast, withDigest } from '../planning/planning.ts';
import { configOf, targetNamed } from '../../repository/load-config.ts';
import { withTarget } from '../../target/open-target.ts';
import { recordingStore } from '../../target/stores.ts';
import { gitOf } from '../../repository/project-git.ts';
import { TARGET } from '../calls/shared-options.ts';

const undoOptions = {
  ...TARGET,
  run: needed(unwritten(is.text, "The run's id, from gitcast log")),
  dryRun: flag('Show what would be restored, and write nothing'),
  force: flag('Also restore files that changed since the run'),
};

/** The options of `undo`. */
export interface UndoOptions extends OptionsOf<typeof undoOptions> {}

/** The result of restoring files. */
export interface UndoReport {
  /** The id of the run. */
  readonly run: string;
  /** The sync before the run, and its content commit. */
  readonly back_to: { readonly run: string; readonly commit: string };
  /** True if nothing was written. */
  readonly dry_run: boolean;
  /** The files that got their earlier content. */
  readonly restored: readonly string[];
  /** The files that were removed. */
  readonly removed: readonly string[];
  /** Files that were changed since the run. */
  readonly left: readonly { readonly file: string; readonly reason: string }[];
  /** Further notes, in words. */
  readonly notes: readonly string[];
  /** The plan for the restored files. */
  readonly plan: PlanReport;
}

/** The result of `undo`. */
export interface Undone extends Reported<UndoReport> {
  /** The plan for the restored files. */
  readonly plan: Plan;
  /** Every restored file, in order. */
  readonly files: readonly { readonly file: string; readonly isRemoved: boolean }[];
}

/** Restores the files as they were before a run. The next sync applies them to the target. */
export const undo = defineCall(undoOptions, async (outside, options: UndoOptions): Promise<Undone> => {
  const { folder } = outside;
  const { run: id, dryRun = false, force = false } = options;
  const config = configOf(outside);
  const named = targetNamed(config, options.target);
  const undoing = await planUndo(config, await runsOf(config, named), { id, target: named.name, force });
  const { environment } = environmentFor(config, folder, named.name);
  // Checked and planned before a file is touched: old files may not be valid together with newer ones.
  const broadcast = soundBroadcast(environment.check(editsOf(config, undoing)));
  return withTarget(config, outside, { ...options, broadcastName: nameOf(broadcast) }, async (target) => {
    const { run, before, commit, left } = undoing;
    const plan = withDigest((await preparePlan(config, broadcast, target, NO_CHOICES)).plan);
    if (!dryRun) await restore(config, undoing);
    const nameOfFile = (file: string): string => shownFrom(folder, join(config.root, file));
    const files = [...undoing.files].map(([file, bytes]) => ({
      file: nameOfFile(file),
      isRemoved: bytes === undefined,
    }));
    const notes = [...undoing.notes, ...lostValues(run, broadcast, await target.store.deleted())];
    const ending = { left: left.length > 0, incomplete: isIncomplete(plan) };
    const report: UndoReport = {
      run: run.id,
      back_to: { run: before.id, commit },
      dry_run: dryRun,
      restored: files.filter(({ isRemoved }) => !isRemoved).map(({ file }) => file),
      removed: files.filter(({ isRemoved }) => isRemoved).map(({ file }) => file),
      left: left.map(({ file, reason }) => ({ file: nameOfFile(file), reason })),
      notes,
      plan: reportPlan(plan),
    };
    return { report, ending, plan, files };
  });
});

/** Values that people typed into a deleted object, and that no file has: restoring its file does not bring them back. */
function lostValues(
  { changes }: Pick<RecordedRun, 'changes'>,
  { entities }: Broadcast,
  copies: readonly DeletedObject[],
): readonly string[] {
  return changes
    .filter(({ action }) => action === 'delete')
    .flatMap(({ address, id }) => {
      const [entity, copy] = [entities.get(address), copies.find((each) => each.id === id)];
      if (!entity || !copy) return [];
      const names = Object.keys(copy.fields).filter((name) => !isEmpty(copy.fields[name]) && !(name in entity.fields));
      if (names.length === 0) return [];
      return [`${address} had values that no file has (${names.join(', ')}): gitcast log --deleted --json prints them`];
    });
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || value === false || canonical(value) === '[]';

/** Leaves out runs of a different target that had the same name before. */
async function runsOf(config: Config, target: Target) {
  const { history, identity } = recordingStore(config, target);
  return (await history(Infinity)).filter(({ identity: made }) => !made || differingParts(made, identity).length === 0);
}

async function restore(config: Config, { commit, files }: Undoing): Promise<void> {
  const restored = [...files].filter(([, bytes]) => bytes !== undefined).map(([path]) => path);
  await restoreFiles(gitOf(config), commit, restored);
  for (const [path, bytes] of files) if (bytes === undefined) await rm(join(config.root, path), { force: true });
}

/** Only for checking. Of a file that is not text, only its existence matters. */
const editsOf = ({ content }: Config, { files }: Undoing): readonly FileEdit[] =>
  [...files].map(([path, bytes]) => {
    const file = fileBelow(content, path);
    return bytes === undefined
      ? { kind: 'delete', file, before: '' }
      : { kind: 'create', file, text: new TextDecoder().decode(bytes) };
  });

interface Undoing {
  readonly run: RecordedRun;
  readonly before: RecordedRun;
  /** The content commit to go back to. */
  readonly commit: string;
  /** By path below the configuration's folder: the bytes to restore; undefined for a file to remove. */
  readonly files: ReadonlyMap<string, Uint8Array | undefined>;
  readonly left: readonly { readonly file: string; readonly reason: string }[];
  readonly notes: readonly string[];
}

async function planUndo(
  config: Config,
  runs: readonly RecordedRun[],
  { id, target, force }: { id: string; target: string; force: boolean },
): Promise<Undoing> {
  const run = runNamed(id, runs);
  const before = syncBefore(run, runs);
  const [from, to] = [contentOf(before), contentOf(run)];
  const git = gitOf(config);
  for (const each of [before, run]) {
    if (!(await fetchCommit(git, contentOf(each), config.stateRemote))) throw gone(each);
  }
  // The overlays of other targets were not part of the run.
  const changed = await changedFiles(git, from, to, [config.content, overlayFolder(config.content, target)]);
  const isUncommitted = await gitWorkTree(config.root, config.programEnvironment()).uncommitted();
  const due = changed.filter(({ before: old, now }) => old !== now);
  const isFree = ({ after, now }: ChangedFile): boolean => force || now === after;
  const blobs = await readObjects(git, [...new Set(due.flatMap(({ before: old }) => old ?? []))]);
  return {
    run,
    before,
    commit: from,
    files: new Map(
      due.filter(isFree).map(({ path, before: old }) => [path, old === undefined ? old : blobs.get(old)!]),
    ),
    left: due
      .filter((file) => !isFree(file))
      .map(({ path }) => ({
        file: path,
        reason: isUncommitted(path) ? 'it has uncommitted changes' : 'it was changed again since that run',
      })),
    notes: [
      ...(from === to ? [`run ${run.id} was made from the same commit as run ${before.id}, the sync before it`] : []),
      ...[before, run]
        .filter(({ content }) => content?.uncommitted)
        .map((each) => `run ${each.id} was made with uncommitted changes, which git does not have`),
    ],
  };
}

function runNamed(id: string, runs: readonly RecordedRun[]): RecordedRun {
  const isMeant = (run: RecordedRun): boolean => run.id === id || (id.length >= 7 && run.commit.startsWith(id));
  const run = runs.find(isMeant);
  if (!run) {
    throw new UserError(`there is no run ${id}`, {
      suggestion: worded`${call('log')} lists the runs; use ${option('target')} for another target`,
    });
  }
  if (isSync(run)) return run;
  throw new UserError(`run ${id} was a \`gitcast ${run.command}\`, which sent nothing to the target`, {
    suggestion: 'if it changed files, `git revert` the commit that has them',
  });
}

function syncBefore(run: RecordedRun, runs: readonly RecordedRun[]): RecordedRun {
  const before = runs.slice(runs.indexOf(run) + 1).find((each) => isSync(each) && each.content && each.id !== run.id);
  if (before) return before;
  throw new UserError(`run ${run.id} is the first one: there is no content before it to go back to`, {
    suggestion: worded`edit the files instead; ${call('plan')} shows the effect`,
  });
}

function contentOf({ id, content }: RecordedRun): string {
  if (content) return content.commit;
  throw new UserError(`run ${id} was made before anything was committed, so git does not have its files`);
}

const gone = (run: RecordedRun): UserError =>
  new UserError(
    `the content of run ${run.id} (${run.at}) was commit ${contentOf(run).slice(0, 10)}, which neither this clone nor the remote has any more`,
    {
      suggestion:
        'the branch was rewritten since: look for the commit in another clone (`git cat-file -t COMMIT`), push it to any branch, and try again',
    },
  );
