/** The state on a ref, with what runs on this machine have journalled and perhaps not pushed. */
import { linesLeft, stateOf, withLines } from './known-state.ts';
import type { LocalRun } from './local-runs.ts';
import { mergeStates } from '../merge-states.ts';
import type { StateCommit } from './state-commit.ts';
import type { StateRef } from './state-ref.ts';
import type { LoadedState, State } from '../store.ts';

export async function loadSharedState(
  ref: StateRef,
  tip: StateCommit,
  runs: readonly LocalRun[],
): Promise<LoadedState> {
  let state = stateOf(tip, runs);
  for (const run of runs) state = await withLocal(ref, tip, state, run);
  const interrupted = tip.lines.length > 0 || tip.planned.length > 0 || runs.some(({ lines }) => lines.length > 0);
  return { ...state, interrupted };
}

async function withLocal(ref: StateRef, tip: StateCommit, state: State, run: LocalRun): Promise<State> {
  const { id } = run.note;
  if (tip.id === run.base) return withLines(state, run.lines);
  const found = tip.note?.id === id ? tip : await ref.lastOf(id, tip.id);
  const own = found?.id === run.base ? undefined : found;
  if (own?.note?.finished && !own.note.interrupted) return state;
  if (own === tip) return withLines(state, linesLeft(run, own));
  // Others have continued since. They built on the last commit that this run pushed.
  const ancestor = own ? stateOf(own, [run]) : await ref.stateAt(run.base);
  const ours = withLines(ancestor, own ? linesLeft(run, own) : run.lines);
  return mergeStates({ ancestor, ours, theirs: state });
}
