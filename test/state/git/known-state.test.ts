import { describe, expect, it } from 'vitest';
import type { BaseEntry } from '../../../src/model/base.ts';
import type { Intent, JournalLine } from '../../../src/state/journal-line.ts';
import { linesLeft, overtakenState, stateOf } from '../../../src/state/git/known-state.ts';
import { bodiesIn, bodiesOf, EMPTY_STATE, withLines } from '../../../src/state/replay.ts';
import type { LocalRun } from '../../../src/state/git/local-runs.ts';
import type { RunNote } from '../../../src/state/run-note.ts';
import { NO_COMMIT, type StateCommit } from '../../../src/state/git/state-commit.ts';
import { IDENTITY } from '../identity.ts';

const entry = (id: string, more: Partial<BaseEntry> = {}): BaseEntry => ({ kind: 'event', id, leaves: {}, ...more });
const written = (address: string, id: string, more: Partial<BaseEntry> = {}): JournalLine => ({
  type: 'written',
  address,
  entry: entry(id, more),
  settles: [address],
});
const intent = (address: string): Intent => ({
  type: 'intent',
  address,
  kind: 'event',
  idempotencyKey: address,
  action: 'create',
  at: 1,
  leaves: {},
  echoes: {},
});
const note = (id: string, more: Partial<RunNote> = {}): RunNote => ({
  version: 1,
  id,
  command: 'sync',
  identity: IDENTITY,
  by: 'Ana',
  startedAt: '',
  finished: false,
  changes: [],
  ...more,
});
const commit = (more: Partial<StateCommit>): StateCommit => ({ ...NO_COMMIT, ...more });
const localRun = (id: string, lines: readonly JournalLine[] = []): LocalRun => ({
  note: note(id),
  base: undefined,
  lines,
});

describe("the content of a commit on the state's ref", () => {
  const checkpoint = commit({
    base: { entries: new Map([['events/a', entry('1')]]) },
    lines: [written('events/b', '2')],
    planned: [intent('events/b'), intent('events/c')],
    note: note('theirs'),
  });

  it('is its state with its journal, and the planned changes that have not been written yet', () => {
    const { base, unfinished } = stateOf(checkpoint, [localRun('another')]);
    expect([...base.entries.keys()]).toEqual(['events/a', 'events/b']);
    expect(unfinished).toEqual([intent('events/c')]);
  });

  it('leaves out the plan of a run whose own journal is here, which is more precise', () => {
    expect(stateOf(checkpoint, [localRun('another'), localRun('theirs')]).unfinished).toEqual([]);
  });

  it('includes a plan that does not name its run', () => {
    expect(stateOf({ ...checkpoint, note: undefined }, [localRun('ours')]).unfinished).toEqual([intent('events/c')]);
  });
});

describe('the state after further lines', () => {
  it('has their changes, and what was unfinished before unless they end it', () => {
    const before = {
      base: { entries: new Map([['events/a', entry('1')]]) },
      unfinished: [intent('events/b'), intent('events/c')],
    };
    const { base, unfinished } = withLines(before, [written('events/b', '2')]);
    expect([...base.entries.keys()]).toEqual(['events/a', 'events/b']);
    expect(unfinished).toEqual([intent('events/c')]);
  });

  it('starts empty', () => {
    expect(withLines(EMPTY_STATE, [])).toEqual({ base: { entries: new Map(), deleted: new Map() }, unfinished: [] });
  });
});

describe('the lines of a run that its own commits do not contain yet', () => {
  const lines = [written('events/a', '1'), written('events/b', '2')];

  it('are those after the included ones, and all if none are included', () => {
    expect(linesLeft(localRun('r', lines), commit({ note: note('r', { lines: 1 }) }))).toEqual([lines[1]]);
    expect(linesLeft(localRun('r', lines), commit({ note: note('r') }))).toEqual(lines);
    expect(linesLeft(localRun('r', lines), NO_COMMIT)).toEqual(lines);
  });
});

describe('a run that was overtaken', () => {
  it('is applied to what others have written since, all of which is kept', () => {
    const before = commit({
      base: { entries: new Map([['events/a', entry('1')]]) },
      lines: [written('events/b', '2')],
    });
    const theirs = commit({
      base: { entries: new Map([['events/a', entry('1')]]) },
      lines: [written('events/b', '2'), written('events/c', '3')],
    });
    const merged = overtakenState(before, [intent('events/d'), written('events/e', '5')], theirs);
    expect([...merged.base.entries.keys()].sort()).toEqual(['events/a', 'events/b', 'events/c', 'events/e']);
    expect(merged.unfinished).toEqual([intent('events/d')]);
  });
});

describe('the stored texts that are needed', () => {
  it('are those of a state, each once', () => {
    const entries = new Map([
      ['articles/a', entry('1', { body: 'x' })],
      ['articles/b', entry('2', { body: 'x' })],
      ['events/c', entry('3')],
    ]);
    expect(bodiesOf({ base: { entries }, unfinished: [] })).toEqual(new Set(['x']));
  });

  it('are those of the lines of a journal', () => {
    const lines = [written('articles/a', '1', { body: 'x' }), written('events/b', '2'), intent('events/c')];
    expect(bodiesIn(lines)).toEqual(new Set(['x']));
  });
});
