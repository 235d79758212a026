import { describe, expect, it } from 'vitest';
import { gitIn } from '../../../src/git/git.ts';
import type { Base, BaseEntry } from '../../../src/model/base.ts';
import { Belonging } from '../../../src/state/belonging.ts';
import { writtenLine, type JournalLine } from '../../../src/state/journal-line.ts';
import { withTree } from '../../../src/state/git/noted-tree.ts';
import { readHistory } from '../../../src/state/git/run-history.ts';
import type { RunNote } from '../../../src/state/run-note.ts';
import { encodeState } from '../../../src/state/state-file.ts';
import { StateRef } from '../../../src/state/git/state-ref.ts';
import { git } from '../clones.ts';
import { IDENTITY } from '../identity.ts';
import { importCommits } from '../imported-commits.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const REF = 'refs/gitcast/state/production';
const entry = (id: string): BaseEntry => ({ kind: 'event', id, leaves: {} });

interface Recorded {
  readonly note?: Partial<RunNote>;
  readonly base?: Base;
  readonly journal?: readonly JournalLine[];
  readonly planned?: readonly JournalLine[];
}

const filesOf = ({ note, base = { entries: new Map() }, journal = [], planned = [] }: Recorded) => ({
  'state.json': encodeState({ target: 'production', identity: IDENTITY }, base),
  ...(note && {
    'run.json': JSON.stringify({
      version: 1,
      identity: IDENTITY,
      by: 'Ana',
      startedAt: '',
      finished: true,
      changes: [],
      ...note,
    }),
  }),
  ...(journal.length > 0 && { 'journal/000001': journal.map(writtenLine).join('') }),
  ...(planned.length > 0 && { planned: planned.map(writtenLine).join('') }),
});

function historyOf(...recorded: readonly Recorded[]) {
  const folder = temporaryFolder();
  git(folder, 'init', '-q');
  const commits = recorded.length === 0 ? [] : importCommits(folder, REF, recorded.map(filesOf));
  const ref = new StateRef({
    git: gitIn(folder, process.env),
    belonging: new Belonging({ target: 'production', identity: IDENTITY }),
  });
  return { commits, folder, read: (limit = 10) => readHistory(gitIn(folder, process.env), ref, limit) };
}

const run = (id: string, more: Partial<RunNote> = {}): Recorded => ({ note: { id, command: 'sync', ...more } });

describe('the runs that a state has recorded', () => {
  it('are empty if there is no state', async () => {
    expect(await historyOf().read()).toEqual([]);
  });

  it('come newest first, each with its commit and time', async () => {
    const { commits, read } = historyOf(run('first'), run('second'));
    const runs = await read();
    expect(runs.map(({ id, commit }) => [id, commit])).toEqual([
      ['second', commits[1]],
      ['first', commits[0]],
    ]);
    expect(runs.map(({ at }) => Date.parse(at))).toEqual([
      Date.parse('2027-06-18T12:01:00Z'),
      Date.parse('2027-06-18T12:00:00Z'),
    ]);
    expect(runs[1]).toMatchObject({ command: 'sync', by: 'Ana', finished: true });
  });

  it('have the changes that they record, once they have finished', async () => {
    const changes = [{ action: 'update', address: 'events/a', id: '1' }] as const;
    const { read } = historyOf(run('only', { changes }));
    expect(await read()).toMatchObject([{ id: 'only', changes }]);
  });

  it('are limited to the requested number', async () => {
    const { read } = historyOf(run('first'), run('second'), run('third'));
    expect((await read(2)).map(({ id }) => id)).toEqual(['third', 'second']);
    expect(await read(0)).toEqual([]);
  });

  it('leave out commits without a run, and unfinished ones', async () => {
    const { read } = historyOf(run('first'), {}, run('died', { finished: false }), run('last'));
    expect((await read()).map(({ id }) => id)).toEqual(['last', 'first']);
  });

  it('are all found, however many there are', async () => {
    const many = Array.from({ length: 403 }, (_, index) => run(`run ${index}`));
    const { read } = historyOf(...many);
    const found = (await read(1000)).map(({ id }) => id);
    expect(found).toEqual(many.map((_, index) => `run ${index}`).reverse());
  });

  it('are only those of the state itself, not of what was merged into it', async () => {
    const { folder, commits, read } = historyOf(run('first'), run('second'));
    const [side] = importCommits(folder, 'refs/side', [filesOf(run('beside'))]);
    const tree = git(folder, 'rev-parse', `${commits[1]}^{tree}`);
    const merged = git(folder, 'commit-tree', tree, '-p', commits[1]!, '-p', side!, '-m', withTree('merged\n', tree));
    git(folder, 'update-ref', REF, merged);
    expect((await read()).map(({ id }) => id)).toEqual(['second', 'second', 'first']);
  });
});

describe('a run in progress or just interrupted', () => {
  const intent: JournalLine = {
    type: 'intent',
    address: 'events/b',
    kind: 'event',
    idempotencyKey: 'k',
    action: 'create',
    at: 1,
    leaves: {},
    echoes: {},
  };

  it('is shown with its changes until its last checkpoint', async () => {
    const base: Base = { entries: new Map([['events/a', entry('1')]]) };
    const { folder, commits } = historyOf({ ...run('first'), base });
    const unfinished: Recorded = {
      ...run('second', { finished: false, after: commits[0]! }),
      base,
      journal: [{ type: 'written', address: 'events/b', entry: entry('2'), settles: ['k'] }],
      planned: [intent],
    };
    const both = importCommits(folder, REF, [filesOf({ ...run('first'), base }), filesOf(unfinished)]);
    const ref = new StateRef({
      git: gitIn(folder, process.env),
      belonging: new Belonging({ target: 'production', identity: IDENTITY }),
    });
    const [newest, ...older] = await readHistory(gitIn(folder, process.env), ref, 5);
    expect(both[0]).toBe(commits[0]);
    expect(newest).toMatchObject({ id: 'second', commit: both[1], finished: false });
    // It was announced before it was written, so it was created, not found.
    expect(newest!.changes).toEqual([{ action: 'create', address: 'events/b', id: '2' }]);
    expect(older.map(({ id }) => id)).toEqual(['first']);
  });

  it('is shown as the first if there was none before it', async () => {
    const journal: readonly JournalLine[] = [
      intent,
      { type: 'written', address: 'events/b', entry: entry('2'), settles: ['k'] },
    ];
    const { read } = historyOf({ ...run('only', { finished: false }), journal });
    expect(await read()).toMatchObject([{ id: 'only', changes: [{ action: 'create', address: 'events/b' }] }]);
  });
});
