import { countsText, RUN_ACTIONS, type RunChange } from '../../state/run-note.ts';
import type { RecordedRun } from '../../state/git/run-history.ts';
import type { DeletedObject } from '../../state/deleted.ts';
import { defineCall } from '../calls/call.ts';
import { flag, wholeNumber, type OptionsOf } from '../calls/option.ts';
import { target } from '../calls/shared-options.ts';
import { configOf, targetNamed } from '../../repository/load-config.ts';
import { openStore, recordingStore } from '../../target/stores.ts';

export { countsText };

const logOptions = {
  target: target(),
  limit: wholeNumber('N', 'Show at most this many runs (default: 20)', { least: 1 }),
  deleted: flag('Show the objects that runs have deleted, with their values in --json, instead of runs'),
};

/** The options of `log`. */
export interface LogOptions extends OptionsOf<typeof logOptions> {}

/** The runs that changed a target. */
export interface LogReport {
  /** The target's name. */
  readonly target: string;
  /** The runs, newest first. */
  readonly runs: readonly RunReport[];
  /** With `deleted`: copies of deleted objects, newest first. */
  readonly deleted?: readonly DeletedReport[];
}

/** A copy of an object that a run deleted, without secrets. */
export interface DeletedReport extends Omit<DeletedObject, 'deletedAt'> {
  /** When the run that deleted it began to apply its plan. */
  readonly deleted_at: string;
}

/** A run that changed a target. */
export interface RunReport extends Pick<
  RecordedRun,
  'id' | 'commit' | 'at' | 'command' | 'by' | 'finished' | 'changes'
> {
  /** When the run started. */
  readonly started_at: string;
  /** The page of the run in CI. */
  readonly url: string | null;
  /** The commit whose files were synced. */
  readonly content: RecordedRun['content'] | null;
  /** True if the run died, and its results were saved later. */
  readonly interrupted: boolean;
  /** The number of changes of each action. */
  readonly summary: Readonly<Record<RunChange['action'], number>>;
}

/** The result of `log`. */
export interface Log {
  /** The output of `gitcast log --json`. */
  readonly report: LogReport;
}

/** Lists the runs that changed a target, newest first. */
export const log = defineCall(logOptions, async (outside, options: LogOptions): Promise<Log> => {
  const config = configOf(outside);
  const target = targetNamed(config, options.target);
  const { limit = 20 } = options;
  if (options.deleted) {
    const copies = (await openStore(config, target).deleted()).slice(0, limit);
    const deleted = copies.map(({ deletedAt, ...copy }) => ({ ...copy, deleted_at: deletedAt }));
    return { report: { target: target.name, runs: [], deleted } };
  }
  const runs = await recordingStore(config, target).history(limit);
  return { report: { target: target.name, runs: runs.map(reportRun) } };
});

const reportRun = (run: RecordedRun): RunReport => ({
  id: run.id,
  commit: run.commit,
  at: run.at,
  started_at: run.startedAt,
  command: run.command,
  by: run.by,
  url: run.url ?? null,
  content: run.content ?? null,
  finished: run.finished,
  interrupted: run.interrupted ?? false,
  summary: Object.fromEntries(
    RUN_ACTIONS.map((action) => [action, run.changes.filter((change) => change.action === action).length]),
  ) as RunReport['summary'],
  changes: run.changes,
});
