/** Writes and reads a repository's objects without an index or a work tree. */
import type { Attempt, Git, GitOptions } from './git.ts';

export interface TreeEntry {
  readonly name: string;
  readonly type: 'blob' | 'tree';
  readonly id: string;
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  /** Defaults to git's own user. */
  readonly author?: Author;
}

export interface Author {
  readonly name: string;
  readonly email: string;
}

export async function writeBlob({ run }: Git, text: string): Promise<string> {
  return run(['hash-object', '-w', '--stdin'], { input: text });
}

/** The ids of files as they are on disk, in the order of their paths. */
export async function writeBlobsOf({ run }: Git, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const said = await run(['hash-object', '-w', '--no-filters', '--stdin-paths'], { input: `${paths.join('\n')}\n` });
  return said.split('\n');
}

export async function writeTree({ run }: Git, entries: readonly TreeEntry[]): Promise<string> {
  const lines = entries.map(
    ({ type, id, name }) => `${type === 'tree' ? '040000' : '100644'} ${type} ${id}\t${name}\0`,
  );
  return run(['mktree', '-z'], { input: lines.join('') });
}

export async function writeCommit({ run }: Git, { tree, parents, message, author }: NewCommit): Promise<string> {
  const env = author && asAuthor(author);
  const words = ['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', '--no-gpg-sign', tree];
  const from = parents.flatMap((each) => ['-p', each]);
  return run([...words, ...from, '-F', '-'], { input: message, ...(env && { env }) });
}

/** The variables that set git's user. */
export const asAuthor = ({ name, email }: Author): Readonly<Record<string, string>> => ({
  GIT_AUTHOR_NAME: name,
  GIT_AUTHOR_EMAIL: email,
  GIT_COMMITTER_NAME: name,
  GIT_COMMITTER_EMAIL: email,
});

/** Every blob in a commit, by path. */
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

/** The bytes of objects, by the requested name, such as `COMMIT:path`; absent if there is no such object. */
export async function readObjects(git: Git, names: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  return names.length === 0 ? new Map() : objectsIn(await git.attempt(...batchOf(names)), names);
}

export const readObjectsNow = (git: Git, names: readonly string[]): ReadonlyMap<string, Buffer> =>
  names.length === 0 ? new Map() : objectsIn(git.attemptNow(...batchOf(names)), names);

const batchOf = (names: readonly string[]): [readonly string[], GitOptions] => [
  ['cat-file', '--batch'],
  { input: `${names.join('\n')}\n` },
];

/** Git answers with `<id> <type> <size>`, the bytes and a line break, in the requested order. */
function objectsIn({ ok, bytes, reason }: Attempt, names: readonly string[]): ReadonlyMap<string, Buffer> {
  if (!ok) throw new Error(`git cat-file failed: ${reason}`);
  const found = new Map<string, Buffer>();
  let at = 0;
  for (const name of names) {
    const end = bytes.indexOf('\n', at);
    const size = /^[0-9a-f]+ [a-z]+ (\d+)$/.exec(bytes.toString('utf8', at, end))?.[1];
    at = end + 1;
    // It does not exist, or a partial clone has not fetched it.
    if (size === undefined) continue;
    found.set(name, bytes.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return found;
}

export const isObjectId = (text: string): boolean => /^[0-9a-f]{40,64}$/.test(text);

export async function hasCommit({ attempt }: Git, commit: string): Promise<boolean> {
  return isObjectId(commit) && (await attempt(['cat-file', '-e', `${commit}^{commit}`])).ok;
}

export async function isAncestor({ attempt }: Git, older: string, newer: string): Promise<boolean> {
  return (await attempt(['merge-base', '--is-ancestor', older, newer])).ok;
}
