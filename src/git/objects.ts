/** Objects of a repository, written and read without an index or a work tree. */
import type { Git } from './git.ts';

export interface TreeEntry {
  readonly name: string;
  readonly type: 'blob' | 'tree';
  readonly id: string;
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Author;
}

export interface Author {
  readonly name: string;
  readonly email: string;
}

export async function writeBlob({ run }: Git, text: string): Promise<string> {
  return (await run(['hash-object', '-w', '--stdin'], { input: text })).trim();
}

/** The ids of files as they are on the disk, in the order of their paths. */
export async function writeBlobsOf({ run }: Git, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const said = await run(['hash-object', '-w', '--no-filters', '--stdin-paths'], { input: `${paths.join('\n')}\n` });
  return said.trim().split('\n');
}

export async function writeTree({ run }: Git, entries: readonly TreeEntry[]): Promise<string> {
  const lines = entries.map(
    ({ type, id, name }) => `${type === 'tree' ? '040000' : '100644'} ${type} ${id}\t${name}\0`,
  );
  return (await run(['mktree', '-z'], { input: lines.join('') })).trim();
}

export async function writeCommit({ run }: Git, { tree, parents, message, author }: NewCommit): Promise<string> {
  const env = {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
  };
  const words = ['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', '--no-gpg-sign', tree];
  return (await run([...words, ...parents.flatMap((each) => ['-p', each]), '-F', '-'], { input: message, env })).trim();
}

/** Every blob below a commit, by path. */
export async function listBlobs({ run }: Git, commit: string): Promise<ReadonlyMap<string, string>> {
  const said = await run(['ls-tree', '-r', '-z', '--full-tree', commit]);
  const lines = said.split('\0').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [about, path] = [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)];
      return [path, about.split(' ')[2]!];
    }),
  );
}

/** The bytes of objects, by the name that was asked for, `COMMIT:path` for instance; absent where there is no such object. */
export async function readObjects(git: Git, names: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  if (names.length === 0) return found;
  const { ok, bytes, reason } = await git.attempt(['cat-file', '--batch'], { input: `${names.join('\n')}\n` });
  if (!ok) throw new Error(`git cat-file failed: ${reason}`);
  let at = 0;
  for (const name of names) {
    const end = bytes.indexOf('\n', at);
    const size = /^[0-9a-f]+ [a-z]+ (\d+)$/.exec(bytes.toString('utf8', at, end))?.[1];
    at = end + 1;
    if (size === undefined) continue;
    found.set(name, bytes.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return found;
}

export async function hasCommit({ attempt }: Git, commit: string): Promise<boolean> {
  return /^[0-9a-f]{40,64}$/.test(commit) && (await attempt(['cat-file', '-e', `${commit}^{commit}`])).ok;
}
