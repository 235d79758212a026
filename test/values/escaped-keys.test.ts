import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapedSingleKeys } from '../../src/values/escaped-keys.ts';

describe('escapedSingleKeys', () => {
  it.each([
    ['{"\\n": 1}', [{ offset: 1, key: '\n' }]],
    [
      '{"a": {"\\u0041" : 1}, "\\/":2}',
      [
        { offset: 7, key: 'A' },
        { offset: 22, key: '/' },
      ],
    ],
    ['{"\\ud83d": 1}', [{ offset: 1, key: '\ud83d' }]],
    ['{"\\""\n\t:1}', [{ offset: 1, key: '"' }]],
  ])('finds the keys of %s', (json, expected) => {
    expect(escapedSingleKeys(json)).toEqual(expected);
  });

  it.each([
    '{"n": "\\n"}',
    '["\\n", "\\t"]',
    '{"\\n\\n": 1, "a\\n": 2, "\\nb": 3}',
    '{"\\ud83d\\ude00": 1}',
    '{"x\\"\\"": 1}',
    '{"x\\"\\\\": 1}',
    '{"text": "she wrote {\\"\\\\n\\": 1}"}',
    '{"\\\\": 1, "\\u005c": 2}',
  ])('finds none in %s', (json) => {
    expect(escapedSingleKeys(json)).toEqual([]);
  });

  it('finds exactly the keys that are one escape sequence in any JSON', () => {
    const text = fc.string({ unit: fc.constantFrom('\n', '"', '\\', ':', 'n', 'u', '{', ' ', 'é'), maxLength: 4 });
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, text, fc.integer(), fc.array(tie('any')), fc.dictionary(text, tie('any'))),
    })).any;
    const count = (node: unknown): number => {
      if (typeof node !== 'object' || node === null) return 0;
      const own = Array.isArray(node) ? 0 : Object.keys(node).filter((key) => key === '\n' || key === '"').length;
      return own + Object.values(node).reduce((sum: number, child) => sum + count(child), 0);
    };
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 1), (json, indent) => {
        const written = JSON.stringify(json, null, indent);
        const found = escapedSingleKeys(written);
        expect(found).toHaveLength(count(json));
        for (const { offset, key } of found) expect(written.startsWith(JSON.stringify(key), offset)).toBe(true);
      }),
      { seed: 1963 },
    );
  });
});
