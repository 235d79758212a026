import { describe, expect, it } from 'vitest';
import type { KindName } from '../../../src/kinds/registry.ts';
import type { Snapshot } from '../../../src/model/snapshot.ts';
import { holders, idsPointedAt, pointsAt } from '../../../src/plan/fields/remote-pointers.ts';
import { World } from '../world.ts';

const [QUAY, LAWN, INFO] = ['1'.repeat(24), '2'.repeat(24), '3'.repeat(24)];

function snapshot(unreadable: readonly KindName[] = []): Snapshot {
  const world = new World();
  world.put('event', 'a', { title: 'A', place_id: QUAY });
  world.put('event', 'b', { title: 'B', place_id: QUAY });
  world.put('event', 'c', { title: 'C', place_id: LAWN });
  world.put('event', 'd', { title: QUAY });
  return world.snapshot([], unreadable);
}

const idsOf = (found: ReturnType<typeof holders>) =>
  Object.fromEntries([...found].map(([id, records]) => [id, records.map((record) => record.id)]));

describe('the pointers of a remote object', () => {
  it('are found in all fields that its kind declares as pointers, and nowhere else', () => {
    expect(idsPointedAt({ kind: 'event', fields: { title: QUAY, place_id: LAWN } })).toEqual([LAWN]);
    const tile = { title: LAWN, navigator: { broadcastPageId: INFO } };
    expect(
      idsPointedAt({ kind: 'broadcast', fields: { menu: { sections: [{ title: QUAY, tiles: [tile] }] } } }),
    ).toEqual([INFO]);
  });

  it('are absent if the pointer is empty or not a field of the kind', () => {
    expect(idsPointedAt({ kind: 'event', fields: { place_id: null } })).toEqual([]);
    expect(idsPointedAt({ kind: 'event', fields: {} })).toEqual([]);
    expect(idsPointedAt({ kind: 'place', fields: { place_id: QUAY } })).toEqual([]);
  });

  it('are read from the object as it is on the target', () => {
    expect(pointsAt({ kind: 'event', id: 'c' }, snapshot())).toEqual([LAWN]);
    expect(pointsAt({ kind: 'event', id: 'gone' }, snapshot())).toEqual([]);
    expect(pointsAt({ kind: 'event' }, snapshot())).toEqual([]);
    expect(pointsAt({ kind: 'place', id: 'c' }, snapshot())).toEqual([]);
  });
});

describe('the objects that point to others', () => {
  it('are listed by the id that they point to', () => {
    expect(idsOf(holders(snapshot(), new Set([QUAY, LAWN])))).toEqual({ [QUAY]: ['a', 'b'], [LAWN]: ['c'] });
    expect(idsOf(holders(snapshot(), new Set([LAWN, INFO])))).toEqual({ [LAWN]: ['c'] });
    expect(idsOf(holders(snapshot(), new Set()))).toEqual({});
  });

  it('are those that could be read', () => {
    const unreadable = snapshot(['event']);
    expect(idsOf(holders(unreadable, new Set([QUAY])))).toEqual({});
    expect(pointsAt({ kind: 'event', id: 'c' }, unreadable)).toEqual([]);
  });
});
