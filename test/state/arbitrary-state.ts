import * as fc from 'fast-check';
import type { BaseEntry } from '../../src/model/base.ts';
import type { Intent, JournalLine } from '../../src/state/journal-line.ts';
import { sharedObject } from '../../src/state/one-address.ts';

/** Few of each, so that lines concern the same documents. */
const anyAddress = fc.constantFrom('events/a', 'events/b', 'places/c', 'articles/ete');
const anyId = fc.constantFrom('id-1', 'id-2', 'id-é');
const anyDigest = fc.constantFrom('d1', 'd2', 'd3');

const anyLeaves = fc.dictionary(
  fc.constantFrom('title', 'theme.accentColor', 'a\\.b', '__proto__'),
  fc.record({ sent: anyDigest, answered: anyDigest }),
);

export const anyEntry: fc.Arbitrary<BaseEntry> = fc.record(
  {
    kind: fc.constantFrom('event' as const, 'place' as const, 'article' as const),
    id: anyId,
    leaves: anyLeaves,
    updatedAt: fc.constant('2027-06-18T12:00:00.000Z'),
    writtenAt: fc.nat(),
    protect: fc.constant(true as const),
    body: anyDigest,
    replaces: fc.uniqueArray(anyId, { minLength: 1 }),
  },
  { requiredKeys: ['kind', 'id', 'leaves'] },
);

const KINDS = { events: 'event', places: 'place', articles: 'article' } as const;

/** A folder belongs to one kind. */
const entryAt = (address: string): fc.Arbitrary<BaseEntry> =>
  anyEntry.map((entry) => ({ ...entry, kind: KINDS[address.split('/')[0] as keyof typeof KINDS] }));

const anyPlaced = anyAddress.chain((address) => fc.record({ address: fc.constant(address), entry: entryAt(address) }));

export const anyEntries = fc
  .array(anyPlaced, { maxLength: 4 })
  .map(
    (placed): ReadonlyMap<string, BaseEntry> => new Map(placed.map(({ address, entry }) => [address, entry] as const)),
  )
  .filter((entries) => sharedObject(entries) === undefined);

const KEYS = ['k1', 'k2', 'k3', 'k4'];
const settles = fc.subarray(KEYS);

export const anyIntent: fc.Arbitrary<Intent> = fc.record({
  type: fc.constant('intent' as const),
  address: fc.constantFrom('events/a', 'events/b'),
  kind: fc.constant('event' as const),
  idempotencyKey: fc.constantFrom(...KEYS),
  action: fc.constantFrom('create' as const, 'update' as const),
  at: fc.nat(),
  leaves: fc.dictionary(fc.string({ minLength: 2 }), anyDigest),
  echoes: fc.constant({}),
});

const anyLine: fc.Arbitrary<JournalLine> = fc.oneof(
  anyIntent,
  fc.tuple(anyPlaced, settles).map(([placed, keys]) => ({ type: 'written' as const, ...placed, settles: keys })),
  fc
    .tuple(anyPlaced, anyAddress, settles)
    .map(([placed, from, keys]) => ({ type: 'moved' as const, from, ...placed, settles: keys })),
  fc.record({ type: fc.constant('deleted' as const), address: anyAddress, id: anyId, at: fc.nat(), settles }),
  fc.record({ type: fc.constant('forgotten' as const), address: anyAddress, settles }),
  fc.record({ type: fc.constant('dropped' as const), address: anyAddress, settles }),
);

export const anyLines = fc.array(anyLine, { maxLength: 12 });
