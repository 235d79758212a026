/** What a commit on the state's ref knows, and what a run's own journal adds to it. */
import type { JournalLine } from '../journal-line.ts';
import type { LocalRun } from './local-runs.ts';
import { mergeStates } from '../merge-states.ts';
import { replay } from '../replay.ts';
import type { StateCommit } from './state-commit.ts';
import type { State } from '../store.ts';

export const EMPTY_STATE: State = { base: { entries: new Map() }, unfinished: [] };

/** What its run only planned may have been made, unless that is one of these runs: their journals know better. */
export function stateOf({ base, lines, planned, note }: StateCommit, runs: readonly LocalRun[]): State {
  const isOurs = runs.some((run) => run.note.id === note?.id);
  return replay(base, isOurs ? lines : [...planned, ...lines]);
}

/** The state after further lines. What was unfinished before them still is, unless they end it. */
export const withLines = ({ base, unfinished }: State, lines: readonly JournalLine[]): State =>
  replay(base, [...unfinished, ...lines]);

/** The lines of a run that a commit of its own does not know yet. */
export const linesLeft = ({ lines }: LocalRun, { note }: StateCommit): readonly JournalLine[] =>
  lines.slice(note?.lines);

/** What a run has done since `before`, laid over what others have written there meanwhile. */
export function overtakenState(before: StateCommit, lines: readonly JournalLine[], theirs: StateCommit): State {
  const ancestor = replay(before.base, before.lines);
  return mergeStates({
    ancestor,
    ours: withLines(ancestor, lines),
    theirs: replay(theirs.base, theirs.lines),
  });
}

/** The names of the kept bodies that a state needs. */
export const bodiesOf = ({ base }: State): ReadonlySet<string> =>
  new Set([...base.entries.values()].flatMap(({ body }) => body ?? []));

export const bodiesIn = (lines: readonly JournalLine[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => ('entry' in line ? (line.entry.body ?? []) : [])));
