import { describe, expect, it } from 'vitest';
import { finishedNote, type Finishing } from '../../../src/state/git/state-writer.ts';
import type { GitRun } from '../../../src/state/git/git-run.ts';
import type { LocalRun } from '../../../src/state/git/local-runs.ts';
import type { RunNote } from '../../../src/state/run-note.ts';
import { EMPTY_STATE } from '../../../src/state/replay.ts';
import { NO_COMMIT, type StateCommit } from '../../../src/state/git/state-commit.ts';
import type { StateRef } from '../../../src/state/git/state-ref.ts';
import type { State } from '../../../src/state/store.ts';
import { IDENTITY } from '../identity.ts';
import { entry, intent, written } from '../store-contract.ts';

const note = (id: string, more: Partial<RunNote> = {}): RunNote => ({
  version: 1,
  id,
  command: 'sync',
  identity: IDENTITY,
  by: id === OURS ? 'ana' : 'ben',
  startedAt: '2027-05-04T10:00:00.000Z',
  finished: false,
  changes: [],
  ...more,
});
const OURS = '0123abcd';
const THEIRS = '4567cdef';
const A: State = { base: { entries: new Map([['events/a', entry]]) }, unfinished: [] };
const local = (of: RunNote, lines: LocalRun['lines'] = []): LocalRun => ({ note: of, base: undefined, lines });
const commit = (id: string, more: Partial<StateCommit> = {}): StateCommit => ({ ...NO_COMMIT, id, ...more });

/** `known`: the states by commit. */
function finished(given: Partial<Finishing>, known: Readonly<Record<string, State>> = {}): Promise<RunNote> {
  const stateAt = async (id: string | undefined) => (id === undefined ? EMPTY_STATE : (known[id] ?? EMPTY_STATE));
  const run = { note: note(OURS, { lines: 7, after: 'before' }) } as GitRun;
  return finishedNote({ stateAt } as StateRef, run, { runs: [], on: NO_COMMIT, state: A, lost: false, ...given });
}
const created = { action: 'create', address: 'events/a', id: '1' };
const adopted = { ...created, action: 'adopt' };

describe('the note of a finished run', () => {
  it('is its own, finished, without the keys of an unfinished note', async () => {
    expect(await finished({})).toEqual(note(OURS, { finished: true, changes: [adopted] as never }));
  });

  it('has the changes since the previous commit, or since the last finished one', async () => {
    expect(
      (await finished({ on: commit('c1', { note: note(THEIRS, { finished: true }) }) }, { c1: A })).changes,
    ).toEqual([]);
    const on = commit('c2', { note: note(OURS, { after: 'c1' }) });
    expect((await finished({ on }, { c1: A })).changes).toEqual([]);
    expect((await finished({ on }, { c2: A })).changes).toEqual([adopted]);
    expect((await finished({ on: commit('c1') }, { c1: A })).changes).toEqual([]);
  });

  it.each([
    ['was planned', { on: commit('c1', { planned: [intent('events/a')] }) }],
    ['is in the journal of the commit', { on: commit('c1', { lines: [intent('events/a')] }) }],
    ['is in a journal of this machine', { runs: [local(note(OURS), [intent('events/a')])] }],
  ])('counts as created what %s', async (_, given) => {
    expect((await finished(given)).changes).toEqual([created]);
  });

  it('is interrupted if it has lost its lock, with the number of its lines that are included', async () => {
    const runs = [local(note(OURS), [intent('events/a'), written('events/a')])];
    expect(await finished({ lost: true, runs })).toMatchObject({
      id: OURS,
      finished: true,
      interrupted: true,
      lines: 2,
    });
    expect(await finished({ lost: true })).toMatchObject({ interrupted: true, lines: 7 });
  });
});

describe('the note of a run that finds a dead one', () => {
  it('is that of the dead run, which this machine remembers', async () => {
    const dead = note(THEIRS, { after: 'c0', lines: 9 });
    const made = await finished({ runs: [local(dead, [intent('events/a')])] });
    expect(made).toEqual(note(THEIRS, { finished: true, interrupted: true, lines: 1, changes: [created] as never }));
  });

  it('is that of the dead run on the ref, with the number of lines it had pushed', async () => {
    expect(await finished({ on: commit('c1', { note: note(THEIRS, { lines: 3 }) }) })).toMatchObject({
      id: THEIRS,
      by: 'ben',
      interrupted: true,
      lines: 3,
    });
    expect((await finished({ on: commit('c1', { note: note(THEIRS) }) })).lines).toBe(0);
  });

  it('is its own once it has started itself, or if the other has finished', async () => {
    const runs = [local(note(THEIRS)), local(note(OURS))];
    expect(await finished({ runs })).not.toHaveProperty('interrupted');
    expect((await finished({ runs })).id).toBe(OURS);
    const on = commit('c1', { note: note(THEIRS, { finished: true }) });
    expect(await finished({ on })).toMatchObject({ id: OURS, by: 'ana' });
    const begun = commit('c1', { note: note(OURS) });
    expect(await finished({ on: begun, runs: [local(note(THEIRS))] })).toMatchObject({ id: OURS });
  });
});
