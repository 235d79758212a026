import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placedNow } from '../../src/editing/list-place.ts';
import type { Operation } from '../../src/editing/protocol.ts';
import { valueAt, type Json } from '../../src/values/json.ts';
import { runs, SEED } from '../seed.ts';

const settings = { seed: SEED, numRuns: runs({ test: 500, proof: 20_000 }) };
const list = fc.array(fc.nat(6), { minLength: 1, maxLength: 8 });

const placed = (operation: Operation, now: Json): Operation | undefined =>
  placedNow(operation, operation.path, { list: now });
const indexNow = (shown: readonly Json[], index: number, now: Json): number | undefined =>
  placed({ do: 'remove', path: ['list', index], within: [...shown] }, now)?.path[1] as number | undefined;

describe('the place of an entry in a list that others changed', () => {
  it('is that of an equal entry, or of the only one that differs', () => {
    fc.assert(
      fc.property(list, list, fc.nat(), (shown, now, nat) => {
        const index = nat % shown.length;
        const found = indexNow(shown, index, now);
        if (found === undefined || now[found] === shown[index]) return true;
        return found === index && shown.every((each, at) => at === index || each === now[at]);
      }),
      settings,
    );
  });

  it('is found among entries that differ, whatever was removed, added and moved around it', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(20), { minLength: 1 }),
        fc.nat(),
        fc.infiniteStream(fc.nat()),
        (shown, nat, more) => {
          const index = nat % shown.length;
          const now = shown.filter((_, at) => at === index || more.next().value % 2 === 0).reverse();
          const isWithout = now.length === shown.length - 1;
          expect(now[indexNow(shown, index, isWithout ? now : [...now, 99])!]).toBe(shown[index]);
        },
      ),
      settings,
    );
  });

  it('is never one of several equal ones', () => {
    expect(indexNow(['a', 'a', 'b'], 0, ['a', 'a'])).toBeUndefined();
    expect(indexNow(['a', 'b'], 0, ['a', 'a', 'b'])).toBeUndefined();
    expect(indexNow(['a', 'a', 'b'], 1, ['a', 'a', 'b'])).toBe(1);
  });

  it('is looked for in each list around a value', () => {
    const within = [{ rows: ['x', 'y'] }, { rows: ['v', 'w'] }];
    const operation: Operation = { do: 'set', path: ['list', 1, 'rows', 1], value: 'z', was: 'w', within };
    const now: Json = [{ rows: ['v', 'w'] }];
    expect(placed(operation, now)?.path).toEqual(['list', 0, 'rows', 1]);
    expect(placed(operation, [{ rows: ['x', 'y'] }, { rows: ['w'] }])?.path).toEqual(['list', 1, 'rows', 0]);
    expect(placed(operation, [{ rows: ['x', 'y'] }, { rows: 'w' }])).toBeUndefined();
    expect(placed(operation, { 1: { rows: ['v', 'w'] } })).toBeUndefined();
    expect(valueAt({ list: now }, placed(operation, now)!.path)).toBe('w');
  });

  it('is where a moved or a new entry goes: behind the one that it was put behind', () => {
    const within = ['a', 'b', 'c', 'd'];
    expect(placed({ do: 'move', path: ['list', 0], to: 2, within }, ['a', 'c', 'd'])).toMatchObject({ to: 1 });
    expect(placed({ do: 'insert', path: ['list', 4], value: 'e', within }, ['d', 'a'])?.path).toEqual(['list', 1]);
    expect(placed({ do: 'insert', path: ['list', 0], value: 'e', within }, ['b'])?.path).toEqual(['list', 0]);
    expect(placed({ do: 'insert', path: ['list', 1], value: 'e', within }, ['b'])?.path).toEqual(['list', 0]);
    expect(placed({ do: 'insert', path: ['list', 3], value: 'e', within }, ['a'])).toBeUndefined();
  });
});
