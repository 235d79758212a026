import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planShape } from '../../../src/plan/plan.ts';
import type { Change, Plan } from '../../../src/plan/plan.ts';
import type { Json } from '../../../src/values/json.ts';
import { hasShape, mismatchOf } from '../../../src/values/shape.ts';
import { IDENTITY } from '../../state/identity.ts';
import { mutationsOf } from '../../values/mutated-json.ts';

/** A plan with every field that a change can have. */
const CHANGE: Change = {
  address: 'events/opening',
  kind: 'event',
  action: 'move',
  certainty: 'verified',
  id: '64b7c0ffee64b7c0ffee0001',
  fields: [
    {
      name: 'title',
      before: 'Opening',
      after: 'First night',
      shown: { before: 'Opening', after: 'First night' },
      last: 'Start',
      unsynced: true,
    },
  ],
  after: { title: 'First night', place_id: 'places/quay' },
  pointers: [{ path: ['place_id'], address: 'places/quay' }],
  secrets: [['nodes', 0, 'key']],
  reason: 'the title changed',
  dependsOn: ['places/quay'],
  fingerprint: 'd1',
  agreed: { category: { sent: 'd2', answered: 'd3' } },
  sets: ['title'],
  drops: ['description'],
  replaces: ['64b7c0ffee64b7c0ffee0002'],
  unshown: ['body'],
  settles: ['k1'],
  waitsUntil: 1_800_000_000_000,
  from: 'events/start',
  protect: true,
  updatedAt: '2027-06-18T12:00:00.000Z',
  edited: true,
  lost: {
    title: 'Opening',
    starts: '2027-06-18T20:30:00+02:00',
    ends: '2027-06-18T23:00:00+02:00',
    place: 'places/quay',
    characters: 20,
    blocks: 2,
    unmanaged: ['category'],
  },
  body: 'Two sets, one river.',
};

const PLAN: Plan = {
  version: 1,
  target: 'live',
  identity: IDENTITY,
  digest: 'd4',
  offline: true,
  complete: false,
  unread: [{ kind: 'event', reason: 'it failed half-way' }],
  uncompared: ['events/late'],
  storedDifferently: [{ address: 'events/opening', field: 'title' }],
  leftOut: 2,
  summary: {
    create: 0,
    update: 0,
    replace: 0,
    delete: 0,
    adopt: 0,
    move: 1,
    forget: 0,
    drift: 0,
    conflict: 0,
    manual: 0,
    unchanged: 3,
  },
  requests: 1,
  changes: [CHANGE],
  open: [{ address: 'events/late', kind: 'event', key: 'k2', until: 1_800_000_000_000 }],
  absent: ['k3'],
  notes: ['pages are only rendered'],
  refusals: [{ reason: 'too many deletes', remedy: 'look at them', allows: { allowDeletes: 3, allowRollback: true } }],
};

/** The old and new value of a field, and the body that is sent, may be any value. */
const FREE = ['before', 'after', 'last'];

describe('a saved plan', () => {
  it('has its shape', () => {
    expect(mismatchOf(PLAN, planShape)).toBeUndefined();
  });

  it('with a value of the wrong type is refused', () => {
    const property = fc.property(mutationsOf(PLAN as object as Json, FREE), ({ path, json }) => {
      // A step of a path is a key or an index.
      fc.pre(!(path.at(-3) === 'secrets' || path.at(-2) === 'path'));
      expect(hasShape(json, planShape)).toBe(false);
    });
    fc.assert(property, { numRuns: 500 });
  });
});
