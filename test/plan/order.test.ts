import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import type { KindName } from '../../src/kinds/registry.ts';
import { inOrder } from '../../src/plan/order.ts';
import type { Change } from '../../src/plan/plan.ts';
import { World } from './world.ts';

/** A change of a page whose field `to` points to others. */
function change(
  action: Change['action'],
  address: string,
  pointsAt: readonly string[] = [],
  more: Partial<Change> = {},
) {
  return {
    address,
    kind: 'page',
    action,
    certainty: 'verified',
    fields: [],
    after: { title: address, to: pointsAt },
    pointers: pointsAt.map((to, index) => ({ path: ['to', index], address: to })),
    secrets: [],
    reason: 'changed here',
    dependsOn: [],
    agreed: {},
    sets: ['title', 'to'],
    drops: [],
    ...more,
  } as const satisfies Change;
}

const order = (changes: readonly Change[], world = new World()): readonly Change[] => inOrder(changes, world.input({}));
const inWords = (changes: readonly Change[]): readonly string[] =>
  changes.map(
    ({ action, address, dependsOn }) => `${action} ${address}${dependsOn.map((each) => ` < ${each}`).join('')}`,
  );

describe('the order of writes', () => {
  it.each(['create', 'replace', 'adopt', 'move'] as const)(
    'has a document before those that point to it: %s',
    (action) => {
      const changes = [change('create', 'a', ['b', 'c']), change('update', 'c'), change(action, 'b')];
      expect(inWords(order(changes))).toEqual([`${action} b`, 'create a < b', 'update c']);
    },
  );

  it.each(['update', 'drift', 'conflict', 'manual'] as const)(
    'waits only for what provides an id: not for %s',
    (action) => {
      expect(inWords(order([change('create', 'a', ['b']), change(action, 'b')]))).toEqual(['create a', `${action} b`]);
    },
  );

  it('is that of the documents if there are no pointers', () => {
    expect(inWords(order([change('update', 'b'), change('create', 'a')]))).toEqual(['update b', 'create a']);
  });

  it('follows pointers through several documents, and lists each only once', () => {
    const changes = [change('create', 'a', ['b', 'b']), change('create', 'b', ['c']), change('create', 'c')];
    expect(inWords(order(changes))).toEqual(['create c', 'create b < c', 'create a < b']);
  });

  it('has no cycle if an adopted document is updated to point to a new one that points to it', () => {
    const changes = [change('update', 'a', ['b']), change('adopt', 'a'), change('create', 'b', ['a'])];
    expect(inWords(order(changes))).toEqual(['adopt a', 'create b < a', 'update a < b']);
  });
});

