/**
 * Writes and reads commits on the state's ref. The tree of a commit:
 *
 *     state.json        the state as the last finished run saved it
 *     journal/000001 …  what runs have journalled since; each checkpoint adds a part that contains only its own lines
 *     planned           what the run in progress is about to create, in case only this commit survives
 *     bodies/<digest>   the stored texts of Markdown bodies
 *     run.json          the run that wrote this, and what it changed
 */
import { UserError } from '../../diagnostics/errors.ts';
import type { Git } from '../../git/git.ts';
import {
  listBlobs,
  readObjects,
  writeBlob,
  writeCommit,
  writeTree,
  type Author,
  type TreeEntry,
} from '../../git/objects.ts';
import type { Base } from '../../model/base.ts';
import type { TargetIdentity } from '../../model/target-identity.ts';
import { canonicalText } from '../../values/canonical-json.ts';
import { readJournal, writtenLine, type Intent, type JournalLine } from '../journal-line.ts';
import { lastFinished, messageOf, noteOn, trustedNote, type RunNote } from '../run-note.ts';
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
const JOURNAL = 'journal/';

export async function readStateCommit(git: Git, id: string, target: string): Promise<StateCommit> {
  const blobs = await listBlobs(git, id);
  // In the order in which they were written, because git lists a folder by name.
  const parts = [...blobs.keys()].filter((path) => path.startsWith(JOURNAL));
  const wanted = ['state.json', 'planned', 'run.json', ...parts].flatMap((path) => blobs.get(path) ?? []);
  const read = await readObjects(git, [...new Set(wanted)]);
  const text = (path: string): string | undefined => read.get(blobs.get(path) ?? '')?.toString();
  const where = `of ${id.slice(0, 10)} on the state's ref`;
  const [state, note] = [text('state.json'), text('run.json')];
  if (state === undefined) throw damaged(`the commit ${id.slice(0, 10)} on the state's ref has no state.json`);
  const lines = (path: string): readonly JournalLine[] => {
    const journal = readJournal(text(path) ?? '');
    if (journal.damagedAt !== undefined) throw damaged(`${path} ${where} is damaged at line ${journal.damagedAt}`);
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

export interface Writing extends StateOwner {
  readonly git: Git;
  readonly author: Author;
  readonly note: RunNote;
  /** The blobs of bodies by name, added to the existing ones. */
  readonly bodies: ReadonlyMap<string, string>;
}

/** Adds what a run has done since the last commit. */
export async function writeCheckpoint(
  on: StateCommit,
  { lines, planned }: Pick<StateCommit, 'lines' | 'planned'>,
  writing: Writing,
): Promise<StateCommit> {
  const { git, bodies } = writing;
  const blobs = new Map(on.blobs);
  if (on.id === undefined) blobs.set('state.json', await writeBlob(git, encodeState(writing, on.base)));
  if (planned.length > 0) blobs.set('planned', await writeBlob(git, textOf(planned)));
  if (lines.length > 0) {
    const parts = [...blobs.keys()].filter((path) => path.startsWith(JOURNAL)).length;
    blobs.set(`${JOURNAL}${String(parts + 1).padStart(6, '0')}`, await writeBlob(git, textOf(lines)));
  }
  for (const [name, id] of bodies) blobs.set(BODIES + name, id);
  return commit(on, { base: on.base, lines: [...on.lines, ...lines], planned, blobs }, writing);
}

/** The state rewritten, with a journal that contains only what is unfinished. */
export async function writeState(
  on: StateCommit,
  { base, unfinished }: State,
  writing: Writing & { readonly planned: readonly Intent[] },
): Promise<StateCommit> {
  const { git, bodies, planned } = writing;
  const used = new Set([...base.entries.values()].flatMap(({ body }) => body ?? []));
  const kept = [...on.blobs].filter(([path]) => path.startsWith(BODIES) && used.has(path.slice(BODIES.length)));
  const blobs = new Map(kept);
  for (const [name, id] of bodies) if (used.has(name)) blobs.set(BODIES + name, id);
  blobs.set('state.json', await writeBlob(git, encodeState(writing, base)));
  if (unfinished.length > 0) blobs.set(`${JOURNAL}000001`, await writeBlob(git, textOf(unfinished)));
  if (planned.length > 0) blobs.set('planned', await writeBlob(git, textOf(planned)));
  return commit(on, { base, lines: unfinished, planned, blobs }, writing);
}

const textOf = (lines: readonly JournalLine[]): string => lines.map(writtenLine).join('');

/**
 * The first parent of a finished commit is the previous finished one, so the first-parent history has one commit per
 * run. The commits in between are the second parent, so the ref only moves forward.
 */
async function commit(
  on: StateCommit,
  made: Pick<StateCommit, 'base' | 'lines' | 'planned' | 'blobs'>,
  { git, target, identity, author, note: given }: Writing,
): Promise<StateCommit> {
  const note = noteOn(on, given);
  const last = lastFinished(on);
  const blobs = new Map(made.blobs).set('run.json', await writeBlob(git, canonicalText(note)));
  const before = note.finished && last !== undefined && last !== on.id ? [last] : [];
  const parents = [...before, ...(on.id === undefined ? [] : [on.id])];
  const tree = await writeFolder(git, [...blobs]);
  return {
    ...made,
    identity,
    blobs,
    note,
    id: await writeCommit(git, { tree, parents, message: messageOf(target, note), author }),
  };
}

/** One folder deep, like the tree. */
async function writeFolder(git: Git, blobs: readonly (readonly [string, string])[]): Promise<string> {
  const here = blobs.filter(([path]) => !path.includes('/'));
  const below = Map.groupBy(
    blobs.filter(([path]) => path.includes('/')),
    ([path]) => path.slice(0, path.indexOf('/')),
  );
  const folders = await Promise.all(
    [...below].map(async ([name, inside]): Promise<TreeEntry> => {
      const id = await writeFolder(
        git,
        inside.map(([path, blob]) => [path.slice(name.length + 1), blob]),
      );
      return { type: 'tree', name, id };
    }),
  );
  return writeTree(git, [...here.map(([name, id]): TreeEntry => ({ type: 'blob', name, id })), ...folders]);
}

const damaged = (what: string): UserError =>
  new UserError(what, {
    suggestion:
      'run `gitcast state rebuild`: it finds everything on the target again by title, and creates nothing twice',
  });
