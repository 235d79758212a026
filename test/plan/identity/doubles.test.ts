import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import type { KindName } from '../../../src/kinds/registry.ts';
import { doublesNotes, findDoubles, isHalfManaged, type Doubles } from '../../../src/plan/identity/doubles.ts';
import { identify } from '../../../src/plan/identity/identify-documents.ts';
import { eventText, TIMES, World, type Files, type PlanOptions } from '../world.ts';

const START = TIMES.start_time;
const JAZZ = { title: 'Jazz', ...TIMES };
function worldOf(objects: Readonly<Record<string, readonly [KindName, JsonObject]>>): World {
  const world = World.synced({});
  for (const [id, [kind, fields]] of Object.entries(objects)) world.put(kind, id, fields);
  return world;
}

function doublesIn(world: World, files: Files = {}, options: PlanOptions = {}) {
  const input = world.input(files, options);
  return findDoubles(identify([...input.broadcast.entities.values()], input).identities, input);
}

const idsIn = (doubles: readonly Doubles[]) => doubles.map(({ objects }) => objects.map(({ record }) => record.id));

describe('objects on the target are duplicates', () => {
  it('if they share the natural key, in any spelling', () => {
    const world = worldOf({
      a: ['place', { name: 'R & B' }],
      b: ['place', { name: 'Quay' }],
      c: ['place', { name: 'R &amp; B ' }],
    });
    expect(doublesIn(world)).toMatchObject([
      { kind: 'place', key: { name: 'R & B' }, objects: [{ record: { id: 'a' } }, { record: { id: 'c' } }] },
    ]);
    expect(doublesIn(world)[0]!.objects[0]).not.toHaveProperty('address');
  });

  it('if they share the complete first part, even if one has a file', () => {
    const world = worldOf({});
    world.sync({ 'events/a.yaml': eventText('Jazz') });
    const { id } = world.only('event');
    world.put('event', 'x', JAZZ);
    world.put('event', 'later', { ...JAZZ, start_time: '2027-06-19T20:30:00Z' });
    expect(doublesIn(world, { 'events/a.yaml': eventText('Jazz') })).toMatchObject([
      {
        kind: 'event',
        key: { title: 'Jazz', start_time: TIMES.start_time },
        objects: [{ address: 'events/a', record: { id } }, { record: { id: 'x' } }],
      },
    ]);
  });

  it('if they share a reference or a title, and each is in only one group', () => {
    const world = worldOf({
      a: ['page', { title: 'Info', _reference: 'r' }],
      b: ['page', { title: 'Other', _reference: 'r' }],
      c: ['page', { title: 'Info' }],
      d: ['page', { title: 'Info', _reference: 'alone' }],
    });
    expect(idsIn(doublesIn(world))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('if they share a key that not every object has', () => {
    const mediaUrl = 'https://media.example/bridge.jpg';
    const world = worldOf({ a: ['media', { mediaUrl }], b: ['media', { mediaUrl }], c: ['media', {}] });
    expect(idsIn(doublesIn(world))).toEqual([['a', 'b']]);
  });

  it('if a file is about to adopt one, or is gone: the address shows which', () => {
    const world = worldOf({ a: ['place', { name: 'Quay' }], b: ['place', { name: 'Quay' }] });
    const bound = doublesIn(world, { 'places/q.yaml': '$id: b\nname: Quay\n' });
    expect(bound[0]!.objects.map(({ address }) => address)).toEqual([undefined, 'places/q']);
    const gone = worldOf({});
    gone.sync({ 'places/gone.yaml': 'name: Quay\n' });
    gone.put('place', 'a', { name: 'Quay' });
    expect(doublesIn(gone)[0]!.objects.map(({ address }) => address)).toEqual(['places/gone', undefined]);
  });

  it('even if only a part of the kind could be read', () => {
    const world = worldOf({ a: ['place', { name: 'Quay' }], b: ['place', { name: 'Quay' }] });
    expect(idsIn(doublesIn(world, {}, { unknown: ['place'] }))).toEqual([['a', 'b']]);
  });
});

describe('objects on the target are not duplicates', () => {
  it.each<[string, KindName, JsonObject, JsonObject]>([
    ['if the keys differ', 'place', { name: 'Quay' }, { name: 'Lawn' }],
    ['if a part of the key differs', 'event', JAZZ, { ...JAZZ, title: 'Blues' }],
    [
      'if they share only a part that narrows down',
      'event',
      JAZZ,
      { ...JAZZ, title: 'B', start_time: '2027-06-18T20:00:00Z' },
    ],
    ['if they share only a date', 'article', { title: 'A', published_at: START }, { title: 'B', published_at: START }],
    ['if the key is empty', 'page', { title: '' }, { title: '' }],
    ['if the key is missing', 'page', {}, {}],
    ['if a part of the key is null', 'page', { _reference: null, title: 'A' }, { _reference: null, title: 'B' }],
    ['if a part of the first set is missing', 'event', { title: 'Jazz' }, { title: 'Jazz' }],
    ['if they are in two places', 'event', { ...JAZZ, place_id: 'p' }, { ...JAZZ, place_id: 'q' }],
    ['of a kind without a key', 'contact', { name: 'A' }, { name: 'A' }],
  ])('%s', (_, kind, one, other) => {
    expect(doublesIn(worldOf({ a: [kind, one], b: [kind, other] }))).toEqual([]);
  });

  it('if one of them is about to go: deleted recently, or replaced', () => {
    const world = worldOf({ a: ['place', { name: 'Quay' }], b: ['place', { name: 'Quay' }] });
    world.base = { entries: new Map(), deleted: new Map([['b', 0]]) };
    expect(doublesIn(world)).toEqual([]);
    world.base = { entries: new Map([['places/q', { kind: 'place', id: 'a', leaves: {}, replaces: ['b'] }]]) };
    expect(doublesIn(world)).toEqual([]);
    world.base = { entries: new Map([['places/q', { kind: 'place', id: 'a', leaves: {} }]]) };
    expect(idsIn(doublesIn(world))).toEqual([['a', 'b']]);
  });

  it('if the kind cannot be read', () => {
    const world = worldOf({ a: ['place', { name: 'Quay' }], b: ['place', { name: 'Quay' }] });
    expect(doublesIn(world, {}, { unreadable: ['place'] })).toEqual([]);
  });
});

describe('events with the same title and start', () => {
  it('are duplicates if one of them has no place', () => {
    const world = worldOf({ a: ['event', { ...JAZZ, place_id: 'p' }], b: ['event', JAZZ] });
    expect(idsIn(doublesIn(world))).toEqual([['a', 'b']]);
  });

  it('are distinguished by their places if each has one', () => {
    const at = (place_id: string): readonly [KindName, JsonObject] => ['event', { ...JAZZ, place_id }];
    expect(idsIn(doublesIn(worldOf({ a: at('p'), b: at('q'), c: at('p') })))).toEqual([['a', 'c']]);
  });

  const LATER = '2027-06-19T01:00:00Z';
  const two = {
    'events/a.yaml': eventText('Jazz'),
    'events/b.yaml': eventText('Jazz').replace(TIMES.end_time, LATER),
  };

  it('are distinguished by their ends if each has a file', () => {
    const world = worldOf({});
    world.sync(two);
    expect(doublesIn(world, two)).toEqual([]);
    const same = worldOf({ a: ['event', JAZZ], b: ['event', JAZZ] });
    const entry = (id: string) => ({ kind: 'event', id, leaves: {} }) as const;
    same.base = { entries: new Map(['a', 'b'].map((id) => [`events/${id}`, entry(id)])) };
    expect(doublesIn(same)).toHaveLength(1);
  });

  it('are not distinguished by their ends if one of them has none', () => {
    const { end_time: _, ...endless } = JAZZ;
    const world = worldOf({ a: ['event', JAZZ], b: ['event', endless] });
    const entry = (id: string) => ({ kind: 'event', id, leaves: {} }) as const;
    world.base = { entries: new Map(['a', 'b'].map((id) => [`events/${id}`, entry(id)])) };
    expect(idsIn(doublesIn(world))).toEqual([['a', 'b']]);
  });

  it('are duplicates despite different ends if one of them has no file: a copy may have its own', () => {
    const world = worldOf({});
    world.sync({ 'events/a.yaml': eventText('Jazz') });
    world.put('event', 'x', { ...JAZZ, end_time: LATER });
    expect(doublesIn(world, { 'events/a.yaml': eventText('Jazz') })).toHaveLength(1);
  });
});

describe('articles with the same title', () => {
  it('are duplicates despite different dates, unless each has a file', () => {
    const article = (day: string): JsonObject => ({ title: 'News', published_at: `2027-05-${day}T07:00:00Z` });
    expect(idsIn(doublesIn(worldOf({ a: ['article', article('01')], b: ['article', article('02')] })))).toEqual([
      ['a', 'b'],
    ]);
    const file = (day: string): string => `---\ntitle: News\npublished_at: 2027-05-${day}T07:00:00Z\n---\nText.\n`;
    const files = { 'articles/a.md': file('01'), 'articles/b.md': file('02') };
    const world = worldOf({});
    world.sync(files);
    expect(doublesIn(world, files)).toEqual([]);
  });
});

describe('the notes of a plan about duplicates', () => {
  const FILES = { 'places/q.yaml': 'name: Quay\n' };

  function half(): World {
    const world = worldOf({});
    world.sync(FILES);
    world.put('place', 'x', { name: 'Quay' });
    world.put('place', 'y', { name: 'Quay' });
    return world;
  }

  const notesOf = (world: World, files: Files, options: PlanOptions = {}) =>
    doublesNotes(doublesIn(world, files, options), world.input(files, options));

  it('name the document, the others, and the shared fields', () => {
    expect(notesOf(half(), FILES)).toEqual([
      'places/q may be on the target twice: place x, y has the same name and no file',
    ]);
  });

  it('leave out documents that were not asked for', () => {
    expect(notesOf(half(), FILES, { choices: { only: (address) => address === 'places/other' } })).toEqual([]);
    expect(notesOf(half(), FILES, { choices: { only: (address) => address === 'places/q' } })).toHaveLength(1);
  });

  it('leave out objects that all have a file, and those that all have none', () => {
    const world = worldOf({ a: ['place', { name: 'Quay' }], b: ['place', { name: 'Quay' }] });
    expect(doublesIn(world).map(isHalfManaged)).toEqual([false]);
    expect(notesOf(world, {})).toEqual([]);
    const both = { 'places/a.yaml': 'name: Quay\n$id: a\n', 'places/b.yaml': 'name: Quay\n$id: b\n' };
    expect(doublesIn(world, both).map(isHalfManaged)).toEqual([false]);
    expect(notesOf(world, both)).toEqual([]);
    expect(doublesIn(half(), FILES).map(isHalfManaged)).toEqual([true]);
  });

  it('name every document that shares the key with an object without a file', () => {
    const world = worldOf({
      a: ['page', { title: 'Info', _reference: 'r' }],
      b: ['page', { title: 'Else', _reference: 'r' }],
      c: ['page', { title: 'More', _reference: 'r' }],
    });
    const files = { 'pages/a.yaml': '$id: a\ntitle: Info\n', 'pages/b.yaml': '$id: b\ntitle: Else\n' };
    expect(notesOf(world, files)[0]).toMatch(/^pages\/a and pages\/b may be .*page c has the same _reference/);
  });

  it.each([
    [5, []],
    [6, ['1 more documents may be on the target twice; gitcast status names them']],
  ])('are at most five: of %i', (count, more) => {
    const names = Array.from({ length: count }, (_, index) => `n${index}`);
    const files = Object.fromEntries(names.map((name) => [`places/${name}.yaml`, `name: ${name}\n`]));
    const world = worldOf({});
    world.sync(files);
    for (const name of names) world.put('place', `double of ${name}`, { name });
    const notes = notesOf(world, files);
    expect(notes.slice(0, 5).every((note) => /^places\/n\d may be/.test(note))).toBe(true);
    expect(notes.slice(5)).toEqual(more);
  });
});
