import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { eventText, someEvents } from './fixture.ts';
import { meddle } from './meddler.ts';
import { openStage, type Stage } from './stage.ts';

/**
 * Some events are gone from the files, one is new, one has changed: a complete list would lead to all of these changes.
 */
async function stageWithMuchToDo(): Promise<Stage> {
  const stage = await openStage({ files: someEvents(50), variants: ['small-pages'] });
  expect((await stage.sync()).exitCode).toBe(0);
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
    const url = await meddle(stage.theatre.url, (passing) =>
      /^\/v1\/events\?.*offset=20/.test(passing.path)
        ? { ...passing, status: 400, body: '{"error":"too far"}' }
        : passing,
    );
    stage.configure({ baseUrl: url });
    const { exitCode, complete, notes, changes } = await stage.plan();
    expect([exitCode, complete]).toEqual([4, false]);
    expect(notes.join()).toMatch(/events could not be read \(after \d+ entries: .*too far/);
    expect(changes.map(({ address }) => address)).toEqual(['places/quay']);
    await expectEventsUntouched(stage);
  });

  it('that is shorter than its total: no event is created or deleted', async () => {
    const stage = await stageWithMuchToDo();
    const url = await meddle(stage.theatre.url, (passing) => {
      if (!passing.path.startsWith('/v1/events?')) return passing;
      const body = JSON.parse(passing.body) as JsonObject & { data: JsonObject[] };
      return {
        ...passing,
        body: JSON.stringify({ ...body, data: body.data.filter(({ title }) => title !== 'Event 7') }),
      };
    });
    stage.configure({ baseUrl: url });
    expect((await stage.plan()).notes.join()).toMatch(/the list has \d+ entries but reports a total of 50/);
    await expectEventsUntouched(stage);
  });

  it('that is suddenly empty: nothing at all is done', async () => {
    const stage = await stageWithMuchToDo();
    const url = await meddle(stage.theatre.url, (passing) => {
      if (passing.path.startsWith('/v1/events?')) return { ...passing, body: '{"data":[],"total":0}' };
      // What was just written is read by id.
      return passing.path.startsWith('/v1/events/') ? { ...passing, status: 404, body: '{}' } : passing;
    });
    stage.configure({ baseUrl: url });
    const state = stage.stateText();
    const { exitCode, stderr } = await stage.sync();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/the target reports that all 50 events are gone, so nothing is changed until/);
    expect((await stage.plan()).exitCode).toBe(1);
    expect([stage.contents('event').length, stage.contents('place').length, stage.stateText()]).toEqual([50, 1, state]);
  });
});
