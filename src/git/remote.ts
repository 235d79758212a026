/** The remotes of a repository, and the branches that are pushed to them, as far as one has to be chosen. */
import { UserError } from '../diagnostics/errors.ts';
import type { Git } from './git.ts';
import { readSettings, type GitSettings } from './git-settings.ts';

export interface Remote {
  readonly name: string;
  /** The argument for `git fetch` and `git push`: the name, or the one URL for both reading and writing. */
  readonly address: string;
}

/** `origin`, or the branch's upstream, or the only remote; undefined if the repository has none. */
export async function findRemote(
  git: Git,
  wanted: string | undefined,
  settings?: GitSettings,
): Promise<Remote | undefined> {
  const { remotes, mayPushElsewhere } = settings ?? (await readSettings(git));
  const name = wanted ?? (await usualRemote(git, remotes));
  if (name === undefined) return undefined;
  if (!remotes.includes(name)) {
    throw new UserError(`the repository has no remote ${name}`, {
      suggestion: remotes.length === 0 ? `add it with \`git remote add ${name} URL\`` : `it has ${remotes.join(', ')}`,
    });
  }
  return { name, address: mayPushElsewhere(name) ? await addressOf(git, name) : name };
}

async function usualRemote(git: Git, names: readonly string[]): Promise<string | undefined> {
  if (names.length === 0 || names.includes('origin')) return names.length === 0 ? undefined : 'origin';
  const tracked = await trackedRemote(git);
  if (tracked !== undefined && names.includes(tracked)) return tracked;
  if (names.length === 1) return names[0];
  throw new UserError(`cannot tell which remote keeps the state: ${names.join(', ')}`, {
    suggestion: 'set `stateRemote` in gitcast.config.yaml to one of them',
  });
}

async function trackedRemote({ attempt }: Git): Promise<string | undefined> {
  const branch = (await attempt(['symbolic-ref', '--short', '-q', 'HEAD'])).text.trim();
  if (branch === '') return undefined;
  return (await attempt(['config', '--get', `branch.${branch}.remote`])).text.trim() || undefined;
}

/** If the fetch and push URLs differ, pushed refs would never be seen: then the push URL is used for both. */
async function addressOf({ run }: Git, name: string): Promise<string> {
  const [fetched] = (await run(['remote', 'get-url', name])).split('\n');
  const [pushed] = (await run(['remote', 'get-url', '--push', name])).split('\n');
  return pushed === fetched ? name : pushed!;
}

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
  // Git would accept these as branches: `refs/heads/refs/heads/x`, HEAD by its short name, and one beside its own FETCH_HEAD.
  const isTaken = /^(?:-|refs\/|@$)|^[^/]*_HEAD$|\0/i.test(name);
  if (!isTaken && (await git.attempt(['check-ref-format', '--branch', name])).ok) return;
  throw new UserError(`\`${name}\` is not a valid branch name`, {
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
          ? 'add one with git remote add origin URL'
          : `git branch --set-upstream-to=${remotes[0]}/${branch} ${branch}`,
    },
  );
}

/** The commit at a ref of a remote, undefined if it has none; or the reason why it could not be asked. */
export type RemoteTip =
  | { readonly ok: true; readonly commit: string | undefined }
  | { readonly ok: false; readonly reason: string };

/**
 * `git ls-remote` compares only the end of a name: with `refs/heads/main`, it also lists a branch that somebody called
 * `a/refs/heads/main`, and lists it first.
 */
export async function remoteTip(git: Git, address: string, ref: string): Promise<RemoteTip> {
  const { ok, text, reason } = await git.attempt(['ls-remote', '--', address, ref], { timeout: 120_000 });
  if (!ok) return { ok, reason };
  const listed = text.split('\n').map((line) => line.split('\t'));
  return { ok, commit: listed.find(([, name]) => name === ref)?.[0] };
}
