import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config, Target } from '../../config/config.ts';
import { restoreFiles } from '../../git/changed-files.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import { differingParts } from '../../model/target-identity.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import { isIncomplete, type Plan } from '../../plan/plan.ts';
import { fileBelow, type FileEdit } from '../../pull/pull-plan.ts';
import type { DeletedObject } from '../../state/deleted.ts';
import type { RecordedRun } from '../../state/git/run-history.ts';
import { canonical } from '../../values/canonical.ts';
import type { Json } from '../../values/json.ts';
import type { Ending } from '../ending.ts';
import { environmentFor } from '../files/present-content.ts';
import { shownFrom, nameOf } from '../files/repository.ts';
import type { Outside } from '../outside.ts';
import { defineCall } from '../calls/call.ts';
import { flag, needed, unwritten, type OptionsOf } from '../calls/option.ts';
import { TARGET } from '../calls/shared-options.ts';
import * as is from '../../values/shape.ts';
import { reportPlan, type PlanReport } from '../planning/plan-report.ts';
import { preparePlan, soundBroadcast, withDigest } from '../planning/planning.ts';
import { configOf } from '../settings/load-config.ts';
import { withTarget } from '../target/open-target.ts';
import { recordingStore } from '../target/stores.ts';
import { planUndo, type Undoing } from './undoing.ts';
import { targetNamed } from '../settings/targets.ts';
import { gitOf } from '../settings/project-git.ts';

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
export interface Undone {
  /** What `gitcast undo --json` prints. */
  readonly report: UndoReport;
  /** How the call ended. */
  readonly ending: Ending;
  /** The plan for the restored files. */
  readonly plan: Plan;
  /** Every restored file, in order. */
  readonly files: readonly { readonly file: string; readonly isRemoved: boolean }[];
}

/** Restores the files as they were before a run. The next sync applies them to the target. */
export const undo = defineCall(undoOptions, async (outside: Outside, options: UndoOptions): Promise<Undone> => {
  const { folder } = outside;
  const { run: id, dryRun = false, force = false } = options;
  const config = configOf(outside);
  const named = targetNamed(config, options.target ?? config.defaultTarget);
  const undoing = await planUndo(config, await runsOf(config, named), { id, target: named.name, force });
  const { environment } = environmentFor(config, folder, named.name);
  // Checked and planned before a file is touched: old files may not be valid together with newer ones.
  const broadcast = soundBroadcast(environment.check(editsOf(config, undoing)));
  return withTarget(config, outside, { ...options, broadcastName: nameOf(broadcast) }, async (target) => {
    const plan = withDigest((await preparePlan(config, broadcast, target, NO_CHOICES)).plan);
    if (!dryRun) await restore(config, undoing);
    const nameOfFile = (file: string): string => shownFrom(folder, join(config.root, file));
    const files = [...undoing.files].map(([file, bytes]) => ({
      file: nameOfFile(file),
      isRemoved: bytes === undefined,
    }));
    const notes = [...undoing.notes, ...lostValues(undoing.run, broadcast, await target.store.deleted())];
    const ending = { left: undoing.left.length > 0, incomplete: isIncomplete(plan) };
    return { report: reportUndo({ ...undoing, notes }, { files, plan, dryRun, nameOfFile }), ending, plan, files };
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

interface Shown extends Pick<Undone, 'files' | 'plan'> {
  readonly dryRun: boolean;
  readonly nameOfFile: (file: string) => string;
}

const reportUndo = (
  { run, before, commit, left, notes }: Undoing,
  { files, plan, dryRun, nameOfFile }: Shown,
): UndoReport => ({
  run: run.id,
  back_to: { run: before.id, commit },
  dry_run: dryRun,
  restored: files.filter(({ isRemoved }) => !isRemoved).map(({ file }) => file),
  removed: files.filter(({ isRemoved }) => isRemoved).map(({ file }) => file),
  left: left.map(({ file, reason }) => ({ file: nameOfFile(file), reason })),
  notes,
  plan: reportPlan(plan),
});

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
