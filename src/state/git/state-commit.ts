/**
 * Makes and reads commits on the state's ref. The tree of a commit:
 *
 *     state.json        the state as the last finished run saved it
 *     journal/000001 …  what runs have journalled since; each checkpoint adds a part that contains only its own lines
 *     planned           what the run in progress is about to create, in case only this commit survives
 *     bodies/<digest>   the stored texts of Markdown bodies
 *     deleted/<name>    copies of objects that runs have deleted
 *     run.json          the run that wrote this, and what it changed
 */
import { UserError } from '../../diagnostics/errors.ts';
import type { Git } from '../../git/git.ts';
import {
  newBlob,
  newTree,
  type Author,
  type NewObject,
  type ObjectFormat,
  type TreeEntry,
} from '../../git/new-objects.ts';
import type { CommitMaker } from '../../git/commit-maker.ts';
import { entriesOf, lookUp, readObjects, type StoredObject } from '../../git/objects.ts';
import type { SeenRef } from '../../git/shared-refs.ts';
import type { Base } from '../../model/base.ts';
import type { TargetIdentity } from '../../model/target-identity.ts';
import { canonicalText } from '../../values/canonical-json.ts';
import { readJournal, writtenLine, type Intent, type JournalLine } from '../journal-line.ts';
import { lastFinished, messageOf, noteOn, trustedNote, type RunNote } from '../run-note.ts';
import { keptDeleted } from '../deleted.ts';
import { isEdited, withTree } from './noted-tree.ts';
import { decodeState, encodeState, type StateOwner } from '../state-file.ts';
import type { State } from '../store.ts';

export interface StateCommit {
  /** Undefined if the ref is missing. */
  readonly id: string | undefined;
  /** Undefined if the ref is missing, or was last written by the first version. */
  readonly identity: TargetIdentity | undefined;
  readonly base: Base;
  readonly lines: readonly JournalLine[];
  readonly planned: readonly Intent[];
  readonly note: RunNote | undefined;
  /** The blobs of its tree, by path. */
  readonly blobs: ReadonlyMap<string, string>;
}

export const NO_COMMIT: StateCommit = {
  id: undefined,
  identity: undefined,
  base: { entries: new Map() },
  lines: [],
  planned: [],
  note: undefined,
  blobs: new Map(),
};

export const BODIES = 'bodies/';
export const DELETED = 'deleted/';
const JOURNAL = 'journal/';

/** The paths that are read together; the empty one is the tree itself. */
export const STATE_PATHS = ['', 'journal', 'bodies', 'state.json', 'planned', 'run.json'];

/** Undefined if the repository has no such commit. */
export async function readStateCommit(git: Git, id: string, target: string): Promise<StateCommit | undefined> {
  const found = await lookUp(git, [`${id}^{commit}`, ...STATE_PATHS.map((path) => `${id}:${path}`)]);
  if (!found[0]) return undefined;
  const inside = STATE_PATHS.flatMap((path, index) => (found[index + 1] ? [[path, found[index + 1]!] as const] : []));
  return decodeStateCommit(git, { id, commit: found[0].bytes, inside: new Map(inside) }, target);
}

/** `seen` has what is at `STATE_PATHS`. */
export async function decodeStateCommit(git: Git, seen: SeenRef, target: string): Promise<StateCommit> {
  const { id, commit, inside } = seen;
  const tree = inside.get('');
  if (tree && (await isEdited(git, { commit, tree: tree.id })))
    throw damaged(
      `the commit ${id.slice(0, 10)} on the state's ref has other files than the run that it names has written`,
    );
  const blobs = await blobsIn(git, inside);
  // In the order in which they were written, because git lists a folder by name.
  const parts = [...blobs.keys()].filter((path) => path.startsWith(JOURNAL));
  const read = await readObjects(git, [...new Set(parts.map((path) => blobs.get(path)!))]);
  const text = (path: string): string | undefined =>
    (inside.get(path)?.bytes ?? read.get(blobs.get(path) ?? ''))?.toString();
  const where = `of ${id.slice(0, 10)} on the state's ref`;
  const [state, note] = [text('state.json'), text('run.json')];
  if (state === undefined) throw damaged(`the commit ${id.slice(0, 10)} on the state's ref has no state.json`);
  const lines = (path: string): readonly JournalLine[] => {
    const journal = readJournal(text(path) ?? '');
    const { damagedAt, why } = journal;
    if (damagedAt !== undefined) throw damaged(`${path} ${where} is damaged at line ${damagedAt}: ${why}`);
    return journal.lines;
  };
  return {
    id,
    ...decodeState(state, { target, path: `state.json ${where}` }),
    lines: parts.flatMap(lines),
    planned: lines('planned').filter((line): line is Intent => line.type === 'intent'),
    note: note === undefined ? undefined : trustedNote(note, where),
    blobs,
  };
}

/** Every blob below the root, by path. A folder that only another version knows is read too. */
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

export interface Making extends StateOwner {
  readonly format: ObjectFormat;
  readonly commit: CommitMaker;
  readonly author: Author;
  readonly note: RunNote;
  /** Bodies by name, added to the existing ones. */
  readonly bodies: ReadonlyMap<string, NewObject>;
  /** Copies of objects that the run deletes, by name, added to the existing ones. */
  readonly deleted?: ReadonlyMap<string, NewObject>;
}

