import { describe, expect, it } from 'vitest';
import type { KindName } from '../../src/kinds/registry.ts';
import {
  isAboutUnclear,
  unclearObjects,
  uncompared,
  unreadInPlan,
  unreadInPull,
  unreadKinds,
} from '../../src/plan/coverage.ts';
import { identify, type Identified } from '../../src/plan/identity/identify-documents.ts';
import { openIntent } from './open-intent.ts';
import { eventText, World, type Files, type PlanOptions } from './world.ts';
import type { RemoteRecord, Snapshot } from '../../src/model/snapshot.ts';

const reason = 'it failed half-way';
const EVENT = eventText('Jazz');
const intent = openIntent({ address: 'pages/x', kind: 'page' });

const input = (files: Files, unknown: readonly KindName[], options: PlanOptions = {}, world = new World()) =>
  world.input(files, { unknown, ...options });

describe('the kinds that could not be read completely', () => {
  it('are listed with the reason, without those that cannot be read at all', () => {
    expect(unreadKinds(new World().snapshot(['place', 'event']))).toEqual([
      { kind: 'event', reason },
      { kind: 'place', reason },
    ]);
    expect(unreadKinds(new World({ profile: 'documented' }).snapshot())).toEqual([]);
  });

  it('concern a plan if a file, a managed object or an open creation belongs to them', () => {
    const world = new World();
    world.base = { entries: new Map([['articles/gone', { kind: 'article', id: 'a', leaves: {} }]]) };
    const unknown = ['place', 'event', 'article', 'page', 'host'] as const;
    const given = input({ 'events/a.yaml': EVENT }, unknown, { input: { intents: [intent] } }, world);
    expect(unreadInPlan(given).map(({ kind }) => kind)).toEqual(['event', 'article', 'page']);
  });

  it('concern a plan only if those were asked for', () => {
    const files = { 'events/a.yaml': EVENT, 'places/a.yaml': 'name: Quay\n' };
    const only = (address: string): boolean => address === 'events/a';
    expect(unreadInPlan(input(files, ['place', 'event'], { choices: { only } }))).toEqual([{ kind: 'event', reason }]);
  });

  it('concern a pull even if there is nothing of them here, unless only others were asked for', () => {
    expect(unreadInPull(input({}, ['place', 'event'])).map(({ kind }) => kind)).toEqual(['event', 'place']);
    const only = (address: string): boolean => address.startsWith('places/');
    expect(unreadInPull(input({}, ['place', 'event'], { choices: { only } }))).toEqual([{ kind: 'place', reason }]);
    const one = (address: string): boolean => address === 'events/a';
    expect(unreadInPull(input({ 'events/a.yaml': EVENT }, ['place', 'event'], { choices: { only: one } }))).toEqual([
      { kind: 'event', reason },
    ]);
  });
});

describe('a document that could not be compared', () => {
  const FILES = { 'places/a.yaml': 'name: Quay\n', 'places/b.yaml': 'name: Lawn\n', 'events/a.yaml': EVENT };

  function found(world: World, unknown: readonly KindName[]) {
    const given = world.input(FILES, { unknown });
    const entities = [...given.broadcast.entities.values()];
    return [...uncompared(entities, identify(entities, given).identities, given)];
  }

  it('belongs to an unread kind, and its own object was not read or is unknown', () => {
    const world = World.synced({ 'places/a.yaml': FILES['places/a.yaml'] });
    expect(found(world, ['place'])).toEqual(['places/b']);
    world.records.delete(world.only('place').id);
    expect(found(world, ['place'])).toEqual(['places/a', 'places/b']);
  });

  it('does not exist if everything could be read', () => {
    expect(found(new World(), [])).toEqual([]);
  });

  it('may be one that is not identified at all', () => {
    const given = new World().input(FILES, { unknown: ['place'] });
    const place = given.broadcast.entities.get('places/a')!;
    expect([...uncompared([place], new Map(), given)]).toEqual(['places/a']);
  });
});

const UNCLEAR = 'two keys have the same name';

function snapshotOf(unclear: readonly string[]): Snapshot {
  const snapshot = new World().snapshot();
  const record = (id: string): RemoteRecord => ({
    kind: 'place',
    id,
    fields: {},
    hidden: [],
    ...(unclear.includes(id) && { unclear: UNCLEAR }),
  });
  const records = new Map(['a', 'b', 'c'].map((id) => [id, record(id)]));
  return { ...snapshot, kinds: new Map([...snapshot.kinds, ['place', { type: 'read', records }]]) };
}

const known = (given: Partial<Identified> = {}): Identified => ({
  identities: new Map(),
  orphans: new Map(),
  found: new Map(),
  notes: [],
  ...given,
});

describe('a change', () => {
  it.each([
    ['concerns an unreliable object', { kind: 'place', id: 'a' }, true],
    ['does not concern another object', { kind: 'place', id: 'b' }, false],
    ['does not concern an object that was not read', { kind: 'place', id: 'z' }, false],
    ['does not concern an object of another kind with that id', { kind: 'event', id: 'a' }, false],
    ['does not concern an object that does not exist yet', { kind: 'place' }, false],
  ] as const)('%s', (_, change, expected) => {
    expect(isAboutUnclear(change, snapshotOf(['a']))).toBe(expected);
  });
});

describe('unreliable objects', () => {
  it('are absent if all objects are reliable', () => {
    expect(unclearObjects(snapshotOf([]), known())).toEqual({ areManaged: false, notes: [] });
  });

  it('are listed with the reason, and make the plan incomplete only if one belongs to a document', () => {
    expect(unclearObjects(snapshotOf(['a', 'c']), known())).toEqual({
      areManaged: false,
      notes: ['a', 'c'].map(
        (id) =>
          `an object in places (${id} on the target) is left as it is: ${UNCLEAR}. Rename the key in the web editor`,
      ),
    });
  });

  it('belong to the document identified with them, or that had them before its file was deleted', () => {
    const identities = new Map([
      ['places/new', { type: 'new' } as const],
      ['places/quay', { type: 'twin', id: 'c' } as const],
    ]);
    const orphans = new Map([['places/gone', { kind: 'place', id: 'a', leaves: {} } as const]]);
    const { areManaged, notes } = unclearObjects(snapshotOf(['a', 'b', 'c']), known({ identities, orphans }));
    expect(areManaged).toBe(true);
    expect(notes.map((note) => note.split(' on the target')[0])).toEqual([
      'places/gone (a',
      'an object in places (b',
      'places/quay (c',
    ]);
  });

  it('are named by their kind if it has no folder', () => {
    const snapshot = snapshotOf([]);
    const record: RemoteRecord = { kind: 'client', id: 'x', fields: {}, hidden: [], unclear: UNCLEAR };
    const kinds = new Map([
      ...snapshot.kinds,
      ['client', { type: 'read', records: new Map([['x', record]]) }] as const,
    ]);
    expect(unclearObjects({ ...snapshot, kinds }, known()).notes[0]).toMatch(/^an object in Client \(x /);
  });
});
