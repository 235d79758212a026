import { describe, expect, it } from 'vitest';
import type { BaseEntry } from '../../../src/model/base.ts';
import type { PlanInput } from '../../../src/plan/context.ts';
import { identify } from '../../../src/plan/identity/identify-documents.ts';
import { findMoved } from '../../../src/plan/identity/moves.ts';
import { World, type Files } from '../world.ts';

interface Move {
  /** The files at the last sync, and now. */
  readonly before: Files;
  readonly now: Files;
  readonly renames?: PlanInput['renames'];
  /** Differences in the records. */
  readonly entry?: (entry: BaseEntry) => BaseEntry;
}

function movesOf({ before, now, renames, entry = (each) => each }: Move): readonly string[] {
  const world = World.synced(before);
  world.base = { entries: new Map([...world.base.entries].map(([address, each]) => [address, entry(each)])) };
  const input = world.input(now, { input: renames ? { renames } : {} });
  const { identities } = identify([...input.broadcast.entities.values()], input);
  return [...identities].flatMap(([address, identity]) => {
    if (identity.type !== 'moved') return [];
    const { from, id, entry: found } = identity;
    expect(found).toBe(world.base.entries.get(from));
    expect(id).toBe(found.id);
    return [`${from} → ${address}`];
  });
}

const place = (name: string, ...fields: readonly string[]): string => [`name: ${name}`, ...fields, ''].join('\n');
const event = (title: string, ...fields: readonly string[]): string =>
  [`title: ${title}`, 'start_time: 2027-06-18T20:00:00Z', 'end_time: 2027-06-18T21:00:00Z', ...fields, ''].join('\n');
