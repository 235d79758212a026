import { describe, expect, it } from 'vitest';
import { cutKey, echoDigest, hasDigest, isCut, isEcho, normalForm } from '../../../src/plan/fields/echo.ts';

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
