/** The runs that a state's ref has recorded, newest first. */
import type { Git } from '../../git/git.ts';
import { readObjects } from '../../git/objects.ts';
import { stateOf } from './known-state.ts';
import { TREE_TRAILER } from './noted-tree.ts';
import { changesBetween, readNote, type RunNote } from '../run-note.ts';
import type { StateCommit } from './state-commit.ts';
import type { StateRef } from './state-ref.ts';

/** A run, as a ref of the repository records it. */
export interface RecordedRun extends RunNote {
  /** The commit on the state's ref. */
  readonly commit: string;
  /** The time at which it was written. */
  readonly at: string;
}

const AT_ONCE = 200;

export async function readHistory(git: Git, ref: StateRef, limit: number): Promise<readonly RecordedRun[]> {
  const tip = await ref.tip();
  if (tip.id === undefined) return [];
  // Unfinished commits are outside this history, except for a run in progress or one that was just interrupted.
  const format = `%H %cI %T %(trailers:key=${TREE_TRAILER},valueonly,separator=%x2C)`;
  const said = await git.run(['log', '--first-parent', `--format=${format}`, tip.id]);
  const commits = said.split('\n').flatMap(unlessEdited);
  const runs: RecordedRun[] = [];
  for (let start = 0; start < commits.length && runs.length < limit; start += AT_ONCE) {
    const some = commits.slice(start, start + AT_ONCE);
    const notes = await readObjects(
      git,
      some.map(({ commit }) => `${commit}:run.json`),
    );
    for (const { commit, at } of some) {
      const note = readNote(notes.get(`${commit}:run.json`)?.toString());
      if (note && (note.finished || commit === tip.id)) runs.push({ ...note, commit, at });
    }
  }
  const [newest, ...older] = runs.slice(0, limit);
  return newest ? [newest.finished ? newest : await soFar(newest, tip, ref), ...older] : [];
}

/** A commit that was edited, and then replaced, is no record of a run. */
function unlessEdited(line: string): readonly { readonly commit: string; readonly at: string }[] {
  const [commit, at, tree, noted] = line.split(' ') as [string, string, string, string?];
  return noted === tree ? [{ commit, at }] : [];
}

/** The changes of an unfinished run until its last checkpoint. */
async function soFar(run: RecordedRun, tip: StateCommit, ref: StateRef): Promise<RecordedRun> {
  const before = await ref.stateAt(run.after);
  return { ...run, changes: changesBetween(before.base, stateOf(tip, []).base, [...tip.planned, ...tip.lines]) };
}
