import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import type { KindName } from '../../../src/kinds/registry.ts';
import { recordsOf, type RemoteRecord, type Snapshot } from '../../../src/model/snapshot.ts';
import { dedupe } from '../../../src/plan/identity/doubles.ts';
import { identify } from '../../../src/plan/identity/identify-documents.ts';
import { World, type Files } from '../world.ts';

type Given = Readonly<Record<string, JsonObject & { readonly at?: string }>>;

/** Objects of one kind, by id; `at` is the time of creation. */
function snapshotOf(world: World, kind: KindName, objects: Given, hidden: readonly string[] = []): Snapshot {
  const snapshot = world.snapshot();
  const records = new Map(
    Object.entries(objects).map(([id, { at, ...fields }]): [string, RemoteRecord] => [
      id,
      { kind, id, fields: fields as JsonObject, hidden, ...(at !== undefined && { createdAt: at }) },
    ]),
  );
  return { ...snapshot, kinds: new Map([...snapshot.kinds, [kind, { type: 'read', records }]]) };
}

function proposed(world: World, files: Files = {}, snapshot = world.snapshot()) {
  const input = world.input(files, { input: { snapshot } });
  return dedupe(identify([...input.broadcast.entities.values()], input).identities, input);
}

const places = (objects: Given, files: Files = {}) => {
  const world = new World();
  return proposed(world, files, snapshotOf(world, 'place', objects))[0]!.objects;
};

const kept = (objects: Given, files: Files = {}) => places(objects, files).map(({ id, keep }) => `${id} ${keep}`);

describe('the object to keep among duplicates', () => {
  it('comes first, and is the one that has a file, whatever the others contain', () => {
    const objects = {
      a: { name: 'Quay', description: 'By the river', at: '2020-01-01T00:00:00Z' },
      b: { name: 'Quay', at: '2027-01-01T00:00:00Z' },
    };
    expect(kept(objects, { 'places/q.yaml': '$id: b\nname: Quay\n' })).toEqual(['b true', 'a false']);
  });

  it('is the one with the most fields, even if another is older or longer', () => {
    const objects = {
      a: { name: 'Quay', description: 'A very long text about the river', at: '2020-01-01T00:00:00Z' },
      b: { name: 'Quay', description: 'x', category: 'y', at: '2027-01-01T00:00:00Z' },
      c: { name: 'Quay', at: '2019-01-01T00:00:00Z' },
    };
    expect(kept(objects)).toEqual(['b true', 'a false', 'c false']);
  });

  it('is the one with the most content among those with as many fields', () => {
    const objects = {
      a: { name: 'Quay', description: 'short', at: '2020-01-01T00:00:00Z' },
      b: { name: 'Quay', description: 'longer than that', at: '2027-01-01T00:00:00Z' },
    };
    expect(kept(objects)[0]).toBe('b true');
  });

  it.each([
    ['the oldest', { a: '2027-01-02T00:00:00Z', b: '2027-01-01T00:00:00Z' }, 'b'],
    ['the oldest, in any order of the list', { a: '2027-01-01T00:00:00Z', b: '2027-01-02T00:00:00Z' }, 'a'],
    ['one of a known age before one of an unknown', { a: undefined, b: '2027-01-02T00:00:00Z' }, 'b'],
    ['the first if no age is known', { a: undefined, b: undefined }, 'a'],
  ])('is, among equal ones, %s', (_, ages, expected) => {
    const objects = Object.fromEntries(
      Object.entries(ages).map(([id, at]) => [id, { name: 'Quay', ...(at !== undefined && { at }) }]),
    );
    expect(kept(objects)[0]).toBe(`${expected} true`);
  });
});

