import { describe, expect, it } from 'vitest';
import type { Base, BaseEntry } from '../../src/model/base.ts';
import type { JournalLine } from '../../src/state/journal-line.ts';
import {
  changesBetween,
  countsText,
  finishedNote,
  isSync,
  messageOf,
  noteOn,
  readNote,
  RUN_ACTIONS,
  sentAfter,
  type RunChange,
  type RunNote,
} from '../../src/state/run-note.ts';
import { IDENTITY } from './identity.ts';
import { exampleIntent, exampleNote } from './example-run.ts';

const entry = (id: string, title: string): BaseEntry => ({
  kind: 'event',
  id,
  leaves: { title: { sent: title, answered: title } },
});
const base = (entries: Readonly<Record<string, BaseEntry>>, deleted: readonly string[] = []): Base => ({
  entries: new Map(Object.entries(entries)),
  deleted: new Map(deleted.map((id) => [id, 1])),
});
const written = (address: string, as: BaseEntry): JournalLine => ({ type: 'written', address, entry: as, settles: [] });
const intent = (address: string, action: 'create' | 'update' = 'create'): JournalLine =>
  exampleIntent({ address, idempotencyKey: `of ${address}`, action });

const NOTE = exampleNote();
const created = (address: string): RunChange => ({ action: 'create', address, id: '1' });

describe('the recorded changes of a run', () => {
  it('list a document that was adopted and then changed as both', () => {
    const [found, pushed] = [entry('1', 'theirs'), entry('1', 'ours')];
    const lines = [written('events/a', found), written('events/a', pushed), written('events/a', pushed)];
    const changes = changesBetween(base({}), base({ 'events/a': pushed }), lines);
    expect(changes.map(({ action }) => action)).toEqual(['adopt', 'update']);
    expect(countsText(changes)).toBe('1 adopted, 1 updated');
  });

  it('list a document that was only adopted once, however often its line occurs', () => {
    const found = entry('1', 'theirs');
    const lines = [written('events/a', found), written('events/a', found)];
    expect(countsText(changesBetween(base({}), base({ 'events/a': found }), lines))).toBe('1 adopted');
  });

  it('list a document that was moved and changed as both, and a created one only as created', () => {
    const [old, moved, changed] = [entry('1', 'a'), entry('1', 'a'), entry('1', 'b')];
    const made = entry('2', 'c');
    const lines: readonly JournalLine[] = [
      { type: 'moved', address: 'events/new', from: 'events/old', entry: moved, settles: [] },
      written('events/new', changed),
      intent('events/made'),
      written('events/made', entry('2', 'first')),
      written('events/made', made),
    ];
    const after = base({ 'events/new': changed, 'events/made': made });
    expect(countsText(changesBetween(base({ 'events/old': old }), after, lines))).toBe('1 created, 1 updated, 1 moved');
  });

  it('have the old address of a moved document, once if nothing else changed', () => {
    const same = entry('1', 'a');
    const lines: readonly JournalLine[] = [
      { type: 'moved', address: 'events/new', from: 'events/old', entry: same, settles: [] },
    ];
    expect(changesBetween(base({ 'events/old': same }), base({ 'events/new': same }), lines)).toEqual([
      { action: 'move', address: 'events/new', id: '1', from: 'events/old' },
    ]);
  });

  it('leave out unchanged documents, and those with only newly seen unmanaged fields', () => {
    const before = { ...entry('1', 'a'), seen: { image: 'x' } };
    const after = { ...entry('1', 'a'), seen: { image: 'y' } };
    expect(changesBetween(base({ 'events/a': before }), base({ 'events/a': after }), [])).toEqual([]);
  });

  it('list an update without an old address, even if it was announced with an intent', () => {
    const [before, after] = [base({ 'events/a': entry('1', 'a') }), base({ 'events/a': entry('1', 'b') })];
    expect(changesBetween(before, after, [intent('events/a', 'update')])).toEqual([
      { action: 'update', address: 'events/a', id: '1' },
    ]);
  });

  it.each([
    ['create', intent('events/a', 'create')],
    ['adopt', intent('events/a', 'update')],
    ['adopt', intent('events/another')],
    ['adopt', { type: 'dropped', address: 'events/a', settles: [] } as const],
  ])('call a new object %s after %j', (action, line) => {
    expect(changesBetween(base({}), base({ 'events/a': entry('1', 'a') }), [line])).toEqual([
      { action, address: 'events/a', id: '1' },
    ]);
  });

  it('do not count lines without an entry as an update', () => {
    const found = entry('1', 'a');
    const lines: readonly JournalLine[] = [
      written('events/a', found),
      { type: 'deleted', address: 'events/a', id: '0', at: 1, settles: [] },
      { type: 'forgotten', address: 'events/a', settles: [] },
    ];
    expect(countsText(changesBetween(base({}), base({ 'events/a': found }), lines))).toBe('1 adopted');
  });

  it('list a missing document as deleted if its object was deleted, and as forgotten otherwise', () => {
    const before = base({ 'events/a': entry('1', 'a'), 'events/b': entry('2', 'b') });
    expect(changesBetween(before, base({}, ['1']), [])).toEqual([
      { action: 'delete', address: 'events/a', id: '1' },
      { action: 'forget', address: 'events/b', id: '2' },
    ]);
    expect(changesBetween(before, { entries: new Map() }, []).map(({ action }) => action)).toEqual([
      'forget',
      'forget',
    ]);
  });

  it('are in the order of the addresses, with the changes of one address in the order they were made', () => {
    const [found, pushed] = [entry('1', 'theirs'), entry('1', 'ours')];
    const before = base({ 'events/b': entry('2', 'b'), 'events/a': entry('3', 'a') });
    const after = base({ 'events/z': entry('9', 'z'), 'events/aa': pushed });
    const lines = [written('events/aa', found), written('events/aa', pushed)];
    expect(changesBetween(before, after, lines).map(({ action, address }) => `${action} ${address}`)).toEqual([
      'forget events/a',
      'adopt events/aa',
      'update events/aa',
      'forget events/b',
      'adopt events/z',
    ]);
  });
});

