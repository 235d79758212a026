import type { GitRun } from './git-run.ts';
import type { LocalRun } from './local-runs.ts';
import { changesBetween, type RunNote } from '../run-note.ts';
import type { StateCommit } from './state-commit.ts';
import type { StateRef } from './state-ref.ts';
import type { State } from '../store.ts';

export interface Finishing {
  /** The runs that this machine remembers. */
  readonly runs: readonly LocalRun[];
  readonly on: StateCommit;
  readonly state: State;
  readonly lost: boolean;
}

/** The description of a run in its last commit. The changes of a run that died are reported as its own. */
export async function finishedNote(ref: StateRef, run: GitRun, { runs, on, state, lost }: Finishing): Promise<RunNote> {
  const notes = [...runs.map(({ note }) => note), ...(on.note ? [on.note] : [])];
  const hasBegun = notes.some(({ id }) => id === run.note.id);
  const dead = hasBegun ? undefined : notes.find(({ finished }) => !finished);
  const { after: _after, lines: known, ...note } = dead ?? run.note;
  const local = runs.find((each) => each.note.id === note.id);
  const before = await ref.stateAt(on.note?.finished === false ? on.note.after : on.id);
  const lines = [...on.planned, ...on.lines, ...runs.flatMap((each) => each.lines)];
  return {
    ...note,
    finished: true,
    // The run's own machine may know more, and come back.
    ...((dead || lost) && { interrupted: true as const, lines: local?.lines.length ?? known ?? 0 }),
    changes: changesBetween(before.base, state.base, lines),
  };
}
