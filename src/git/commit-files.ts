/**
 * Commits some files of the work tree as a person's own `git commit --only` does: hooks and signing included, and files
 * that are staged elsewhere stay staged. If the commit fails, the index and the branch are as before.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { inTemporaryFolder } from '../machine/temporary-folder.ts';
import { listed, type Git } from './git.ts';
import { assertBranchName } from './remote.ts';
import { lastCommit, pathspecs, unstage } from './uncommitted.ts';

interface CommitWish {
  readonly message: string;
  /** A new branch that starts here and is checked out; by default the current one. */
  readonly branch?: string | undefined;
  /** Relative to the folder that git runs in; also deleted files. */
  readonly paths: readonly string[];
}

export interface CommittedFiles {
  readonly branch: string;
  readonly commit: string;
}

/** `git` runs with hooks. */
export async function commitFiles(git: Git, { message, branch, paths }: CommitWish): Promise<CommittedFiles> {
  await refuseUnknownAuthor(git);
  const current = await checkedOut(git);
  const target = branch ?? current;
  if (target === undefined) {
    throw new UserError('no branch is checked out here, so this commit would belong to none', {
      suggestion: 'name a new branch for it',
    });
  }
  const back = target === current ? async () => {} : await switchToNew(git, target, current);
  const others = new Set(listed(await git.run(['ls-files', '-z', '--others', '--exclude-standard'])));
  const untracked = paths.filter((path) => others.has(path));
  if (untracked.length > 0)
    await git.run(['add', '--intent-to-add', '--pathspec-from-file=-', '--pathspec-file-nul'], {
      input: pathspecs(untracked),
    });
  const staged = new Set(listed(await git.run([...STAGED, '-z'])));
  // An argument could be longer than the system allows.
  const { ok, reason } = await inTemporaryFolder('commit', (folder) => {
    const list = join(folder, 'paths');
    writeFileSync(list, pathspecs(paths));
    const only = ['--only', `--pathspec-from-file=${list}`, '--pathspec-file-nul'];
    return git.attempt(['commit', '--quiet', '--file=-', ...only], { input: message });
  });
  if (ok) {
    // What a hook formats and stages is only in the commit: the index would take it back.
    const committed = listed(await git.run(['show', '--format=', '--name-only', '--no-renames', '--relative', '-z']));
    await unstage(git, [...paths, ...committed.filter((path) => !staged.has(path))]);
    return { branch: target, commit: (await lastCommit(git))! };
  }
  await git.attempt(['update-index', '--force-remove', '-z', '--stdin'], { input: untracked.join('\0') });
  await back();
  throw new UserError(`git did not commit: ${reason.replace(/\.$/, '')}`, {
    suggestion: /during a merge|during a cherry-pick|during a rebase/.test(reason)
      ? 'finish that first in a terminal'
      : 'nothing was changed; correct it, then commit again',
  });
}

const STAGED = ['diff', '--cached', '--name-only', '--no-renames', '--relative', '--ita-visible-in-index'];

/** Git would guess a name from the machine's, which nobody wants in a history. */
async function refuseUnknownAuthor({ attempt }: Git): Promise<void> {
  for (const name of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
    if ((await attempt(['-c', 'user.useConfigOnly=true', 'var', name])).ok) continue;
    throw new UserError('git does not know who you are, and a commit names its author', {
      suggestion:
        'run `git config --global user.name "Your Name"` and `git config --global user.email you@example.org`, then commit again',
    });
  }
}

/** The branch that is checked out, also before its first commit. */
export async function checkedOut({ attempt }: Git): Promise<string | undefined> {
  const { ok, text } = await attempt(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return ok ? text.trim() : undefined;
}

function notCreated(branch: string, reason: string): UserError {
  const isConflict = /resolve your current index/.test(reason);
  const isName = /exists; cannot create|name too long/i.test(reason);
  const why = isConflict ? 'files have conflicts' : isName ? 'git cannot store this name beside the others' : reason;
  return new UserError(`the branch ${branch} was not created, because ${why}`, {
    suggestion: isConflict ? 'resolve them in a terminal first' : isName ? 'choose another name' : undefined,
  });
}

/** Neither the index nor the work tree changes. Returns the way back. */
async function switchToNew(git: Git, branch: string, current: string | undefined): Promise<() => Promise<void>> {
  await assertBranchName(git, branch);
  if ((await git.attempt(['show-ref', '--verify', '--quiet', `refs/heads/${branch}`])).ok) {
    throw new UserError(`there is a branch ${branch} already`, {
      suggestion: `choose another name, or run \`git switch ${branch}\` first`,
    });
  }
  const start = await lastCommit(git);
  // Without tracking: a push of this branch must never go to the one it starts from.
  if (start === undefined) await git.run(['symbolic-ref', 'HEAD', `refs/heads/${branch}`]);
  else {
    const { ok, reason } = await git.attempt(['checkout', '--quiet', '--no-track', '-b', branch]);
    if (!ok) throw notCreated(branch, reason);
  }
  return async () => {
    if (current === undefined) await git.run(['checkout', '--quiet', '--detach']);
    else await git.run(['symbolic-ref', 'HEAD', `refs/heads/${current}`]);
    if (start !== undefined) await git.run(['branch', '--quiet', '-D', branch]);
  };
}
