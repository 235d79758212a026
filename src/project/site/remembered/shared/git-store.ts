/**
 * Archives on a git remote, each a ref of its own that points to a commit without parents. Branches, the work tree and the
 * history are never touched, a clone does not fetch these refs, and two builds cannot overwrite each other's.
 */
import type { Attempt, Git } from '../../../../git/git.ts';
import { newBlob, newCommit, newTree, storeObjects } from '../../../../git/new-objects.ts';
import type { Remote } from '../../../../git/remote.ts';
import { readSettings } from '../../../../git/settings.ts';
import { parseArchiveName } from '../../../../render/remember/archive-name.ts';
import { MOST_ARCHIVE_BYTES, type ArchiveStore, type Deadline } from './archive-store.ts';

const BELOW = 'refs/gitcast/cache/';
const FILE = 'archive';
const AUTHOR = { name: 'gitcast', email: 'gitcast@localhost' };

/** A partial clone fetches everything too: it would otherwise ask for each missing blob on its own. */
const FETCH = 'fetch --no-tags --no-prune --no-filter --no-write-fetch-head --no-recurse-submodules --quiet'.split(' ');

export function gitStore(git: Git, remote: Remote): ArchiveStore {
  /** The commit of each archive. */
  const look = async (deadline: Deadline): Promise<ReadonlyMap<string, string>> => {
    const words = ['ls-remote', '--refs', remote.address, `${BELOW}*`];
    const { text } = succeeded(await git.attempt(words, { timeout: deadline.left() }));
    const lines = text.split('\n').filter((line) => line !== '');
    return new Map(
      lines.flatMap((line): [string, string][] => {
        const [commit, ref] = line.split('\t') as [string, string];
        const name = ref.slice(BELOW.length);
        return parseArchiveName(name) ? [[name, commit]] : [];
      }),
    );
  };
  const push = (specs: readonly string[], deadline: Deadline): Promise<Attempt> => {
    const settings = ['-c', `remote.${remote.name}.mirror=false`, '-c', 'push.followTags=false'];
    const flags = ['--no-verify', '--quiet', '--recurse-submodules=no'];
    return git.attempt([...settings, 'push', ...flags, remote.address, ...specs], { timeout: deadline.left() });
  };
  return {
    list: async (deadline) => [...(await look(deadline)).keys()],
    read: async (names, deadline, use) => {
      const fetched = async (): Promise<readonly (readonly [string, string])[] | string> => {
        const commits = await look(deadline);
        const wanted = names.flatMap((name) => (commits.has(name) ? [[name, commits.get(name)!] as const] : []));
        if (wanted.length === 0) return [];
        const refs = wanted.map(([name]) => BELOW + name);
        const { ok, reason } = await git.attempt([...FETCH, remote.address, ...refs], { timeout: deadline.left() });
        return ok ? wanted : reason;
      };
      let found = await fetched();
      // Another build may have removed one of them in between.
      if (typeof found === 'string') found = await fetched();
      if (typeof found === 'string') throw new Error(found);
      for (const [name, commit] of found) {
        const bytes = await archiveAt(git, commit);
        if (bytes) use(name, bytes);
      }
    },
    add: async (name, bytes, deadline) => {
      const { format } = await readSettings(git);
      const blob = newBlob(format, bytes);
      const tree = newTree(format, [{ name: FILE, type: 'blob', id: blob.id }]);
      const message = 'gitcast: files that builds share\n';
      const commit = newCommit(format, { tree: tree.id, parents: [], message, author: AUTHOR });
      await storeObjects(git, [blob, tree, commit]);
      // The name is the digest of the content, so what it replaces is equal.
      succeeded(await push([`+${commit.id}:${BELOW}${name}`], deadline));
    },
    remove: async (names, deadline) => {
      // Fails for one that another build has removed a moment ago.
      if (names.length > 0)
        await push(
          names.map((name) => `:${BELOW}${name}`),
          deadline,
        );
    },
    close: async () => {},
  };
}

/** Undefined if the commit has another form, or too large a file. */
async function archiveAt(git: Git, commit: string): Promise<Uint8Array | undefined> {
  const name = `${commit}:${FILE}`;
  const size = await git.attempt(['cat-file', '-s', name]);
  if (!size.ok || Number(size.text) > MOST_ARCHIVE_BYTES) return undefined;
  const { ok, bytes } = await git.attempt(['cat-file', 'blob', name]);
  return ok ? bytes : undefined;
}

function succeeded(attempt: Attempt): Attempt {
  if (!attempt.ok) throw new Error(attempt.reason);
  return attempt;
}
