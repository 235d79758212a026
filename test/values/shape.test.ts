import { describe, expect, it } from 'vitest';
import * as is from '../../src/values/shape.ts';

interface Person {
  readonly name: string;
  readonly age?: number;
  readonly pets: readonly { readonly kind: 'cat' | 'dog' }[];
}

const person = is.objectOf<Person>({
  name: is.filledText,
  age: is.optional(is.count),
  pets: is.listOf(is.objectOf<Person['pets'][number]>({ kind: is.oneOf(['cat', 'dog']) })),
});

describe('a shape', () => {
  it.each([
    ['it is complete', { name: 'Ada', age: 36, pets: [{ kind: 'cat' }] }],
    ['an optional field is left out', { name: 'Ada', pets: [] }],
    ['it has keys of another version', { name: 'Ada', pets: [], email: 'ada@example.com' }],
  ])('accepts a value if %s', (_, value) => {
    expect(is.mismatchOf(value, person)).toBeUndefined();
    expect(is.hasShape(value, person)).toBe(true);
  });

  it.each([
    ['is not an object', 'Ada', [], 'an object'],
    ['is a list', [], [], 'an object'],
    ['lacks a field', { pets: [] }, ['name'], 'non-empty text'],
    ['has a field from its prototype only', Object.create({ name: 'Ada', pets: [] }), ['name'], 'non-empty text'],
    ['has a negative count', { name: 'Ada', age: -1, pets: [] }, ['age'], 'a whole number that is not negative'],
    [
      'has a count that is no whole number',
      { name: 'Ada', age: 1.5, pets: [] },
      ['age'],
      'a whole number that is not negative',
    ],
    [
      'has null for an optional field',
      { name: 'Ada', age: null, pets: [] },
      ['age'],
      'a whole number that is not negative',
    ],
    ['has an object for a list', { name: 'Ada', pets: {} }, ['pets'], 'a list'],
    [
      'has an unknown name in a list',
      { name: 'Ada', pets: [{ kind: 'cat' }, { kind: 'cow' }] },
      ['pets', 1, 'kind'],
      'one of cat, dog',
    ],
  ])('names the place where a value %s', (_, value, path, expected) => {
    expect(is.mismatchOf(value, person)).toMatchObject({ path, expected });
    expect(is.hasShape(value, person)).toBe(false);
  });

  it('shows the value that was found', () => {
    expect(is.mismatchOf({ name: 7, pets: [] }, person)).toMatchObject({ path: ['name'], found: 7 });
  });

  it.each([
    ['text', is.text, '', 1],
    ['flag', is.flag, false, 0],
    ['number', is.number, -1.5, Number.NaN],
    ['instant', is.instant, '2027-06-18T20:30:00Z', 'soon'],
    ['exactly', is.exactly(2), 2, 3],
    ['anyObject', is.anyObject, {}, null],
    ['recordOf', is.recordOf(is.text), { a: 'b' }, { a: 1 }],
    ['recordOf an object', is.recordOf(is.text), {}, ['a']],
  ])('%s accepts one value and rejects another', (_, shape: is.Shape<unknown>, good, bad) => {
    expect(is.hasShape(good, shape)).toBe(true);
    expect(is.hasShape(bad, shape)).toBe(false);
  });

  it('may depend on the value of a key, which must be known', () => {
    const animal = is.byKey('kind', {
      cat: is.objectOf<{ lives: number }>({ lives: is.count }),
      dog: is.objectOf<{ tricks: readonly string[] }>({ tricks: is.listOf(is.text) }),
    });
    expect(is.hasShape({ kind: 'cat', lives: 9 }, animal)).toBe(true);
    expect(is.mismatchOf({ kind: 'dog', tricks: [1] }, animal)).toMatchObject({ path: ['tricks', 0] });
    expect(is.mismatchOf({ kind: 'toString' }, animal)).toMatchObject({ path: ['kind'], expected: 'one of cat, dog' });
    expect(is.mismatchOf(null, animal)).toMatchObject({ path: [], expected: 'an object' });
  });

  it('finds every mismatch, in its own order', () => {
    const found = person.check({ age: -1, pets: [{ kind: 'cow' }, {}] });
    expect(found.map(({ path }) => path.join('.'))).toEqual(['name', 'age', 'pets.0.kind', 'pets.1.kind']);
  });

  it('may refuse other keys, and keys of another form', () => {
    const names = is.recordOf(is.onlyOf<{ age: number }>({ age: is.count }), is.oneOf(['ada', 'grace']));
    expect(is.hasShape({ ada: { age: 36 } }, names)).toBe(true);
    expect(names.check({ bob: { age: 1, size: 2 } })).toMatchObject([
      { path: ['bob'], expected: 'one of ada, grace', keys: 'any' },
      { path: ['bob', 'size'], found: 'size', keys: ['age'] },
    ]);
  });

  it('may be that of a value or of an object', () => {
    const colours = is.orObject(is.exactly(false), is.object({ light: is.text }));
    expect([false, { light: 'red' }].every((value) => is.hasShape(value, colours))).toBe(true);
    expect(is.mismatchOf(true, colours)).toMatchObject({ expected: 'false, or an object' });
    expect(is.mismatchOf({ light: 1 }, colours)).toMatchObject({ path: ['light'] });
  });

  it('reads a value in the form for a program, with the defaults of what is not written', () => {
    const wait = is.object({
      seconds: is.withDefault(
        is.readAs(is.count, (seconds) => seconds * 1000),
        60,
      ),
      reason: is.optional(is.text),
      retries: is.withDefault(is.listOf(is.readAs(is.text, Number)), ['1', '2']),
    });
    expect(is.read({}, wait)).toEqual({ seconds: 60_000, retries: [1, 2] });
    expect(is.read({ seconds: 2, reason: 'busy', retries: [] }, wait)).toEqual({
      seconds: 2000,
      reason: 'busy',
      retries: [],
    });
  });

  it('never shows a value that may be a secret', () => {
    const key = is.shape<string>('a name', () => false, { isSecret: () => true });
    expect(is.describeMismatch(is.mismatchOf('canary', key)!)).not.toContain('canary');
  });

  it.each([
    [{ pets: [] }, '`name` is missing'],
    [{ name: 'Ada', pets: [{ kind: 'cow' }] }, '`pets[0].kind` is “cow”, expected one of cat, dog'],
    [{ name: 'Ada', pets: 3 }, '`pets` is 3, expected a list'],
    [{ name: ['Ada'], pets: [] }, '`name` is a list, expected non-empty text'],
    [{ name: {}, pets: [] }, '`name` is an object, expected non-empty text'],
    [null, 'it is null, expected an object'],
  ])('is described in a sentence: %j', (value, sentence) => {
    expect(is.describeMismatch(is.mismatchOf(value, person)!)).toBe(sentence);
  });
});
