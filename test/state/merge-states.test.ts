import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BaseEntry } from '../../src/model/base.ts';
import type { Intent, JournalLine } from '../../src/state/journal-line.ts';
import { mergeStates } from '../../src/state/merge-states.ts';
import { sharedObject } from '../../src/state/one-address.ts';
import { replay } from '../../src/state/replay.ts';
import type { State } from '../../src/state/store.ts';

const ADDRESSES = ['events/a', 'events/b', 'events/c', 'events/d'];

const entry = fc
  .record({ id: fc.constantFrom('1', '2', '3', '4', '5'), sent: fc.constantFrom('x', 'y'), writtenAt: fc.nat(9) })
  .map(({ id, sent, writtenAt }): BaseEntry => ({
    kind: 'event',
    id,
    leaves: { title: { sent, answered: sent } },
    writtenAt,
  }));

const line: fc.Arbitrary<JournalLine> = fc.oneof(
  fc.record({ address: fc.constantFrom(...ADDRESSES) }).map(({ address }): JournalLine => ({
    type: 'intent',
    address,
    kind: 'event',
    idempotencyKey: `of ${address}`,
    action: 'create',
    at: 1,
    leaves: {},
    echoes: {},
  })),
  fc
    .record({ address: fc.constantFrom(...ADDRESSES), entry })
    .map((each): JournalLine => ({ type: 'written', ...each, settles: [`of ${each.address}`] })),
  fc
    .record({ address: fc.constantFrom(...ADDRESSES), id: fc.constantFrom('1', '2', '3', '4', '5') })
    .map((each): JournalLine => ({ type: 'deleted', at: 7, ...each, settles: [] })),
  fc
    .constantFrom(...ADDRESSES)
    .map((address): JournalLine => ({ type: 'forgotten', address, settles: [`of ${address}`] })),
);

const lines = fc.array(line, { maxLength: 6 });
const EMPTY: State = { base: { entries: new Map() }, unfinished: [] };
const after = ({ base, unfinished }: State, ...more: readonly JournalLine[]): State =>
  replay(base, [...unfinished, ...more]);

/** Independent of the order. */
const plain = ({ base, unfinished }: State) => ({
  entries: Object.fromEntries([...base.entries].sort()),
  deleted: Object.fromEntries([...(base.deleted ?? [])].sort()),
  unfinished: unfinished.map(({ address }) => address).sort(),
});

/** A service does not reuse deleted ids. */
const alive = (state: State): boolean =>
  [...state.base.entries.values()].every(({ id }) => !state.base.deleted?.has(id));

describe('merging two states with a common ancestor', () => {
  it('returns one side if the other has done nothing', () => {
    fc.assert(
      fc.property(lines, lines, (before, more) => {
        const ancestor = after(EMPTY, ...before);
        const changed = after(ancestor, ...more);
        fc.pre(alive(ancestor) && alive(changed));
        const none = { ...ancestor, base: { ...ancestor.base } };
        expect(plain(mergeStates({ ancestor, ours: changed, theirs: none }))).toEqual(plain(changed));
        expect(plain(mergeStates({ ancestor, ours: none, theirs: changed }))).toEqual(plain(changed));
      }),
    );
  });

  it('changes nothing if both have done the same', () => {
    fc.assert(
      fc.property(lines, lines, (before, more) => {
        const ancestor = after(EMPTY, ...before);
        const changed = after(ancestor, ...more);
        fc.pre(alive(changed));
        expect(plain(mergeStates({ ancestor, ours: changed, theirs: changed }))).toEqual(plain(changed));
      }),
    );
  });

  it('loses no document that one side wrote, unless its object was deleted', () => {
    fc.assert(
      fc.property(lines, lines, lines, (before, mine, others) => {
        const ancestor = after(EMPTY, ...before);
        const [ours, theirs] = [after(ancestor, ...mine), after(ancestor, ...others)];
        const merged = mergeStates({ ancestor, ours, theirs });
        const isDeleted = (id: string): boolean => [ours, theirs].some(({ base }) => base.deleted?.has(id));
        for (const side of [ours, theirs]) {
          for (const [address, each] of side.base.entries) {
            const isChanged = JSON.stringify(each) !== JSON.stringify(ancestor.base.entries.get(address));
            // Two documents cannot have the same object: one of them keeps it.
            const isShared = [ours, theirs].some(({ base }) =>
              [...base.entries].some(([other, { id }]) => other !== address && id === each.id),
            );
            if (isChanged && !isShared && !isDeleted(each.id))
              expect([...merged.base.entries.keys()]).toContain(address);
            const kept = [...merged.base.entries.values()].flatMap(({ id, replaces = [] }) => [id, ...replaces]);
            if (isChanged && !isDeleted(each.id)) expect(kept).toContain(each.id);
          }
        }
        expect(sharedObject(merged.base.entries)).toBeUndefined();
        for (const id of [...(ours.base.deleted ?? new Map()).keys(), ...(theirs.base.deleted ?? new Map()).keys()]) {
          expect([...merged.base.entries.values()].map((each) => each.id)).not.toContain(id);
        }
      }),
    );
  });

  it('keeps both if they touched different documents', () => {
    fc.assert(
      fc.property(lines, lines, lines, (before, mine, others) => {
        const own = (all: readonly JournalLine[], half: readonly string[]): readonly JournalLine[] =>
          all.filter(({ address }) => half.includes(address));
        const ancestor = after(EMPTY, ...before);
        const [left, right] = [own(mine, ADDRESSES.slice(0, 2)), own(others, ADDRESSES.slice(2))];
        const ours = after(ancestor, ...left);
        const theirs = after(ancestor, ...right);
        const inARow = after(theirs, ...left);
        fc.pre([ancestor, ours, theirs, inARow].every(alive));
        expect(plain(mergeStates({ ancestor, ours, theirs }))).toEqual(plain(inARow));
      }),
    );
  });

  it('takes the last write if both wrote, and its open intent with it', () => {
    const written = (sent: string, writtenAt: number): JournalLine => ({
      type: 'written',
      address: 'events/a',
      entry: { kind: 'event', id: sent, leaves: {}, writtenAt },
      settles: [],
    });
    const merged = mergeStates({
      ancestor: EMPTY,
      ours: after(EMPTY, written('1', 5)),
      theirs: after(EMPTY, written('2', 4)),
    });
    expect(merged.base.entries.get('events/a')?.id).toBe('1');
  });
});

