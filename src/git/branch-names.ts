/** The branches and remotes of a repository, as far as one has to be chosen. */
import { UserError } from '../diagnostics/errors.ts';
import type { Git } from './git.ts';

/** A folder's path from the root of its repository, with a trailing slash; empty for the root. */
export async function pathInRepository(git: Git): Promise<string> {
  return git.run(['rev-parse', '--show-prefix']);
}

export async function currentBranch(git: Git): Promise<string> {
  const { ok, text } = await git.attempt(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  if (ok) return text.trim();
  throw new UserError('no branch is checked out here', {
    suggestion: 'pass the branch that changes are merged into with --base NAME',
  });
}

export async function assertBranchName(git: Git, name: string): Promise<void> {
  if (!name.startsWith('-') && (await git.attempt(['check-ref-format', '--branch', name])).ok) return;
  throw new UserError(`${name} is not a valid branch name`, {
    suggestion: 'use a name such as gitcast/remote-edits',
  });
}

/** The branch's remote, or `origin`, or the only one. */
export async function remoteOf(git: Git, branch: string): Promise<string> {
  const own = (await git.attempt(['config', '--get', `branch.${branch}.remote`])).text.trim();
  const remotes = (await git.run(['remote'])).split('\n').filter((name) => name !== '');
  const found = remotes.find((name) => name === own) ?? remotes.find((name) => name === 'origin');
  const only = found ?? (remotes.length === 1 ? remotes[0] : undefined);
  if (only !== undefined) return only;
  throw new UserError(
    remotes.length === 0
      ? 'this repository has no remote to push to'
      : `cannot tell which remote to push to: ${remotes.join(', ')}`,
    {
      suggestion:
        remotes.length === 0
          ? 'add one with git remote add origin URL, or omit --push'
          : `git branch --set-upstream-to=${remotes[0]}/${branch} ${branch}`,
    },
  );
}
