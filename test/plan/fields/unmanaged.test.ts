import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/values/json.ts';
import type { KindName } from '../../../src/kinds/registry.ts';
import type { Base, BaseEntry } from '../../../src/model/base.ts';
import type { RemoteRecord } from '../../../src/model/snapshot.ts';
import {
  changedSince,
  isFree,
  seenAfter,
  seenIn,
  unmanagedFields,
  withFieldsSeen,
  withSeen,
} from '../../../src/plan/fields/unmanaged.ts';
import { digest, eventText, World, type Files, type PlanOptions } from '../world.ts';

const record = (fields: JsonObject, kind: KindName = 'place', hidden: readonly string[] = []): RemoteRecord => ({
  kind,
  id: 'x',
  fields,
  hidden,
});

const leaves = (...names: readonly string[]): BaseEntry['leaves'] =>
  Object.fromEntries(names.map((name) => [name, { sent: '', answered: '' }]));

describe('the seen values of an object', () => {
  it('have each field that the file does not manage, without the managed part', () => {
    const fields = { name: 'Quay', category: 'stage', coordinates: { x: 1, y: 2 } };
    expect(seenIn(record(fields), ['name', 'coordinates.x'], digest)).toEqual({
      category: '{"category":"stage"}',
      coordinates: '{"coordinates.y":2}',
    });
    expect(seenIn(record(fields), ['name', 'category', 'coordinates'], digest)).toEqual({});
  });

  it('have only fields that a file could have', () => {
    const fields = { name: 'Quay', id: 'x', created_at: '2027-01-01T00:00:00Z', unheardOf: 1 };
    expect(seenIn(record(fields), ['name'], digest)).toEqual({});
  });

  it.each<Json>([null, '', false, {}, []])('have nothing for a field with %j', (value) => {
    expect(seenIn(record({ name: 'Quay', category: value }), ['name'], digest)).toEqual({});
  });

  it.each<Json>([0, true, 'a', ['a']])('have a digest for a field with %j', (value) => {
    expect(Object.keys(seenIn(record({ category: value }), [], digest))).toEqual(['category']);
  });

  it('have nothing for a field with its default or no value', () => {
    expect(seenIn(record({ status: 'draft' }, 'article'), [], digest)).toEqual({});
    expect(seenIn(record({}, 'article'), [], digest)).toEqual({});
    expect(seenIn(record({ status: 'published' }, 'article'), [], digest)).toEqual({
      status: '{"status":"published"}',
    });
  });

  it('have a mark for a field that is not shown', () => {
    expect(seenIn(record({ title: 'A' }, 'article', ['content']), ['title'], digest)).toEqual({ content: '?' });
  });

  it('leave out the keys that the service adds', () => {
    const blocks = [{ type: 'title', _id: '1', values: [{ text: 'Hi', _rendered: true }] }];
    expect(seenIn(record({ blocks }, 'page'), [], digest)).toEqual({
      blocks: '{"blocks":[{"type":"title","values":[{"text":"Hi"}]}]}',
    });
  });

  it('leave out objects that may have any key: only what files manage there counts', () => {
    expect(seenIn(record({ name: 'Test', capabilities: { limit: 3 } }, 'broadcast'), ['name'], digest)).toEqual({});
  });

  it('leave out credentials, and lists that contain one', () => {
    const fields = { name: 'Test', authProviders: [{ type: 'oAuth', key: 'hidden' }] };
    expect(seenIn(record(fields, 'broadcast'), ['name'], digest)).toEqual({});
    const webhook = { url: 'https://x.example/', secret: 'hidden' };
    expect(seenIn(record(webhook, 'webhook'), ['url'], digest)).toEqual({});
  });
});

describe('free leaves', () => {
  it.each([
    [['a'], [], true],
    [['a', 'b'], [['a']], false],
    [['a'], [['a', 'b']], false],
    [['a', 'b'], [['a', 'b']], false],
    [['a', 'c'], [['a', 'b']], true],
    [['ab'], [['a']], true],
    [['c'], [['a'], ['c', 'd']], false],
  ])('%j beside %j: %s', (keys, managed, expected) => {
    expect(isFree(keys, managed)).toBe(expected);
  });
});

