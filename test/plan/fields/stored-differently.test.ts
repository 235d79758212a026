import { describe, expect, it } from 'vitest';
import { desire } from '../../../src/plan/fields/desired.ts';
import { identification } from '../../../src/plan/identity/identity.ts';
import { identify } from '../../../src/plan/identity/identify-documents.ts';
import { storedDifferently } from '../../../src/plan/fields/stored-differently.ts';
import { World, type Files, type PlanOptions } from '../world.ts';

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
    expect(found(world, FILES, { unreadable: ['place'] })).toEqual([]);
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
      const world = World.synced(HOOK);
      const { leaves } = world.base.entries.get('webhooks/a')!;
      world.record('webhooks/a', { leaves: { ...leaves, [name]: { sent, answered } } });
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
