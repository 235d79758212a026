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
import type { Git } from '../../git/git.ts';
import {
  entriesOf,
  lookUp,
  readObjects,
  type CommitFiles,
  type NewObject,
  type ObjectMaker,
  type StoredObject,
} from '../../git/objects.ts';
import type { SeenRef } from '../../git/shared-refs.ts';
import type { Base } from '../../model/base.ts';
import type { TargetIdentity } from '../../model/target-identity.ts';
import { digest } from '../../values/digest.ts';
import { canonicalText } from '../../values/canonical-json.ts';
import type { Bodies } from '../file/kept-files.ts';
import { readJournal, unusable, writtenLine, type Intent, type JournalLine } from '../journal-line.ts';
import { lastFinished, messageOf, noteOn, readNote, type RunNote } from '../run-note.ts';
import { keptDeleted } from '../deleted.ts';
import { isEdited, withTree } from './noted-tree.ts';
import { bodiesOf } from '../replay.ts';
import { decodeState, encodeState, type StateOwner } from '../state-file.ts';
import type { State } from '../store.ts';

export interface StateCommit {
  /** Undefined if the ref is missing. */
  readonly id: string | undefined;
  /** Undefined if the ref is missing, or has nothing of ours. */
  readonly identity: TargetIdentity | undefined;
  readonly base: Base;
  readonly lines: readonly JournalLine[];
  readonly planned: readonly Intent[];
  readonly note: RunNote | undefined;
  /** The blobs of its tree, by path. */
  readonly blobs: ReadonlyMap<string, string>;
}

