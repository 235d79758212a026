import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_BASE, type Base, type BaseEntry } from '../../src/model/base.ts';
import { readJournal, writtenLine, type JournalLine } from '../../src/state/journal-line.ts';
import { bodiesOf, EMPTY_STATE, withLines } from '../../src/state/replay.ts';
import { anyEntries, anyLines } from './arbitrary-state.ts';
import { exampleIntent } from './example-run.ts';

const entry: BaseEntry = { kind: 'article', id: 'new', leaves: {} };
const intent = exampleIntent({ address: 'articles/a', kind: 'article' });

const replay = (base: Base, lines: readonly JournalLine[]) => withLines({ base, unfinished: [] }, lines);

describe('replaying a journal', () => {
  it('of a journal that is torn anywhere gives the state after its complete lines', () => {
    const property = fc.property(anyEntries, anyLines, fc.nat(), (entries, lines, cut) => {
      const bytes = Buffer.from(lines.map(writtenLine).join(''));
      const torn = bytes.subarray(0, cut % (bytes.length + 1));
      const whole = torn.toString('latin1').split('\n').length - 1;
      const read = readJournal(torn.toString('utf8'));
      expect(read.damagedAt).toBeUndefined();
      expect(replay({ entries }, read.lines)).toEqual(replay({ entries }, lines.slice(0, whole)));
      expect(torn.subarray(0, read.wholeBytes).toString('utf8')).toBe(lines.slice(0, whole).map(writtenLine).join(''));
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('changes nothing when repeated on its own result', () => {
    const property = fc.property(anyEntries, anyLines, (entries, lines) => {
      const once = replay({ entries }, lines);
      expect(replay(once.base, lines)).toEqual(once);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('gives the same at once or in two parts, with the open intents carried over', () => {
    const property = fc.property(anyEntries, anyLines, anyLines, (entries, first, second) => {
      const half = replay({ entries }, first);
      expect(withLines(half, second)).toEqual(replay({ entries }, [...first, ...second]));
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('leaves its input unchanged', () => {
    const entries = new Map([['articles/a', entry]]);
    replay({ entries }, [{ type: 'forgotten', address: 'articles/a', settles: [] }]);
    expect(entries.size).toBe(1);
  });

  it('lists the creations whose outcome is unknown', () => {
    const other = { ...intent, address: 'articles/b', idempotencyKey: 'l' };
    const { unfinished } = replay(EMPTY_BASE, [
      intent,
      other,
      { type: 'written', address: 'articles/a', entry, settles: ['k'] },
    ]);
    expect(unfinished).toEqual([other]);
  });

  it('counts a rejected creation as finished', () => {
    const { unfinished, base } = replay(EMPTY_BASE, [
      intent,
      { type: 'dropped', address: 'articles/a', settles: ['k'] },
    ]);
    expect(unfinished).toEqual([]);
    expect(base.entries.size).toBe(0);
  });

  it('settles the intents that an outcome names, and no others of its address', () => {
    const later = { ...intent, key: 'later', idempotencyKey: 'l' };
    const settles = ['k'];
    const { unfinished } = replay(EMPTY_BASE, [
      intent,
      later,
      { type: 'written', address: 'articles/a', entry, settles },
    ]);
    expect(unfinished).toEqual([later]);
  });

  it('leaves a creation open when what it replaces is deleted', () => {
    const { unfinished } = replay(EMPTY_BASE, [
      intent,
      { type: 'deleted', address: 'articles/a', id: 'old', at: 1, settles: [] },
    ]);
    expect(unfinished).toEqual([intent]);
  });

  it('keeps a document whose replaced object is deleted, and records the deletion', () => {
    const replacing = { ...entry, replaces: ['old'] };
    const { base } = replay(EMPTY_BASE, [
      { type: 'written', address: 'articles/a', entry: replacing, settles: [] },
      { type: 'deleted', address: 'articles/a', id: 'old', at: 7, settles: [] },
    ]);
    expect(base.entries).toEqual(new Map([['articles/a', entry]]));
    expect(base.deleted).toEqual(new Map([['old', 7]]));
  });

  it('forgets a document, and the creations that are settled with it', () => {
    const entries = new Map([['articles/a', entry]]);
    const { base, unfinished } = replay({ entries }, [
      intent,
      { type: 'forgotten', address: 'articles/a', settles: ['k'] },
    ]);
    expect(base.entries.size).toBe(0);
    expect(unfinished).toEqual([]);
  });

  it('drops a document whose own object was deleted', () => {
    const entries = new Map([['articles/a', entry]]);
    const { base } = replay({ entries }, [
      { type: 'deleted', address: 'articles/a', id: entry.id, at: 7, settles: [] },
    ]);
    expect(base.entries.size).toBe(0);
    expect(base.deleted).toEqual(new Map([[entry.id, 7]]));
  });

  it('gives an object one address, the last one that was written', () => {
    const entries = new Map([['articles/a', entry]]);
    const written = (address: string) => ({ type: 'written', address, entry, settles: [] }) as const;
    expect(replay({ entries }, [written('articles/b')]).base.entries).toEqual(new Map([['articles/b', entry]]));
    const lines = [written('articles/b'), written('articles/c'), written('articles/b')];
    expect(replay({ entries }, lines).base.entries).toEqual(new Map([['articles/b', entry]]));
    const place = { ...entry, kind: 'place' } as const;
    const other = replay({ entries }, [{ type: 'written', address: 'places/a', entry: place, settles: [] }]);
    expect([...other.base.entries.keys()]).toEqual(['articles/a', 'places/a']);
  });

  it('keeps the id of a document that moves', () => {
    const entries = new Map([['articles/a', entry]]);
    const { base } = replay({ entries }, [
      { type: 'moved', from: 'articles/a', address: 'articles/b', entry, settles: [] },
    ]);
    expect(base.entries).toEqual(new Map([['articles/b', entry]]));
  });

  it('keeps both documents that change places, also when repeated', () => {
    const [one, other] = [entry, { ...entry, id: 'other' }];
    const entries = new Map([
      ['articles/a', one],
      ['articles/b', other],
    ]);
    const lines = [
      { type: 'moved', from: 'articles/a', address: 'articles/b', entry: one, settles: [] },
      { type: 'moved', from: 'articles/b', address: 'articles/a', entry: other, settles: [] },
    ] as const;
    const swapped = { 'articles/a': other, 'articles/b': one };
    const { base } = replay({ entries }, lines);
    expect(Object.fromEntries(base.entries)).toEqual(swapped);
    expect(Object.fromEntries(replay(base, lines).base.entries)).toEqual(swapped);
  });
});

it('a state starts empty', () => {
  expect(withLines(EMPTY_STATE, [])).toEqual({ base: { entries: new Map(), deleted: new Map() }, unfinished: [] });
});

it('the stored texts that a state needs are each named once', () => {
  const entries = new Map([
    ['articles/a', { ...entry, id: '1', body: 'x' }],
    ['articles/b', { ...entry, id: '2', body: 'x' }],
    ['articles/c', { ...entry, id: '3' }],
  ]);
  expect(bodiesOf({ base: { entries }, unfinished: [] })).toEqual(new Set(['x']));
});
