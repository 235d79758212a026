import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { keysOf, leafAt, leavesOf, topLevelKey, withLeaf } from '../../src/values/leaves.ts';

describe('the leaves of an object', () => {
  it('are named by their path with dots; a list, an empty object, null and a secret are one leaf each', () => {
    const fields = {
      name: 'Test',
      theme: { colours: { accent: '#000000' }, opacity: 0.5 },
      tiles: [{ title: 'A' }],
      empty: {},
      nothing: null,
      key: { $env: 'KEY' },
    };
    expect([...leavesOf(fields)]).toEqual([
      ['name', 'Test'],
      ['theme.colours.accent', '#000000'],
      ['theme.opacity', 0.5],
      ['tiles', [{ title: 'A' }]],
      ['empty', {}],
      ['nothing', null],
      ['key', { $env: 'KEY' }],
    ]);
  });

  it('escape a dot or backslash in a key with a backslash', () => {
    expect([...leavesOf({ 'a.b': { 'c\\d': 1 } })]).toEqual([['a\\.b.c\\\\d', 1]]);
    expect(keysOf('a\\.b.c\\\\d')).toEqual(['a.b', 'c\\d']);
    expect(topLevelKey('a\\.b.c')).toBe('a.b');
  });

  it.each([
    ['title', ['title']],
    ['a.b.c', ['a', 'b', 'c']],
    ['a..b', ['a', '', 'b']],
    ['', ['']],
    ['a\\', ['a']],
  ])('of the name %j have the keys %j', (name, keys) => {
    expect(keysOf(name)).toEqual(keys);
  });

  it('are found again by name for any keys, and make the same object when assembled', () => {
    const key = fc.oneof(fc.constantFrom('a.b', '\\', '.', 'a\\.b', '', '__proto__'), fc.string());
    const { fields } = fc.letrec<{ fields: JsonObject }>((tie) => ({
      fields: fc.dictionary(key, fc.oneof({ maxDepth: 3 }, fc.integer(), fc.array(fc.integer()), tie('fields')), {
        noNullPrototype: true,
        maxKeys: 4,
      }),
    }));
    const property = fc.property(fields, (each) => {
      const leaves = leavesOf(each);
      for (const [name, value] of leaves) expect(leafAt(each, name)).toEqual(value);
      const again = [...leaves].reduce<JsonObject>((made, [name, value]) => withLeaf(made, name, value), {});
      expect(JSON.stringify(again)).toBe(JSON.stringify(each));
    });
    fc.assert(property);
  });
});

describe('a leaf', () => {
  const fields = { theme: { accent: '#000000', opacity: 0.5 }, title: 'A', list: [1] };

  it.each([
    ['theme.accent', '#000000'],
    ['theme', fields.theme],
    ['theme.font', undefined],
    ['title.length', undefined],
    ['list.0', undefined],
    ['toString', undefined],
    ['theme.constructor', undefined],
  ])('named %s is %j', (name, value) => {
    expect(leafAt(fields, name)).toEqual(value);
  });

  it('is set next to existing ones', () => {
    expect(withLeaf(fields, 'theme.accent', '#ffffff')).toEqual({
      ...fields,
      theme: { accent: '#ffffff', opacity: 0.5 },
    });
    expect(withLeaf(fields, 'theme.font.size', 3)).toEqual({
      ...fields,
      theme: { ...fields.theme, font: { size: 3 } },
    });
    expect(withLeaf(fields, 'title', null)).toEqual({ ...fields, title: null });
  });

  it('is set inside an object that replaces a text', () => {
    expect(withLeaf(fields, 'title.fr', 'Un')).toEqual({ ...fields, title: { fr: 'Un' } });
  });

  it('is removed by undefined, and its object remains', () => {
    expect(withLeaf(fields, 'theme.accent', undefined)).toStrictEqual({ ...fields, theme: { opacity: 0.5 } });
    expect(withLeaf({ theme: { accent: 'x' } }, 'theme.accent', undefined)).toStrictEqual({ theme: {} });
    expect(withLeaf(fields, 'list', undefined)).toStrictEqual({ theme: fields.theme, title: 'A' });
  });
});
