/**
 * Plans the restoring of files: those that changed between the previous sync and the run get their earlier content. A file
 * that changed again since then contains later work, and is skipped.
 */
import type { Config } from '../../config/config.ts';
import { overlayFolder } from '../../content/files.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { call, option, worded } from '../../diagnostics/wording.ts';
import { changedFiles, type ChangedFile } from '../../git/changed-files.ts';
import { fetchCommit } from '../../git/fetch-commit.ts';
import { readObjects } from '../../git/objects.ts';
import { gitWorkTree } from '../../git/work-tree.ts';
import type { RecordedRun } from '../../state/git/run-history.ts';
import { isSync } from '../../state/run-note.ts';
import { gitOf } from '../settings/project-git.ts';

export interface Undoing {
  readonly run: RecordedRun;
  readonly before: RecordedRun;
  /** The content commit to go back to. */
  readonly commit: string;
  /** By path below the configuration's folder: the bytes to restore; undefined for a file to remove. */
  readonly files: ReadonlyMap<string, Uint8Array | undefined>;
  readonly left: readonly { readonly file: string; readonly reason: string }[];
  readonly notes: readonly string[];
}

export async function planUndo(
  config: Config,
  runs: readonly RecordedRun[],
  { id, target, force }: { id: string; target: string; force: boolean },
): Promise<Undoing> {
  const run = runNamed(id, runs);
  const before = syncBefore(run, runs);
  const [from, to] = [contentOf(before), contentOf(run)];
  const git = gitOf(config);
  for (const [commit, of] of [
    [from, before],
    [to, run],
  ] as const) {
    if (!(await fetchCommit(git, commit, config.stateRemote))) throw gone(commit, of);
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

const gone = (commit: string, { id, at }: RecordedRun): UserError =>
  new UserError(
    `the content of run ${id} (${at}) was commit ${commit.slice(0, 10)}, which neither this clone nor the remote has any more`,
    {
      suggestion:
        'the branch was rewritten since: look for the commit in another clone (`git cat-file -t COMMIT`), push it to any branch, and try again',
    },
  );
