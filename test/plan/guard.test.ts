import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/plan/plan.ts';
import { actions, eventText, TIMES, World, type Files } from './world.ts';

const many = (folder: 'events' | 'places', count: number): Files =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${folder}/number-${index}.yaml`,
      folder === 'places' ? `name: Place ${index}\n` : eventText(`Event ${index}`),
    ]),
  );

const reasons = ({ refusals }: Plan): readonly string[] => refusals.map(({ reason }) => reason);

/** A plan that deletes this many of this many events, with a guard that allows everything else. */
function deleting(gone: number, of: number, guard: { count: number; percent: number }, allowDeletes?: number): Plan {
  const world = World.synced(many('events', of));
  const choices = allowDeletes === undefined ? {} : { choices: { allowDeletes } };
  return world.plan(many('events', of - gone), { ...choices, input: { guard } });
}

describe('the guard', () => {
  it('allows as many deletions as configured, and refuses one more', () => {
    const guard = { count: 3, percent: 100 };
    expect(reasons(deleting(3, 20, guard))).toEqual([]);
    expect(reasons(deleting(4, 20, guard))).toEqual(['it would delete 4 objects, and guard.deletes.count allows 3']);
  });

  it('counts only deletions, not the other changes of a plan', () => {
    const world = new World();
    expect(reasons(world.plan(many('events', 30), { input: { guard: { count: 3, percent: 100 } } }))).toEqual([]);
  });

  it('allows a share of a kind up to the percentage, and refuses more', () => {
    const guard = { count: 100, percent: 30 };
    expect(reasons(deleting(6, 20, guard))).toEqual([]);
    expect(deleting(7, 20, guard).refusals).toEqual([
      {
        reason: 'it would delete 7 of 20 events, and guard.deletes.percent allows 30 %',
        allows: { allowDeletes: 7 },
      },
    ]);
  });

  it('checks the share from ten documents of a kind', () => {
    const guard = { count: 100, percent: 30 };
    expect(reasons(deleting(8, 9, guard))).toEqual([]);
    expect(reasons(deleting(8, 10, guard))).toEqual([
      'it would delete 8 of 10 events, and guard.deletes.percent allows 30 %',
    ]);
  });

  it('checks the share of each kind separately', () => {
    const world = World.synced({ ...many('events', 12), ...many('places', 10) });
    const left = { ...many('events', 12), ...many('places', 5) };
    const plan = world.plan(left, { input: { guard: { count: 100, percent: 30 } } });
    expect(reasons(plan)).toEqual(['it would delete 5 of 10 places, and guard.deletes.percent allows 30 %']);
  });

  it('allows exactly the number of deletions given by the flag', () => {
    const guard = { count: 3, percent: 30 };
    expect(reasons(deleting(8, 20, guard, 8))).toEqual([]);
    expect(reasons(deleting(8, 20, guard, 7))).toHaveLength(2);
    expect(reasons(deleting(1, 20, { count: 0, percent: 100 }, 0))).toHaveLength(1);
  });

  it('allows no deletion if the count is 0', () => {
    expect(reasons(deleting(1, 20, { count: 0, percent: 0 }))).toHaveLength(2);
    expect(reasons(deleting(0, 20, { count: 0, percent: 0 }))).toEqual([]);
  });

  describe('for objects that are still used', () => {
    const QUAY = { 'places/quay.yaml': 'name: Quay\n' };
    const event = (place: string): Files => ({ 'events/opening.yaml': eventText('Opening', place) });

    it('refuses to delete a place that an unmanaged event uses, and names both', () => {
      const world = World.synced({ ...QUAY, 'places/pier.yaml': 'name: Pier\n' });
      const { id } = world.all('place').find(({ fields }) => fields['name'] === 'Quay')!;
      const theirs = 'e'.repeat(24);
      world.put('event', theirs, { title: 'Theirs', place_id: id, ...TIMES });
      const plan = world.plan({ 'places/pier.yaml': 'name: Pier\n' });
      expect(plan.refusals).toEqual([
        { reason: `places/quay is still used by the event “Theirs” (${theirs}), which no file manages` },
      ]);
    });

    it('ignores an unmanaged event at another place', () => {
      const world = World.synced({ ...QUAY, 'places/pier.yaml': 'name: Pier\n' });
      const { id } = world.all('place').find(({ fields }) => fields['name'] === 'Pier')!;
      world.put('event', 'e'.repeat(24), { title: 'Theirs', place_id: id, ...TIMES });
      expect(reasons(world.plan({ 'places/pier.yaml': 'name: Pier\n' }))).toEqual([]);
    });

    it('works without the kinds that this target cannot read', () => {
      const world = World.synced(event(''), { profile: 'documented' });
      const plan = world.plan({});
      expect(actions(plan)).toEqual(['delete events/opening']);
      expect(reasons(plan)).toEqual([]);
    });

    it('allows deleting a place whose event is repointed or deleted in the same plan', () => {
      const world = new World();
      const files = { ...QUAY, 'places/pier.yaml': 'name: Pier\n', ...event('place_id: places/quay\n') };
      world.sync(files);
      const { 'places/quay.yaml': _, ...repointed } = { ...files, ...event('place_id: places/pier\n') };
      expect(reasons(world.plan(repointed))).toEqual([]);
      expect(actions(world.plan(repointed))).toEqual(['update events/opening', 'delete places/quay']);
      expect(reasons(world.plan({ 'places/pier.yaml': 'name: Pier\n' }))).toEqual([]);
    });

    it('refuses to delete a place while its event is left alone because of drift', () => {
      const world = new World();
      const files = { ...QUAY, ...event('place_id: places/quay\n') };
      world.sync(files);
      const { id } = world.only('event');
      world.edit(id, { description: 'Typed in the web editor.' });
      // The event's file is gone too, and an edit on the target keeps its object: a conflict.
      const plan = world.plan({});
      expect(actions(plan)).toContain('conflict events/opening');
      expect(reasons(plan)).toEqual([
        `places/quay is still used by the event “Opening” (${id}), which no file manages`,
      ]);
    });
  });

  describe('for a list that is suddenly empty', () => {
    const emptied = (count: number, left: number): Plan => {
      const world = World.synced({ ...many('events', count), ...many('places', 3) });
      for (const { id } of world.all('event').slice(left)) world.records.delete(id);
      return world.plan({ ...many('events', count), ...many('places', 3) });
    };

    it('refuses everything from two managed documents', () => {
      expect(reasons(emptied(1, 0))).toEqual([]);
      expect(reasons(emptied(2, 0))).toEqual([
        'the target reports that all 2 events are gone, so nothing is changed until that is resolved (if it was emptied on purpose, run `gitcast state rebuild` to start over)',
      ]);
    });

    it('continues if a single object is left', () => {
      expect(reasons(emptied(3, 1))).toEqual([]);
    });

    it('does not count an object that it cannot show yet as left', () => {
      const world = World.synced(many('events', 3));
      const { id } = world.all('event')[0]!;
      const kinds = (written: readonly string[]) => ({
        kinds: new Map([
          [
            'event' as const,
            { type: 'read' as const, records: new Map(), unseen: new Map(written.map((each) => [each, undefined])) },
          ],
        ]),
      });
      const planned = (written: readonly string[]) =>
        world.plan(many('events', 3), { input: { snapshot: { ...world.input({}).snapshot, ...kinds(written) } } });
      expect(reasons(planned([id]))).toEqual([expect.stringContaining('all 3 events are gone')]);
      expect(reasons(planned(world.all('event').map((each) => each.id)))).toEqual([]);
    });

    it('ignores a list that could not be read', () => {
      const world = World.synced(many('events', 3));
      for (const { id } of world.all('event')) world.records.delete(id);
      expect(reasons(world.plan(many('events', 3), { unknown: ['event'] }))).toEqual([]);
    });
  });
});