/** A commit that is on a ref, or about to be. */
export interface StoredCommit extends StateCommit {
  readonly id: string;
  readonly identity: TargetIdentity;
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
export async function readStateCommit(git: Git, id: string, target: string): Promise<StoredCommit | undefined> {
  const found = await lookUp(git, [`${id}^{commit}`, ...STATE_PATHS.map((path) => `${id}:${path}`)]);
  if (!found[0]) return undefined;
  const inside = STATE_PATHS.flatMap((path, index) => (found[index + 1] ? [[path, found[index + 1]!] as const] : []));
  return decodeStateCommit(git, { id, commit: found[0].bytes, inside: new Map(inside) }, target);
}

/** `seen` has what is at `STATE_PATHS`. */
export async function decodeStateCommit(git: Git, seen: SeenRef, target: string): Promise<StoredCommit> {
  const { id, commit, inside } = seen;
  const tree = inside.get('');
  if (tree && isEdited({ commit, tree: tree.id }))
    throw unusable(
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
  if (state === undefined) throw unusable(`the commit ${id.slice(0, 10)} on the state's ref has no state.json`);
  const lines = (path: string): readonly JournalLine[] => {
    const journal = readJournal(text(path) ?? '');
    const { damagedAt, why } = journal;
    if (damagedAt !== undefined) throw unusable(`${path} ${where} is damaged at line ${damagedAt}: ${why}`);
    return journal.lines;
  };
  return {
    id,
    ...decodeState(state, { target, path: `state.json ${where}` }),
    lines: parts.flatMap(lines),
    planned: lines('planned').filter((line): line is Intent => line.type === 'intent'),
    note: note === undefined ? undefined : readNote(note, where),
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
  readonly maker: ObjectMaker;
  readonly note: RunNote;
  readonly planned: readonly Intent[];
  /** The texts of bodies by name, added to the existing ones. */
  readonly bodies: ReadonlyMap<string, string>;
  /** The texts of copies of objects that the run deletes, by name, added to the existing ones. */
  readonly deleted?: ReadonlyMap<string, string>;
}

/** A commit that is not stored yet, with the objects that it adds. */
export interface MadeCommit {
  readonly commit: StoredCommit;
  readonly objects: readonly NewObject[];
}

/** Adds what a run has done since the last commit. */
export function makeCheckpoint(on: StateCommit, lines: readonly JournalLine[], making: Making): Promise<MadeCommit> {
  const { maker, bodies, deleted = new Map() } = making;
  const files = new Map<string, string | NewObject>(on.blobs);
  if (on.id === undefined) files.set('state.json', maker.blob(encodeState(making, on.base)));
  if (lines.length > 0) {
    const parts = [...on.blobs.keys()].filter((path) => path.startsWith(JOURNAL)).length;
    files.set(`${JOURNAL}${String(parts + 1).padStart(6, '0')}`, maker.blob(textOf(lines)));
  }
  for (const [name, text] of bodies) files.set(BODIES + name, maker.blob(text));
  for (const [name, text] of deleted) files.set(DELETED + name, maker.blob(text));
  return make(on, { base: on.base, lines: [...on.lines, ...lines] }, files, making);
}

/** The state rewritten, with a journal that contains only what is unfinished. */
export function makeState(on: StateCommit, state: State, making: Making): Promise<MadeCommit> {
  const { base, unfinished } = state;
  const { maker, bodies, deleted = new Map(), note } = making;
  const used = bodiesOf(state);
  const files = new Map<string, string | NewObject>([['state.json', maker.blob(encodeState(making, base))]]);
  for (const [name, blob] of blobsBelow(BODIES, on)) if (used.has(name)) files.set(BODIES + name, blob);
  for (const [name, text] of bodies) if (used.has(name)) files.set(BODIES + name, maker.blob(text));
  const before = blobsBelow(DELETED, on);
  const names = [...new Set([...before.keys(), ...deleted.keys()])];
  for (const name of keptDeleted(names, new Set(deleted.keys()), Date.parse(note.startedAt))) {
    const text = deleted.get(name);
    files.set(DELETED + name, text === undefined ? before.get(name)! : maker.blob(text));
  }
  if (unfinished.length > 0) files.set(`${JOURNAL}000001`, maker.blob(textOf(unfinished)));
  return make(on, { base, lines: unfinished }, files, making);
}

/** The text of a body in the commit of the state that was loaded, even if others have written since. */
export async function committedBody(git: Git, name: string, { blobs }: StateCommit): Promise<string | undefined> {
  const blob = blobs.get(BODIES + name);
  const text = blob === undefined ? undefined : (await readObjects(git, [blob])).get(blob)?.toString();
  return text !== undefined && digest(text) === name ? text : undefined;
}

/** The texts of the named bodies that the commit lacks and this machine has. */
export async function uncommittedBodies(
  local: Bodies,
  names: ReadonlySet<string>,
  { blobs }: StateCommit,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const name of names) {
    const text = blobs.has(BODIES + name) ? undefined : await local.read(name);
    if (text !== undefined) found.set(name, text);
  }
  return found;
}

/** The blobs in a folder of the commit's tree, by name. */
export const blobsBelow = (folder: string, { blobs }: Pick<StateCommit, 'blobs'>): ReadonlyMap<string, string> =>
  new Map([...blobs].flatMap(([path, blob]) => (path.startsWith(folder) ? [[path.slice(folder.length), blob]] : [])));

const textOf = (lines: readonly JournalLine[]): string => lines.map(writtenLine).join('');

/**
 * The first parent of a finished commit is the previous finished one, so the first-parent history has one commit per
 * run. The commits in between are the second parent, so the ref only moves forward.
 */
async function make(
  on: StateCommit,
  made: Pick<StateCommit, 'base' | 'lines'>,
  given: CommitFiles,
  { maker, target, identity, planned, note: of }: Making,
): Promise<MadeCommit> {
  const note = noteOn(on, of);
  const last = lastFinished(on);
  const files = new Map(given).set('run.json', maker.blob(canonicalText(note)));
  if (planned.length > 0) files.set('planned', maker.blob(textOf(planned)));
  const before = note.finished && last !== undefined && last !== on.id ? [last] : [];
  const parents = [...before, ...(on.id === undefined ? [] : [on.id])];
  const message = (tree: string): string => withTree(messageOf(target, note), tree);
  const { id, objects } = await maker.commit(files, { parents, message });
  const blobs = new Map([...files].map(([path, file]) => [path, typeof file === 'string' ? file : file.id]));
  return { commit: { ...made, planned, identity, blobs, note, id }, objects };
}
