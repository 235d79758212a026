import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { someEvents } from './fixture.ts';
import { open } from '../project/opened.ts';
import { openSyncedStage, type Stage } from './stage.ts';

async function stageWithThirtyOfFortyDeleted(): Promise<Stage> {
  const stage = await openSyncedStage({ files: someEvents(40) });
  for (let index = 10; index < 40; index++) stage.remove(`events/event-${index}.yaml`);
  return stage;
}

describe('thirty of forty event files deleted', () => {
  it('fails the plan and the sync, which deletes nothing and names the flag to add', async () => {
    const stage = await stageWithThirtyOfFortyDeleted();
    expect((await stage.plan()).exitCode).toBe(1);
    const stderr = await stage.refusal('sync', '--yes');
    expect(stderr).toMatch(/the plan is refused: it would delete 30 objects/);
    expect(stderr).toContain('if this is intended, add --allow-deletes 30');
    expect(stage.contents('event')).toHaveLength(40);
  });

  it('suggests an option to a program, and the flag on a command line', async () => {
    const stage = await stageWithThirtyOfFortyDeleted();
    const { project } = open(stage);
    await expect(project.sync({ approve: true })).rejects.toMatchObject({
      suggestion: 'if this is intended, add --allow-deletes 30',
    });
    const { plan } = await project.plan();
    const allows = { allowDeletes: 30 };
    expect(plan.refusals).toEqual([
      { reason: 'it would delete 30 objects, and guard.deletes.count allows 10', allows },
      { reason: 'it would delete 30 of 40 events, and guard.deletes.percent allows 30 %', allows },
    ]);
    const allowed = await project.sync({ approve: true, ...plan.refusals[0]!.allows });
    expect(allowed.results).toHaveLength(30);
  });

  it('deletes them with the flag, and keeps a copy of each', async () => {
    const stage = await stageWithThirtyOfFortyDeleted();
    expect((await stage.sync('--allow-deletes', '29')).exitCode).toBe(1);
    expect((await stage.sync('--allow-deletes', '30')).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(10);
    expect(Object.keys(stage.kept()).filter((file) => file.includes('.deleted/'))).toHaveLength(30);
  });
});

describe('content that is gone', () => {
  const NINE = someEvents(9);

  it('is not deleted from the target because a folder is empty, whatever the count and what is allowed', async () => {
    const stage = await openSyncedStage({ files: { ...NINE, 'places/quay.yaml': 'name: Quay\n' } });
    rmSync(join(stage.folder, 'content'), { recursive: true });
    mkdirSync(join(stage.folder, 'content'));
    const stderr = await stage.refusal('sync', '--yes', '--allow-deletes', '100');
    expect(stderr).toContain(
      'the plan is refused: broadcast.yaml, all events and all places are gone from the content',
    );
    expect(stderr).toContain('a submodule or a sparse checkout may have left it empty');
    expect(stderr).toContain('if this is intended, add --allow-empty broadcast,event,place');
    expect(stage.contents('event')).toHaveLength(9);
  });

  it('is deleted with --allow-empty, within the other limits', async () => {
    const stage = await openSyncedStage({ files: NINE });
    for (const name of Object.keys(NINE)) if (name.startsWith('events/')) stage.remove(name);
    expect((await stage.sync('--allow-empty', 'places')).exitCode).toBe(1);
    expect((await stage.sync('--allow-empty', 'events')).exitCode).toBe(0);
    expect(stage.contents('event')).toEqual([]);
  });

  it('is refused with all options that it needs', async () => {
    const stage = await openSyncedStage({ files: someEvents(12) });
    for (let index = 0; index < 12; index++) stage.remove(`events/event-${index}.yaml`);
    const { stderr } = await stage.sync();
    expect(stderr).toContain('if this is intended, add --allow-deletes 12 and --allow-empty event');
    expect((await stage.sync('--allow-deletes', '12', '--allow-empty', 'event')).exitCode).toBe(0);
  });

  it('is not deleted because of a new document of its kind either', async () => {
    const stage = await openSyncedStage({ files: someEvents(3) });
    for (const index of [0, 1, 2]) stage.move(`events/event-${index}.yaml`, `events/other-${index}.yaml`);
    expect((await stage.sync()).exitCode).toBe(0);
    for (const index of [0, 1, 2]) stage.remove(`events/other-${index}.yaml`);
    stage.write('events/new.yaml', someEvents(9)['events/event-8.yaml']!);
    const { exitCode, stderr } = await stage.sync();
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('all events are gone from the content')]);
    expect((await stage.sync('--allow-empty', 'event')).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(1);
  });

  it('may be the last of its kind', async () => {
    const stage = await openSyncedStage({ files: someEvents(2) });
    stage.remove('events/event-0.yaml');
    expect((await stage.sync()).exitCode).toBe(0);
    stage.remove('events/event-1.yaml');
    expect((await stage.sync()).exitCode).toBe(0);
    expect(stage.contents('event')).toEqual([]);
  });

  it('still counts as gone if somebody changed one of the objects', async () => {
    const stage = await openSyncedStage({ files: someEvents(3) });
    await stage.typeInto('event', 'Event 0', { description: 'Typed' });
    for (const index of [0, 1, 2]) stage.remove(`events/event-${index}.yaml`);
    expect((await stage.sync()).exitCode).toBe(1);
    expect(stage.contents('event')).toHaveLength(3);
  });
});
