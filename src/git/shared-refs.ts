/**
 * Refs that several clones write. A change succeeds only if no other clone was first: a push with a lease to the remote
 * or, without a remote, a transaction in the repository itself.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '../diagnostics/errors.ts';
import type { Git } from './git.ts';
import { lookUp, storeObjects, type NewObject, type StoredObject } from './objects.ts';
import { GITCAST_REFS, TRACKED_REFS } from './ref-names.ts';
import type { Remote } from './remote.ts';

export interface RefChange {
  readonly ref: string;
  /** The expected current value; undefined if the ref should not exist. */
  readonly from: string | undefined;
  /** Undefined to remove it. */
  readonly to: string | undefined;
  /** The objects that `to` leads to and that this repository may lack. They are stored first. */
  readonly objects?: readonly NewObject[];
}

/** A ref with the objects at some paths of its commit, all from the same moment. */
export interface SeenRef {
  readonly id: string;
  /** The commit itself. */
  readonly commit: Buffer;
  /** By path; a missing path is absent. */
  readonly inside: ReadonlyMap<string, StoredObject>;
}

export interface SharedRefs {
  /** For display. */
  readonly where: string;
  /** True if other clones see them. */
  readonly isShared: boolean;
  /** Their current values, with all objects that they lead to. */
  readonly read: () => Promise<ReadonlyMap<string, string>>;
  /** The current value of one of them, with what is at these paths. Undefined if it does not exist. */
  readonly look: (ref: string, paths: readonly string[]) => Promise<SeenRef | undefined>;
  /** The same as `read`, including those of the repository's other configurations. */
  readonly readAll: () => Promise<ReadonlyMap<string, string>>;
  /** Changes all of them or none. `overtaken`: one no longer has the expected value. Throws for any other reason. */
  readonly change: (changes: readonly RefChange[]) => Promise<'changed' | 'overtaken'>;
}

const TRIES = 4;

/** A partial clone fetches everything too: it would otherwise ask for each missing blob on its own. */
const FETCH = 'fetch --no-tags --prune --no-filter --no-write-fetch-head --no-recurse-submodules --quiet'.split(' ');

export interface RefNames {
  /** The prefix of the refs: `refs/gitcast/`, or a part of it. */
  readonly below: string;
  /** The last part of their names: the target's name. */
  readonly name: string;
  /** The parts of their names between the two. */
  readonly sorts: readonly string[];
}

/** The refs `<below>/<sort>/<name>`, which this clone tracks under its own names. */
export function remoteRefs(git: Git, remote: Remote, { below, name, sorts }: RefNames): SharedRefs {
  const here = `${TRACKED_REFS}${remote.name}/`;
  const refspec = (pattern: string): string => {
    const path = `${pattern}/${name}`;
    return `+${path}:${here}${path.slice(GITCAST_REFS.length)}`;
  };
  // Patterns, although each matches one ref only: a missing ref that is named exactly would be an error.
  const own = sorts.map((sort) => refspec(`${below}${sort.slice(0, -1)}*`));
  const all = [refspec(`${GITCAST_REFS}*`)];
  let isAtomic = true;

  const fetched = <T>(refspecs: readonly string[], use: () => Promise<T>): Promise<T> =>
    again(async () => {
      const { ok, reason } = await git.attempt([...FETCH, remote.address, ...refspecs]);
      if (!ok) throw unreachable('read', remote, reason);
      return use();
    });
  const list = (): Promise<ReadonlyMap<string, string>> => listed(git, here, name);
  const read: SharedRefs['read'] = () => fetched(own, list);
  const readAll: SharedRefs['readAll'] = () => fetched(all, list);
  const isOwn = ({ ref }: RefChange): boolean => sorts.some((sort) => ref.startsWith(`${below}${sort}/`));

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
    // One after the other, in the given order: the first result decides whether the next may follow.
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
    look: (ref, paths) => fetched(own, () => seen(git, here + ref.slice(GITCAST_REFS.length), paths)),
    readAll,
    change: changing(git, {
      attempt: pushAll,
      present: (changes) => (changes.every(isOwn) ? read() : readAll()),
      refused: (_, reason) => unreachable('written', remote, reason),
    }),
  };
}

/** The same refs in a repository without a remote. */
export function localRefs(git: Git, { name }: Pick<RefNames, 'name'>): SharedRefs {
  const read: SharedRefs['read'] = async () => listed(git, GITCAST_REFS, name);
  return {
    where: 'in this repository only, because it has no remote',
    isShared: false,
    read,
    look: (ref, paths) => again(() => seen(git, ref, paths)),
    readAll: read,
    change: changing(git, {
      attempt: (changes) => git.attempt(['update-ref', '--stdin'], { input: changes.map(instruction).join('') }),
      present: read,
      refused: ([first], reason) => new UserError(`git cannot write ${first!.ref}: ${reason}`),
    }),
  };
}

type Changes = readonly RefChange[];

interface Writing {
  readonly attempt: (changes: Changes) => Promise<{ readonly ok: boolean; readonly reason: string }>;
  readonly present: (changes: Changes) => Promise<ReadonlyMap<string, string>>;
  readonly refused: (changes: Changes, reason: string) => UserError;
}

/** Stores the objects, then makes the changes, and once more if neither they nor others have changed a ref. */
const changing =
  (git: Git, { attempt, present, refused }: Writing): SharedRefs['change'] =>
  async (changes) => {
    await storeObjects(
      git,
      changes.flatMap(({ objects = [] }) => objects),
    );
    for (let tries = 1; ; tries++) {
      const { ok, reason } = await attempt(changes);
      if (ok) return 'changed';
      const verdict = judge(changes, await present(changes));
      if (verdict !== 'unchanged') return verdict;
      if (tries === TRIES) throw refused(changes, reason);
      await wait(pause(tries));
    }
  };

function instruction({ ref, from, to }: RefChange): string {
  if (to === undefined) return `delete ${ref} ${from ?? ''}\n`;
  return from === undefined ? `create ${ref} ${to}\n` : `update ${ref} ${to} ${from}\n`;
}

/**
 * After a refusal: the change may have been made and only the answer lost, another clone may have been first, or
 * neither.
 */
function judge(changes: Changes, present: ReadonlyMap<string, string>): 'changed' | 'overtaken' | 'unchanged' {
  if (changes.every(({ ref, to }) => present.get(ref) === to)) return 'changed';
  return changes.every(({ ref, from }) => present.get(ref) === from) ? 'unchanged' : 'overtaken';
}

/** Each name is looked up on its own: if a concurrent command moves the ref in between, its end differs from its start. */
async function seen(git: Git, ref: string, paths: readonly string[]): Promise<SeenRef | undefined> {
  const found = await lookUp(git, [ref, ...paths.map((path) => `${ref}:${path}`), ref]);
  const [before, after] = [found.at(0), found.at(-1)];
  if (before?.id !== after?.id) throw new UserError(`${ref} changed while it was read`, { suggestion: 'try again' });
  if (before === undefined) return undefined;
  return {
    id: before.id,
    commit: before.bytes,
    inside: new Map(paths.flatMap((path, index) => (found[index + 1] ? [[path, found[index + 1]!] as const] : []))),
  };
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

/** A concurrent command in the same clone may lock a ref for a moment; a network may fail briefly. */
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
        ? `check that \`git ls-remote ${name}\` works without asking for a password`
        : `syncing requires permission to push refs/gitcast/ to ${name} (in GitHub Actions: \`permissions: contents: write\`)`,
  });
