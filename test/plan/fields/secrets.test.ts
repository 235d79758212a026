import { describe, expect, it } from 'vitest';
import { holdsSecret, isMarked, marked, secretPaths, withSecretDigests } from '../../../src/plan/fields/secrets.ts';

const SECRET = { $env: 'HOOK_SECRET' };

describe('the digest of a secret', () => {
  it('is marked once, however often it is requested', () => {
    expect(isMarked(marked('abc'))).toBe(true);
    expect(marked(marked('abc'))).toBe(marked('abc'));
    expect(marked('abc')).not.toBe('abc');
  });

  it('is distinguished from the digest of any other value, and from none', () => {
    expect(isMarked('abc')).toBe(false);
    expect(isMarked(undefined)).toBe(false);
  });

  it('replaces the secret, at any depth', () => {
    const digests = withSecretDigests(
      { a: [{ key: SECRET, n: 1 }, 'text', null], b: { c: SECRET } },
      (name) => `digest of ${name}`,
    );
    expect(digests).toEqual({
      a: [{ key: 'digest of HOOK_SECRET', n: 1 }, 'text', null],
      b: { c: 'digest of HOOK_SECRET' },
    });
  });

  it.each([
    ['itself', SECRET],
    ['in a list', ['text', SECRET]],
    ['in an object', { a: 'text', b: SECRET }],
    ['deeply nested', { a: 1, b: [{ c: { d: SECRET } }] }],
  ])('makes the whole value unknown if the variable is not set: %s', (_, value) => {
    expect(withSecretDigests(value, () => undefined)).toBeUndefined();
  });
});

describe('a secret in a value', () => {
  it.each([
    ['itself', SECRET],
    ['in a list, after something else', ['text', SECRET]],
    ['in an object, after something else', { a: 1, b: { c: SECRET } }],
  ])('is detected: %s', (_, value) => {
    expect(holdsSecret(value)).toBe(true);
  });

  it.each([[undefined], [null], ['$env'], [1], [[]], [{}], [{ $env: 1 }], [{ a: ['b', { c: null }] }]])(
    'is not in %j',
    (value) => {
      expect(holdsSecret(value)).toBe(false);
    },
  );
});

describe('the places where a document names secrets', () => {
  const provider = (key: unknown) => ({ type: 'fixedKeys', key }) as never;

  it('are found in declared fields, including inside lists', () => {
    expect(secretPaths('webhook', { url: 'https://a.example/', secret: SECRET })).toEqual([['secret']]);
    expect(secretPaths('broadcast', { authProviders: [provider('plain'), provider(SECRET)] })).toEqual([
      ['authProviders', 1, 'key'],
    ]);
  });

  it.each([
    ['a field that is not declared sensitive', { url: SECRET }],
    ['a field that the kind does not have', { other: SECRET }],
    ['a value that is not a secret', { secret: 'plain' }],
  ])('do not include %s', (_, fields) => {
    expect(secretPaths('webhook', fields)).toEqual([]);
  });
});
