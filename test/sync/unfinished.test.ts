import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../src/values/canonical.ts';
import { digest } from '../../src/values/digest.ts';
import { someEvents } from './fixture.ts';
import { meddle } from './meddler.ts';
import { actionsOf, openSyncedStage, type Stage } from './stage.ts';

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

  it('is kept while --only leaves it out, and deleted once it is included', async () => {
    const stage = await stageWithBegunCreation();
    await stage.call('POST', '/events', GONE);
    expect(await stage.sync('--only', 'events/event-0')).toMatchObject({ results: [] });
    expect(actionsOf(await stage.plan())).toEqual(['delete events/gone']);
  });

  it('is kept while its kind cannot be read, and deleted once it can', async () => {
    const stage = await stageWithBegunCreation();
    await stage.call('POST', '/events', GONE);
    await meddle(stage, (passing) =>
      passing.path.startsWith('/v1/events?') ? { ...passing, status: 400, body: '{"error":"not now"}' } : passing,
    );
    expect(await stage.sync()).toMatchObject({ exitCode: 4, results: [] });
    stage.configure();
    expect(actionsOf(await stage.plan())).toEqual(['delete events/gone']);
  });
});
