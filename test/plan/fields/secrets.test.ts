import { describe, expect, it } from 'vitest';
import {
  carriedSecrets,
  holdsSecret,
  isMarked,
  marked,
  secretPaths,
  withSecretDigests,
} from '../../../src/plan/fields/secrets.ts';
import type { Action, Change } from '../../../src/plan/plan.ts';

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

describe('the secrets that a plan sends', () => {
  const change = (action: Action, address: string, ...names: readonly string[]): Change => ({
    address,
    kind: 'broadcast',
    action,
    certainty: 'verified',
    fields: [],
    after: { authProviders: names.map((name) => ({ type: 'fixedKeys', key: { $env: name } })) },
    pointers: [],
    secrets: [],
    reason: '',
    dependsOn: [],
    agreed: {},
    sets: [],
    drops: [],
  });

  it.each(['create', 'update', 'replace'] as const)('are those of what it is about to %s', (action) => {
    expect(carriedSecrets({ changes: [change(action, 'broadcast', 'A')] })).toEqual([
      { name: 'A', addresses: ['broadcast'] },
    ]);
  });

  it.each(['adopt', 'move', 'forget', 'delete', 'drift', 'conflict', 'manual'] as const)(
    'do not include those of a change of type "%s", which sends no body',
    (action) => {
      expect(carriedSecrets({ changes: [change(action, 'broadcast', 'A')] })).toEqual([]);
    },
  );

  it('are listed by name, each once, with all the documents that carry it', () => {
    const changes = [
      change('create', 'x', 'C', 'B'),
      change('update', 'y', 'A', 'B', 'B', 'D'),
      { ...change('update', 'z'), after: undefined },
    ] as readonly Change[];
    expect(carriedSecrets({ changes })).toEqual([
      { name: 'A', addresses: ['y'] },
      { name: 'B', addresses: ['x', 'y'] },
      { name: 'C', addresses: ['x'] },
      { name: 'D', addresses: ['y'] },
    ]);
  });
});