/** With these, four of five values of two events are equal. */
const SAME = ['category: x', 'description: Same'];
const inFolder = (folder: string, files: Readonly<Record<string, string>>): Files =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}.yaml`, text]));

describe('a file with the same content', () => {
  it('is the one that moved, in any order of fields', () => {
    const before = inFolder('places', { a: place('A', 'category: x', 'description: Here') });
    const now = inFolder('places', { b: 'description: Here\ncategory: x\nname: A\n' });
    expect(movesOf({ before, now })).toEqual(['places/a → places/b']);
  });

  it('is found for each file of a renamed folder', () => {
    const texts = { a: place('A'), b: place('B'), c: place('C') };
    const now = inFolder('places/old-town', texts);
    expect(movesOf({ before: inFolder('places', texts), now })).toEqual(
      ['a', 'b', 'c'].map((name) => `places/${name} → places/old-town/${name}`),
    );
  });

  it('counts as moved only once', () => {
    const before = inFolder('events', { a: event('Opening', ...SAME) });
    const now = inFolder('events', { b: event('Closing', ...SAME), c: event('Party', ...SAME) });
    expect(movesOf({ before, now })).toEqual(['events/a → events/b']);
  });

  it('leaves another object with the same content to another file', () => {
    const leaves = (entry: BaseEntry): BaseEntry =>
      entry.kind === 'place' ? { ...entry, leaves: { name: { sent: '"A"', answered: '"A"' } } } : entry;
    const before = inFolder('places', { a: place('A'), b: place('B') });
    expect(movesOf({ before, now: inFolder('places', { c: place('A') }), entry: leaves })).toHaveLength(1);
  });

  it('is preferred to one that is only similar', () => {
    const stage = { 'places/stage.yaml': place('Stage') };
    const [first, last] = ['category: x', 'place_id: places/stage'];
    const before = { ...stage, ...inFolder('events', { a: event('Opening', first, last) }) };
    const same = `${first}\n${last}\n${event('Opening')}`;
    const now = { ...stage, ...inFolder('events', { b: event('Closing', first, last), c: same }) };
    expect(movesOf({ before, now })).toEqual(['events/a → events/c']);
  });

  it('is not matched across kinds', () => {
    const before = inFolder('pages', { a: 'title: A\n' });
    expect(movesOf({ before, now: inFolder('hosts', { a: 'title: A\n' }) })).toEqual([]);
  });
});

describe('a file with an id', () => {
  const before = inFolder('places', { a: place('A'), b: place('B') });
  const idOf = (address: string): string => {
    const world = World.synced(before);
    return world.base.entries.get(address)!.id;
  };

  it('is the one that had it, whatever else it contains', () => {
    const now = inFolder('places', { c: place('Else', `$id: "${idOf('places/b')}"`, 'category: other') });
    expect(movesOf({ before, now })).toEqual(['places/b → places/c']);
  });

  it('is the first of two that have it', () => {
    const world = World.synced(before);
    const input = world.input(inFolder('places', { c: place('C', `$id: "${idOf('places/a')}"`) }));
    const found = input.broadcast.entities.get('places/c')!;
    const { id } = world.base.entries.get('places/a')!;
    const first = { ...found, local: { ...found.local, id } };
    const second = { ...first, address: 'places/d' };
    expect([...findMoved([first, second], world.base.entries, input).keys()]).toEqual([first]);
  });

  it('matches no other', () => {
    expect(movesOf({ before, now: inFolder('places', { c: place('A', '$id: another') }) })).toEqual([]);
  });
});

describe('a file that git reports as renamed', () => {
  const renamed = (similarity: number, from = 'places/a') => new Map([['places/b', { from, similarity }]]);
  const before = inFolder('places', { a: place('A', 'category: x', 'description: One') });

  it.each([
    { name: 'A', similarity: 50, expected: ['places/a → places/b'] },
    { name: 'A', similarity: 49, expected: [] },
    { name: 'B', similarity: 90, expected: ['places/a → places/b'] },
    { name: 'B', similarity: 89, expected: [] },
  ])('with the name $name instead of A is the same at $similarity %: $expected', ({ name, similarity, expected }) => {
    const now = inFolder('places', { b: place(name, 'category: y', 'description: Two') });
    expect(movesOf({ before, now, renames: renamed(similarity) })).toEqual(expected);
  });

  it('is that one even if another has the same content', () => {
    const two = { ...before, ...inFolder('places', { c: place('C', 'category: y') }) };
    const now = inFolder('places', { b: place('C', 'category: y') });
    expect(movesOf({ before: two, now, renames: renamed(90) })).toEqual(['places/a → places/b']);
    expect(movesOf({ before: two, now })).toEqual(['places/c → places/b']);
  });

  it('matches neither another kind nor a file that was never synced', () => {
    const page = inFolder('pages', { a: 'title: A\n' });
    const now = inFolder('places', { b: place('B') });
    expect(movesOf({ before: page, now, renames: renamed(100, 'pages/a') })).toEqual([]);
    expect(movesOf({ before: page, now, renames: renamed(100, 'places/unknown') })).toEqual([]);
  });
});

describe('a file with similar content', () => {
  const found = (before: string, now: string, folder = 'places'): boolean =>
    movesOf({ before: inFolder(folder, { a: before }), now: inFolder(folder, { b: now }) }).length === 1;

  it('counts as moved if it has the same name and half of the values', () => {
    const half = place('A', 'category: x', 'coordinates: { x: 1, y: 2 }');
    expect(found(half, place('A', 'category: x', 'coordinates: { x: 3, y: 4 }'))).toBe(true);
    expect(found(half, place('A', 'category: y', 'coordinates: { x: 3, y: 4 }'))).toBe(false);
  });

  it('counts values that only one of the two has', () => {
    const [little, much] = [place('A', 'category: x'), place('A', 'category: x', 'coordinates: { x: 1, y: 2 }')];
    const more = `${much}description: More\n`;
    expect(found(little, much)).toBe(true);
    expect(found(much, little)).toBe(true);
    expect(found(little, more)).toBe(false);
    expect(found(more, little)).toBe(false);
  });

  it('counts as moved under a new name only if four of five values are equal', () => {
    expect(found(event('Opening', ...SAME), event('Closing', ...SAME), 'events')).toBe(true);
    expect(found(event('Opening', 'category: x'), event('Closing', 'category: x'), 'events')).toBe(false);
  });

  it('is named by the first part of the key that it has', () => {
    const page = (reference: string, ...more: readonly string[]): string =>
      [`_reference: ${reference}`, 'title: Info', ...more, ''].join('\n');
    const more = ['status: published', 'url: https://x.example/'];
    expect(found(page('r1', ...more), page('r1', 'status: draft', 'url: https://x.example/b'), 'pages')).toBe(true);
    expect(found(page('r1', ...more), page('r2', ...more), 'pages')).toBe(false);
  });

  it('is matched to the most similar one', () => {
    const at = (hour: number, ...more: readonly string[]): string =>
      event('Opening', ...more).replace('20:00:00Z', `${hour}:00:00Z`);
    const other = ['category: x', 'description: Other'];
    const before = inFolder('events', { a: at(17, ...other), b: at(18, ...SAME), c: at(19, ...other) });
    const now = inFolder('events', { d: at(20, ...SAME) });
    expect(movesOf({ before, now })).toEqual(['events/b → events/d']);
    const { 'events/b.yaml': _, ...equal } = before;
    expect(movesOf({ before: equal, now })).toEqual(['events/a → events/d']);
  });

  it('is not matched across kinds', () => {
    const now = inFolder('hosts', { a: 'title: A\nstatus: published\n' });
    expect(movesOf({ before: inFolder('pages', { a: 'title: A\nstatus: draft\n' }), now })).toEqual([]);
  });

  it('points to the same document, even if that is known by its id', () => {
    const stage = { 'places/stage.yaml': place('Stage') };
    const text = event('Opening', 'place_id: places/stage');
    expect(movesOf({ before: { ...stage, 'events/a.yaml': text }, now: { ...stage, 'events/b.yaml': text } })).toEqual([
      'events/a → events/b',
    ]);
  });
});

it('finds nothing if no file moved', () => {
  const files = inFolder('events', { a: event('Opening', ...SAME) });
  expect(movesOf({ before: files, now: { ...files, 'events/b.yaml': event('Closing', ...SAME) } })).toEqual([]);
});

describe('a former address in `$aliases`', () => {
  const aliases = (...former: readonly string[]): string => `$aliases: [${former.join(', ')}]`;

  it('shows that the document is the same, however much of it changed', () => {
    const before = inFolder('events', { a: event('Opening', 'category: concert', 'description: Two sets') });
    const text = 'title: Closing\nstart_time: 2028-01-01T10:00:00Z\nend_time: 2028-01-01T11:00:00Z\n';
    expect(movesOf({ before, now: inFolder('events', { b: text }) })).toEqual([]);
    expect(movesOf({ before, now: inFolder('events', { b: text + aliases('events/a') }) })).toEqual([
      'events/a → events/b',
    ]);
  });

  it('counts before what git and the content say', () => {
    const before = inFolder('places', { a: place('A', 'category: x'), c: place('C', 'category: y') });
    const now = inFolder('places', { b: place('A', 'category: x', aliases('places/c')), d: place('D') });
    const renames = new Map([['places/b', { from: 'places/a', similarity: 100 }]]);
    expect(movesOf({ before, now, renames })).toEqual(['places/c → places/b']);
  });

  it('says nothing about a document of another kind', () => {
    const before = inFolder('places', { a: place('A') });
    const now = inFolder('events', { a: event('Opening', aliases('places/a')) });
    expect(movesOf({ before, now })).toEqual([]);
  });

  it('is the one with the most similar values, if the document took over others', () => {
    const before = inFolder('places', { a: place('A', 'category: x'), b: place('B', 'category: y') });
    const now = inFolder('places', { c: place('B', 'category: z', aliases('places/a', 'places/b')) });
    expect(movesOf({ before, now })).toEqual(['places/b → places/c']);
  });

  it('leaves it to the content if two documents name it', () => {
    const before = inFolder('places', { a: place('A', 'category: x') });
    const [first, second] = [place('B', aliases('places/a')), place('A', 'category: x', aliases('places/a'))];
    expect(movesOf({ before, now: inFolder('places', { b: first, c: second }) })).toEqual(['places/a → places/c']);
  });
});