describe('each duplicate', () => {
  it('lists its file, its times and the objects that point to it', () => {
    const world = new World();
    const files = { 'places/q.yaml': 'name: Quay\n' };
    world.sync(files);
    const { id, updatedAt } = world.only('place');
    world.put('place', 'x', { name: 'Quay' });
    world.put('event', 'e1', { title: 'One', place_id: 'x' });
    world.put('event', 'e2', { title: 'Two', place_id: 'x' });
    const [group] = proposed(world, files);
    expect(group).toMatchObject({ kind: 'place', key: { name: 'Quay' } });
    expect(group!.objects).toEqual([
      {
        id,
        keep: true,
        address: 'places/q',
        file: 'places/q.yaml',
        updatedAt,
        differs: [],
        pointedAtBy: [],
        next: 'keep: places/q.yaml manages it',
      },
      {
        id: 'x',
        keep: false,
        updatedAt: world.records.get('x')!.updatedAt,
        differs: [],
        pointedAtBy: ['e1', 'e2'],
        next: 'change what points to it (e1, e2) to point to the one to keep, then delete place x in the web editor',
      },
    ]);
  });

  it('has its creation time, or none if it is unknown', () => {
    const [first, second] = places({ a: { name: 'Quay', at: '2027-01-01T00:00:00Z' }, b: { name: 'Quay' } });
    expect(first).toEqual({
      id: 'a',
      keep: true,
      createdAt: '2027-01-01T00:00:00Z',
      differs: [],
      pointedAtBy: [],
      next: 'keep: gitcast pull writes a file for it',
    });
    expect(Object.keys(second!)).toEqual(['id', 'keep', 'differs', 'pointedAtBy', 'next']);
  });

  it('lists the fields in which it differs from the one to keep, except for spelling', () => {
    const objects = places({
      a: { name: 'Quay', description: 'R & B', category: 'stage' },
      b: { name: 'Quay ', description: 'R &amp; B', category: 'lawn' },
    });
    expect(objects.map(({ differs }) => differs)).toEqual([[], ['category']]);
  });

  it('does not list fields that no file has, that are confidential, or that are not shown', () => {
    const world = new World();
    const url = 'https://a.example/hook';
    const objects = {
      a: { url, secret: 'one', active: true, events: ['event.created', 'event.updated'] },
      b: { url, secret: 'two', active: false, events: ['event.created'] },
    };
    const differs = (hidden: readonly string[]) =>
      proposed(world, {}, snapshotOf(world, 'webhook', objects, hidden))[0]!.objects[1]!.differs;
    expect(differs([])).toEqual(['events']);
    expect(differs(['events'])).toEqual([]);
  });

  it('does not list a field that only one of the two shows', () => {
    for (const shy of ['a', 'b']) {
      const world = new World();
      const snapshot = snapshotOf(world, 'place', {
        a: { name: 'Q', category: 'x' },
        b: { name: 'Q', category: 'yy' },
      });
      const records = new Map(recordsOf(snapshot, 'place'));
      records.set(shy, { ...records.get(shy)!, hidden: ['category'] });
      const kinds = new Map([...snapshot.kinds, ['place', { type: 'read', records }] as const]);
      expect(proposed(world, {}, { ...snapshot, kinds })[0]!.objects.map(({ differs }) => differs)).toEqual([[], []]);
    }
  });
});

describe('the suggested action for a duplicate', () => {
  const next = (objects: Given, files: Files = {}) => places(objects, files).map((each) => each.next);
  const TWO = { a: { name: 'Quay', category: 'x' }, b: { name: 'Quay' } };

  it('is to delete the ones not to keep', () => {
    expect(next(TWO)).toEqual(['keep: gitcast pull writes a file for it', 'delete place b in the web editor']);
  });

  it('is to add the id to the file that waits for it', () => {
    expect(next(TWO, { 'places/q.yaml': 'name: Quay\n' })).toEqual([
      'keep: add the line `$id: a` to places/q.yaml, then gitcast sync adopts it',
      'delete place b in the web editor',
    ]);
  });

  it('is to choose between two files that each have one', () => {
    const world = new World();
    const pages = { a: { title: 'Info', _reference: 'r' }, b: { title: 'Else', _reference: 'r' } };
    const files = { 'pages/a.yaml': '$id: a\ntitle: Info\n', 'pages/b.yaml': '$id: b\ntitle: Else\n' };
    const [group] = proposed(world, files, snapshotOf(world, 'page', pages));
    expect(group!.objects.map((each) => each.next)).toEqual([
      'keep: pages/a.yaml manages it',
      'pages/b.yaml also manages it: if one is enough, delete that file and run gitcast sync',
    ]);
  });

  it('is left to the next sync if the file is gone', () => {
    const world = new World();
    world.base = { entries: new Map([['places/gone', { kind: 'place', id: 'b', leaves: {} }]]) };
    const [group] = proposed(world, {}, snapshotOf(world, 'place', TWO));
    expect(group!.objects.map(({ id, next: step }) => [id, step])).toEqual([
      ['b', 'its file is gone: gitcast sync decides'],
      ['a', 'delete place a in the web editor'],
    ]);
  });
});
