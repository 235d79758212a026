import { describe, expect, it } from 'vitest';
import { carriedSecrets } from '../../src/plan/fields/secrets.ts';
import type { Action, Change } from '../../src/plan/plan.ts';

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
