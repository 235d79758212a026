import { describe, expect, it } from 'vitest';
import type { BaseEntry } from '../../../src/model/base.ts';
import type { JournalLine } from '../../../src/state/journal-line.ts';
import { EMPTY_STATE } from '../../../src/state/replay.ts';
import { loadSharedState } from '../../../src/state/git/known-state.ts';
import type { LocalRun } from '../../../src/state/git/local-runs.ts';
import type { RunNote } from '../../../src/state/run-note.ts';
import { NO_COMMIT, type StateCommit, type StoredCommit } from '../../../src/state/git/state-commit.ts';
import type { StateRef } from '../../../src/state/git/state-ref.ts';
import type { State } from '../../../src/state/store.ts';
import { IDENTITY } from '../identity.ts';
import { entry, intent } from '../store-contract.ts';

const note = (id: string, more: Partial<RunNote> = {}): RunNote => ({
  version: 1,
  id,
  command: 'sync',
  identity: IDENTITY,
  by: 'ana',
  startedAt: '2027-05-04T10:00:00.000Z',
  finished: true,
  changes: [],
  ...more,
});
const entries = (ids: Readonly<Record<string, string>>): ReadonlyMap<string, BaseEntry> =>
  new Map(Object.entries(ids).map(([address, id]) => [address, { ...entry, id }]));
const commit = (id: string, ids: Readonly<Record<string, string>>, more: Partial<StoredCommit> = {}): StoredCommit => ({
  ...NO_COMMIT,
  id,
  identity: IDENTITY,
  base: { entries: entries(ids) },
  ...more,
});
const wrote = (address: string, id: string): JournalLine => ({
  type: 'written',
  address,
  entry: { ...entry, id },
  settles: [`of ${address}`],
});
const run = (id: string, base: string | undefined, ...lines: readonly JournalLine[]): LocalRun => ({
  note: note(id, { finished: false }),
  base,
  lines,
});

/** A ref reduced to its history: the last commits of runs, and states by commit. */
function refWith(last: Readonly<Record<string, StoredCommit>> = {}, states: Readonly<Record<string, State>> = {}) {
  const ref: Pick<StateRef, 'lastOf' | 'stateAt'> = {
    lastOf: async (id, tip) => (tip === undefined ? undefined : last[id]),
    stateAt: async (id) => (id === undefined ? EMPTY_STATE : (states[id] ?? EMPTY_STATE)),
  };
  return ref as StateRef;
}

async function loaded(tip: StateCommit, runs: readonly LocalRun[], ref = refWith()) {
  const { base, unfinished, interrupted } = await loadSharedState(ref, tip, runs);
  const known = [...base.entries].map(([address, { id }]) => `${address}=${id}`);
  return { known: [...known.sort(), ...unfinished.map(({ address }) => `${address}?`)].join(' '), interrupted };
}

describe('a shared state without runs on this machine', () => {
  it('is what is on the ref, with the lines and the plan of a run in progress', async () => {
    expect(await loaded(commit('c1', { a: '1' }), [])).toEqual({ known: 'a=1', interrupted: false });
    const tip = commit('c1', { a: '1' }, { lines: [wrote('b', '2')], planned: [intent('c')] });
    expect(await loaded(tip, [])).toEqual({ known: 'a=1 b=2 c?', interrupted: true });
  });

  it.each([
    ['lines', { lines: [wrote('b', '2')] }],
    ['a plan', { planned: [intent('c')] }],
  ])('is that of an interrupted run if there are %s', async (_, more) => {
    expect((await loaded(commit('c1', {}, more), [])).interrupted).toBe(true);
  });
});