describe('two runs that touched the same document', () => {
  const ENTRY: BaseEntry = { kind: 'event', id: '1', leaves: {} };
  const state = (entries: Readonly<Record<string, BaseEntry>>, more: Partial<State> = {}): State => ({
    base: { entries: new Map(Object.entries(entries)) },
    unfinished: [],
    ...more,
  });
  const withDeleted = ({ base, ...rest }: State, deleted: Readonly<Record<string, number>>): State => ({
    ...rest,
    base: { ...base, deleted: new Map(Object.entries(deleted)) },
  });
  const intent = (idempotencyKey: string, more: Partial<Intent> = {}): Intent => ({
    type: 'intent',
    address: 'events/a',
    kind: 'event',
    idempotencyKey,
    action: 'create',
    at: 1,
    leaves: {},
    echoes: {},
    ...more,
  });
  const open = (...keys: readonly string[]): State => state({}, { unfinished: keys.map((key) => intent(key)) });
  const keysOf = ({ unfinished }: State): readonly string[] => unfinished.map(({ idempotencyKey }) => idempotencyKey);

  it.each([
    ['ours, written later', 5, 4, 'ours'],
    ['theirs, written later', 4, 5, 'theirs'],
    ['theirs, if both were written at once', 5, 5, 'theirs'],
    ['theirs, if neither has a time', undefined, undefined, 'theirs'],
    ['ours, if only ours has a time', 1, undefined, 'ours'],
    ['theirs, if only theirs has a time', undefined, 5, 'theirs'],
  ] as const)('leave %s, and the object of the other to be deleted', (_, mine, other, winner) => {
    const side = (id: string, writtenAt: number | undefined, replaces: readonly string[]): State =>
      state({ 'events/a': { ...ENTRY, id, replaces, ...(writtenAt !== undefined && { writtenAt }) } });
    const merged = mergeStates({
      ancestor: state({}),
      ours: side('ours', mine, ['of ours']),
      theirs: side('theirs', other, ['of theirs']),
    }).base.entries.get('events/a')!;
    const loser = winner === 'ours' ? 'theirs' : 'ours';
    expect(merged.id).toBe(winner);
    expect(merged.replaces).toEqual([`of ${winner}`, loser, `of ${loser}`]);
  });

  it('leave one address if one run moved it while the other wrote it, with what was written last', () => {
    const written = (sent: string, writtenAt: number, more: Partial<BaseEntry> = {}): BaseEntry => ({
      ...ENTRY,
      leaves: { title: { sent, answered: sent } },
      writtenAt,
      ...more,
    });
    const ancestor = state({ 'events/a': written('x', 1) });
    const moved = state({ 'events/b': written('x', 1, { replaces: ['0'] }) });
    const updated = state({ 'events/a': written('y', 2) });
    const expected = new Map([['events/b', written('y', 2, { replaces: ['0'] })]]);
    expect(mergeStates({ ancestor, ours: moved, theirs: updated }).base.entries).toEqual(expected);
    expect(mergeStates({ ancestor, ours: updated, theirs: moved }).base.entries).toEqual(expected);
  });

  it('do not count an object as replaced that another document has', () => {
    const ancestor = state({ 'events/a': ENTRY });
    const moved = state({ 'events/b': { ...ENTRY, writtenAt: 1 } });
    const created = state({ 'events/a': { ...ENTRY, writtenAt: 3 }, 'events/b': { ...ENTRY, id: '2', writtenAt: 2 } });
    const merged = mergeStates({ ancestor, ours: moved, theirs: created }).base.entries;
    expect(merged.get('events/a')).toEqual({ ...ENTRY, writtenAt: 3 });
    expect(merged.get('events/b')).toEqual({ ...ENTRY, id: '2', writtenAt: 2 });
  });

  it('leave one object that both have written as the later one wrote it, and nothing to delete', () => {
    const side = (sent: string, writtenAt: number): State =>
      state({ 'events/a': { ...ENTRY, leaves: { title: { sent, answered: sent } }, writtenAt } });
    const merged = mergeStates({ ancestor: state({ 'events/a': ENTRY }), ours: side('x', 2), theirs: side('y', 1) });
    expect(merged.base.entries.get('events/a')).toEqual(side('x', 2).base.entries.get('events/a'));
  });

  it('leave the objects to be deleted that either of them recorded as replaced', () => {
    const side = (writtenAt: number, replaces: readonly string[]): State =>
      state({ 'events/a': { ...ENTRY, writtenAt, replaces } });
    const merged = mergeStates({ ancestor: state({}), ours: side(2, ['a']), theirs: side(1, ['b']) });
    expect(merged.base.entries.get('events/a')).toEqual({ ...ENTRY, writtenAt: 2, replaces: ['a', 'b'] });
  });

  it('leave the object of one side if the other has forgotten it or deleted its own', () => {
    const written = state({ 'events/a': { ...ENTRY, id: 'new' } });
    const ancestor = state({ 'events/a': ENTRY });
    const deleted = withDeleted(state({}), { 1: 7 });
    for (const gone of [state({}), deleted]) {
      expect(mergeStates({ ancestor, ours: written, theirs: gone }).base.entries.get('events/a')?.id).toBe('new');
      expect(mergeStates({ ancestor, ours: gone, theirs: written }).base.entries.get('events/a')?.id).toBe('new');
    }
  });

  it('do not bring back what one of them has deleted, however the other has changed it', () => {
    const changed = state({ 'events/a': { ...ENTRY, updatedAt: 'later' } });
    const sides = { ancestor: state({ 'events/a': ENTRY }), ours: changed, theirs: withDeleted(state({}), { 1: 7 }) };
    const merged = mergeStates(sides);
    expect(merged.base.entries.size).toBe(0);
    expect(merged.base.deleted).toEqual(new Map([['1', 7]]));
    expect(mergeStates({ ...sides, ours: sides.theirs, theirs: sides.ours }).base.entries.size).toBe(0);
  });

  it('do not list what one of them has deleted among the replaced objects', () => {
    const replacing = state({ 'events/a': { ...ENTRY, replaces: ['old', 'older'] } });
    const sides = { ancestor: state({}), ours: replacing, theirs: withDeleted(state({}), { old: 7 }) };
    expect(mergeStates(sides).base.entries.get('events/a')?.replaces).toEqual(['older']);
  });

  it('record each deletion with the later of two times', () => {
    const [ours, theirs] = [withDeleted(state({}), { a: 1, b: 5, c: 3 }), withDeleted(state({}), { a: 2, b: 4, d: 6 })];
    const { deleted } = mergeStates({ ancestor: state({}), ours, theirs }).base;
    expect(Object.fromEntries(deleted!)).toEqual({ a: 2, b: 5, c: 3, d: 6 });
  });

  it('leave a request open until one of them has settled it', () => {
    expect(
      keysOf(mergeStates({ ancestor: open('a', 'b', 'c'), ours: open('a', 'c'), theirs: open('a', 'b') })),
    ).toEqual(['a']);
  });

  it('leave open what either of them has started', () => {
    const merged = mergeStates({ ancestor: open(), ours: open('mine', 'both'), theirs: open('other', 'both') });
    expect(keysOf(merged).toSorted()).toEqual(['both', 'mine', 'other']);
  });

  it('keep the latest information about a request that both have open', () => {
    const ours = state({}, { unfinished: [intent('a', { leftBy: 7 })] });
    expect(mergeStates({ ancestor: open('a'), ours, theirs: open('a') }).unfinished).toEqual([
      intent('a', { leftBy: 7 }),
    ]);
  });
});
