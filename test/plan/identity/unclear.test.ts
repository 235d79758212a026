import { describe, expect, it } from 'vitest';
import type { RemoteRecord, Snapshot } from '../../../src/model/snapshot.ts';
import type { Identified } from '../../../src/plan/identity/identify-documents.ts';
import { isAboutUnclear, unclearObjects } from '../../../src/plan/coverage.ts';
import { World } from '../world.ts';

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
