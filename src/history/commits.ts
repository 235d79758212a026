/** Reads from git which content files each commit changed. */
import { rawChanges } from '../git/raw-changes.ts';
import type { Git } from '../git/git.ts';

/** A commit that HEAD includes, and its changes to the content. */
export interface Commit {
  readonly id: string;
  readonly parents: readonly string[];
  /** When it was committed, in milliseconds since the epoch. */
  readonly at: number;
  /** Compared with its first parent. Paths are relative to the root of the repository. */
  readonly files: readonly FileChange[];
  /** For a merge, the paths that differ from all of its parents, so that the merge itself changed them. */
  readonly merged?: readonly string[];
}

/** The blobs of a file before and after a commit; absent if there is no such file. */
export interface FileChange {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

/**
 * In no particular order. `git` runs at the root of the repository, where the folders start; an empty one is the whole of it.
 * Only those that `since` does not include.
 */
export async function readCommits(
  git: Git,
  {
    head,
    since,
    folders,
  }: { readonly head: string; readonly since: string | undefined; readonly folders: readonly string[] },
): Promise<readonly Commit[]> {
  const range = since === undefined ? [head] : [head, `^${since}`];
  const listed = await git.run([...AS_COMMITTED, 'rev-list', '--parents', '--timestamp', ...range]);
  const bare = listed.split('\n').flatMap((line) => {
    const [at, id, ...parents] = line.split(' ');
    return id === undefined ? [] : [{ id, parents, at: Number(at) * 1000 }];
  });
  const files = await changesOf(git, bare, folders);
  const merges = bare.filter(({ id, parents }) => parents.length > 1 && files.has(id));
  const merged = await mergedPaths(git, merges, folders);
  return bare.map((commit) => ({
    ...commit,
    files: files.get(commit.id) ?? [],
    ...(commit.parents.length > 1 && { merged: merged.get(commit.id) ?? [] }),
  }));
}

type Bare = Pick<Commit, 'id' | 'parents'>;

/** A clone can replace objects for itself; every clone has to see the same history. */
const AS_COMMITTED = ['--no-replace-objects', '--literal-pathspecs'];

const DIFF = [...AS_COMMITTED, 'diff-tree', '--stdin', '--root', '-r', '--raw', '-z', '--no-renames'];

/** The changes of commits to files in these folders, compared with their first parents. */
export async function changesOf(
  git: Git,
  commits: readonly Bare[],
  folders: readonly string[],
): Promise<ReadonlyMap<string, readonly FileChange[]>> {
  const found = new Map<string, FileChange[]>();
  if (commits.length === 0) return found;
  const input = commits.map(({ id, parents }) => `${[id, ...parents.slice(0, 1)].join(' ')}\n`).join('');
  for (const { commit, ids, modes, path } of await rawDiff(git, DIFF, input, folders)) {
    const [before, after] = ids.map((id, index) => (isFile(modes[index]!) ? id : undefined));
    if (before === undefined && after === undefined) continue;
    const files = found.get(commit) ?? [];
    found.set(commit, files);
    files.push({ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) });
  }
  return found;
}

/** Neither links nor the commits of submodules are read. */
const isFile = (mode: string): boolean => mode.startsWith('100');

async function mergedPaths(
  git: Git,
  merges: readonly Bare[],
  folders: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (merges.length === 0) return new Map();
  const lines = await rawDiff(git, [...DIFF, '-c'], merges.map(({ id }) => `${id}\n`).join(''), folders);
  const groups = Map.groupBy(lines, ({ commit }) => commit);
  return new Map([...groups].map(([commit, files]) => [commit, files.map(({ path }) => path)]));
}

async function rawDiff(git: Git, words: readonly string[], input: string, folders: readonly string[]) {
  const paths = folders.includes('') ? [] : folders;
  return rawChanges(await git.run([...words, '--', ...paths], { input }));
}

/** Which files a commit only renamed, from their old paths to their new ones. */
export async function renamesIn(git: Git, { id, parents }: Bare): Promise<readonly (readonly [string, string])[]> {
  if (parents[0] === undefined) return [];
  const words = ['diff-tree', '-r', '-z', '--find-renames=100%', '-l0', '--diff-filter=R', '--name-status'];
  const parts = (await git.run([...AS_COMMITTED, ...words, parents[0], id])).split('\0');
  return Array.from({ length: Math.floor(parts.length / 3) }, (_, index) => [
    parts[index * 3 + 1]!,
    parts[index * 3 + 2]!,
  ]);
}
