import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/apply/resolve.ts';
import type { Change } from '../../src/plan/plan.ts';
import { changeOf } from './bench.ts';

const IDS: Readonly<Record<string, string>> = { 'places/quay': 'q', 'events/a': 'a' };
const VALUES: Readonly<Record<string, string>> = { HOOK: 'hush', EMPTY: '' };
const resolving = { idOf: (address: string) => IDS[address], secret: (name: string) => VALUES[name] };
const resolved = (given: Partial<Change> & Pick<Change, 'address'>) =>
  resolve(changeOf({ action: 'create', ...given }), resolving);

describe('the body of a change as it is sent', () => {
  it('is the planned one if it has no pointers and no secrets', () => {
    const after = { title: 'A', category: null };
    expect(resolved({ address: 'events/a', after })).toEqual({ named: after, wire: after, secrets: [] });
    expect(resolved({ address: 'events/a' })).toEqual({ named: {}, wire: {}, secrets: [] });
  });

  it('has ids in place of addresses, also in lists and objects, and leaves the plan unchanged', () => {
    const after = {
      place_id: 'places/quay',
      blocks: [{ to: 'x' }, { to: 'places/quay', values: [{ at: 'events/a' }] }],
    };
    const pointers = [
      { path: ['place_id'], address: 'places/quay' },
      { path: ['blocks', 1, 'to'], address: 'places/quay' },
      { path: ['blocks', 1, 'values', 0, 'at'], address: 'events/a' },
      { path: ['absent', 'inside'], address: 'events/a' },
    ];
    const { wire, named } = resolved({ address: 'events/b', after, pointers });
    expect(wire).toEqual({
      place_id: 'q',
      blocks: [{ to: 'x' }, { to: 'q', values: [{ at: 'a' }] }],
      absent: { inside: 'a' },
    });
    expect(named).toEqual(wire);
    expect(after.place_id).toBe('places/quay');
  });

  it('is refused while the document it points to is not on the target', () => {
    const pointers = [{ path: ['place_id'], address: 'places/new' }];
    const after = { place_id: 'places/new' };
    expect(() => resolved({ address: 'events/a', after, pointers })).toThrow(
      'events/a points to places/new, which is not on the target yet',
    );
  });

  it('has the values of secrets, and keeps their names separately', () => {
    const after = { url: 'https://hooks.example', secret: { $env: 'HOOK' } };
    expect(resolved({ address: 'webhooks/a', after })).toEqual({
      named: after,
      wire: { url: 'https://hooks.example', secret: 'hush' },
      secrets: ['hush'],
    });
  });

  it.each(['EMPTY', 'ABSENT'])('is refused if a secret has no value: %s', (name) => {
    const refused = (): unknown => resolved({ address: 'webhooks/a', after: { secret: { $env: name } } });
    expect(refused).toThrow(`the environment variable ${name} is not set`);
    expect(refused).toThrow(expect.objectContaining({ suggestion: 'set it: secret of webhooks/a uses it' }));
  });

  it('names the place in the document of a secret without a value', () => {
    const after = { authProviders: [{ key: { $env: 'ABSENT' } }] };
    const refused = (): unknown => resolved({ address: 'broadcast', kind: 'broadcast', after });
    expect(refused).toThrow(
      expect.objectContaining({ suggestion: 'set it: authProviders.0.key of broadcast uses it' }),
    );
  });

  it('is refused if a field that cannot hold a secret names one', () => {
    const after = { theme: { colour: { $env: 'HOOK' } } };
    const refused = (secrets: Change['secrets']) => (): unknown => resolved({ address: 'events/a', after, secrets });
    expect(refused([])).toThrow('theme.colour of events/a names a secret, but that field cannot hold one');
    expect(refused([])).toThrow(expect.objectContaining({ suggestion: 'run gitcast validate' }));
    expect(refused([['theme', 'colour']])).toThrow(expect.objectContaining({ suggestion: 'run gitcast plan again' }));
  });
});
