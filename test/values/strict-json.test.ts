import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStrictJson } from '../../src/values/strict-json.ts';

const why = (text: string): string | undefined => {
  const read = readStrictJson(text);
  return read.ok ? undefined : read.why;
};

/** JSON.parse, the reference here, misreads such a key on Node.js 24 to 26 (nodejs/node#63785). */
const MISREAD = /"\\(?:[^u]|u[\da-f]{4})":/;

describe('JSON that decides what is sent', () => {
  it('is read like any other, with any indentation', () => {
    const property = fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      fc.pre(!MISREAD.test(text));
      expect(readStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('is refused if any object in it has a key twice', () => {
    const anyKey = fc.string();
    const property = fc.property(fc.jsonValue(), fc.jsonValue(), anyKey, (one, other, key) => {
      const [name, first, second] = [key, one, other].map((each) => JSON.stringify(each));
      const object = `{"before": [${first}], ${name} :${first},"after":{},${name}:${second}}`;
      fc.pre(key !== 'before' && key !== 'after');
      for (const text of [object, `[${object}]`, `{"a":[{"b":${object}}]}`]) expect(why(text)).toMatch(/twice/);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it.each([
    ['', 'it is empty'],
    [' \n', 'it is empty'],
    ['\ufeff{"a": 1}', 'it starts with a byte order mark: save it as UTF-8 without one (BOM)'],
    ['\ufeff', 'it starts with a byte order mark: save it as UTF-8 without one (BOM)'],
    [Buffer.from('\ufeff{}', 'utf16le').toString('utf8'), 'it is not UTF-8 text: save it as UTF-8'],
    ['{}\0', 'it contains NUL bytes'],
    ['\0\0\0', 'it contains NUL bytes'],
    ['{"a": 1', 'it is not JSON'],
    ['{"a": 1}{}', 'it is not JSON'],
    ['{"a": 1, "a": 1}', 'it has the key `a` twice'],
    ['{\n  "a": 1,\n  "\\u0061": 1\n}\n', 'it has the key `a` twice (line 3)'],
    ['{"a": {"b": "\\"", "c": ["}"], "b": 2}}\n', 'it has the key `b` twice'],
    ['{"__proto__": 1, "__proto__": 2}', 'it has the key `__proto__` twice'],
  ])('is refused with its cause: %j', (text, expected) => {
    expect(why(text)).toBe(expected);
  });

  it('may have the same key in different objects, and texts that look like keys', () => {
    expect(why('[{"a": {"a": ["a", "a", {"a": 1}], "b": "\\",\\"a\\":"}}, {"a": "\\\\"}]')).toBeUndefined();
  });
});