describe('documents that point to each other', () => {
  it('are created without the pointer that closes the cycle, which is set once both exist', () => {
    const [b, a, patch, ...more] = order([change('create', 'a', ['b']), change('create', 'b', ['a'])]);
    expect(inWords([b!, a!, patch!])).toEqual(['create b', 'create a < b', 'update b < b < a']);
    expect(b).toMatchObject({ after: { title: 'b', to: [] }, pointers: [] });
    expect(a).toMatchObject({ after: { title: 'a', to: ['b'] }, pointers: [{ address: 'b' }] });
    expect(patch).toMatchObject({ certainty: 'verified', after: { to: ['a'] }, sets: ['to'], agreed: {}, drops: [] });
    expect(more).toEqual([]);
  });

  it('get the complete field by the update, and nothing else', () => {
    const pointers = [
      { path: ['x.y', 'left'], address: 'a' },
      { path: ['x.y', 'right'], address: 'c' },
      { path: ['other'], address: 'c' },
    ];
    const b = change('create', 'b', [], {
      after: { title: 'b', 'x.y': { left: 'a', right: 'c', key: 'k' }, other: 'c' },
      pointers,
      secrets: [['x.y', 'key'], ['secret']],
      fields: ['title', 'x\\.y.left', 'other'].map((name) => ({ name, before: undefined, after: name })),
      sets: ['title', 'x\\.y.left', 'x\\.y.right', 'x\\.y.key', 'other'],
      agreed: { title: { sent: 's', answered: 's' } },
      drops: ['old'],
    });
    const ordered = order([change('create', 'a', ['b']), b, change('create', 'c')]);
    expect(inWords(ordered)).toEqual(['create c', 'create b < c', 'create a < b', 'update b < b < a']);
    expect(ordered[1]).toMatchObject({
      after: { title: 'b', 'x.y': { right: 'c', key: 'k' }, other: 'c' },
      pointers: pointers.slice(1),
      secrets: b.secrets,
      fields: b.fields,
      agreed: b.agreed,
    });
    expect(ordered[1]!.after!['x.y']).not.toHaveProperty('left');
    expect(ordered[3]).toMatchObject({
      after: { 'x.y': { left: 'a', right: 'c', key: 'k' } },
      pointers: pointers.slice(0, 2),
      secrets: [['x.y', 'key']],
      fields: [{ name: 'x\\.y.left' }],
      sets: ['x\\.y.left', 'x\\.y.right', 'x\\.y.key'],
      agreed: {},
      drops: [],
    });
    expect(Object.keys(ordered[3]!.after!)).toEqual(['x.y']);
  });

  it('may be a single document that points to itself', () => {
    const ordered = order([change('create', 'a', ['a'])]);
    expect(inWords(ordered)).toEqual(['create a', 'update a < a']);
    expect(ordered.map(({ after }) => after!['to'])).toEqual([[], ['a']]);
  });

  it('are updated in one step if both already exist', () => {
    expect(inWords(order([change('update', 'a', ['b']), change('update', 'b', ['a'])]))).toEqual([
      'update a',
      'update b',
    ]);
  });
});

describe('the order of deletions', () => {
  const deleted = (kind: KindName, address: string, id = address): Change =>
    change('delete', address, [], { kind, id });
  const target = (objects: readonly (readonly [KindName, string, JsonObject])[]): World => {
    const world = new World();
    for (const object of objects) world.put(...object);
    return world;
  };

  it('is after everything else', () => {
    expect(inWords(order([deleted('place', 'p'), change('create', 'a')]))).toEqual(['create a', 'delete p']);
  });

  it('has an object after those that point to it, and after the updates that remove pointers to it', () => {
    const world = target([
      ['place', 'p', {}],
      ['event', 'e', { place_id: 'p' }],
      ['event', 'f', { place_id: 'p' }],
      ['event', 'g', { place_id: 'q' }],
    ]);
    const changes = [
      deleted('place', 'p'),
      deleted('event', 'g'),
      deleted('event', 'e'),
      change('update', 'f', [], { kind: 'event', id: 'f' }),
    ];
    expect(inWords(order(changes, world))).toEqual(['update f', 'delete e', 'delete p < f < e', 'delete g']);
  });

  it('includes each of two objects that point to each other once', () => {
    const link = (to: string): JsonObject => ({
      blocks: [{ type: 'button', values: [{ navigator: { broadcastPageId: to } }] }],
    });
    const world = target([
      ['page', 'a', link('b')],
      ['page', 'b', link('a')],
    ]);
    expect(inWords(order([deleted('page', 'a'), deleted('page', 'b')], world))).toEqual([
      'delete b < a',
      'delete a < b',
    ]);
  });

  it('waits neither for the object itself nor for another object of the same document', () => {
    const link = (to: string): JsonObject => ({
      blocks: [{ type: 'button', values: [{ navigator: { broadcastPageId: to } }] }],
    });
    const world = target([
      ['page', '1', link('1')],
      ['page', '2', link('1')],
    ]);
    const changes = [deleted('page', 'a', '1'), deleted('page', 'a', '2')];
    expect(inWords(order(changes, world))).toEqual(['delete a', 'delete a']);
  });
});
