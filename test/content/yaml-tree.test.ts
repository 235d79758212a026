import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readYaml } from '../../src/content/yaml-tree.ts';
import { runs } from '../seed.ts';
import { anyCodePoint } from '../code-points.ts';

const codesOf = (text: string): readonly string[] => readYaml(text).problems.map(({ code }) => code);
const dataOf = (text: string): unknown => readYaml(text).data;

/** The text at the position of the first problem. */
function pointedAt(text: string): string {
  const [problem] = readYaml(text).problems;
  return text.slice(problem!.start, problem!.end);
}

describe('values are those of JSON', () => {
  it.each([
    ['a: text', { a: 'text' }],
    ['a: 1', { a: 1 }],
    ['a: -1.5e3', { a: -1500 }],
    ['a: true', { a: true }],
    ['a: ~', { a: null }],
    ['a:', { a: null }],
    ['a: "1"', { a: '1' }],
    ['a: 2027-06-18T20:30:00+02:00', { a: '2027-06-18T20:30:00+02:00' }],
    ['a: 2027-06-18', { a: '2027-06-18' }],
    ['a: yes', { a: 'yes' }],
    ['a: NO', { a: 'NO' }],
    ['a: 12:30:45', { a: '12:30:45' }],
    ['a: !!str 12', { a: '12' }],
    ['%YAML 1.1\n---\na: yes\nb: 2027-06-18\nc: 12:30:45', { a: 'yes', b: '2027-06-18', c: '12:30:45' }],
    ['', null],
    ['# only a comment', null],
    ['- a', ['a']],
    ['\uFEFFa: 1', { a: 1 }],
  ])('%j', (text, data) => {
    expect(readYaml(text)).toEqual({ data, problems: [] });
  });

  it.each([
    '!!binary aGk=',
    '!!timestamp 2027-06-18',
    '!!set {a, b}',
    '!!omap [a: 1]',
    '!!pairs [a: 1]',
    '!custom x',
    '!!js/function x',
  ])('a tag introduces no other type: %s', (value) => {
    expect(codesOf(`a: ${value}`)).toEqual(['yaml-syntax']);
    expect(codesOf(`%YAML 1.1\n---\na: ${value}`)).toEqual(['yaml-syntax']);
  });

  it('a merge key is an ordinary key, so that merging never half works', () => {
    expect(dataOf('<<: {a: 1}')).toEqual({ '<<': { a: 1 } });
  });
});

