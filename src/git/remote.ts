/** Which remote the shared refs of a repository live on. */
import { UserError } from '../diagnostics/errors.ts';
import type { Git } from './git.ts';

export interface Remote {
  readonly name: string;
  /** What `git fetch` and `git push` are given: the name, or the one URL that is both read and written. */
  readonly address: string;
}

/** `origin`, else what the branch tracks, else the only one; undefined where the repository has none. */
export async function findRemote(git: Git, wanted: string | undefined): Promise<Remote | undefined> {
  const names = (await git.run(['remote'])).split('\n').filter((name) => name !== '');
  const name = wanted ?? (await usualRemote(git, names));
  if (name === undefined) return undefined;
  if (!names.includes(name)) {
    throw new UserError(`the repository has no remote ${name}`, {
      suggestion: names.length === 0 ? `add it: \`git remote add ${name} URL\`` : `it has ${names.join(', ')}`,
    });
  }
  return { name, address: await addressOf(git, name) };
}

async function usualRemote(git: Git, names: readonly string[]): Promise<string | undefined> {
  if (names.length === 0 || names.includes('origin')) return names.length === 0 ? undefined : 'origin';
  const tracked = await trackedRemote(git);
  if (tracked !== undefined && names.includes(tracked)) return tracked;
  if (names.length === 1) return names[0];
  throw new UserError(`it is not clear which remote keeps the state: there are ${names.join(', ')}`, {
    suggestion: 'name one with `stateRemote` in gitcast.config.yaml',
  });
}

async function trackedRemote({ attempt }: Git): Promise<string | undefined> {
  const branch = (await attempt(['symbolic-ref', '--short', '-q', 'HEAD'])).text.trim();
  if (branch === '') return undefined;
  return (await attempt(['config', '--get', `branch.${branch}.remote`])).text.trim() || undefined;
}

/** Where one URL is fetched from and another pushed to, what was pushed would never be seen: then both use the latter. */
async function addressOf({ run }: Git, name: string): Promise<string> {
  const [fetched] = (await run(['remote', 'get-url', name])).split('\n');
  const [pushed] = (await run(['remote', 'get-url', '--push', name])).split('\n');
  return pushed === fetched ? name : pushed!;
}
