/**
 * Refs that several clones write, each change only where nobody else was first: a push with a lease to the remote, or,
 * where the repository has none, a transaction in the repository itself.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '../diagnostics/errors.ts';
import type { Git } from './git.ts';
import type { Remote } from './remote.ts';

export interface RefChange {
  readonly ref: string;
  /** What it is now, as far as we know; undefined: it is not there. */
  readonly from: string | undefined;
  /** Undefined: removed. */
  readonly to: string | undefined;
}

export interface SharedRefs {
  /** For people. */
  readonly where: string;
  /** Whether other clones see them. */
  readonly isShared: boolean;
  /** Where they are now, with all that they lead to. */
  readonly read: () => Promise<ReadonlyMap<string, string>>;
  /** The same with those of the other configurations in the repository. */
  readonly readAll: () => Promise<ReadonlyMap<string, string>>;
  /** All of them or none. `overtaken`: one is no longer what it was thought to be; throws for any other reason. */
  readonly change: (changes: readonly RefChange[]) => Promise<'changed' | 'overtaken'>;
}

const TRIES = 4;

export const GITCAST_REFS = 'refs/gitcast/';

export interface RefNames {
  /** Where the refs are: `refs/gitcast/`, or a part of it. */
  readonly below: string;
  /** The last part of their names, that of the target. */
  readonly name: string;
}

/** The refs `<below>/{state,lock}/<name>`, as seen by this clone under names of its own. */
export function remoteRefs(git: Git, remote: Remote, { below, name }: RefNames): SharedRefs {
  const here = `refs/gitcast-remotes/${remote.name}/`;
  const refspec = (pattern: string): string => {
    const path = `${pattern}/${name}`;
    return `+${path}:${here}${path.slice(GITCAST_REFS.length)}`;
  };
  // Patterns, although each fits one ref only: a ref that is named and missing would be an error.
  const own = [refspec(`${below}stat*`), refspec(`${below}loc*`)];
  const all = [refspec(`${GITCAST_REFS}*`)];
  const fetch = ['fetch', '--no-tags', '--prune', '--no-write-fetch-head', '--no-recurse-submodules', '--quiet'];
  let isAtomic = true;

  const fetched = (refspecs: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    again(async () => {
      const { ok, reason } = await git.attempt([...fetch, remote.address, ...refspecs]);
      if (!ok) throw unreachable('read', remote, reason);
      return listed(git, here, name);
    });
  const read: SharedRefs['read'] = () => fetched(own);
  const readAll: SharedRefs['readAll'] = () => fetched(all);
  const isOwn = ({ ref }: RefChange): boolean => ref.startsWith(`${below}state/`) || ref.startsWith(`${below}lock/`);

  const push = async (changes: readonly RefChange[], atomic: boolean) => {
    const leases = changes.map(({ ref, from = '' }) => `--force-with-lease=${ref}:${from}`);
    const specs = changes.map(({ ref, to = '' }) => `${to}:${ref}`);
    const settings = ['-c', `remote.${remote.name}.mirror=false`, '-c', 'push.followTags=false'];
    const flags = ['--no-verify', '--quiet', '--recurse-submodules=no', ...(atomic ? ['--atomic'] : [])];
    return git.attempt([...settings, 'push', ...flags, ...leases, remote.address, ...specs]);
  };

  const pushAll = async (changes: readonly RefChange[]): Promise<{ ok: boolean; reason: string }> => {
    if (changes.length === 1) return push(changes, false);
    if (isAtomic) {
      const attempted = await push(changes, true);
      if (attempted.ok || !/does not support --atomic/.test(attempted.reason)) return attempted;
      isAtomic = false;
    }
    // One after the other, in the order given: what comes first says whether the next may be.
    for (const change of changes) {
      const attempted = await push([change], false);
      if (!attempted.ok) return attempted;
    }
    return { ok: true, reason: '' };
  };

  return {
    where: `on the remote ${remote.name}`,
    isShared: true,
    read,
    readAll,
    change: async (changes) => {
      for (let tries = 1; ; tries++) {
        const { ok, reason } = await pushAll(changes);
        if (ok) return 'changed';
        const verdict = judge(changes, await (changes.every(isOwn) ? read() : readAll()));
        if (verdict !== 'unchanged') return verdict;
        if (tries === TRIES) throw unreachable('written', remote, reason);
        await wait(pause(tries));
      }
    },
  };
}

/** The same refs in a repository that has no remote. */
export function localRefs(git: Git, { name }: Pick<RefNames, 'name'>): SharedRefs {
  const read: SharedRefs['read'] = async () => listed(git, GITCAST_REFS, name);
  return {
    where: 'in this repository only, which has no remote',
    isShared: false,
    read,
    readAll: read,
    change: async (changes) => {
      for (let tries = 1; ; tries++) {
        const { ok, reason } = await git.attempt(['update-ref', '--stdin'], {
          input: changes.map(instruction).join(''),
        });
        if (ok) return 'changed';
        const verdict = judge(changes, await read());
        if (verdict !== 'unchanged') return verdict;
        if (tries === TRIES) throw new UserError(`git cannot write ${changes[0]!.ref}: ${reason}`);
        await wait(pause(tries));
      }
    },
  };
}

function instruction({ ref, from, to }: RefChange): string {
  if (to === undefined) return `delete ${ref} ${from ?? ''}\n`;
  return from === undefined ? `create ${ref} ${to}\n` : `update ${ref} ${to} ${from}\n`;
}

/** After a refusal: perhaps it was made and only the answer was lost, perhaps somebody was first, perhaps neither. */
function judge(
  changes: readonly RefChange[],
  present: ReadonlyMap<string, string>,
): 'changed' | 'overtaken' | 'unchanged' {
  if (changes.every(({ ref, to }) => present.get(ref) === to)) return 'changed';
  return changes.every(({ ref, from }) => present.get(ref) === from) ? 'unchanged' : 'overtaken';
}

async function listed({ run }: Git, below: string, name: string): Promise<ReadonlyMap<string, string>> {
  const said = await run(['for-each-ref', '--format=%(objectname) %(refname)', below]);
  const lines = said.split('\n').filter((line) => line !== '');
  const refs = lines.map((line): [string, string] => {
    const [id, ref] = line.split(' ') as [string, string];
    return [GITCAST_REFS + ref.slice(below.length), id];
  });
  return new Map(refs.filter(([ref]) => ref.endsWith(`/${name}`)));
}

/** A command that runs beside this one in the same clone may hold a ref for a moment; a network may blink. */
async function again<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (tries === TRIES) throw error;
      await wait(pause(tries));
    }
  }
}

const pause = (tries: number): number => 50 * 2 ** tries * (0.5 + Math.random());

const unreachable = (what: 'read' | 'written', { name }: Remote, reason: string): UserError =>
  new UserError(`the state on the remote ${name} cannot be ${what}: ${reason}`, {
    suggestion:
      what === 'read'
        ? `try \`git ls-remote ${name}\`: it has to work without a question`
        : `whoever syncs needs the right to push refs/gitcast/ to ${name} (in GitHub Actions \`permissions: contents: write\`)`,
  });
