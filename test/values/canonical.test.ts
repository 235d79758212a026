import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/values/json.ts';
import { canonical, isSame } from '../../src/values/canonical.ts';
import { digest, keyedDigest } from '../../src/values/digest.ts';

describe('the canonical form of a value', () => {
  it.each<[Json | undefined, string]>([
    [undefined, 'null'],
    [null, 'null'],
    [true, 'true'],
    [0, '0'],
    ['', '""'],
    ['a "b"', '"a \\"b\\""'],
    [[2, null, 'a'], '[2,null,"a"]'],
    [{}, '{}'],
    [{ b: 1, a: [{ d: 1, c: 2 }] }, '{"a":[{"c":2,"d":1}],"b":1}'],
    [{ 'a"b': false, none: null }, '{"a\\"b":false}'],
  ])('of %j is %s', (value, text) => {
    expect(canonical(value)).toBe(text);
  });

  it('leaves out keys that have no value', () => {
    expect(canonical({ a: 1, b: undefined } as unknown as Json)).toBe('{"a":1}');
  });

  it.each([
    '2027-06-18T20:30:00+02:00',
    '2027-06-18T20:30+02:00',
    '2027-06-18T20:30:00.000+0200',
    '2027-06-18T18:30:00Z',
    '2027-06-18t18:30:00z',
  ])('of the instant %s is in UTC', (moment) => {
    expect(canonical(moment)).toBe('"2027-06-18T18:30:00.000Z"');
    expect(isSame([moment], ['2027-06-18T18:30:00Z'])).toBe(true);
  });

  it.each([
    '2027-06-18',
    '2027-06-18T20:30:00',
    '2027-13-45T99:99:00Z',
    'from 2027-06-18T18:30:00Z',
    '2027-06-18T18:30:00Z on',
  ])('of %s, which is not an instant, is the text itself', (text) => {
    expect(canonical(text)).toBe(JSON.stringify(text));
  });

  it('of an instant is what a date says, also of a day that its month does not have', () => {
    const two = (most: number) => fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'));
    const parts = fc.tuple(two(13), two(32), two(24), two(60), fc.constantFrom('', '.000', '.5', '.123456'));
    fc.assert(
      fc.property(parts, ([month, day, hour, minute, fraction]) => {
        const text = `2027-${month}-${day}T${hour}:${minute}:07${fraction}Z`;
        const date = new Date(text);
        expect(canonical(text)).toBe(JSON.stringify(Number.isNaN(date.getTime()) ? text : date.toISOString()));
      }),
    );
  });

  it('differs for values that differ', () => {
    expect(isSame('1', 1)).toBe(false);
    expect(isSame({ a: '' }, {})).toBe(false);
    expect(isSame([1, 2], [2, 1])).toBe(false);
    expect(isSame({ a: null }, {})).toBe(true);
    expect(isSame(undefined, null)).toBe(true);
  });
});

it('a digest is short, deterministic, and differs for other texts', () => {
  expect(digest('Opening night')).toBe('pq_Pv8Xr8qPdxaxnQromEl');
  expect(digest('Opening night')).not.toBe(digest('Closing night'));
});

it('a keyed digest cannot be computed without the key', () => {
  const [ours, theirs] = [keyedDigest('our key'), keyedDigest('their key')];
  expect(ours('secret')).toBe(keyedDigest('our key')('secret'));
  expect(ours('secret')).not.toBe(theirs('secret'));
  expect(ours('secret')).not.toBe(digest('secret'));
});

it('both are 22 characters that are valid in a file name', () => {
  for (const each of [digest, keyedDigest('key')]) expect(each('any text')).toMatch(/^[\w-]{22}$/);
});
