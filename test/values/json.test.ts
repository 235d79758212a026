import { describe, expect, it } from 'vitest';
import { withoutValueAt, withValueAt } from '../../src/values/json.ts';

describe('a value in an object', () => {
  const fields = { a: { b: [1, { c: 2 }, 3] }, d: 4 };

  it('is replaced at its path, which is created if it is missing', () => {
    expect(withValueAt(fields, ['a', 'b', 1, 'c'], 9)).toEqual({ a: { b: [1, { c: 9 }, 3] }, d: 4 });
    expect(withValueAt(fields, ['x', 'y'], 9)).toEqual({ ...fields, x: { y: 9 } });
    expect(fields.d).toBe(4);
  });

  it('is removed from its list or its object', () => {
    expect(withoutValueAt(fields, ['a', 'b', 0])).toStrictEqual({ a: { b: [{ c: 2 }, 3] }, d: 4 });
    expect(withoutValueAt(fields, ['a', 'b', 1, 'c'])).toStrictEqual({ a: { b: [1, {}, 3] }, d: 4 });
    expect(withoutValueAt(fields, ['d'])).toStrictEqual({ a: fields.a });
  });
});
