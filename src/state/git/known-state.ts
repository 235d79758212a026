/** The content of a commit on the state's ref, and what a run's own journal adds to it. */
import type { JournalLine } from '../journal-line.ts';
import type { LocalRun } from './local-runs.ts';
import { mergeStates } from '../merge-states.ts';
import { replay } from '../replay.ts';
import type { StateCommit } from './state-commit.ts';
import type { State } from '../store.ts';

export const EMPTY_STATE: State = { base: { entries: new Map() }, unfinished: [] };

/** What a run only planned may have been created, except for these runs: their journals are more precise. */
export function stateOf({ base, lines, planned, note }: StateCommit, runs: readonly LocalRun[]): State {
  const isOurs = runs.some((run) => run.note.id === note?.id);
  return replay(base, isOurs ? lines : [...planned, ...lines]);
}

/** The state after further lines. Unfinished intents stay open unless these lines settle them. */
export const withLines = ({ base, unfinished }: State, lines: readonly JournalLine[]): State =>
  replay(base, [...unfinished, ...lines]);

/** The lines of a run that its own commits do not contain yet. */
export const linesLeft = ({ lines }: LocalRun, { note }: StateCommit): readonly JournalLine[] =>
  lines.slice(note?.lines);

/** The changes of a run since `before`, applied to what others have written in the meantime. */
export function overtakenState(before: StateCommit, lines: readonly JournalLine[], theirs: StateCommit): State {
  const ancestor = replay(before.base, before.lines);
  return mergeStates({
    ancestor,
    ours: withLines(ancestor, lines),
    theirs: replay(theirs.base, theirs.lines),
  });
}

/** The names of the stored bodies that a state needs. */
export const bodiesOf = ({ base }: State): ReadonlySet<string> =>
  new Set([...base.entries.values()].flatMap(({ body }) => body ?? []));

export const bodiesIn = (lines: readonly JournalLine[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => ('entry' in line ? (line.entry.body ?? []) : [])));