/** A commit that is not stored yet, with the objects that it adds. */
export interface MadeCommit {
  readonly commit: StateCommit;
  readonly objects: readonly NewObject[];
}

/** The content of a commit's tree: blobs that are stored, and new ones. */
type Files = ReadonlyMap<string, string | NewObject>;

/** Adds what a run has done since the last commit. */
export function makeCheckpoint(
  on: StateCommit,
  { lines, planned }: Pick<StateCommit, 'lines' | 'planned'>,
  making: Making,
): Promise<MadeCommit> {
  const { format, bodies } = making;
  const files = new Map<string, string | NewObject>(on.blobs);
  if (on.id === undefined) files.set('state.json', newBlob(format, encodeState(making, on.base)));
  if (planned.length > 0) files.set('planned', newBlob(format, textOf(planned)));
  if (lines.length > 0) {
    const parts = [...on.blobs.keys()].filter((path) => path.startsWith(JOURNAL)).length;
    files.set(`${JOURNAL}${String(parts + 1).padStart(6, '0')}`, newBlob(format, textOf(lines)));
  }
  for (const [name, blob] of bodies) files.set(BODIES + name, blob);
  for (const [name, blob] of making.deleted ?? []) files.set(DELETED + name, blob);
  return make(on, { base: on.base, lines: [...on.lines, ...lines], planned }, files, making);
}

/** The state rewritten, with a journal that contains only what is unfinished. */
export function makeState(
  on: StateCommit,
  { base, unfinished }: State,
  making: Making & { readonly planned: readonly Intent[] },
): Promise<MadeCommit> {
  const { format, bodies, planned } = making;
  const used = new Set([...base.entries.values()].flatMap(({ body }) => body ?? []));
  const kept = [...on.blobs].filter(([path]) => path.startsWith(BODIES) && used.has(path.slice(BODIES.length)));
  const files = new Map<string, string | NewObject>(kept);
  for (const [name, blob] of bodies) if (used.has(name)) files.set(BODIES + name, blob);
  for (const [name, blob] of deletedAfter(on, making)) files.set(DELETED + name, blob);
  files.set('state.json', newBlob(format, encodeState(making, base)));
  if (unfinished.length > 0) files.set(`${JOURNAL}000001`, newBlob(format, textOf(unfinished)));
  if (planned.length > 0) files.set('planned', newBlob(format, textOf(planned)));
  return make(on, { base, lines: unfinished, planned }, files, making);
}

/** Those of earlier runs that are neither too old nor too many, and those of this one. */
function deletedAfter(on: StateCommit, { deleted = new Map(), note }: Making): ReadonlyMap<string, string | NewObject> {
  const before = [...on.blobs]
    .filter(([path]) => path.startsWith(DELETED))
    .map(([path, blob]): [string, string | NewObject] => [path.slice(DELETED.length), blob]);
  const all = new Map([...before, ...deleted]);
  const kept = keptDeleted([...all.keys()], new Set(deleted.keys()), Date.parse(note.startedAt));
  return new Map(kept.map((name) => [name, all.get(name)!]));
}

const textOf = (lines: readonly JournalLine[]): string => lines.map(writtenLine).join('');

/**
 * The first parent of a finished commit is the previous finished one, so the first-parent history has one commit per
 * run. The commits in between are the second parent, so the ref only moves forward.
 */
async function make(
  on: StateCommit,
  made: Pick<StateCommit, 'base' | 'lines' | 'planned'>,
  given: Files,
  { format, commit, target, identity, author, note: of }: Making,
): Promise<MadeCommit> {
  const note = noteOn(on, of);
  const last = lastFinished(on);
  const files = new Map(given).set('run.json', newBlob(format, canonicalText(note)));
  const blobs = new Map([...files].map(([path, file]) => [path, typeof file === 'string' ? file : file.id]));
  const trees = treesOf(format, [...blobs]);
  const before = note.finished && last !== undefined && last !== on.id ? [last] : [];
  const parents = [...before, ...(on.id === undefined ? [] : [on.id])];
  const added = [...files.values()].filter((file) => typeof file !== 'string');
  const tree = trees.at(-1)!.id;
  const wanted = { tree, parents, message: withTree(messageOf(target, note), tree), author };
  const { id, objects } = await commit(wanted, [...added, ...trees]);
  return { commit: { ...made, identity, blobs, note, id }, objects };
}

/** The folders, one level deep, and the root as the last one. */
function treesOf(format: ObjectFormat, blobs: readonly (readonly [string, string])[]): readonly NewObject[] {
  const here = blobs.filter(([path]) => !path.includes('/'));
  const below = Map.groupBy(
    blobs.filter(([path]) => path.includes('/')),
    ([path]) => path.slice(0, path.indexOf('/')),
  );
  const folders = [...below].map(([name, inside]) => {
    const trees = treesOf(
      format,
      inside.map(([path, blob]) => [path.slice(name.length + 1), blob]),
    );
    return { name, trees };
  });
  const root = newTree(format, [
    ...here.map(([name, id]): TreeEntry => ({ type: 'blob', name, id })),
    ...folders.map(({ name, trees }): TreeEntry => ({ type: 'tree', name, id: trees.at(-1)!.id })),
  ]);
  return [...folders.flatMap(({ trees }) => trees), root];
}

const damaged = (what: string): UserError =>
  new UserError(what, {
    suggestion:
      'run `gitcast state rebuild`: it finds everything on the target again by title, and creates nothing twice',
  });
