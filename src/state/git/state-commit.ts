/**
 * Makes and reads commits on the state's ref. Their files are those of a state on a disk, and two more:
 *
 *     <target>.json             the state as the last finished run saved it
 *     <target>.<run>.<n>.journal  what a run has journalled since; each checkpoint adds a part that contains only new
 *                               lines. The part 0 is what it is about to send, in case only this commit survives
 *     <target>.bodies/          the stored texts of Markdown bodies
 *     <target>.deleted/         copies of objects that runs have deleted
 *     run.json                  the run that wrote this, and what it changed
 */
import { UserError } from '../../diagnostics/errors.ts';
import type { Git } from '../../git/git.ts';
import { entriesOf, lookUp, type NewObject, type ObjectMaker, type StoredObject } from '../../git/objects.ts';
import type { SeenRef } from '../../git/shared-refs.ts';
import { canonicalText } from '../../values/canonical-json.ts';
import { unusable } from '../journal-line.ts';
import { lastFinished, messageOf, noteOn, readNote, type RunNote } from '../run-note.ts';

export interface StateCommit {
  /** Undefined if the ref is missing. */
  readonly id: string | undefined;
  /** Undefined if the ref is missing, or has nothing of ours. */
  readonly note: RunNote | undefined;
  /** The blobs of its tree, by path. */
  readonly blobs: ReadonlyMap<string, string>;
  /** The texts of some of them, by blob. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A commit that is on a ref, or about to be. */
export interface StoredCommit extends StateCommit {
  readonly id: string;
  readonly note: RunNote;
}

export const NO_COMMIT: StateCommit = { id: undefined, note: undefined, blobs: new Map(), texts: new Map() };

const NOTE = 'run.json';

/** The paths that are read together; the empty one is the tree itself. */
export const pathsRead = (target: string): readonly string[] => [
  '',
  NOTE,
  `${target}.json`,
  `${target}.bodies`,
  `${target}.deleted`,
];

export async function readStateCommit(git: Git, id: string, target: string): Promise<StoredCommit> {
  const paths = pathsRead(target);
  const [commit, ...found] = await lookUp(git, [`${id}^{commit}`, ...paths.map((path) => `${id}:${path}`)]);
  if (commit) {
    const inside = paths.flatMap((path, index) => (found[index] ? [[path, found[index]] as const] : []));
    return decodeStateCommit(git, { id, commit: commit.bytes, inside: new Map(inside) });
  }
  throw new UserError(`the commit ${id.slice(0, 10)} of the state is missing in this repository`, {
    suggestion: 'run `git fsck` to check the repository',
  });
}

/** `seen` has what is at the paths that are read together. */
export async function decodeStateCommit(git: Git, { id, commit, inside }: SeenRef): Promise<StoredCommit> {
  const where = `${id.slice(0, 10)} on the state's ref`;
  const [tree, note] = [inside.get(''), inside.get(NOTE)];
  if (!tree || !note || treeNotedIn(commit) !== tree.id)
    throw unusable(`the commit ${where} has other files than the run that it names has written`);
  const blobs = await blobsIn(git, inside);
  const ids = new Set(blobs.values());
  const texts = [...inside.values()].flatMap(({ id: blob, bytes }) =>
    ids.has(blob) ? [[blob, `${bytes}`] as const] : [],
  );
  return { id, note: readNote(note.bytes.toString(), `of ${where}`), blobs, texts: new Map(texts) };
}

/**
 * A commit names its tree in its message, so one whose files were edited by hand is refused. This finds mistakes and
 * careless edits. Who rewrites files and message together is found only by a signature.
 */
export const withTree = (message: string, tree: string): string =>
  `${message}${/\n\n(?:[\w-]+: .*\n)+$/.test(message) ? '' : '\n'}Gitcast-Tree: ${tree}\n`;

/** In the head of a commit, each line of a signature begins with a space. */
const treeNotedIn = (commit: Buffer): string | undefined =>
  [...commit.toString().matchAll(/^Gitcast-Tree: ([0-9a-f]+)$/gm)].at(-1)?.[1];

/** Every blob below the root, by path. */
async function blobsIn(git: Git, inside: SeenRef['inside']): Promise<ReadonlyMap<string, string>> {
  const blobs = new Map<string, string>();
  const list = async (folder: string, tree: StoredObject | undefined): Promise<void> => {
    for (const { type, name, id } of tree ? entriesOf(tree) : []) {
      const path = `${folder}${name}`;
      if (type === 'blob') blobs.set(path, id);
      else await list(`${path}/`, inside.get(path) ?? (await lookUp(git, [id]))[0]);
    }
  };
  await list('', inside.get(''));
  return blobs;
}

/** What a commit changes: texts by path, and blobs that it removes. */
export interface Difference {
  readonly written: Map<string, string>;
  readonly removed?: ReadonlyMap<string, string>;
}

export interface Making {
  readonly maker: ObjectMaker;
  readonly note: RunNote;
  readonly target: string;
}

/** A commit that is not stored yet, with the objects that it adds. */
export interface MadeCommit {
  readonly commit: StoredCommit;
  readonly objects: readonly NewObject[];
}

/**
 * The first parent of a finished commit is the previous finished one, so the first-parent history has one commit per
 * run. The commits in between are the second parent, so the ref only moves forward. A file that has changed since it was
 * read is not removed.
 */
export async function makeCommit(
  on: StateCommit,
  { written, removed = new Map() }: Difference,
  { maker, target, note: of }: Making,
): Promise<MadeCommit> {
  const note = noteOn(on, of);
  const files = new Map<string, string | NewObject>(on.blobs);
  for (const [path, blob] of removed) if (on.blobs.get(path) === blob) files.delete(path);
  const texts = new Map<string, string>();
  for (const [path, text] of [...written, [NOTE, canonicalText(note)] as const]) {
    const blob = maker.blob(text);
    // Those in folders are read seldom.
    if (!path.includes('/')) texts.set(blob.id, text);
    files.set(path, on.blobs.get(path) === blob.id ? blob.id : blob);
  }
  const last = lastFinished(on);
  const before = note.finished && last !== undefined && last !== on.id ? [last] : [];
  const parents = [...before, ...(on.id === undefined ? [] : [on.id])];
  const { id, objects } = await maker.commit(files, {
    parents,
    message: (tree) => withTree(messageOf(target, note), tree),
  });
  const blobs = new Map([...files].map(([path, file]) => [path, typeof file === 'string' ? file : file.id]));
  return { commit: { id, note, blobs, texts }, objects };
}