describe('a shared state with a run on this machine', () => {
  const RUN = '0123abcd';

  it('has all of its lines if nothing was pushed since it started, which needs no history', async () => {
    const unasked = { lastOf: () => Promise.reject(new Error('asked')) } as unknown as StateRef;
    const tip = commit('c1', { a: '1', x: '9' });
    const lines: readonly JournalLine[] = [wrote('b', '2'), { type: 'forgotten', address: 'x', settles: [] }];
    expect(await loaded(tip, [run(RUN, 'c1', ...lines)], unasked)).toEqual({ known: 'a=1 b=2', interrupted: true });
    const first = [run(RUN, undefined, wrote('b', '2'))];
    expect(await loaded(NO_COMMIT, first, unasked)).toEqual({ known: 'b=2', interrupted: true });
  });

  it('is not interrupted by a run that did nothing', async () => {
    expect(await loaded(commit('c1', { a: '1' }), [run(RUN, 'c1')])).toEqual({ known: 'a=1', interrupted: false });
  });

  it('has the lines that its own last push did not have', async () => {
    const tip = commit('c2', { a: '1' }, { lines: [wrote('b', '2')], note: note(RUN, { finished: false, lines: 1 }) });
    const lines = [wrote('b', 'counted twice'), wrote('c', '3')];
    expect((await loaded(tip, [run(RUN, 'c1', ...lines)])).known).toBe('a=1 b=2 c=3');
  });

  it('has nothing more of a finished run, at the tip or before it', async () => {
    const own = commit('c2', { a: '1' }, { note: note(RUN) });
    const lines = [wrote('a', 'old'), wrote('b', 'deleted since')];
    expect((await loaded(own, [run(RUN, 'c1', ...lines)])).known).toBe('a=1');
    const tip = commit('c3', { a: '2' }, { note: note('4567cdef') });
    expect((await loaded(tip, [run(RUN, 'c1', ...lines)], refWith({ [RUN]: own }))).known).toBe('a=2');
  });

  it('has what only this machine knows of a run that another has saved as interrupted', async () => {
    const own = commit('c2', { a: '1' }, { note: note(RUN, { interrupted: true, lines: 1 }) });
    const ours = run(RUN, 'c1', wrote('a', '1'), wrote('b', '2'));
    expect((await loaded(own, [ours])).known).toBe('a=1 b=2');
    const tip = commit('c3', { a: '1', c: '3' }, { note: note('4567cdef') });
    expect((await loaded(tip, [ours], refWith({ [RUN]: own }))).known).toBe('a=1 b=2 c=3');
  });

  it('is merged with what others have written since its last push, which already was a merge', async () => {
    const own = commit('c2', { a: '1', b: 'newer', x: '9' }, { note: note(RUN, { finished: false, lines: 1 }) });
    const tip = commit('c3', { b: 'newer', d: '4', x: '9' }, { note: note('4567cdef') });
    const ours = run(RUN, 'c1', wrote('b', '2'), wrote('c', '3'), { type: 'forgotten', address: 'x', settles: [] });
    expect((await loaded(tip, [ours], refWith({ [RUN]: own }))).known).toBe('b=newer c=3 d=4');
  });

  it('is merged from where it started with what others have written, if it had pushed nothing', async () => {
    const states = { c1: { base: { entries: entries({ a: '1', x: '9' }) }, unfinished: [] } };
    const tip = commit('c3', { a: '1', d: '4' }, { note: note('4567cdef') });
    const ours = run(RUN, 'c1', wrote('b', '2'));
    expect((await loaded(tip, [ours], refWith({}, states))).known).toBe('a=1 b=2 d=4');
    // It may have started from its own earlier push, which is not a later one.
    const began = commit('c1', { a: '1', x: '9' }, { note: note(RUN) });
    expect((await loaded(tip, [ours], refWith({ [RUN]: began }, states))).known).toBe('a=1 b=2 d=4');
  });

  it('has the lines of several runs', async () => {
    const runs = [run(RUN, 'c1', wrote('b', '2')), run('4567cdef', 'c1', wrote('c', '3'))];
    expect((await loaded(commit('c1', { a: '1' }), runs)).known).toBe('a=1 b=2 c=3');
  });
});
