import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/values/json.ts';
import { canonical } from '../../../src/values/canonical.ts';
import { isEmpty } from '../../../src/values/empty.ts';
import { leafAt, leavesOf } from '../../../src/values/leaves.ts';
import { MemoryRepository } from '../../pull/memory-pull.ts';
import { runs } from '../../seed.ts';
import { actions, World, type Files } from '../world.ts';

const single: fc.Arbitrary<Json> = fc.constantFrom<Json>(1, 2, 'text', [1], [{ a: 1 }], {}, null);
const keys = fc.constantFrom('a', 'b', 'c.d');
const value = fc.oneof(
  single,
  fc.dictionary(keys, fc.oneof(single, fc.dictionary(keys, single, { maxKeys: 2 })), { maxKeys: 2 }),
) as fc.Arbitrary<Json>;

const files = (place: Json): Files => ({
  'broadcast.yaml': 'name: Test\n',
  'pages/info.yaml': `title: Info\nmetadata: ${JSON.stringify({ place, other: 1 })}\n`,
});
const there = (world: World): JsonObject => (world.only('page').fields['metadata'] ?? {}) as JsonObject;
const leavesIn = (place: Json) => [...leavesOf({ place })].filter(([, each]) => !isEmpty(each));

/** The file had `before` at the last sync and has `here` now; a colleague wrote `theirs`. */
const opened = (before: Json, theirs: Json): World => {
  const world = World.synced(files(before));
  if (canonical(theirs) !== canonical(before))
    world.edit(world.only('page').id, { metadata: { ...there(world), place: theirs } });
  return world;
};

const property = (check: (before: Json, here: Json, theirs: Json) => void): void =>
  fc.assert(fc.property(value, value, value, check), { numRuns: runs({ test: 300, proof: 5000 }) });

describe('a place of any shape', () => {
  it('is an ordinary edit if nobody else changed it', () => {
    property((before, here) => {
      const world = opened(before, before);
      expect(world.sync(files(here)).summary).toMatchObject({ conflict: 0, drift: 0 });
      expect(new Set(leavesIn(there(world)['place'] ?? null))).toEqual(new Set(leavesIn(here)));
      expect(actions(world.plan(files(here)))).toEqual([]);
    });
  });

  it('keeps what a colleague wrote there, until it is overwritten on purpose', () => {
    property((before, here, theirs) => {
      const world = opened(before, theirs);
      world.sync(files(here));
      for (const [name, each] of leavesIn(theirs)) {
        const [was, wanted] = [before, here].map((side) => canonical(leafAt({ place: side }, name)));
        if (canonical(each) !== was) expect([canonical(each), wanted]).toContain(canonical(leafAt(there(world), name)));
      }
      world.sync(files(here), { choices: { ours: true, overwriteDrift: true } });
      for (const [name, each] of leavesIn(here)) expect(leafAt(there(world), name)).toEqual(each);
      expect(actions(world.plan(files(here)))).toEqual([]);
    });
  });

  it('is pulled as the colleague left it', () => {
    property((before, here, theirs) => {
      const world = opened(before, theirs);
      const repository = new MemoryRepository(world, files(here));
      repository.pull({ theirs: true });
      expect(repository.plan().summary).toMatchObject({ conflict: 0, drift: 0 });
    });
  });
});
