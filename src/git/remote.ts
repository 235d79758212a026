/** Finds the remote that holds a repository's shared refs. */
import { UserError } from '../diagnostics/errors.ts';
import type { Git } from './git.ts';
import { readSettings, type GitSettings } from './settings.ts';

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