describe('keys', () => {
  it('that appear twice are reported at the second, and the first value applies', () => {
    const text = 'a: 1\nb: 2\na: 3\n';
    expect(readYaml(text)).toMatchObject({ data: { a: 1, b: 2 }, problems: [{ code: 'duplicate-key', start: 10 }] });
  });

  it('are compared by value, not by notation', () => {
    expect(codesOf('a: 1\n"a": 2')).toEqual(['duplicate-key']);
    expect(codesOf('1: a\n"1": b')).toEqual(['duplicate-key']);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('%s is rejected at any depth, and never becomes a key', (key) => {
    for (const text of [`${key}: 1`, `a:\n  b:\n    - c: {${key}: {x: 1}}`, `"${key}": 1`, `? ${key}\n: 1`]) {
      expect(codesOf(text)).toEqual(['forbidden-key']);
      expect(pointedAt(text)).toContain(key);
    }
    expect(JSON.stringify(dataOf(`a: {b: 1, ${key}: {polluted: true}}`))).toBe('{"a":{"b":1}}');
    expect({}).not.toHaveProperty('polluted');
  });

  it.each([String.raw`"\n"`, String.raw`"\\"`, `'"'`, String.raw`"\u001f"`, '\\'])(
    'that are one character escaped by JSON are rejected, because JSON.parse may misread them: %j',
    (key) => {
      for (const text of [`a: {${key}: 1}`, `${key}: 1`, `a:\n  - ? ${key}\n    : 1`]) {
        expect(codesOf(text)).toEqual(['escaped-key']);
        expect(pointedAt(text)).toContain(key);
      }
    },
  );

  it('that contain an escape among other characters, or are one plain character in any notation, are accepted', () => {
    expect(dataOf(String.raw`{"\n\n": 1, "\u0041": 2, "é": 3}`)).toEqual({ '\n\n': 1, A: 2, é: 3 });
  });

  it('that JavaScript objects have built in are accepted', () => {
    expect(dataOf('toString: a\nhasOwnProperty: b')).toEqual({ toString: 'a', hasOwnProperty: 'b' });
  });

  it('that are not strings are read as written', () => {
    expect(dataOf('1: a\ntrue: b\n~: c\n1.50: d')).toEqual({ '1': 'a', true: 'b', '~': 'c', '1.50': 'd' });
  });

  it.each(['? [a]\n: 1', '? {a: 1}\n: 2', '{[a]: 1}'])('that are collections are rejected: %j', (text) => {
    expect(codesOf(text)).toEqual(['yaml-syntax']);
  });
});

describe('numbers that JSON would change are rejected', () => {
  it.each([
    '12345678901234567890',
    '9007199254740993',
    '-9007199254740993',
    '.inf',
    '-.Inf',
    '.nan',
    '1e400',
    '0xFFFFFFFFFFFFFFFFFF',
  ])('%s', (number) => {
    expect(codesOf(`a: ${number}`)).toEqual(['number-not-exact']);
    expect(pointedAt(`a: ${number}`)).toBe(number);
  });

  it.each(['9007199254740991', '-9007199254740991', '0.1', '1e15', '48.8566'])('%s is not', (number) => {
    expect(codesOf(`a: ${number}`)).toEqual([]);
  });
});

describe('aliases', () => {
  it('have the anchored value', () => {
    expect(dataOf('a: &x {b: 1}\nc: *x')).toEqual({ a: { b: 1 }, c: { b: 1 } });
  });

  it('expand to at most ten thousand values, and are not expanded to count them', () => {
    const lines = Array.from({ length: 60 }, (_, i) => `k${i}: &k${i} [${`*k${i - 1}, `.repeat(9)}*k${i - 1}]`);
    expect(codesOf(['k-1: &k-1 [x]', ...lines].join('\n'))).toEqual(['alias-bomb']);
  });

  it('that expand to many values one by one are a bomb too', () => {
    expect(codesOf(`a: &a [${'x, '.repeat(500)}x]\nb: [${'*a, '.repeat(30)}*a]`)).toEqual(['alias-bomb']);
  });

  it.each(['a: &a [*a]', 'a: &a {b: *a}', 'a: *nowhere', 'b: *a\na: &a 1'])(
    'are never circular or undefined: %j',
    (text) => {
      expect(codesOf(text)).toEqual(['yaml-syntax']);
    },
  );
});

describe('text that cannot be parsed has one problem, at its position', () => {
  it.each([
    ['a: b: c', 'a second key'],
    ['a: "b', 'this quote is never closed'],
    ['a: [1, 2', 'this bracket is never closed'],
    ['a: {b: 1', 'this brace is never closed'],
    ['\ta: 1', 'a tab'],
    ['a:\n\tb: 1', 'a tab'],
    ['a: 1\nb', 'there is no colon'],
    ['a:1\nb: 2', 'on the same line'],
    ['a:\n  - b\n c: d', 'same column'],
    ['a: @b', 'cannot start with this character'],
    ['a: "b" c', 'this is not allowed here'],
    ['a: 1\n---\nb: 2', 'a second YAML document'],
    ['a: 1\n...\nb: 2', 'a second YAML document'],
    ['---\na: 1\n---\n\nSome *text*.\n', 'a line of --- follows'],
    ['---\na: 1\n---\n', 'a line of --- follows'],
    ['%FOO\na: 1', 'missing'],
  ])('%j', (text, words) => {
    const { data, problems } = readYaml(text);
    expect(data).toBeNull();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'yaml-syntax', message: expect.stringContaining(words) });
    expect(problems[0]!.start).toBeLessThanOrEqual(text.length);
  });

  it.each([
    ['an opening quote', 'a: "b\nc: d\n', '"b'],
    ['the quote that is not closed, of several', "a: 'b'\nc: 'd\ne: f\n", "'d"],
    ['an opening bracket', 'a: [b\nc: d\n', '[b'],
    ['a brace inside of a bracket', 'a: [{b: 1, c: 2\nd: e\n', '{b'],
    ['the line that is indented too far', 'a: b\n  c: d\ne: f\n', '  c: d'],
    ['the same after more text', 'a: b\n  b\r\n  c: d\n', '  c: d'],
    ['the colon in a text', 'a: b: c\n', 'b: c'],
  ])('and is reported at %s', (_, text, place) => {
    const { problems } = readYaml(text);
    expect(text.slice(problems[0]!.start, problems[0]!.start + place.length)).toBe(place);
    expect(problems[0]!.suggestion).toBeDefined();
  });

  it.each([
    'a: "b" hunter2',
    'a: |hunter2\n  x',
    'a: *hunter2',
    'a: !hunter2 x',
    'a: }hunter2',
    'a: 111222333444555666777',
  ])('the message does not repeat the text: %j', (text) => {
    expect(JSON.stringify(readYaml(text).problems)).not.toMatch(/hunter2|111222/);
  });
});

describe('depth', () => {
  // Every stack is too small for either.
  const MANY = runs({ test: 20_000, proof: 100_000 });

  it.each([
    [MANY, '[', ']'],
    [MANY, '[', ''],
    [20_000, '{a: ', '}'],
    [20_000, '- ', ''],
    [20_000, '? ', ''],
  ])('%i times %j and then %j does not crash', (times, open, close) => {
    expect(codesOf(open.repeat(times) + close.repeat(times))).toEqual(['yaml-syntax']);
  });

  it('a hundred levels are read, one more is not, independently of the stack', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(codesOf(nested(100))).toEqual([]);
    expect(readYaml(nested(101))).toMatchObject({
      problems: [{ code: 'yaml-syntax', message: 'this is nested too deeply', start: 100 }],
    });
  });
});

it('no text makes it throw, and the data without problems is JSON', () => {
  const piece = fc.constantFrom(
    ...['a', ': ', '\n', '  ', '- ', '&a ', '*a', '!t ', '? ', '[', ']', '{', '}', ', ', '"', "'", '|', '>', '#'],
    ...['%', '---\n', '\t', '1', '.inf', '\\', '\r', '<<', '~', '...\n'],
  );
  const text = fc.oneof(
    fc.string({ unit: anyCodePoint }),
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(text, (yaml) => {
      const { data, problems } = readYaml(yaml);
      if (problems.length === 0) expect(JSON.parse(JSON.stringify(data))).toEqual(data);
      for (const { start, end } of problems) expect(start).toBeLessThanOrEqual(Math.max(end, yaml.length));
    }),
    { numRuns: runs({ test: 500, proof: 2000 }) },
  );
});
