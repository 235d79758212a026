/** The branch that edits from a target are committed to, beside the one that people merge into. */
import { flag, text, type OptionsOf } from '../calls/option.ts';
import { target, trace } from '../calls/shared-options.ts';
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
import { assertBranchName, currentBranch, pathInRepository, remoteOf } from '../../git/remote.ts';
import { gitOf } from '../../repository/project-git.ts';

/** The default branch for edits. */
export const REMOTE_EDITS = 'gitcast/remote-edits';

export const pullEditsOptions = {
  target: target('--pull: the target to use'),
  branch: text('NAME', 'Commit to this branch instead of writing files, for a pull request'),
  base: text('NAME', '--branch: the branch that people merge into (default: the one checked out)'),
  push: flag("--branch: start from the remote's base branch, and push the branch"),
  trace: trace(),
};

/** Where edits on the target are committed. */
export interface PullEdits extends OptionsOf<typeof pullEditsOptions> {}

export async function branchesOf(config: Config, wanted: PullEdits) {
  const git = gitOf(config);
  await pathInRepository(git);
  const base = wanted.base ?? (await currentBranch(git));
  const branch = wanted.branch ?? REMOTE_EDITS;
  for (const name of [base, branch]) await assertBranchName(git, name);
  if (base === branch) {
    throw new UserError(`${branch} cannot be both the base and the branch of the edits`, {
      suggestion: worded`check out the branch that people merge into, or pass it with ${option('base', 'NAME')}`,
    });
  }
  return { base, branch, remote: wanted.push ? await remoteOf(git, base) : undefined };
}