describe('the note of a run', () => {
  it('is read from its JSON', () => {
    expect(readNote(JSON.stringify(NOTE), 'here')).toEqual(NOTE);
  });

  it.each([
    ['a text that is not JSON', '{"version": 1'],
    ['null', 'null'],
    ['a note of another version', JSON.stringify({ ...NOTE, version: 2 })],
    ['a note without an id', JSON.stringify({ ...NOTE, id: 7 })],
    ['a note without changes', JSON.stringify({ ...NOTE, changes: 'none' })],
  ])('is not read from %s', (_, text) => {
    expect(() => readNote(text, 'here')).toThrow('the run note here cannot be used: ');
  });

  it.each([
    ['sync', true],
    ['apply', true],
    ['pull', false],
    ['pull --all-fields', false],
    ['state rebuild', false],
    ['pullover', true],
  ])('shows that the command `%s` makes the target match the files: %j', (command, expected) => {
    expect(isSync({ command })).toBe(expected);
  });
});

describe('the commits that a later sync has to include', () => {
  const content = (commit: string) => ({ commit, uncommitted: false, trees: {} });

  it('are none without a note of a sync', () => {
    expect(sentAfter(NOTE, undefined)).toEqual([]);
    expect(sentAfter(NOTE, { ...NOTE, content: content('a') })).toEqual([]);
  });

  it('are the newest of two runs on one commit, and unchanged for a run that sent nothing', () => {
    const before = { ...NOTE, sent: [{ ...content('a'), by: 'ben' }, content('b')] };
    const run = { ...NOTE, content: content('a'), supersedes: [] };
    expect(sentAfter(run, before)).toEqual([content('b'), { ...content('a'), by: 'ana', at: NOTE.startedAt }]);
    for (const other of [{ ...NOTE, supersedes: ['a', 'b'] }, { ...NOTE, content: content('a') }, NOTE])
      expect(sentAfter(other, before)).toBe(before.sent);
    expect(sentAfter({ ...run, command: 'pull', supersedes: ['a', 'b'] }, before)).toBe(before.sent);
  });
});

