import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BaseEntry } from '../../src/model/base.ts';
import type { Intent, JournalLine } from '../../src/state/journal-line.ts';
import { sharedObject } from '../../src/state/one-address.ts';
import { EMPTY_STATE, mergeLines, withLines } from '../../src/state/replay.ts';
import type { State } from '../../src/state/store.ts';
import { exampleIntent } from './example-run.ts';

const ADDRESSES = ['events/a', 'events/b', 'events/c', 'events/d'];
const IDS = ['1', '2', '3', '4', '5'];
const anyAddress = fc.constantFrom(...ADDRESSES);

/** Runs write later than what they began with. */
const entry = ({ min, max }: { min: number; max: number }): fc.Arbitrary<BaseEntry> =>
  fc
    .record({ id: fc.constantFrom(...IDS), sent: fc.constantFrom('x', 'y'), writtenAt: fc.integer({ min, max }) })
    .map(({ id, sent, writtenAt }) => ({
      kind: 'event',
      id,
      leaves: { title: { sent, answered: sent } },
      writtenAt,
    }));

const anyLines = (times: { min: number; max: number }): fc.Arbitrary<readonly JournalLine[]> => {
  const written = fc.record({ address: anyAddress, entry: entry(times) });
  const line: fc.Arbitrary<JournalLine> = fc.oneof(
    anyAddress.map((address): JournalLine => intent(`of ${address}`, { address })),
    written.map((each): JournalLine => ({ type: 'written', ...each, settles: [`of ${each.address}`] })),
    fc.record({ from: anyAddress, placed: written }).map(({ from, placed }): JournalLine => ({
      type: 'moved',
      from,
      ...placed,
      settles: [],
    })),
    fc
      .record({ address: anyAddress, id: fc.constantFrom(...IDS) })
      .map((each): JournalLine => ({ type: 'deleted', at: 7, ...each, settles: [] })),
    anyAddress.map((address): JournalLine => ({ type: 'forgotten', address, settles: [`of ${address}`] })),
  );
  return fc.array(line, { maxLength: 6 });
};

const before = anyLines({ min: 0, max: 9 });
/** Of two runs that both began after `before`, and did not know each other. */
const during = anyLines({ min: 10, max: 19 });

const intent = (idempotencyKey: string, more: Partial<Intent> = {}): Intent =>
  exampleIntent({ idempotencyKey, ...more });

/** Independent of the order. */
const plain = ({ base, unfinished }: State) => ({
  entries: Object.fromEntries([...base.entries].sort()),
  deleted: Object.fromEntries([...(base.deleted ?? [])].sort()),
  unfinished: unfinished.map(({ address }) => address).sort(),
});

/** The objects that a state knows: those of documents, and those that are still to be deleted. */
const objectsOf = ({ base }: State): readonly string[] =>
  [...base.entries.values()].flatMap(({ id, replaces = [] }) => [id, ...replaces]);

const isDeleted = (id: string, ...states: readonly State[]): boolean =>
  states.some(({ base }) => base.deleted?.has(id));

