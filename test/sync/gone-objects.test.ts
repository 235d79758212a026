import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { someEvents } from './fixture.ts';
import { meddle, type Passing } from './meddler.ts';
import { actionsOf, openSyncedStage, type Stage } from './stage.ts';

const FORCED = ['--ours', '--overwrite-drift'];

async function syncedStage(events = 3): Promise<Stage> {
  const stage = await openSyncedStage({ files: someEvents(events), profile: 'extended' });
  stage.theatre.clock.pass(3_600_000);
  return stage;
}

/** As in the web editor: deleted, and typed in again. */
async function makeAgain(stage: Stage, title: string, changes: JsonObject = {}): Promise<void> {
  const { id, fields } = stage.named('event', title);
  await stage.call('DELETE', `/events/${id}`);
  await stage.call('POST', '/events', { ...fields, ...changes });
}

describe('an object that was deleted and made again in the web editor', () => {
  it('is recognised and adopted, whatever is forced: nothing is created a second time', async () => {
    const stage = await syncedStage();
    for (const title of ['Event 0', 'Event 1', 'Event 2']) await makeAgain(stage, title);
    expect(actionsOf(await stage.plan())).toEqual([0, 1, 2].map((index) => `adopt events/event-${index}`));
    expect((await stage.sync(...FORCED)).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(3);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('is recognised by a file that was moved since', async () => {
    const stage = await syncedStage();
    await makeAgain(stage, 'Event 0');
    stage.move('events/event-0.yaml', 'events/renamed.yaml');
    expect(actionsOf(await stage.plan(...FORCED))).toEqual(['move events/renamed']);
    expect((await stage.sync(...FORCED)).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(3);
    expect(stage.ids()['events/renamed']).toBe(stage.named('event', 'Event 0').id);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('has drifted where it was made with other values, and is updated where its file changed', async () => {
    const stage = await syncedStage();
    await makeAgain(stage, 'Event 0', { end_time: '2027-06-18T22:00:00Z' });
    await makeAgain(stage, 'Event 1');
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    expect(actionsOf(await stage.plan()).toSorted()).toEqual([
      'adopt events/event-0',
      'adopt events/event-1',
      'drift events/event-0',
      'update events/event-1',
    ]);
    await stage.sync();
    expect(actionsOf(await stage.plan())).toEqual(['drift events/event-0']);
    expect((await stage.sync(...FORCED)).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(3);
  });
});

describe('an object that a list leaves out', () => {
  it('is read by its id before it counts as gone', async () => {
    const stage = await syncedStage();
    const { id } = stage.named('event', 'Event 0');
    const withoutIt = (passing: Passing): Passing => {
      if (passing.method !== 'GET' || !/\/events(\?|$)/.test(passing.path)) return passing;
      const { data, total } = JSON.parse(passing.body) as { data: { id: string }[]; total: number };
      const left = data.filter((event) => event.id !== id);
      return { ...passing, body: JSON.stringify({ data: left, total: total - data.length + left.length }) };
    };
    await meddle(stage, withoutIt);
    expect(actionsOf(await stage.plan(...FORCED))).toEqual([]);
    stage.edit('events/event-0.yaml', '23:00', '23:30');
    expect((await stage.sync(...FORCED)).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(3);
    stage.remove('events/event-0.yaml');
    expect((await stage.sync()).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(2);
  });
});

describe('an object that gets another id when it is updated', () => {
  it('is recognised by the next run, and not created again', async () => {
    const stage = await syncedStage();
    const renewing = async (passing: Passing): Promise<Passing> => {
      if (passing.method !== 'PUT') return passing;
      const { fields, id } = stage.named('event', 'Event 0');
      await stage.call('DELETE', `/events/${id}`);
      return { ...passing, body: JSON.stringify(await stage.call('POST', '/events', fields)) };
    };
    stage.edit('events/event-0.yaml', '23:00', '23:30');
    await meddle(stage, renewing);
    expect((await stage.sync()).exitCode).toBe(3);
    stage.configure();
    stage.theatre.clock.pass(3_600_000);
    expect((await stage.sync(...FORCED)).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(3);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });
});

describe('an object that was deleted on the target', () => {
  it.each([
    ['is created again', ['sync', '--yes', '--overwrite-drift'], 3],
    ['takes the file with it', ['pull', '--theirs'], 2],
  ])('%s, and leaves nothing behind if its file was moved', async (_, command, left) => {
    const stage = await syncedStage();
    await stage.call('DELETE', `/events/${stage.ids()['events/event-0']}`);
    stage.move('events/event-0.yaml', 'events/moved.yaml');
    expect((await stage.gitcast(...command)).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(left);
    expect(stage.ids()).not.toHaveProperty('events/event-0');
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('gets hints that lead out: each command does what it says', async () => {
    const stage = await syncedStage(20);
    for (const title of ['Event 0', 'Event 1', 'Event 2'])
      await stage.call('DELETE', `/events/${stage.named('event', title).id}`);
    for (const index of [1, 2]) stage.edit(`events/event-${index}.yaml`, '23:00', '23:30');
    const drift =
      'deleted on the target, not here: `gitcast pull --theirs` deletes the file, `gitcast sync --overwrite-drift` creates it again';
    const conflict =
      'changed here, and deleted on the target: `gitcast pull --theirs` deletes the file, `gitcast sync --ours` creates it again';
    for (const command of [['plan'], ['pull', '--dry-run'], ['sync', '--yes']]) {
      const { stdout } = await stage.gitcast(...command);
      expect(stdout).toContain(drift);
      expect(stdout.split(conflict)).toHaveLength(3);
      expect(stdout).not.toContain('pulls it into the files');
    }
    expect((await stage.gitcast('pull', 'events/event-2', '--theirs')).exitCode).toBe(0);
    await stage.sync('--ours');
    expect(actionsOf(await stage.plan())).toEqual(['drift events/event-0']);
    await stage.sync('--overwrite-drift');
    expect(actionsOf(await stage.plan())).toEqual([]);
    expect(stage.contents('event')).toHaveLength(19);
  });
});
