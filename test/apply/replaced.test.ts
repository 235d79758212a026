import { describe, expect, it } from 'vitest';
import { retireReplaced } from '../../src/apply/apply-plan.ts';
import type { Result } from '../../src/apply/run.ts';
import type { RemoteRecord } from '../../src/model/snapshot.ts';
import type { Change } from '../../src/plan/plan.ts';
import { changeOf, planOf, recordOf, snapshotOf } from './bench.ts';

const applied = (address: string, action: Result['action'] = 'replace'): Result => ({
  address,
  action,
  outcome: 'applied',
});

async function retired(
  changes: readonly Change[],
  { results, records = [] }: { results: readonly Result[]; records?: readonly RemoteRecord[] },
) {
  const [attempted, finished]: [Change[], Result[]] = [[], []];
  const attempt = async (change: Change): Promise<boolean> => {
    attempted.push(change);
    return true;
  };
  const snapshot = snapshotOf(...records);
  await retireReplaced(planOf(changes), { snapshot, results }, attempt, (result) => void finished.push(result));
  return { attempted, finished, deleted: attempted.map(({ id }) => id) };
}

const PLACE = changeOf({ action: 'replace', address: 'places/quay', id: 'old', fingerprint: 'as planned' });
const HOLDER = recordOf('event', 'holder', { title: 'A', place_id: 'old' });

describe('the old object of a replacement', () => {
  it('is deleted, whatever its current values: the plan showed that it is replaced', async () => {
    const { attempted, finished } = await retired([PLACE], { results: [applied('places/quay')] });
    const { fingerprint: _, ...rest } = PLACE;
    expect(attempted).toEqual([{ ...rest, action: 'delete', reason: 'it was replaced by a newer one' }]);
    expect(finished).toEqual([]);
  });

  it.each(['failed', 'skipped', 'open'] as const)('stays if the new one was not created: %s', async (outcome) => {
    const results = [{ ...applied('places/quay'), outcome }];
    expect((await retired([PLACE], { results })).attempted).toEqual([]);
  });

  it('is only that of a replacement, and only if there is one', async () => {
    const changes = [
      changeOf({ action: 'update', address: 'events/a', id: 'a' }),
      changeOf({ action: 'replace', address: 'events/b' }),
    ];
    expect((await retired(changes, { results: [] })).attempted).toEqual([]);
  });

  it('stays while an object on the target points to it, and that is reported', async () => {
    const { attempted, finished } = await retired([PLACE], { results: [applied('places/quay')], records: [HOLDER] });
    expect(attempted).toEqual([]);
    expect(finished).toEqual([
      {
        address: 'places/quay',
        action: 'delete',
        outcome: 'open',
        id: 'old',
        error: 'the old one is not deleted, because event holder still points to it',
      },
    ]);
  });

  it('is deleted once the objects that pointed to it were repointed or deleted', async () => {
    const changed = changeOf({ action: 'update', address: 'events/a', id: 'holder', dependsOn: ['places/quay'] });
    const deleted = changeOf({ action: 'delete', address: 'events/a', id: 'holder' });
    for (const change of [changed, deleted]) {
      const results = [applied('places/quay'), applied('events/a', change.action)];
      expect((await retired([PLACE, change], { results, records: [HOLDER] })).deleted).toEqual(['old']);
    }
  });

  it('stays if the object that points to it was changed otherwise, or could not be changed', async () => {
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

  it('stays if one object still points to it, even if another no longer does', async () => {
    const released = changeOf({ action: 'delete', address: 'events/a', id: 'holder' });
    const records = [HOLDER, recordOf('event', 'other', { place_id: 'old' })];
    const results = [applied('places/quay'), applied('events/a', 'delete')];
    const { finished } = await retired([PLACE, released], { results, records });
    expect(finished[0]!.error).toContain('event other still points to it');
  });
});
