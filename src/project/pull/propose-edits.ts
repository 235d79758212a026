/** Pulls edits from a target into a branch once, for a scheduled job. */
import { BranchConflict, wayOut } from '../../git/side-branch.ts';
import type { PulledBranch } from '../events.ts';
import { defineCall, type Ending } from '../calls/call.ts';
import { configOf } from '../../repository/load-config.ts';
import { branchesOf, pullEditsOptions, type PullEdits } from './edits-branch.ts';
import { whenFree } from './listen-pull.ts';
import { pullIntoBranch } from './pull-into-branch.ts';

/** What `gitcast pull --branch --json` prints. */
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

/** Updates the branch in place: nothing is rewritten, and it stays as it is if its content would not change. */
export const proposeEdits = defineCall(
  pullEditsOptions,
  async (outside, wanted: PullEdits): Promise<{ readonly report: ProposedEdits; readonly ending: Ending }> => {
    const { base, branch, remote } = await branchesOf(configOf(outside), wanted);
    const { target, trace } = wanted;
    const signal = outside.signal ?? new AbortController().signal;
    const pull = (): Promise<PulledBranch> =>
      pullIntoBranch({ config: configOf(outside), outside, target, trace, deliveries: [], base, branch, remote });
    const { pulled, blocked } = await whenFree(pull, signal).then(
      (done) => ({ pulled: done ?? NOTHING, blocked: null }),
      (error: unknown) => {
        if (error instanceof BranchConflict)
          return { pulled: NOTHING, blocked: `${error.message}: ${wayOut({ branch, base })}` };
        throw error;
      },
    );
    const { commit, notPushed, ...rest } = pulled;
    const left = blocked !== null || rest.conflicts.length > 0 || rest.skipped.length > 0;
    return {
      report: { branch, base, commit: commit ?? null, ...rest, blocked, not_pushed: notPushed ?? null },
      ending: { failed: notPushed !== undefined, left },
    };
  },
);

const NOTHING: PulledBranch = {
  commit: undefined,
  files: [],
  pushed: false,
  conflicts: [],
  skipped: [],
  notes: [],
};
