import { describe, expect, it } from 'vitest';
import { someEvents } from './fixture.ts';
import { openStage } from './stage.ts';

describe('a saved plan', () => {
  it('applied after the remote changed: the changed object is skipped and named, the rest is applied', async () => {
    const stage = await openStage({ files: someEvents(3) });
    await stage.sync();
    for (const index of [0, 1]) stage.edit(`events/event-${index}.yaml`, '23:00', '23:30');
    stage.remove('events/event-2.yaml');
    await stage.plan('--out', 'plan.json');
    const { id } = stage.named('event', 'Event 1');
    await stage.call('PUT', `/events/${id}`, { description: 'Typed in the web editor' });

    const { exitCode, results } = await stage.sync('--plan', 'plan.json');
    expect(exitCode).toBe(3);
    expect(results.map(({ address, action, outcome }) => `${outcome} ${action} ${address}`).sort()).toEqual([
      'applied delete events/event-2',
      'applied update events/event-0',
      'skipped update events/event-1',
    ]);
    expect(results.find(({ outcome }) => outcome === 'skipped')!.error).toBe(
      'it was changed on the target since the plan was made',
    );
    expect(stage.named('event', 'Event 0').fields['end_time']).toContain('23:30');
    expect(stage.named('event', 'Event 1').fields['end_time']).toContain('23:00');
  });

  it('applied twice creates nothing twice', async () => {
    const stage = await openStage({ files: someEvents(2) });
    await stage.plan('--out', 'plan.json');
    expect((await stage.sync('--plan', 'plan.json')).exitCode).toBe(0);
    const again = await stage.sync('--plan', 'plan.json');
    expect(again.results.filter(({ action }) => action === 'create').map(({ outcome }) => outcome)).toEqual([
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect(stage.contents('event')).toHaveLength(2);
  });

  it('applied after a colleague made the same event by hand does not make it again', async () => {
    const stage = await openStage({ files: someEvents(1) });
    await stage.plan('--out', 'plan.json');
    await stage.call('POST', '/events', {
      title: 'Event 0',
      start_time: '2027-06-18T20:30:00+02:00',
      end_time: '2027-06-18T23:00:00+02:00',
    });
    expect((await stage.sync('--plan', 'plan.json')).exitCode).toBe(3);
    expect(stage.contents('event')).toHaveLength(1);
  });

  it('for another target, or of another program, is refused', async () => {
    const stage = await openStage({ files: someEvents(1) });
    stage.write('../plan.json', '{"version":1,"target":"staging","changes":[]}');
    expect((await stage.gitcast('sync', '--yes', '--plan', 'plan.json')).stderr).toMatch(
      /is a plan for the target staging, and this is live/,
    );
    stage.write('../plan.json', '{"version":2}');
    expect((await stage.gitcast('sync', '--yes', '--plan', 'plan.json')).stderr).toMatch(/is not a plan/);
  });
});