describe('the fields that somebody has changed', () => {
  const entry = { seen: { category: '{"category":"stage"}', coordinates: '?' }, leaves: leaves('name') };
  const changed = (fields: JsonObject, hidden: readonly string[] = []): readonly string[] =>
    changedSince(entry, record({ name: 'Quay', ...fields }, 'place', hidden), digest);

  it('are those that differ from what was seen, including new and removed ones', () => {
    expect(changed({ category: 'stage' })).toEqual([]);
    expect(changed({ category: 'tent' })).toEqual(['category']);
    expect(changed({})).toEqual(['category']);
    expect(changed({ category: 'stage', description: 'New' })).toEqual(['description']);
  });

  it('do not include managed fields', () => {
    expect(changedSince(entry, record({ name: 'Other', category: 'stage' }), digest)).toEqual([]);
  });

  it('do not include fields that were not shown, then or now', () => {
    expect(changed({ category: 'stage', coordinates: { x: 1 } })).toEqual([]);
    expect(changed({}, ['category'])).toEqual([]);
  });

  it('are empty if nothing has been seen yet', () => {
    expect(changedSince({ leaves: {} }, record({ category: 'tent' }), digest)).toEqual([]);
  });
});

describe('the seen values after a write', () => {
  const seen = { category: '{"category":"stage"}', coordinates: '{"coordinates.y":2}' };
  const present = { leaves: leaves('name', 'coordinates.x'), seen };
  const at = (fields: JsonObject): RemoteRecord => record({ name: 'Quay', coordinates: { x: 1, y: 2 }, ...fields });

  it('come from the answer, otherwise from what was read before', () => {
    const [before, after] = [at({ category: 'stage' }), at({ category: 'tent' })];
    const sides = { present: undefined, leaves: leaves('name', 'coordinates'), digest };
    expect(seenAfter({ ...sides, before, after })).toEqual({ category: '{"category":"tent"}' });
    expect(seenAfter({ ...sides, before, after: undefined })).toEqual({ category: '{"category":"stage"}' });
    const unlooked = { leaves: leaves('name') };
    expect(seenAfter({ ...sides, present: unlooked, before, after })).toEqual({ category: '{"category":"tent"}' });
  });

  it('are marked as the service’s own if they came with the answer to our write', () => {
    const [before, after] = [at({ category: 'stage' }), at({ category: 'stage', description: 'Computed' })];
    const marked = '+{"description":"Computed"}';
    const write = { present, leaves: present.leaves, before, after, digest };
    expect(seenAfter({ ...write, isConditional: true })).toEqual({ ...seen, description: marked });
    // Somebody else may have typed it between our reading and our write.
    expect(seenAfter(write)).toEqual(seen);
    const created = seenAfter({ present: undefined, leaves: leaves('name'), before: undefined, after, digest })!;
    expect(created).toMatchObject({ description: marked });
    expect(changedSince({ seen: created, leaves: leaves('name') }, after, digest)).toEqual([]);
  });

  it('stay as they were if nothing is shown', () => {
    const sides = { leaves: present.leaves, before: undefined, after: undefined, digest };
    expect(seenAfter({ ...sides, present })).toBe(seen);
    expect(seenAfter({ ...sides, present: undefined })).toBeUndefined();
  });

  it('still report what others changed in fields that were not written', () => {
    const now = at({ category: 'tent', description: 'Theirs' });
    expect(seenAfter({ present, leaves: present.leaves, before: now, after: now, digest })).toEqual(seen);
  });

  it('still report it when the file starts to manage another field', () => {
    const theirs = at({ category: 'stage', coordinates: { x: 1, y: 9 } });
    const managed = leaves('name', 'coordinates.x', 'category');
    expect(seenAfter({ present, leaves: managed, before: theirs, after: theirs, digest })).toEqual({
      coordinates: seen.coordinates,
    });
  });

  it('drop a field that the file starts to manage, and add one that it stops managing', () => {
    const now = at({ category: 'stage' });
    const managed = leaves('name', 'category', 'coordinates.x');
    const { coordinates } = seen;
    expect(seenAfter({ present, leaves: managed, before: now, after: now, digest })).toStrictEqual({ coordinates });
    const again = { leaves: managed, seen: { coordinates } };
    expect(seenAfter({ present: again, leaves: present.leaves, before: now, after: now, digest })).toEqual(seen);
  });

  it('update a field of which the file now manages another part', () => {
    const now = at({ category: 'stage' });
    const managed = leaves('name');
    const expected = { ...seen, coordinates: '{"coordinates.x":1,"coordinates.y":2}' };
    expect(seenAfter({ present, leaves: managed, before: now, after: now, digest })).toEqual(expected);
    expect(seenAfter({ present, leaves: managed, before: undefined, after: now, digest })).toEqual(expected);
  });

  it('record that others had changed such a field', () => {
    const theirs = at({ category: 'stage', coordinates: { x: 1, y: 9 } });
    const expected = { ...seen, coordinates: '!' };
    expect(seenAfter({ present, leaves: leaves('name'), before: theirs, after: theirs, digest })).toEqual(expected);
    expect(changedSince({ seen: expected, leaves: leaves('name') }, theirs, digest)).toEqual(['coordinates']);
    const cleared = at({ category: 'stage', coordinates: {} });
    const after = seenAfter({ present, leaves: leaves('name'), before: theirs, after: cleared, digest });
    expect(after).toEqual({ category: seen.category });
  });

  it('do not depend on the order of the managed parts of a field', () => {
    const known = { leaves: leaves('coordinates.x', 'coordinates.z'), seen };
    const now = at({ category: 'stage', coordinates: { x: 1, y: 9 } });
    const swapped = leaves('coordinates.z', 'coordinates.x');
    expect(seenAfter({ present: known, leaves: swapped, before: now, after: now, digest })).toMatchObject({
      coordinates: seen.coordinates,
    });
  });
});

