import { describe, expect, it } from 'vitest';
import { retireReplaced } from '../../src/apply/replaced.ts';
import type { Result } from '../../src/apply/run.ts';
import type { RemoteRecord } from '../../src/model/snapshot.ts';
import type { Change } from '../../src/plan/plan.ts';
import { changeOf, planOf, recordOf, snapshotOf } from './bench.ts';

const applied = (address: string, action = 'replace'): Result => ({ address, action, outcome: 'applied' });

async function retired(
  changes: readonly Change[],
  { results, records = [] }: { results: readonly Result[]; records?: readonly RemoteRecord[] },
) {
  const [attempted, finished]: [Change[], Result[]] = [[], []];
  await retireReplaced(planOf(changes), {
    snapshot: snapshotOf(...records),
    results,
    attempt: async (change) => {
      attempted.push(change);
      return true;
    },
    finish: (result) => void finished.push(result),
  });
  return { attempted, finished, deleted: attempted.map(({ id }) => id) };
}

const PLACE = changeOf({ action: 'replace', address: 'places/quay', id: 'old', fingerprint: 'as planned' });
const HOLDER = recordOf('event', 'holder', { title: 'A', place_id: 'old' });

describe('the old object of a replacement', () => {
  it('is deleted, whatever it is like by now: the plan has seen that it is replaced', async () => {
    const { attempted, finished } = await retired([PLACE], { results: [applied('places/quay')] });
    const { fingerprint: _, ...rest } = PLACE;
    expect(attempted).toEqual([{ ...rest, action: 'delete', reason: 'it was replaced by a newer one' }]);
    expect(finished).toEqual([]);
  });

  it.each(['failed', 'skipped', 'open'] as const)('stays where the new one was not made: %s', async (outcome) => {
    const results = [{ ...applied('places/quay'), outcome }];
    expect((await retired([PLACE], { results })).attempted).toEqual([]);
  });

  it('is only that of a replacement, and only where there is one', async () => {
    const changes = [
      changeOf({ action: 'update', address: 'events/a', id: 'a' }),
      changeOf({ action: 'replace', address: 'events/b' }),
    ];
    expect((await retired(changes, { results: [] })).attempted).toEqual([]);
  });

  it('stays while something on the target points at it, and that is said', async () => {
    const { attempted, finished } = await retired([PLACE], { results: [applied('places/quay')], records: [HOLDER] });
    expect(attempted).toEqual([]);
    expect(finished).toEqual([
      {
        address: 'places/quay',
        action: 'delete',
        outcome: 'open',
        id: 'old',
        error: 'the old one is not deleted, since event holder still points at it',
      },
    ]);
  });

  it('goes once what pointed at it was changed to the new one, or is deleted', async () => {
    const changed = changeOf({ action: 'update', address: 'events/a', id: 'holder', dependsOn: ['places/quay'] });
    const deleted = changeOf({ action: 'delete', address: 'events/a', id: 'holder' });
    for (const change of [changed, deleted]) {
      const results = [applied('places/quay'), applied('events/a', change.action)];
      expect((await retired([PLACE, change], { results, records: [HOLDER] })).deleted).toEqual(['old']);
    }
  });

  it('stays where what points at it was changed in something else, or could not be changed', async () => {
    const elsewhere = changeOf({ action: 'update', address: 'events/a', id: 'holder', dependsOn: ['places/pier'] });
    const pointing = changeOf({ action: 'update', address: 'events/a', id: 'holder', dependsOn: ['places/quay'] });
    const unnamed = changeOf({ action: 'update', address: 'events/a', dependsOn: ['places/quay'] });
    const fine = [applied('places/quay'), applied('events/a', 'update')];
    const failed: readonly Result[] = [applied('places/quay'), { ...applied('events/a'), outcome: 'failed' }];
    for (const [change, results] of [
      [elsewhere, fine],
      [pointing, failed],
      [unnamed, fine],
    ] as const) {
      expect((await retired([PLACE, change], { results, records: [HOLDER] })).deleted).toEqual([]);
    }
  });

  it('stays for the one that still points at it, although another does no more', async () => {
    const released = changeOf({ action: 'delete', address: 'events/a', id: 'holder' });
    const records = [HOLDER, recordOf('event', 'other', { place_id: 'old' })];
    const results = [applied('places/quay'), applied('events/a', 'delete')];
    const { finished } = await retired([PLACE, released], { results, records });
    expect(finished[0]!.error).toContain('event other still points at it');
  });
});
