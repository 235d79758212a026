import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BaseEntry } from '../../src/model/base.ts';
import type { JournalLine } from '../../src/state/journal-line.ts';
import { mergeStates } from '../../src/state/merge-states.ts';
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
    leaves: {},
  })),
  fc
    .record({ address: fc.constantFrom(...ADDRESSES), entry })
    .map((each): JournalLine => ({ type: 'written', ...each })),
  fc
    .record({ address: fc.constantFrom(...ADDRESSES), id: fc.constantFrom('1', '2', '3', '4', '5') })
    .map((each): JournalLine => ({ type: 'deleted', at: 7, ...each })),
  fc.constantFrom(...ADDRESSES).map((address): JournalLine => ({ type: 'forgotten', address })),
);

const lines = fc.array(line, { maxLength: 6 });
const EMPTY: State = { base: { entries: new Map() }, unfinished: [] };
const after = ({ base, unfinished }: State, ...more: readonly JournalLine[]): State =>
  replay(base, [...unfinished, ...more]);

/** In an order that does not matter. */
const plain = ({ base, unfinished }: State) => ({
  entries: Object.fromEntries([...base.entries].sort()),
  deleted: Object.fromEntries([...(base.deleted ?? [])].sort()),
  unfinished: unfinished.map(({ address }) => address).sort(),
});

/** Ids that are deleted are not used again by a service. */
const alive = (state: State): boolean =>
  [...state.base.entries.values()].every(({ id }) => !state.base.deleted?.has(id));

describe('merging two states that went on from one', () => {
  it('gives what one side has where the other has done nothing', () => {
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

  it('changes nothing where both have done the same', () => {
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
            if (isChanged && !isDeleted(each.id)) expect([...merged.base.entries.keys()]).toContain(address);
          }
        }
        for (const id of [...(ours.base.deleted ?? new Map()).keys(), ...(theirs.base.deleted ?? new Map()).keys()]) {
          expect([...merged.base.entries.values()].map((each) => each.id)).not.toContain(id);
        }
      }),
    );
  });

  it('keeps both where they touched different documents', () => {
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

  it('takes the one that was written last where both wrote, and its open intent with it', () => {
    const written = (sent: string, writtenAt: number): JournalLine => ({
      type: 'written',
      address: 'events/a',
      entry: { kind: 'event', id: sent, leaves: {}, writtenAt },
    });
    const merged = mergeStates({
      ancestor: EMPTY,
      ours: after(EMPTY, written('1', 5)),
      theirs: after(EMPTY, written('2', 4)),
    });
    expect(merged.base.entries.get('events/a')?.id).toBe('1');
  });
});