describe('the note on top of a commit', () => {
  const content = (commit: string) => ({ commit, uncommitted: false, trees: {} });
  const SYNCED: RunNote = { ...NOTE, content: content('new'), supersedes: [] };
  const NOTHING = { id: undefined, note: undefined };
  const before = { id: 'c1', note: { ...NOTE, synced: 'old', sent: [content('old')] } };

  it('names the last finished commit while its run is in progress', () => {
    const underWay = { ...NOTE, finished: false };
    expect(noteOn(NOTHING, underWay)).toEqual(underWay);
    expect(noteOn({ id: 'c1', note: NOTE }, underWay)).toEqual({ ...underWay, after: 'c1' });
    expect(noteOn({ id: 'c1', note: undefined }, underWay)).toEqual({ ...underWay, after: 'c1' });
    expect(noteOn({ id: 'c2', note: { ...underWay, after: 'c1' } }, underWay)).toEqual({ ...underWay, after: 'c1' });
    expect(noteOn({ id: 'c2', note: underWay }, underWay)).toEqual(underWay);
    expect(noteOn({ id: 'c1', note: NOTE }, NOTE)).toEqual(NOTE);
  });

  it('names the commit of a finished sync as the last synced one', () => {
    expect(noteOn(before, SYNCED).synced).toBe('new');
    expect(noteOn(NOTHING, SYNCED).synced).toBe('new');
  });

  it.each([
    ['is in progress', { finished: false }],
    ['was interrupted', { interrupted: true }],
    ['only adopted what the target has', { command: 'pull' }],
    ['has sent nothing', { supersedes: undefined }],
    ['knows no commit', { content: undefined }],
  ] as [string, Partial<RunNote>][])('names the previous one for a run that %s', (_, note) => {
    expect(noteOn(before, { ...SYNCED, ...note }).synced).toBe('old');
    expect(noteOn(NOTHING, { ...SYNCED, ...note })).not.toHaveProperty('synced');
  });

  it('lists the commits that a later sync has to include, if there are any', () => {
    expect(noteOn(before, SYNCED).sent).toEqual([content('old'), { ...content('new'), by: 'ana', at: NOTE.startedAt }]);
    expect(noteOn(NOTHING, NOTE)).toEqual(NOTE);
  });
});

describe('the note of a finished run', () => {
  const [EMPTY, A] = [base({}), base({ 'events/a': entry('1', 'x') })];
  const OURS: RunNote = { ...NOTE, finished: false, after: 'c1' };
  const { after: _, ...ENDED } = { ...OURS, finished: true };
  const DEAD: RunNote = { ...OURS, id: '4567cdef', by: 'ben', after: 'c0' };
  const journal = (note: RunNote, ...lines: readonly JournalLine[]) => ({ header: `${JSON.stringify(note)}\n`, lines });
  const wrote = written('events/a', entry('1', 'x'));

  it('is its own, with what it changed, and names no commit before it', () => {
    expect(finishedNote(OURS, [], [EMPTY, EMPTY])).toEqual(ENDED);
    expect(finishedNote(OURS, [journal(OURS, intent('events/a'), wrote)], [EMPTY, A])).toEqual({
      ...ENDED,
      changes: [created('events/a')],
    });
  });

  it('is that of a run that died, as long as it has done nothing itself', () => {
    const dead = journal(DEAD, wrote);
    const { after: __, ...died } = { ...DEAD, finished: true, interrupted: true as const };
    const changes = [{ action: 'adopt', address: 'events/a', id: '1' }];
    expect(finishedNote(OURS, [dead], [EMPTY, A])).toEqual({ ...died, changes });
    expect(finishedNote(OURS, [journal(OURS), dead], [EMPTY, A])).toMatchObject({ id: '4567cdef' });
    expect(finishedNote(OURS, [dead, journal(OURS, intent('events/b'))], [EMPTY, A])).toEqual({ ...ENDED, changes });
    expect(finishedNote(OURS, [journal(DEAD)], [A, A])).toEqual(ENDED);
  });
});

