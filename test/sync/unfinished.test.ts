import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../src/values/canonical.ts';
import { digest } from '../../src/values/digest.ts';
import { someEvents } from './fixture.ts';
import { actionsOf, openStage, openSyncedStage, type Stage } from './stage.ts';
import { blinded, OPENING } from './blinded-stage.ts';

const GONE = { title: 'Gone', start_time: '2027-06-18T20:30:00Z', end_time: '2027-06-18T23:00:00Z' };
const JOURNAL = 'state/live.journal';

/** A run was killed before it knew whether it had created an event, whose file was then deleted. */
async function stageWithBegunCreation(): Promise<Stage> {
  const stage = await openSyncedStage({ files: someEvents(2) });
  const leaves = Object.fromEntries(Object.entries(GONE).map(([name, value]) => [name, digest(canonical(value))]));
  const sent = { idempotencyKey: 'once', action: 'create', at: 1, leaves, echoes: {}, naturalKey: GONE };
  const intent = { type: 'intent', address: 'events/gone', kind: 'event', ...sent };
  appendFileSync(join(stage.folder, '.gitcast', JOURNAL), `${JSON.stringify(intent)}\n`);
  return stage;
}

describe('a creation that was started for a file that is gone', () => {
  it('and that had no effect is forgotten by the next sync', async () => {
    const stage = await stageWithBegunCreation();
    expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [] });
    expect(Object.keys(stage.kept())).not.toContain(JOURNAL);
  });

  it('and that succeeded is deleted by the next sync, and then forgotten', async () => {
    const stage = await stageWithBegunCreation();
    await stage.call('POST', '/events', GONE);
    expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [{ address: 'events/gone', action: 'delete' }] });
    expect(stage.contents('event')).toHaveLength(2);
    expect(Object.keys(stage.kept())).not.toContain(JOURNAL);
  });
});

const posts = (stage: Stage): number => stage.seen.filter(({ method }) => method === 'POST').length;

/** Its lists lag by a second, and it has no Idempotency-Key: only waiting helps. */
async function lagging(): Promise<Stage> {
  const stage = await openStage({ files: OPENING, variants: ['lagging-lists', 'no-idempotency'] });
  stage.configure({ settle: 20 });
  return stage;
}

describe('a creation whose reply is lost while lists lag', () => {
  it('is waited for, found and adopted: it is sent once', async () => {
    const stage = await lagging();
    await stage.arm({ do: 'reset-after', method: 'POST' });
    expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [{ action: 'adopt', outcome: 'applied' }] });
    expect(posts(stage)).toBe(1);
    expect(stage.contents('event')).toHaveLength(1);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('stays open with --no-wait: exit code 3, when to run again, and nothing sent by the next run before that', async () => {
    const { stage, see } = await blinded(600);
    await stage.arm({ do: 'reset-after', method: 'POST', nth: 1 });
    for (let run = 0; run < 2; run++) {
      const { exitCode, results } = await stage.sync('--no-wait');
      expect(exitCode).toBe(3);
      expect(results).toMatchObject([{ address: 'events/opening', outcome: 'open' }]);
      expect(results[0]!.error).toMatch(/run gitcast sync again after \d{4}-\d\d-\d\dT/);
    }
    expect(posts(stage)).toBe(1);
    see();
    expect(await stage.sync()).toMatchObject({ exitCode: 0 });
    expect(stage.contents('event')).toHaveLength(1);
  });

  it('comes after everything else is applied, and delays only what points to it', async () => {
    const stage = await lagging();
    stage.write('places/quay.yaml', 'name: Quay\n');
    stage.write('places/dock.yaml', 'name: Dock\n');
    stage.edit('events/opening.yaml', 'title', 'place_id: places/quay\ntitle');
    await stage.arm({ do: 'reset-after', method: 'POST', path: '/v1/places', nth: 1 });
    const { exitCode, results } = await stage.sync('--concurrency', '1');
    expect(exitCode).toBe(0);
    expect(results.map(({ address, action }) => `${action} ${address}`)).toEqual([
      'create places/dock',
      'adopt places/quay',
      'create events/opening',
    ]);
    expect(stage.contents('place')).toHaveLength(2);
  });
});

describe('a creation that is still missing from the list when the settle time is over', () => {
  it('is sent again with the same Idempotency-Key, so that a late arrival creates no second object', async () => {
    const { stage, see } = await blinded(1, []);
    await stage.arm({ do: 'reset-after', method: 'POST', nth: 1 });
    expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [{ action: 'create', outcome: 'applied' }] });
    expect(posts(stage)).toBe(2);
    see();
    expect(stage.contents('event')).toHaveLength(1);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });
});
