import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import { World, type Files, type PlanOptions } from '../world.ts';

const FORCED: PlanOptions = { choices: { ours: true, overwriteDrift: true } };

const actionsIn = (world: World, files: Files, options = FORCED): readonly string[] =>
  world.plan(files, options).changes.map(({ action, address }) => `${action} ${address}`);

/** Deletes an object, and makes others in its place. */
function deleted(
  files: Files,
  kind: 'place' | 'host' | 'article',
  name: string,
  ...others: readonly JsonObject[]
): World {
  const world = World.synced(files);
  const old = world.all(kind).find(({ fields }) => (fields['name'] ?? fields['title']) === name)!;
  world.records.delete(old.id);
  for (const [at, fields] of others.entries()) world.put(kind, `made-${at}`, fields);
  return world;
}

const QUAY = { 'places/quay.yaml': 'name: Quay\n' };
const ON_THE_QUAY = {
  ...QUAY,
  'events/a.yaml':
    'title: A\nstart_time: 2027-06-18T20:30:00Z\nend_time: 2027-06-18T23:00:00Z\nplace_id: places/quay\n',
};

describe('a deleted object', () => {
  it.each(['quay', 'QUAY', 'Quai', 'Quay 2', 'The Quay', 'Quáy', 'Quilt', 'Pier'])(
    'may be one with nearly the same name, and with no other: %s',
    (name) => {
      const expected = name === 'Quilt' || name === 'Pier' ? 'create places/quay' : 'conflict places/quay';
      expect(actionsIn(deleted(QUAY, 'place', 'Quay', { name }), QUAY)).toEqual([expected]);
    },
  );

  it('may be one with another spelling of a word, if nothing else differs', () => {
    const stage = (name: string): JsonObject => ({ name, category: 'stage' });
    const file = (name: string): string => `name: ${name}\ncategory: stage\n`;
    const files = {
      'places/a.yaml': file('Mian stage'),
      'places/b.yaml': file('Bar'),
      'places/c.yaml': file('Hall 1'),
    };
    const madeAgain = (name: string, ...others: readonly JsonObject[]): readonly string[] =>
      actionsIn(deleted(files, 'place', name, ...others), files);
    expect(madeAgain('Mian stage', stage('Main stage'))).toEqual(['conflict places/a']);
    expect(madeAgain('Mian stage', { ...stage('Main stage'), category: 'quay' })).toEqual(['create places/a']);
    expect(madeAgain('Mian stage', stage('Mean sedge'))).toEqual(['create places/a']);
    // Short words and numbers distinguish.
    expect(madeAgain('Bar', stage('Car'))).toEqual(['create places/b']);
    expect(madeAgain('Hall 1', stage('Hall 2'))).toEqual(['create places/c']);
  });

  it('may be one whose name is part of its own', () => {
    const files = { 'places/quay.yaml': 'name: The old quay\n' };
    const world = (name: string): World => deleted(files, 'place', 'The old quay', { name });
    expect(actionsIn(world('Quay'), files)).toEqual(['conflict places/quay']);
    expect(actionsIn(world('Old'), files)).toEqual(['create places/quay']);
  });

  it('may be one with most of the values that only it had, and not one with values that many have', () => {
    const host = (title: string, text: string): string => `title: ${title}\nstatus: published\ndescription: ${text}\n`;
    const files = { 'hosts/ann.yaml': host('Ann', 'Writes'), 'hosts/bob.yaml': host('Bob', 'Reads') };
    const world = (made: JsonObject): World => deleted(files, 'host', 'Ann', made);
    expect(actionsIn(world({ title: 'Zoe', status: 'published', description: 'Writes' }), files)).toEqual([
      'conflict hosts/ann',
    ]);
    expect(actionsIn(world({ title: 'Zoe', status: 'published', description: 'Sings' }), files)).toEqual([
      'create hosts/ann',
    ]);
  });

  it('is nobody’s for sure if two documents had its natural key at the last sync', () => {
    const article = (title: string, day: number): string =>
      `---\ntitle: ${title}\nstatus: published\npublished_at: 2027-05-0${day}T09:00:00Z\n---\nText ${day}\n`;
    const world = World.synced({ 'articles/a.md': article('News', 1), 'articles/b.md': article('News', 2) });
    for (const { id } of world.all('article')) world.records.delete(id);
    world.put('article', 'made', { title: 'News', status: 'published' });
    const files = { 'articles/a.md': article('The harbour', 1), 'articles/b.md': article('The river', 2) };
    expect(actionsIn(world, files).toSorted()).toEqual(['conflict articles/a', 'conflict articles/b']);
    world.edit('made', { published_at: '2027-05-02T09:00:00Z' });
    expect(actionsIn(world, files)).toContain('adopt articles/b');
  });

  it('keeps the pointers to it while it is open which object is it', () => {
    for (const names of [['Quay', 'Quay'], ['Quay 2']]) {
      const made = names.map((name) => ({ name }));
      expect(actionsIn(deleted(ON_THE_QUAY, 'place', 'Quay', ...made), ON_THE_QUAY)).toEqual(['conflict places/quay']);
    }
  });

  it('gets a new id for the pointers to it once the user has it created', () => {
    const world = deleted(ON_THE_QUAY, 'place', 'Quay', { name: 'Quay 2' });
    const options = { choices: { create: (address: string) => address === 'places/quay' } };
    expect(actionsIn(world, ON_THE_QUAY, options)).toEqual(['create places/quay', 'update events/a']);
  });
});
