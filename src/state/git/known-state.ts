/** The content of a commit on the state's ref, and what the journals of runs on this machine add to it. */
import type { JournalLine } from '../journal-line.ts';
import type { LocalRun } from './local-runs.ts';
import { mergeStates } from '../merge-states.ts';
import { replay, withLines } from '../replay.ts';
import type { StateCommit } from './state-commit.ts';
import type { LoadedState, State } from '../store.ts';

/** An object that a run only planned may have been created, except for these runs: their journals are more precise. */
export function stateOf({ base, lines, planned, note }: StateCommit, runs: readonly LocalRun[]): State {
  const isOurs = runs.some((run) => run.note.id === note?.id);
  return replay(base, isOurs ? lines : [...planned, ...lines]);
}

/** The lines of a run that its own commits do not contain yet. */
export const linesLeft = ({ lines }: LocalRun, { note }: StateCommit): readonly JournalLine[] =>
  lines.slice(note?.lines);

/** The changes of a run since `before`, applied to what others have written in the meantime. */
export function overtakenState(before: StateCommit, lines: readonly JournalLine[], theirs: StateCommit): State {
  const ancestor = replay(before.base, before.lines);
  return mergeStates({ ancestor, ours: withLines(ancestor, lines), theirs: replay(theirs.base, theirs.lines) });
}

/** The commits before the tip. */
interface StateHistory {
  readonly lastOf: (runId: string, tip: string | undefined) => Promise<StateCommit | undefined>;
  readonly stateAt: (commit: string | undefined) => Promise<State>;
}

/** The state on a ref, with what runs on this machine have journalled and perhaps not pushed. */
export async function loadSharedState(
  history: StateHistory,
  tip: StateCommit,
  runs: readonly LocalRun[],
): Promise<LoadedState> {
  let state = stateOf(tip, runs);
  for (const run of runs) state = await withLocal(history, tip, state, run);
  const interrupted = tip.lines.length > 0 || tip.planned.length > 0 || runs.some(({ lines }) => lines.length > 0);
  return { ...state, interrupted };
}

async function withLocal(history: StateHistory, tip: StateCommit, state: State, run: LocalRun): Promise<State> {
  const { id } = run.note;
  if (tip.id === run.base) return withLines(state, run.lines);
  const found = tip.note?.id === id ? tip : await history.lastOf(id, tip.id);
  const own = found?.id === run.base ? undefined : found;
  if (own?.note?.finished && !own.note.interrupted) return state;
  if (own === tip) return withLines(state, linesLeft(run, own));
  // Others have continued since. They built on the last commit that this run pushed.
  const ancestor = own ? stateOf(own, [run]) : await history.stateAt(run.base);
  const ours = withLines(ancestor, own ? linesLeft(run, own) : run.lines);
  return mergeStates({ ancestor, ours, theirs: state });
}
