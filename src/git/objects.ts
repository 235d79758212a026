/**
 * The objects of a repository, without an index or a work tree. Those that are made here are stored by one command: git
 * names an object by the digest of its content, so a tree can name its blobs, and a ref its commit, before any of them is
 * stored.
 */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { UserError } from '../diagnostics/errors.ts';
import type { Git, GitOptions } from './git.ts';

export type ObjectFormat = 'sha1' | 'sha256';

export interface NewObject {
  readonly type: 'blob' | 'tree' | 'commit';
  readonly id: string;
  readonly bytes: Buffer;
}

export interface TreeEntry {
  readonly name: string;
  readonly type: 'blob' | 'tree';
  readonly id: string;
}

export interface Author {
  readonly name: string;
  readonly email: string;
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Author;
}

export const newBlob = (format: ObjectFormat, content: string | Uint8Array): NewObject =>
  newObject(format, 'blob', Buffer.from(content as Uint8Array));

export function newTree(format: ObjectFormat, entries: readonly TreeEntry[]): NewObject {
  // Git sorts a folder as if its name ended with a slash.
  const sorted = entries
    .map((entry) => ({ ...entry, key: Buffer.from(entry.type === 'tree' ? `${entry.name}/` : entry.name) }))
    .toSorted((a, b) => Buffer.compare(a.key, b.key));
  const parts = sorted.flatMap(({ type, name, id }) => [
    Buffer.from(`${type === 'tree' ? '40000' : '100644'} ${name}\0`),
    Buffer.from(id, 'hex'),
  ]);
  return newObject(format, 'tree', Buffer.concat(parts));
}