describe('fields that somebody marks as seen', () => {
  it('get their current values, and the other fields keep theirs', () => {
    const entry = { leaves: leaves('name'), seen: { category: 'old', description: 'old', coordinates: 'old' } };
    const now = record({ name: 'Quay', category: 'tent', coordinates: { x: 1 } });
    expect(withFieldsSeen(entry, ['category', 'description'], now, digest)).toStrictEqual({
      category: '{"category":"tent"}',
      coordinates: 'old',
    });
  });
});

describe('a base with unseen fields', () => {
  const world = new World();
  world.put('place', 'x', { name: 'Quay', category: 'stage' });
  const entry: BaseEntry = { kind: 'place', id: 'x', leaves: leaves('name') };
  const baseOf = (more: Partial<BaseEntry>): Base => ({
    entries: new Map([
      ['places/quay', { ...entry, ...more }],
      ['hosts/lena', { ...entry, kind: 'host', id: 'h' }],
    ]),
    deleted: new Map([['gone', 1]]),
  });
  const learnt = (base: Base, snapshot = world.snapshot()): BaseEntry['seen'] | 'nothing' => {
    const next = withSeen(base, snapshot, digest);
    if (next === base) return 'nothing';
    expect(next).toMatchObject({ deleted: base.deleted });
    expect(next.entries.get('hosts/lena')).toBe(base.entries.get('hosts/lena'));
    expect(next.entries.get('places/quay')).toMatchObject(entry);
    return next.entries.get('places/quay')!.seen;
  };

  it('records what exists if nothing has been seen yet', () => {
    expect(learnt(baseOf({}))).toEqual({ category: '{"category":"stage"}' });
    expect(learnt(baseOf({ id: 'another' }))).toBe('nothing');
  });

  it('records a field that is shown for the first time, and leaves the others', () => {
    const seen = { category: '?', description: '?', coordinates: 'old' };
    expect(learnt(baseOf({ seen }))).toStrictEqual({ category: '{"category":"stage"}', coordinates: 'old' });
  });

  it('is unchanged if there is nothing to learn', () => {
    expect(learnt(baseOf({ seen: { category: 'old' } }))).toBe('nothing');
    expect(learnt(baseOf({ seen: {} }))).toBe('nothing');
    const snapshot = world.snapshot();
    const hidden = new Map([['x', record({ name: 'Quay' }, 'place', ['category'])]]);
    const kinds = new Map([...snapshot.kinds, ['place', { type: 'read', records: hidden }] as const]);
    expect(learnt(baseOf({ seen: { category: '?' } }), { ...snapshot, kinds })).toBe('nothing');
    expect(learnt(baseOf({}), world.snapshot([], ['place']))).toBe('nothing');
  });
});

const FILES: Files = { 'places/a.yaml': 'name: Quay\n', 'places/b.yaml': 'name: Lawn\n' };

/** Two places whose categories no file manages, as the last sync saw them. */
function seenWorld(): World {
  const world = World.synced(FILES);
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
    ['that cannot be read', () => [FILES, { unreadable: ['place'] }]],
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
    expect(found(world, { 'events/x.yaml': eventText('Jazz') })).toEqual([]);
  });
});
