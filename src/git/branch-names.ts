/** Which branches and remotes a repository has, as far as somebody has to choose one. */
import { UserError } from '../diagnostics/errors.ts';
import type { Git } from './git.ts';

/** The path of a folder below the root of its repository, with a slash at its end; empty for the root. */
export async function pathInRepository(git: Git): Promise<string> {
  return git.run(['rev-parse', '--show-prefix']);
}

export async function currentBranch(git: Git): Promise<string> {
  const { ok, text } = await git.attempt(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  if (ok) return text.trim();
  throw new UserError('no branch is checked out here', {
    suggestion: 'name the branch that people merge into with --base NAME',
  });
}

export async function assertBranchName(git: Git, name: string): Promise<void> {
  if (!name.startsWith('-') && (await git.attempt(['check-ref-format', '--branch', name])).ok) return;
  throw new UserError(`${name} cannot be the name of a branch`, {
    suggestion: 'write it like gitcast/remote-edits',
  });
}

/** That of the branch, else `origin`, else the only one. */
export async function remoteOf(git: Git, branch: string): Promise<string> {
  const own = (await git.attempt(['config', '--get', `branch.${branch}.remote`])).text.trim();
  const remotes = (await git.run(['remote'])).split('\n').filter((name) => name !== '');
  const found = remotes.find((name) => name === own) ?? remotes.find((name) => name === 'origin');
  const only = found ?? (remotes.length === 1 ? remotes[0] : undefined);
  if (only !== undefined) return only;
  throw new UserError(
    remotes.length === 0
      ? 'this repository has no remote to push to'
      : `nobody says which of the remotes ${remotes.join(', ')} to push to`,
    {
      suggestion:
        remotes.length === 0
          ? 'add one with git remote add origin URL, or leave --push out'
          : `git branch --set-upstream-to=${remotes[0]}/${branch} ${branch}`,
    },
  );
}