export function newCommit(format: ObjectFormat, { tree, parents, message, author }: NewCommit): NewObject {
  const by = `${wordsOf(author.name)} <${wordsOf(author.email)}> ${timeOf(new Date())}`;
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${by}`,
    `committer ${by}`,
    '',
    message,
  ];
  return newObject(format, 'commit', Buffer.from(lines.join('\n')));
}

/** Like git, without characters that would end the name or the address, and without punctuation around them. */
function wordsOf(text: string): string {
  const kept = text.replaceAll(/[<>\p{Cc}]/gu, '').replaceAll(/^[\s.,:;"\\']+|[\s.,:;"\\']+$/g, '');
  return kept === '' ? 'unknown' : kept;
}

function timeOf(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const zone = [hours, minutes].map((part) => String(part).padStart(2, '0')).join('');
  return `${Math.floor(date.getTime() / 1000)} ${offset < 0 ? '-' : '+'}${zone}`;
}

function newObject(format: ObjectFormat, type: NewObject['type'], bytes: Buffer): NewObject {
  const id = createHash(format).update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
  return { type, id, bytes };
}

/** Stores all of them as git itself would store each: objects that exist already are left alone. */
export async function storeObjects({ run }: Git, objects: readonly NewObject[]): Promise<void> {
  if (objects.length === 0) return;
  await run(['unpack-objects', '-q'], { input: packOf(objects) });
}

const TYPES: Readonly<Record<NewObject['type'], number>> = { commit: 1, tree: 2, blob: 3 };

/** Git's format for sending objects: a header, each object compressed, and a digest of it all. */
function packOf(objects: readonly NewObject[]): Buffer {
  const distinct = [...new Map(objects.map((object) => [object.id, object])).values()];
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0');
  header.writeUInt32BE(distinct.length, 8);
  const parts = distinct.flatMap(({ type, bytes }) => [startOf(TYPES[type], bytes.length), deflateSync(bytes)]);
  const pack = Buffer.concat([header, ...parts]);
  const format: ObjectFormat = distinct[0]!.id.length === 64 ? 'sha256' : 'sha1';
  return Buffer.concat([pack, createHash(format).update(pack).digest()]);
}

/** The type and the size: four bits of the size first, then seven in each byte, the smallest first. */
function startOf(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 128;
    bytes.push(rest & 127);
  }
  return Buffer.from(bytes);
}

/** The files of a commit by path: the ids of blobs that are stored, and new blobs. */
export type CommitFiles = ReadonlyMap<string, string | NewObject>;

export interface Committed {
  readonly id: string;
  /** The objects that are still to be stored. */
  readonly objects: readonly NewObject[];
}

/** Makes the objects of one author. */
export interface ObjectMaker {
  readonly blob: (content: string | Uint8Array) => NewObject;
  /** A commit with these files. The message may name their tree. */
  readonly commit: (
    files: CommitFiles,
    about: { readonly parents: readonly string[]; readonly message: (tree: string) => string },
  ) => Promise<Committed>;
}

/**
 * Without signing, a commit takes no process: it is stored together with its trees, when a ref is moved to it. With
 * `commit.gpgSign`, git itself signs, so every format, program and key that works for `git commit` works here. Git signs
 * only trees that it has, so these are stored before.
 */
export function objectMaker(
  git: Git,
  { format, isSigning }: { readonly format: ObjectFormat; readonly isSigning: boolean },
  author: Author,
): ObjectMaker {
  return {
    blob: (content) => newBlob(format, content),
    commit: async (files, { parents, message }) => {
      const trees = treesOf(format, [...files]);
      const tree = trees.at(-1)!.id;
      const objects = [...[...files.values()].filter((file) => typeof file !== 'string'), ...trees];
      const wanted = { tree, parents, message: message(tree), author };
      if (!isSigning) {
        const commit = newCommit(format, wanted);
        return { id: commit.id, objects: [...objects, commit] };
      }
      await storeObjects(git, objects);
      return { id: await writeCommit(git, wanted, { isSigning, env: asAuthor(author) }), objects: [] };
    },
  };
}

/** Each folder after those inside it; the root is the last one. */
function treesOf(
  format: ObjectFormat,
  files: readonly (readonly [string, string | NewObject])[],
): readonly NewObject[] {
  const here = files.filter(([path]) => !path.includes('/'));
  const below = Map.groupBy(
    files.filter(([path]) => path.includes('/')),
    ([path]) => path.slice(0, path.indexOf('/')),
  );
  const folders = [...below].map(([name, inside]) => ({
    name,
    trees: treesOf(
      format,
      inside.map(([path, file]) => [path.slice(name.length + 1), file]),
    ),
  }));
  const root = newTree(format, [
    ...here.map(([name, file]): TreeEntry => ({ type: 'blob', name, id: typeof file === 'string' ? file : file.id })),
    ...folders.map(({ name, trees }): TreeEntry => ({ type: 'tree', name, id: trees.at(-1)!.id })),
  ]);
  return [...folders.flatMap(({ trees }) => trees), root];
}

/** A signing program may ask a person for a passphrase, outside of the terminal. */
const LONGEST_SIGNING = 2 * 60_000;

/** `commit-tree` signs only if it is asked to, whatever `commit.gpgSign` says. */
export async function writeCommit(
  { attempt, run }: Git,
  { tree, parents, message: input }: Omit<NewCommit, 'author'>,
  { isSigning, env = {} }: Pick<GitOptions, 'env'> & { readonly isSigning: boolean },
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
  const found = await lookUp(git, names, options);
  return new Map(names.flatMap((name, index) => (found[index] ? [[name, found[index].bytes] as const] : [])));
}

/**
 * The objects in the order of their names, each looked up when its turn comes. Git answers with `<id> <type> <size>`, the bytes and a
 * line break, in the requested order.
 */
export async function lookUp(
  git: Git,
  names: readonly string[],
  options: Pick<GitOptions, 'env'> = {},
): Promise<readonly (StoredObject | undefined)[]> {
  if (names.length === 0) return [];
  const input = `${names.join('\n')}\n`;
  const { ok, bytes, reason } = await git.attempt(['cat-file', '--batch'], { input, ...options });
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
