import { describe, expect, it } from 'vitest';
import { eventText, someEvents } from './fixture.ts';
import { meddle } from './meddler.ts';
import { openSyncedStage, type Stage } from './stage.ts';

/**
 * Some events are gone from the files, one is new, one has changed: a complete list would lead to all of these changes.
 */
async function stageWithMuchToDo(): Promise<Stage> {
  const stage = await openSyncedStage({ files: someEvents(50), variants: ['small-pages'] });
  for (const index of [0, 1, 2]) stage.remove(`events/event-${index}.yaml`);
  stage.write('events/new.yaml', eventText('New event'));
  stage.write('places/quay.yaml', 'name: Quay\n');
  return stage;
}

async function expectEventsUntouched(stage: Stage): Promise<void> {
  const { exitCode, results } = await stage.sync();
  expect(exitCode).toBe(4);
  expect(results.map(({ action, address }) => `${action} ${address}`)).toEqual(['create places/quay']);
  expect(stage.contents('event')).toHaveLength(50);
}

describe('an incomplete list of events', () => {
  it('that fails half-way: no event is created or deleted, other kinds are synced, and the plan reports it', async () => {
    const stage = await stageWithMuchToDo();
    await meddle(stage, (passing) =>
      /^\/v1\/events\?.*offset=20/.test(passing.path)
        ? { ...passing, status: 400, body: '{"error":"too far"}' }
        : passing,
    );
    const { exitCode, complete, notes, changes } = await stage.plan();
    expect([exitCode, complete]).toEqual([4, false]);
    expect(notes.join()).toMatch(/events could not be read \(after \d+ entries: .*too far/);
    expect(changes.map(({ address }) => address)).toEqual(['places/quay']);
    await expectEventsUntouched(stage);
  });

  it('that is suddenly empty: nothing at all is done', async () => {
    const stage = await stageWithMuchToDo();
    await meddle(stage, (passing) => {
      if (passing.path.startsWith('/v1/events?')) return { ...passing, body: '{"data":[],"total":0}' };
      // What was just written is read by id.
      return passing.path.startsWith('/v1/events/') ? { ...passing, status: 404, body: '{}' } : passing;
    });
    const state = stage.stateText();
    const { exitCode, stderr } = await stage.sync();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/the target reports that all 50 events are gone, so nothing is changed until/);
    expect((await stage.plan()).exitCode).toBe(1);
    expect([stage.contents('event').length, stage.contents('place').length, stage.stateText()]).toEqual([50, 1, state]);
  });
});
