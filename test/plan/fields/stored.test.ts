import { describe, expect, it } from 'vitest';
import type { BaseEntry } from '../../../src/model/base.ts';
import type { Json } from '../../../src/values/json.ts';
import { desire } from '../../../src/plan/fields/desired.ts';
import { identification } from '../../../src/plan/identity/pointer-targets.ts';
import { identify } from '../../../src/plan/identity/identify-documents.ts';
import { isStoredAs, storedDifferently } from '../../../src/plan/fields/stored.ts';
import { World, type Files, type PlanOptions } from '../world.ts';

describe('a value is stored as it was sent', () => {
  it.each<[string, Json | undefined, Json | undefined]>([
    ['with other line breaks, and more of them at the end', 'one\r\ntwo', 'one\ntwo\n\n'],
    ['with the same instant in another spelling', '2027-06-18T20:30:00+02:00', '2027-06-18T18:30:00Z'],
    ['with further keys in objects', { a: 1 }, { a: 1, _id: 'x', b: 2 }],
    ['with further keys in the objects of a list', [{ a: 1 }, { a: 2 }], [{ a: 1, _id: 'x' }, { a: 2 }]],
    ['with null for an empty text', '', null],
    ['with nothing for an empty list', [], undefined],
    ['with nothing for an empty object', {}, null],
    ['with nothing for an empty text in an object', { a: 1, b: '' }, { a: 1 }],
    ['with the same number', 5, 5],
  ])('%s', (_, sent, stored) => {
    expect(isStoredAs(sent, stored)).toBe(true);
  });
});

describe('a value is not stored as it was sent', () => {
  it.each<[string, Json | undefined, Json | undefined]>([
    ['if it was trimmed', ' one ', 'one'],
    ['if it was escaped', 'R & B', 'R &amp; B'],
    ['if a line break in the middle is gone', 'one\n\ntwo', 'one\ntwo'],
    ['if it is missing', 'one', undefined],
    ['if it was never sent', undefined, 'one'],
    ['if one value of an object differs', { a: 1, b: 2 }, { a: 1, b: 3 }],
    ['if a key of an object is missing', { a: 1, b: 2 }, { a: 1 }],
    ['if it became a text', { a: 1 }, 'a'],
    ['if one entry of a list differs', ['a', 'b'], ['a', 'c']],
    ['if a list was cut', ['a', 'b'], ['a']],
    ['if a list has grown', ['a'], ['a', 'b']],
    ['if a list became a text', ['a'], 'a'],
    ['if a list became an object', ['a'], { 0: 'a' }],
    ['if a number changed', 5, 6],
    ['if it is false instead of empty', '', false],
    ['if zero became nothing', 0, null],
  ])('%s', (_, sent, stored) => {
    expect(isStoredAs(sent, stored)).toBe(false);
  });
});

describe('the values that a service stores differently from the file', () => {
  const FILES: Files = { 'places/quay.yaml': 'name: "Quay "\ndescription: "R & B"\n' };

  function tidied(): World {
    const world = new World({
      normalise: (fields) =>
        Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
        ),
    });
    world.sync(FILES);
    return world;
  }

  function found(world: World, files = FILES, options: PlanOptions = {}) {
    const input = world.input(files, options);
    const entities = [...input.broadcast.entities.values()];
    const { identities } = identify(entities, input);
    const known = identification(identities, input);
    return storedDifferently(
      entities.map((entity) => desire(entity, input, known)),
      identities,
      input,
    );
  }

  it('are listed with their document', () => {
    expect(found(tidied())).toEqual([{ address: 'places/quay', field: 'name' }]);
  });

  it('are those of existing objects, and none if the target cannot be read', () => {
    const world = tidied();
    const snapshot = world.snapshot();
    const kinds = new Map([...snapshot.kinds, ['place', { type: 'unreadable' }] as const]);
    expect(found(world, FILES, { input: { snapshot: { ...snapshot, kinds } } })).toEqual([]);
    world.records.delete(world.only('place').id);
    expect(found(world)).toEqual([]);
  });

  it('are not reported while the file or the target has a pending change', () => {
    expect(found(tidied(), { 'places/quay.yaml': 'name: " Quay"\ndescription: "R & B"\n' })).toEqual([]);
    const world = tidied();
    world.edit(world.only('place').id, { name: 'Quai' });
    expect(found(world)).toEqual([]);
  });

  it('are not reported for documents that no sync manages', () => {
    const world = tidied();
    world.base = { entries: new Map() };
    expect(found(world)).toEqual([]);
  });

  it('do not include those to which the service only adds something', () => {
    const world = new World({ normalise: (fields) => ({ ...fields, name: `${String(fields['name'])}\n` }) });
    world.sync(FILES);
    expect(found(world)).toEqual([]);
  });

  it('do not include those that the target hides', () => {
    const world = tidied();
    const snapshot = world.snapshot();
    const records = new Map(world.all('place').map((record) => [record.id, { ...record, hidden: ['name'] }]));
    const kinds = new Map([...snapshot.kinds, ['place', { type: 'read', records }] as const]);
    expect(found(world, FILES, { input: { snapshot: { ...snapshot, kinds } } })).toEqual([]);
  });

  describe('with a secret', () => {
    const HOOK = { 'webhooks/a.yaml': 'url: https://a.example/hook\nevents: [event.created]\nsecret: { $env: KEY }\n' };

    function withLeaf(name: string, sent: string, answered: string): World {
      const world = new World();
      world.sync(HOOK);
      const entry = world.base.entries.get('webhooks/a')!;
      const changed: BaseEntry = { ...entry, leaves: { ...entry.leaves, [name]: { sent, answered } } };
      world.base = { entries: new Map([...world.base.entries, ['webhooks/a', changed]]) };
      return world;
    }

    const shown = (world: World): PlanOptions => {
      const snapshot = world.snapshot();
      const records = new Map(world.all('webhook').map((record) => [record.id, record]));
      return {
        input: {
          snapshot: { ...snapshot, kinds: new Map([...snapshot.kinds, ['webhook', { type: 'read', records }]]) },
        },
      };
    };

    it('are never reported, even if the target shows it', () => {
      const world = withLeaf('secret', '{"$env":"KEY"}', '"abc"');
      world.edit(world.only('webhook').id, { secret: 'abc' });
      expect(found(world, HOOK, shown(world))).toEqual([]);
      const plain = { 'webhooks/a.yaml': HOOK['webhooks/a.yaml'].replace('{ $env: KEY }', 'null') };
      expect(found(withLeaf('secret', 'null', '"abc"'), plain)).toEqual([]);
    });

    it('are not reported for a field that had one at the last sync', () => {
      const world = withLeaf('url', '!"https://a.example/hook"', '"https://b.example/hook"');
      world.edit(world.only('webhook').id, { url: 'https://b.example/hook' });
      expect(found(world, HOOK)).toEqual([]);
    });
  });
});
