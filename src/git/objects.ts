/** Reads a repository's objects, and writes commits, without an index or a work tree. */
import { UserError } from '../diagnostics/errors.ts';
import type { Attempt, Git, GitOptions } from './git.ts';
import type { Author, NewCommit, TreeEntry } from './new-objects.ts';

interface Writing {
  /** `commit-tree` signs only if it is asked to, whatever `commit.gpgSign` says. */
  readonly isSigning: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** A signing program may ask a person for a passphrase, outside of the terminal. */
const LONGEST_SIGNING = 2 * 60_000;

export async function writeCommit(
  { attempt, run }: Git,
  { tree, parents, message: input }: Omit<NewCommit, 'author'>,
  { isSigning, env = {} }: Writing,
): Promise<string> {
  const from = parents.flatMap((each) => ['-p', each]);
  const words = ['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', tree, ...from, '-F', '-'];
  if (!isSigning) return run([...words, '--no-gpg-sign'], { input, env });
  const { ok, text, reason } = await attempt([...words, '--gpg-sign'], { input, env, timeout: LONGEST_SIGNING });
  if (!ok) throw notSigned(reason);
  return text.trim();
}

/** Nobody can type a passphrase here, and the key may be on another machine. */
const notSigned = (reason: string): UserError =>
  new UserError(`the commit cannot be signed, which \`commit.gpgSign\` asks for: ${reason}`, {
    suggestion:
      'check that `git commit-tree -S -m test HEAD^{tree}` works without asking for a passphrase; to sign no commits in this clone, run `git config commit.gpgSign false`',
  });

/** The variables that set git's user. */
export const asAuthor = ({ name, email }: Author): Readonly<Record<string, string>> => ({
  GIT_AUTHOR_NAME: name,
  GIT_AUTHOR_EMAIL: email,
  GIT_COMMITTER_NAME: name,
  GIT_COMMITTER_EMAIL: email,
});

export interface StoredObject {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The bytes of objects, by the requested name, such as `COMMIT:path`; absent if there is no such object. */
export async function readObjects(
  git: Git,
  names: readonly string[],
  options: Pick<GitOptions, 'env'> = {},
): Promise<ReadonlyMap<string, Buffer>> {
  return bytesByName(names, await lookUp(git, names, options));
}

export const readObjectsNow = (git: Git, names: readonly string[]): ReadonlyMap<string, Buffer> =>
  names.length === 0 ? new Map() : bytesByName(names, objectsIn(git.attemptNow(...batchOf(names)), names));

/** The objects in the order of their names, each looked up when its turn comes. */
export async function lookUp(
  git: Git,
  names: readonly string[],
  options: Pick<GitOptions, 'env'> = {},
): Promise<readonly (StoredObject | undefined)[]> {
  if (names.length === 0) return [];
  const [words, input] = batchOf(names);
  return objectsIn(await git.attempt(words, { ...input, ...options }), names);
}

const bytesByName = (names: readonly string[], found: readonly (StoredObject | undefined)[]) =>
  new Map(names.flatMap((name, index) => (found[index] ? [[name, found[index].bytes] as const] : [])));

const batchOf = (names: readonly string[]): [readonly string[], GitOptions] => [
  ['cat-file', '--batch'],
  { input: `${names.join('\n')}\n` },
];

/** Git answers with `<id> <type> <size>`, the bytes and a line break, in the requested order. */
function objectsIn({ ok, bytes, reason }: Attempt, names: readonly string[]): readonly (StoredObject | undefined)[] {
  if (!ok) throw unread(reason);
  let at = 0;
  return names.map(() => {
    const end = bytes.indexOf('\n', at);
    const [, id, size] = /^([0-9a-f]+) [a-z]+ (\d+)$/.exec(bytes.toString('utf8', at, end)) ?? [];
    at = end + 1;
    // It does not exist, or a partial clone has not fetched it.
    if (id === undefined) return undefined;
    const start = at;
    at += Number(size) + 1;
    return { id, bytes: bytes.subarray(start, start + Number(size)) };
  });
}

/** Before 2.44, git fetches what a partial clone lacks, also if it is told not to. */
function unread(reason: string): Error {
  if (!reason.includes('promisor remote')) return new Error(`git cat-file failed: ${reason}`);
  return new UserError('this clone is partial, and what it lacks cannot be fetched', {
    suggestion: 'make its remote reachable, or clone without `--filter`',
    cause: reason,
  });
}

/** The content of a tree object: for each entry its mode, its name and the bytes of its id. */
export function entriesOf({ id: { length }, bytes }: StoredObject): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0, at);
    const [, mode, name] = /^(\d+) (.*)$/s.exec(bytes.toString('utf8', at, end))!;
    at = end + 1 + length / 2;
    entries.push({ type: mode === '40000' ? 'tree' : 'blob', name: name!, id: bytes.toString('hex', end + 1, at) });
  }
  return entries;
}

export const isObjectId = (text: string): boolean => /^[0-9a-f]{40,64}$/.test(text);

export async function hasCommit({ attempt }: Git, commit: string): Promise<boolean> {
  return isObjectId(commit) && (await attempt(['cat-file', '-e', `${commit}^{commit}`])).ok;
}

export async function isAncestor({ attempt }: Git, older: string, newer: string): Promise<boolean> {
  return older === newer || (await attempt(['merge-base', '--is-ancestor', older, newer])).ok;
}
