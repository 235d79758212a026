import { describe, expect, it } from 'vitest';
import { isStoredAs } from '../../../src/plan/fields/echo.ts';
import type { Json } from '../../../src/values/json.ts';

describe('a value is stored as it was sent', () => {
  it.each<[string, Json | undefined, Json | undefined]>([
    ['with other line breaks, and more of them at the end', 'one\r\ntwo', 'one\ntwo\n\n'],
    ['with the same instant in another spelling', '2027-06-18T20:30:00+02:00', '2027-06-18T18:30:00Z'],
    ['with further keys in objects', { a: 1 }, { a: 1, _id: 'x', b: 2 }],
    ['with further keys in the objects of a list', [{ a: 1 }, { a: 2 }], [{ a: 1, _id: 'x' }, { a: 2 }]],
    ['with null for an empty text', '', null],
    ['with nothing for an empty list', [], undefined],
    ['with nothing for an empty object', {}, null],
    ['with nothing for an empty text in an object', { a: 1, b: '' }, { a: 1 }],
    ['with the same number', 5, 5],
  ])('%s', (_, sent, stored) => {
    expect(isStoredAs(sent, stored)).toBe(true);
  });
});

describe('a value is not stored as it was sent', () => {
  it.each<[string, Json | undefined, Json | undefined]>([
    ['if it was trimmed', ' one ', 'one'],
    ['if it was escaped', 'R & B', 'R &amp; B'],
    ['if a line break in the middle is gone', 'one\n\ntwo', 'one\ntwo'],
    ['if it is missing', 'one', undefined],
    ['if it was never sent', undefined, 'one'],
    ['if one value of an object differs', { a: 1, b: 2 }, { a: 1, b: 3 }],
    ['if a key of an object is missing', { a: 1, b: 2 }, { a: 1 }],
    ['if it became a text', { a: 1 }, 'a'],
    ['if one entry of a list differs', ['a', 'b'], ['a', 'c']],
    ['if a list was cut', ['a', 'b'], ['a']],
    ['if a list has grown', ['a'], ['a', 'b']],
    ['if a list became a text', ['a'], 'a'],
    ['if a list became an object', ['a'], { 0: 'a' }],
    ['if a number changed', 5, 6],
    ['if it is false instead of empty', '', false],
    ['if zero became nothing', 0, null],
  ])('%s', (_, sent, stored) => {
    expect(isStoredAs(sent, stored)).toBe(false);
  });
});
