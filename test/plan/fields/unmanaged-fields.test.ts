import { describe, expect, it } from 'vitest';
import { withSeen, unmanagedFields } from '../../../src/plan/fields/unmanaged.ts';
import { digest, World, type Files, type PlanOptions } from '../world.ts';

const FILES: Files = { 'places/a.yaml': 'name: Quay\n', 'places/b.yaml': 'name: Lawn\n' };

/** Two places whose categories no file manages, as the last sync saw them. */
function seenWorld(): World {
  const world = new World();
  world.sync(FILES);
  for (const { id } of world.all('place')) world.edit(id, { category: 'stage', description: 'Old' });
  world.base = withSeen(world.base, world.snapshot(), digest);
  return world;
}

const idOf = (world: World, name: string): string => world.base.entries.get(`places/${name}`)!.id;
const found = (world: World, files = FILES, options: PlanOptions = {}) => unmanagedFields(world.input(files, options));

describe('fields that no file manages', () => {
  it('are not reported while nobody changes them', () => {
    expect(found(seenWorld())).toEqual([]);
  });

  it('are reported if somebody changed them on the target', () => {
    const world = seenWorld();
    world.edit(idOf(world, 'a'), { category: 'bar', description: 'New', name: 'Quai' });
    const kind = 'place';
    expect(found(world)).toEqual([
      { address: 'places/a', kind, id: idOf(world, 'a'), fields: ['description', 'category'].toSorted() },
    ]);
  });

  it('do not include those that the file now has, but include what is next to them in an object', () => {
    const world = seenWorld();
    world.edit(idOf(world, 'a'), { category: 'bar', description: 'New' });
    const files = { ...FILES, 'places/a.yaml': 'name: Quay\ncategory: lawn\n' };
    expect(found(world, files)).toMatchObject([{ fields: ['description'] }]);
    expect(found(world, { ...FILES, 'places/a.yaml': 'name: Quay\ncategory: x\ndescription: y\n' })).toEqual([]);
  });

  it('include the rest of an object that the file manages in part', () => {
    const world = new World();
    const files = { 'broadcast.yaml': 'name: Test\n' };
    world.sync(files);
    world.edit(world.target.broadcastId, { theme: { accentColor: '#000000', backgroundColor: '#ffffff' } });
    world.base = withSeen(world.base, world.snapshot(), digest);
    world.edit(world.target.broadcastId, { theme: { accentColor: '#000000', backgroundColor: '#eeeeee' } });
    const partly = { 'broadcast.yaml': 'name: Test\ntheme:\n  accentColor: "#000000"\n' };
    expect(found(world, partly)).toMatchObject([{ address: 'broadcast', fields: ['theme'] }]);
  });

  it.each<[string, (world: World) => readonly [Files, PlanOptions]]>([
    ['whose file is gone', () => [{ 'places/b.yaml': 'name: Lawn\n' }, {}]],
    ['that was not asked for', () => [FILES, { choices: { only: (address) => address === 'places/b' } }]],
    [
      'that cannot be read',
      (world) => {
        const snapshot = world.snapshot();
        const kinds = new Map([...snapshot.kinds, ['place', { type: 'unreadable' }] as const]);
        return [FILES, { input: { snapshot: { ...snapshot, kinds } } }];
      },
    ],
    [
      'that is gone',
      (world) => {
        world.records.delete(idOf(world, 'a'));
        return [FILES, {}];
      },
    ],
  ])('are not reported for an object %s', (_, given) => {
    const world = seenWorld();
    world.edit(idOf(world, 'a'), { category: 'bar' });
    expect(found(world)).toHaveLength(1);
    expect(found(world, ...given(world))).toEqual([]);
  });

  it('are not reported if the base has another kind at the address', () => {
    const world = seenWorld();
    world.edit(idOf(world, 'a'), { category: 'bar' });
    world.base = { entries: new Map([['events/x', world.base.entries.get('places/a')!]]) };
    const event = 'title: Jazz\nstart_time: 2027-06-18T20:30:00Z\nend_time: 2027-06-18T23:00:00Z\n';
    expect(found(world, { 'events/x.yaml': event })).toEqual([]);
  });
});
