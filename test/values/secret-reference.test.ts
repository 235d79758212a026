import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/values/json.ts';
import { escapedData, plainData, secretKeyPaths } from '../../src/values/secret-reference.ts';

describe('data that looks like the name of a secret', () => {
  it('is stored with one more dollar sign, at any depth', () => {
    const data = { a: [{ $env: 'X' }], $env: { $$env: 1 }, env: '$env', $envy: 2 };
    expect(escapedData(data)).toEqual({ a: [{ $$env: 'X' }], $$env: { $$$env: 1 }, env: '$env', $envy: 2 });
  });

  it('names no secret once it is stored, and is sent back unchanged', () => {
    const key = fc.oneof(fc.constantFrom('$env', '$$env', '$$$env', 'env', '$', '__proto__'), fc.string());
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 5 }, fc.jsonValue({ maxDepth: 0 }), tie('list'), tie('group')),
      list: fc.array(tie('value'), { maxLength: 4 }),
      group: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    }));
    fc.assert(
      fc.property(value, (any) => {
        const data = JSON.parse(JSON.stringify(any)) as Json;
        const kept = escapedData(data);
        expect(secretKeyPaths(kept)).toEqual([]);
        expect(JSON.stringify(plainData(kept))).toBe(JSON.stringify(data));
      }),
    );
  });
});
