import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueAt, type Json, type Path } from '../../src/values/json.ts';
import { readJournal } from '../../src/state/journal-line.ts';
import { lockIn } from '../../src/state/file/lock-file.ts';
import { readNote } from '../../src/state/run-note.ts';
import { decodeState } from '../../src/state/state-file.ts';
import { IDENTITY } from './identity.ts';
import { mutationsOf } from '../values/mutated-json.ts';

const ENTRY = {
  kind: 'event',
  id: '64b7c0ffee64b7c0ffee0001',
  leaves: { title: { sent: 'd1', answered: 'd2' } },
  updatedAt: '2027-06-18T12:00:00.000Z',
  seen: { category: 'd3' },
  edited: true,
  writtenAt: 1_800_000_000_000,
  protect: true,
  body: 'd4',
  replaces: ['64b7c0ffee64b7c0ffee0009'],
};

const INTENT: Json = {
  type: 'intent',
  address: 'events/a',
  kind: 'event',
  idempotencyKey: 'k1',
  action: 'create',
  id: 'x',
  replaces: ['y'],
  at: 1,
  leftBy: 2,
  confirmed: true,
  leaves: { title: 'd1' },
  echoes: { title: 'd2' },
  naturalKey: { title: 'A' },
};

const STATE: Json = {
  version: 1,
  target: 'live',
  identity: { ...IDENTITY },
  entries: { 'events/a': ENTRY, 'events/b': { ...ENTRY, id: '64b7c0ffee64b7c0ffee0002', leaves: { title: 'd1' } } },
  deleted: { '64b7c0ffee64b7c0ffee0007': 1_800_000_000_000 },
  unfinished: [INTENT],
};

const LINES: readonly Json[] = [
  INTENT,
  { type: 'written', address: 'events/a', entry: ENTRY, settles: ['k1'] },
  { type: 'moved', address: 'events/a', from: 'events/b', entry: ENTRY, settles: ['k1'] },
  { type: 'deleted', address: 'events/a', id: 'x', at: 1, settles: ['k1'] },
  { type: 'forgotten', address: 'events/a', settles: ['k1'] },
  { type: 'dropped', address: 'events/a', settles: ['k1'] },
];

const LOCK: Json = {
  id: '0123abcd',
  startedAt: '2027-06-18T12:00:00.000Z',
  heartbeat: '2027-06-18T12:00:02.000Z',
  expires: '2027-06-18T12:05:02.000Z',
  user: 'ana',
  host: 'runner',
  pid: 12,
  boot: 'b',
  space: 's',
  started: '99',
  command: 'sync',
  url: 'https://ci.example/1',
  identity: { ...IDENTITY },
};

const CONTENT = { commit: 'c0ffee', branch: 'main', uncommitted: false, trees: { content: 'c0ffee' } };

const NOTE: Json = {
  version: 1,
  id: '0123abcd',
  command: 'sync',
  identity: { ...IDENTITY },
  by: 'ana',
  startedAt: '2027-06-18T12:00:00.000Z',
  url: 'https://ci.example/1',
  content: CONTENT,
  finished: false,
  interrupted: true,
  changes: [{ action: 'move', address: 'events/a', id: 'x', from: 'events/b' }],
  after: 'c0ffee',
  synced: 'c0ffee',
  supersedes: ['c0ffee'],
  sent: [{ ...CONTENT, by: 'ana', at: '2027-06-18T12:00:00.000Z' }],
  moved: true,
};

/** A bare digest means that the answer equals what was sent. */
const isOtherForm = (path: Path, json: Json): boolean =>
  path.at(-2) === 'leaves' && typeof valueAt(json, path) === 'string';

const RUNS = { numRuns: 500 };

describe('a file with a value of the wrong type is refused as a whole', () => {
  it('state', () => {
    const read = (json: Json) => decodeState(JSON.stringify(json), { target: 'live', path: 'live.json' });
    expect(read(STATE).base.entries.size).toBe(2);
    const property = fc.property(mutationsOf(STATE, ['naturalKey']), ({ path, json }) => {
      fc.pre(!isOtherForm(path, json));
      expect(() => read(json)).toThrow(expect.objectContaining({ name: 'UserError' }));
    });
    fc.assert(property, RUNS);
  });

  it('journal', () => {
    const read = (line: Json) => readJournal(`${JSON.stringify(line)}\n`);
    for (const line of LINES) expect(read(line)).toMatchObject({ lines: [line] });
    const anyLine = fc.oneof(...LINES.map((line) => mutationsOf(line, ['naturalKey'])));
    const property = fc.property(anyLine, ({ path, json }) => {
      fc.pre(!isOtherForm(path, json));
      expect(read(json)).toMatchObject({ lines: [], damagedAt: 1 });
    });
    fc.assert(property, RUNS);
  });

  it('lock', () => {
    const read = (json: Json) => lockIn(JSON.stringify(json), { id: 'unreadable', at: '2027-06-18T12:00:00.000Z' });
    expect(read(LOCK)).toEqual(LOCK);
    const property = fc.property(mutationsOf(LOCK), ({ json }) => {
      expect(read(json)).toMatchObject({ pid: 0, unreadable: expect.any(String) });
    });
    fc.assert(property, RUNS);
  });

  it('run note', () => {
    expect(readNote(JSON.stringify(NOTE), 'here')).toEqual(NOTE);
    const property = fc.property(mutationsOf(NOTE), ({ json }) => {
      expect(() => readNote(JSON.stringify(json), 'here')).toThrow(/^the run note here cannot be used: /);
    });
    fc.assert(property, RUNS);
  });
});
