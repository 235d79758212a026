import { describe, expect, it } from 'vitest';
import {
  belongsToOtherText,
  cutKey,
  echoDigest,
  hasDigest,
  isCut,
  isEcho,
  isStoredAs,
  normalForm,
} from '../../../src/plan/fields/echo.ts';
import type { Json } from '../../../src/values/json.ts';

const digest = (text: string): string => `<${text}>`;

describe('a value on the target', () => {
  it.each([
    ['an escaped text', 'R & B', 'R &amp; B'],
    ['an instant in another time zone', '2027-06-18T20:30:00+02:00', '2027-06-18T18:30:00.000Z'],
    ['a list of escaped texts', ['R & B'], ['R &amp; B']],
    ['keys of the service inside a list', [{ type: 'text' }], [{ type: 'text', _id: '1', _rendered: true }]],
    ['keys in a different order', { a: 1, b: { c: ' x' } }, { b: { c: 'x' }, a: 1 }],
    ['null for a missing value', undefined, null],
  ])('may be an echo of what it was sent: %s', (_, sent, shown) => {
    expect(isEcho(sent, shown)).toBe(true);
  });

  it.each([
    ['a different word', 'one', 'two'],
    ['a different number', 1, 2],
    ['a number for a text', '1', 1],
    ['false for true', true, false],
    ['nothing for a value', 'one', undefined],
    ['a list with one more entry', ['a'], ['a', 'b']],
    ['a different key', { a: 1 }, { a: 1, b: 2 }],
    ['a different value inside an object', { a: { b: 'x' } }, { a: { b: 'y' } }],
  ])("is somebody else's change: %s", (_, sent, shown) => {
    expect(isEcho(sent, shown)).toBe(false);
  });
});

describe('the normal form of a value', () => {
  it("keeps the structure of lists and objects, without the service's keys", () => {
    const value = { a: [' x ', null, { _id: '1', b: 'R &amp; B' }], _own: 'y', n: 1 };
    expect(normalForm(value)).toEqual({ a: ['x', null, { b: 'R & B' }], n: 1 });
    expect(normalForm(undefined)).toBeUndefined();
  });
});

describe('a digest', () => {
  it('of a value is that of its canonical text', () => {
    expect(hasDigest('R & B', digest('"R & B"'), digest)).toBe(true);
    expect(hasDigest('R &amp; B', digest('"R & B"'), digest)).toBe(false);
  });

  it('of a normal form is marked, and the same for every spelling of the value', () => {
    const known = echoDigest(' R & B', digest);
    expect(known).toBe('~<"R & B">');
    expect(hasDigest('R &amp; B', known, digest)).toBe(true);
    expect(hasDigest('Jazz', known, digest)).toBe(false);
  });
});

describe('a text that a service may have cut', () => {
  const whole = 'The river and what it carries';

  it.each([
    [20, true],
    [19, false],
    [whole.length - 1, true],
    [whole.length, false],
  ])('is recognised by its first %i characters: %s', (length, expected) => {
    expect(isCut(whole, whole.slice(0, length))).toBe(expected);
  });

  it('is compared in its normal form', () => {
    expect(isCut('Rock &amp; Roll,  all night long', 'Rock & Roll, all night')).toBe(true);
  });

  it.each([
    ['a different text', whole, 'A river and what it has'],
    ['a longer one', whole.slice(0, 20), whole],
    ['not a text', whole, 5],
    ['nothing', whole, undefined],
  ])('is not %s', (_, sent, shown) => {
    expect(isCut(sent, shown)).toBe(false);
  });

  it('cannot come from a value that is not text', () => {
    expect(isCut([whole], whole.slice(0, 20))).toBe(false);
  });

  it('has the key of the whole text', () => {
    expect(cutKey(whole)).toBe(whole.slice(0, 20));
    expect(cutKey(whole.slice(0, 20))).toBe(cutKey(whole));
    expect(cutKey(`  ${whole}`)).toBe(cutKey(whole));
  });

  it.each([[whole.slice(0, 19)], [undefined], [['a list that is longer than twenty']]])(
    'is not looked up by %j, which is too short or not text',
    (value) => {
      expect(cutKey(value)).toBeUndefined();
    },
  );
});

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
    ['if its Unicode form is another', 'Caf\u00E9', 'Cafe\u0301'],
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
    ['if a number became a text', 5, '5'],
    ['if it is false instead of empty', '', false],
    ['if zero became nothing', 0, null],
  ])('%s', (_, sent, stored) => {
    expect(isStoredAs(sent, stored)).toBe(false);
  });
});

const TEXT =
  '# The *river*\n\nIt carries [boats](https://boats.example/all) and a good deal of wood &amp; sand, year after year, and then some.\n';

describe('the excerpt of an article', () => {
  it.each([
    ['of the text as written', TEXT.slice(0, 70)],
    ['of the text without its marks', 'The river It carries boats and a good deal of wood & sand'],
    ['of the text without the targets of its links', '# The *river* It carries [boats]() and a good deal'],
    [
      'that has a suffix of its own',
      'The river It carries boats and a good deal of wood & sand, year after year, and then … read more',
    ],
    ['that is empty', ''],
  ])('does not belong to a different text: one %s', (_, excerpt) => {
    expect(belongsToOtherText(excerpt, TEXT)).toBe(false);
  });

  it.each([
    ['of different words', 'The sea and what it carries'],
    ['that differs within its first sixty letters', 'The river It carries boats and a good deal of sand'],
    ['of a longer text', `${TEXT.replaceAll(/\W/g, ' ').slice(0, 40)}${'and so on '.repeat(9)}`],
  ])('belongs to a different text: one %s', (_, excerpt) => {
    expect(belongsToOtherText(excerpt, TEXT)).toBe(true);
  });

  it('is compared by sixty letters', () => {
    const letters = 'abcdefghij'.repeat(7);
    expect(belongsToOtherText(`${letters.slice(0, 60)}x`, letters)).toBe(false);
    expect(belongsToOtherText(`${letters.slice(0, 59)}x`, letters)).toBe(true);
  });

  it('decides nothing if it is missing or not text', () => {
    expect(belongsToOtherText(undefined, TEXT)).toBe(false);
    expect(belongsToOtherText('Another', undefined)).toBe(false);
    expect(belongsToOtherText('Another', ['a list'])).toBe(false);
  });
});