describe('the journals of two runs that did not know each other, in either order,', () => {
  const expectBoth = (test: (began: State, one: readonly JournalLine[], other: readonly JournalLine[]) => void) =>
    fc.assert(
      fc.property(before, during, during, (first, one, other) => {
        const began = withLines(EMPTY_STATE, first);
        test(began, one, other);
        test(began, other, one);
      }),
      { numRuns: 2000 },
    );

  it('lose no object that one of them wrote, unless it was deleted', () => {
    expectBoth((began, one, other) => {
      const [ours, theirs] = [withLines(began, one), withLines(began, other)];
      const merged = mergeLines(ours, other);
      for (const side of [ours, theirs]) {
        for (const [address, each] of side.base.entries) {
          const isWritten = JSON.stringify(each) !== JSON.stringify(began.base.entries.get(address));
          if (isWritten && !isDeleted(each.id, ours, theirs)) expect(objectsOf(merged)).toContain(each.id);
        }
      }
    });
  });

  it('bring back nothing that was deleted', () => {
    expectBoth((began, one, other) => {
      const ours = withLines(began, one);
      fc.pre([...ours.base.entries.values()].every(({ id }) => !isDeleted(id, ours)));
      const merged = mergeLines(ours, other);
      for (const id of ours.base.deleted!.keys()) expect(objectsOf(merged)).not.toContain(id);
    });
  });

  it('leave one address to an object, and nothing to delete that a document has', () => {
    expectBoth((began, one, other) => {
      const { base } = mergeLines(withLines(began, one), other);
      expect(sharedObject(base.entries)).toBeUndefined();
      const live = new Set([...base.entries.values()].map(({ id }) => id));
      for (const { replaces = [] } of base.entries.values()) for (const id of replaces) expect(live).not.toContain(id);
    });
  });

  it('leave open what the one that is known had open, unless the other settled it', () => {
    expectBoth((began, one, other) => {
      const ours = withLines(began, one);
      const keys = ours.unfinished.map(({ idempotencyKey }) => idempotencyKey);
      const settled = other.flatMap((line) => (line.type === 'intent' ? [] : line.settles));
      const left = mergeLines(ours, other).unfinished.map(({ idempotencyKey }) => idempotencyKey);
      expect(left).toEqual(expect.arrayContaining(keys.filter((key) => !settled.includes(key))));
      expect(keys).toEqual(expect.arrayContaining(left));
    });
  });

  it('give what they give in a row, if they have written different documents', () => {
    expectBoth((_, one, other) => {
      const own = (lines: readonly JournalLine[], half: readonly string[], ids: readonly string[]) =>
        lines.filter(({ type, address, ...rest }) => {
          const id = 'entry' in rest ? rest.entry.id : 'id' in rest ? rest.id : '';
          return type !== 'moved' && half.includes(address) && ids.includes(id!);
        });
      const left = own(one, ADDRESSES.slice(0, 2), ['1', '2']);
      const right = own(other, ADDRESSES.slice(2), ['3', '4']);
      const [ours, theirs] = [withLines(EMPTY_STATE, left), withLines(EMPTY_STATE, right)];
      fc.pre([...theirs.base.entries.values()].every(({ id }) => !isDeleted(id, theirs)));
      expect(plain(mergeLines(ours, right))).toEqual(plain(withLines(ours, right)));
    });
  });
});

