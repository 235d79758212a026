/** The exit code, the summary and the results say the same of each change. */
import { describe, expect, it } from 'vitest';
import { someEvents } from './fixture.ts';
import { openStage, openSyncedStage, type SyncRun } from './stage.ts';

const countsOf = ({ results }: SyncRun) => ({
  failed: results.filter(({ outcome }) => outcome === 'failed').length,
  skipped: results.filter(({ outcome }) => outcome === 'skipped').length,
  open: results.filter(({ outcome }) => outcome === 'open').length,
});

describe('the summary of a sync', () => {
  it('counts what is left to a person as open, not as skipped', async () => {
    const stage = await openSyncedStage({ files: someEvents(2) });
    await stage.typeInto('event', 'Event 1', { title: 'Grand opening' });
    stage.edit('events/event-0.yaml', '23:00', '23:30');
    const run = await stage.sync();
    expect(run).toMatchObject({ exitCode: 3, summary: { applied: 1, recorded: 0, failed: 0, skipped: 0, open: 1 } });
    expect(run.summary).toMatchObject(countsOf(run));
  });

  it('is there for a refused sync too: every change is skipped, and nothing was sent', async () => {
    const stage = await openSyncedStage({ files: someEvents(12) });
    for (let index = 0; index < 11; index++) stage.remove(`events/event-${index}.yaml`);
    const before = stage.everything();
    const run = await stage.sync();
    expect(run).toMatchObject({
      exitCode: 1,
      summary: { applied: 0, recorded: 0, failed: 0, skipped: 11, open: 0 },
      error: { message: expect.stringContaining('the plan is refused') },
    });
    expect(run.summary).toMatchObject(countsOf(run));
    expect(stage.everything()).toEqual(before);
  });

  it('does not call it a change that an object which is gone on both sides is no longer managed', async () => {
    const stage = await openSyncedStage({ files: someEvents(2) });
    await stage.call('DELETE', `/events/${stage.named('event', 'Event 1').id}`);
    stage.remove('events/event-1.yaml');
    expect(await stage.plan()).toMatchObject({ summary: { forget: 1, delete: 0 } });
    expect((await stage.gitcast('plan')).stdout).toContain('1 no longer managed');
    const { stdout } = await stage.gitcast('sync', '--yes');
    expect(stdout).toBe('✓ live: 1 no longer managed, the target equals the files\n');
    expect(stage.ids()).not.toHaveProperty('events/event-1');
  });

  it('counts adopted, moved and forgotten documents apart from what was made on the target', async () => {
    const stage = await openSyncedStage({ files: someEvents(2) });
    stage.move('events/event-1.yaml', 'events/other.yaml');
    stage.edit('events/event-0.yaml', 'Event 0', 'First event');
    expect(await stage.sync()).toMatchObject({
      exitCode: 0,
      summary: { applied: 1, recorded: 1, failed: 0, skipped: 0, open: 0 },
    });
  });
});

describe('the first sync to a broadcast', () => {
  const FILES = { 'broadcast.yaml': 'name: Harbour days\ntheme: { accentColor: "#0b3c49" }\n' };

  it('leaves a conflict where a colleague has changed it', async () => {
    const stage = await openStage({ files: FILES });
    await stage.call('PATCH', '', { name: 'Harbour weekend' });
    expect(await stage.sync()).toMatchObject({ exitCode: 3, summary: { open: 1 } });
    expect(stage.only('broadcast').fields['name']).toBe('Harbour weekend');
  });
});
