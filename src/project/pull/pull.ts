import type { Config } from '../../config/config.ts';
import { unreadInPull } from '../../plan/coverage.ts';
import type { UnreadKind } from '../../plan/plan.ts';
import type { UnmanagedFields } from '../../plan/fields/unmanaged.ts';
import { shownFile, type FileEdit, type PullConflict, type Skipped } from '../../pull/pull-plan.ts';
import type { Pulled as PulledEdits } from '../../pull/pull-plan.ts';
import { runPull, type Folder, type PullRun } from '../../pull/run-pull.ts';
import type { Lock } from '../../state/file/lock.ts';
import { ChangeSet } from '../change-set.ts';
import { presentContent, pulledWorkTree, type Present } from '../files/present-content.ts';
import type { Outside } from '../outside.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { flag, type OptionsOf } from '../calls/option.ts';
import { allowDeletes, TARGET, addresses } from '../calls/shared-options.ts';
import { choicesOf, addressesIn, EVERY_KIND, preparePlan } from '../planning/planning.ts';
import { contentConfigOf } from '../../repository/load-config.ts';
import { withTarget, type OpenTarget } from '../../target/open-target.ts';
import { waitForLock, whileLocked } from '../../target/this-run.ts';
import { nameOf } from '../../repository/repository.ts';
import { refuseUnknown } from '../files/address-pattern.ts';

const pullOptions = {
  ...TARGET,
  only: { ...addresses(), flag: null },
  theirs: flag("Where both sides changed, take the target's values and deletions"),
  allFields: flag('Also pull changes to fields that a file does not have'),
  allowDeletes: allowDeletes('deleted files'),
  dryRun: flag('Show what would be written, and write nothing'),
  force: flag('Also overwrite uncommitted changes'),
};

/** The options of `pull`. */
export interface PullOptions extends OptionsOf<typeof pullOptions> {}

/** The result of a pull. */
export interface PullReport {
  /** True if the target could be read completely. */
  readonly complete: boolean;
  /** The files that were changed. */
  readonly written: readonly string[];
  /** The files that were created. */
  readonly created: readonly string[];
  /** The files that were deleted. */
  readonly deleted: readonly string[];
  /** Values that changed on both sides. */
  readonly conflicts: readonly PullConflict[];
  /** Documents that were left out, with the reason. */
  readonly skipped: readonly Skipped[];
  /** Changes to fields that no file has, which were not pulled. */
  readonly unmanaged_fields: readonly UnmanagedFields[];
  /** Further notes, in words. */
  readonly notes: readonly string[];
}

/** The file names in `edits` are relative to the project's folder. */
export interface Pulled extends PulledEdits, Reported<PullReport> {
  /** The kinds that could not be read completely. */
  readonly unread: readonly UnreadKind[];
}

/** Pulls changes and new objects from the target into files. */
export const pull = defineCall(pullOptions, async (outside, options: PullOptions): Promise<Pulled> => {
  const config = contentConfigOf(outside);
  return pullWith(config, new ChangeSet(config.root), outside, options);
});

/** `changes`: other files that are written with those of the pull. */
export async function pullWith(
  config: Config,
  changes: ChangeSet,
  outside: Outside,
  options: PullOptions,
): Promise<Pulled> {
  const folder = changes.folder(config, { isMade: true });
  const present = presentContent(config, outside.folder, options.target);
  const wanted = { ...options, broadcastName: nameOf(present.broadcast) };
  return withTarget(config, outside, wanted, async (target) => {
    const act = (lock?: Lock): Promise<Pulled> => pullLocked(config, present, { target, folder, lock }, options);
    return options.dryRun
      ? act()
      : whileLocked(waitForLock(target.store, { ...options, config, command: 'pull', outside }), act);
  });
}

async function pullLocked(
  config: Config,
  present: Present,
  { target, folder, lock }: { target: OpenTarget; folder: Folder; lock: Lock | undefined },
  options: PullOptions,
): Promise<Pulled> {
  const { theirs = false, allFields = false, force = false, only = [] } = options;
  const { broadcast, environment, prefix } = present;
  const { allowDeletes } = options;
  const choices = choicesOf({ only, allowDeletes });
  const { plan, input, state } = await preparePlan(config, broadcast, target, choices, EVERY_KIND);
  const pulled = await runAndReport({
    input,
    plan,
    folder,
    workTree: pulledWorkTree(config, present),
    environment,
    prefix,
    store: target.store,
    lock,
    theirs,
    allFields,
    force,
  });
  if (isIdle(pulled)) refuseUnknown(only, addressesIn(broadcast, state));
  return pulled;
}

export async function runAndReport(run: PullRun): Promise<Pulled> {
  const { edits, ...pulled } = await runPull(run);
  const named = edits.map((edit) => ({ ...edit, file: shownFile(run.prefix, edit.file) }));
  const shown = { ...pulled, edits: named, unread: unreadInPull(run.input) };
  const left = shown.conflicts.length > 0 || shown.skipped.length > 0;
  return { ...shown, report: reportPull(shown), ending: { left, incomplete: shown.unread.length > 0 } };
}

function reportPull({
  edits,
  conflicts,
  skipped,
  notes,
  unmanaged,
  unread,
}: Omit<Pulled, 'report' | 'ending'>): PullReport {
  const files = (kind: FileEdit['kind']): readonly string[] =>
    edits.filter((edit) => edit.kind === kind).map(({ file }) => file);
  return {
    complete: unread.length === 0,
    written: files('edit'),
    created: files('create'),
    deleted: files('delete'),
    conflicts,
    skipped,
    unmanaged_fields: unmanaged,
    notes,
  };
}

/** A pull gives new objects their addresses, so only an idle pull shows that an address does not exist. */
const isIdle = ({ edits, conflicts, skipped, unmanaged }: PulledEdits): boolean =>
  edits.length + conflicts.length + skipped.length + unmanaged.length === 0;