describe('the journal of a run that another has overtaken', () => {
  const ENTRY: BaseEntry = { kind: 'event', id: '1', leaves: {} };
  const state = (
    entries: Readonly<Record<string, BaseEntry>>,
    deleted: Readonly<Record<string, number>> = {},
  ): State => ({
    base: { entries: new Map(Object.entries(entries)), deleted: new Map(Object.entries(deleted)) },
    unfinished: [],
  });
  const wrote = (entry: BaseEntry, address = 'events/a'): JournalLine => ({
    type: 'written',
    address,
    entry,
    settles: [],
  });
  const moved = (entry: BaseEntry, from: string, address: string): JournalLine => ({
    type: 'moved',
    from,
    address,
    entry,
    settles: [],
  });
  const titled = (sent: string, writtenAt: number, more: Partial<BaseEntry> = {}): BaseEntry => ({
    ...ENTRY,
    leaves: { title: { sent, answered: sent } },
    writtenAt,
    ...more,
  });
  const entriesOf = (...given: Parameters<typeof mergeLines>) => Object.fromEntries(mergeLines(...given).base.entries);

  it.each([
    ['the present one, written later', 5, 4, 'theirs'],
    ['its own, written later', 4, 5, 'ours'],
    ['the present one, if both were written at once', 5, 5, 'theirs'],
    ['its own, if the present one was only adopted', undefined, 5, 'ours'],
    ['the present one, if its own was only adopted', 5, undefined, 'theirs'],
  ] as const)('leaves of two objects %s, and the other to be deleted if a run made it', (_, there, mine, winner) => {
    const object = (id: string, writtenAt: number | undefined): BaseEntry => ({
      ...ENTRY,
      id,
      replaces: [`of ${id}`],
      ...(writtenAt !== undefined && { writtenAt }),
    });
    const loser = winner === 'ours' ? 'theirs' : 'ours';
    const isMade = there !== undefined && mine !== undefined;
    const merged = entriesOf(state({ 'events/a': object('theirs', there) }), [wrote(object('ours', mine))])[
      'events/a'
    ]!;
    expect(merged.id).toBe(winner);
    expect(merged.replaces).toEqual([`of ${winner}`, ...(isMade ? [loser] : []), `of ${loser}`]);
  });

  it('leaves one address if one run moved a document while the other wrote it, with what was written last', () => {
    const expected = { 'events/b': titled('y', 2, { replaces: ['0'] }) };
    const replacing = titled('x', 1, { replaces: ['0'] });
    expect(entriesOf(state({ 'events/a': titled('y', 2) }), [moved(replacing, 'events/a', 'events/b')])).toEqual(
      expected,
    );
    expect(entriesOf(state({ 'events/b': replacing }), [wrote(titled('y', 2))])).toEqual(expected);
  });

  it('leaves a document where another run has moved it since', () => {
    const lines = [moved(titled('x', 1), 'events/a', 'events/b')];
    expect(entriesOf(state({ 'events/c': titled('y', 2) }), lines)).toEqual({ 'events/c': titled('y', 2) });
    const taken = { 'events/a': titled('y', 2), 'events/b': titled('z', 3, { id: '2' }) };
    expect(entriesOf(state(taken), lines)).toEqual(taken);
  });

  it('does not count an object as replaced that another document has', () => {
    const created = [wrote(titled('y', 3)), wrote(titled('z', 2, { id: '2' }), 'events/b')];
    const merged = mergeLines(state({ 'events/b': titled('x', 1) }), created.toReversed()).base.entries;
    expect(merged.get('events/a')).toEqual(titled('y', 3));
    expect(merged.get('events/b')).toEqual(titled('z', 2, { id: '2' }));
  });

  it('leaves the object that exists if the other was forgotten or deleted', () => {
    const present = state({ 'events/a': titled('y', 2, { id: '2' }) });
    expect(entriesOf(present, [{ type: 'forgotten', address: 'events/a', settles: [] }])).toEqual(
      Object.fromEntries(present.base.entries),
    );
    expect(
      entriesOf(present, [
        wrote(titled('x', 1)),
        { type: 'deleted', address: 'events/a', id: '1', at: 7, settles: [] },
      ]),
    ).toEqual(Object.fromEntries(present.base.entries));
  });

  it('does not bring back what another run has deleted, however it has changed it', () => {
    const merged = mergeLines(state({}, { 1: 7 }), [wrote(titled('x', 9))]);
    expect(merged.base).toEqual({ entries: new Map(), deleted: new Map([['1', 7]]) });
  });

  it('deletes an object that another run has moved, and no other of its id', () => {
    const place: BaseEntry = { kind: 'place', id: '1', leaves: {} };
    const line: JournalLine = { type: 'deleted', address: 'events/a', id: '1', at: 7, settles: [] };
    expect(entriesOf(state({ 'places/a': place, 'events/b': titled('y', 2) }), [line])).toEqual({ 'places/a': place });
  });

  it('records each deletion with the later of two times', () => {
    const gone = (id: string, at: number): JournalLine => ({
      type: 'deleted',
      address: 'events/a',
      id,
      at,
      settles: [],
    });
    const { deleted } = mergeLines(state({}, { a: 1, b: 5, c: 3 }), [gone('a', 2), gone('b', 4), gone('d', 6)]).base;
    expect(Object.fromEntries(deleted!)).toEqual({ a: 2, b: 5, c: 3, d: 6 });
  });

  it('does not list what another run has deleted among the replaced objects', () => {
    const replacing = { ...ENTRY, replaces: ['old', 'older'] };
    expect(entriesOf(state({}, { old: 7 }), [wrote(replacing)])['events/a']?.replaces).toEqual(['older']);
  });

  it('opens no request again that another run has settled, and adds what it knows to an open one', () => {
    expect(mergeLines(state({}), [intent('a')]).unfinished).toEqual([]);
    const open: State = { ...state({}), unfinished: [intent('a'), intent('b')] };
    expect(
      mergeLines(open, [intent('a', { leftBy: 7 }), { type: 'dropped', address: 'events/a', settles: ['b'] }])
        .unfinished,
    ).toEqual([intent('a', { leftBy: 7 })]);
  });
});