describe('the number of changes', () => {
  it('is counted for each action, in the order in which they are listed everywhere', () => {
    const changes = [...RUN_ACTIONS, ...RUN_ACTIONS.slice(0, 1)]
      .toReversed()
      .map((action): RunChange => ({ action, address: 'events/a', id: '1' }));
    expect(countsText(changes)).toBe('2 created, 1 adopted, 1 updated, 1 moved, 1 deleted, 1 forgotten');
  });

  it('is written in words if there are none', () => {
    expect(countsText([])).toBe('nothing changed');
  });
});

describe("the message of a commit on the state's ref", () => {
  const subject = (note: Partial<RunNote>): string => messageOf('production', { ...NOTE, ...note }).split('\n')[0]!;

  it('says where a state has been moved', () => {
    const identity = { ...IDENTITY, folder: 'spring' };
    expect(subject({ moved: true, identity })).toBe('sync production: moved to the folder spring');
  });

  it('has the counts, the changes, and the trailers by which it is found', () => {
    const changes: readonly RunChange[] = [
      created('events/a'),
      { action: 'move', address: 'events/c', from: 'events/b', id: '2' },
    ];
    const content = { commit: 'c0ffee', uncommitted: false, trees: {} };
    expect(messageOf('production', { ...NOTE, changes, content, url: 'https://ci.example/runs/7' }))
      .toBe(`sync production: 1 created, 1 moved

created events/a
moved events/b to events/c

Gitcast-Run: 0123abcd
Gitcast-By: ana
Gitcast-Content: c0ffee
Gitcast-Run-Url: https://ci.example/runs/7
`);
  });

  it('has no empty part if nothing changed, and no trailers for unknown values', () => {
    expect(messageOf('production', NOTE)).toBe(`sync production: nothing changed

Gitcast-Run: 0123abcd
Gitcast-By: ana
`);
  });

  it('shows that a run is in progress, or was interrupted', () => {
    expect(subject({ finished: false })).toBe('sync production: in progress');
    expect(subject({ interrupted: true })).toBe('sync production: nothing changed (interrupted)');
  });

  it('shows that files were not committed', () => {
    const text = messageOf('production', { ...NOTE, content: { commit: 'c0ffee', uncommitted: true, trees: {} } });
    expect(text).toContain('Gitcast-Content: c0ffee with uncommitted changes\n');
  });

  it('lists a hundred changes, and the number of the others', () => {
    const changes = (count: number) => Array.from({ length: count }, (_, index) => created(`events/${index}`));
    const listed = (count: number) =>
      messageOf('production', { ...NOTE, changes: changes(count) })
        .split('\n\n')[1]!
        .split('\n');
    expect(listed(100)).toHaveLength(100);
    expect(listed(100).at(-1)).toBe('created events/99');
    expect(listed(102)).toHaveLength(101);
    expect(listed(102).slice(-2)).toEqual(['created events/99', 'and 2 more']);
  });

  it('cannot get a trailer from a name with a line break', () => {
    const text = messageOf('production', {
      ...NOTE,
      by: 'ana\nGitcast-Run: ffffffff',
      changes: [created('events/a\nb')],
    });
    expect(text).toContain('created events/a b\n');
    expect(text.split('\n').filter((line) => line.startsWith('Gitcast-Run'))).toEqual(['Gitcast-Run: 0123abcd']);
  });
});
