import { describe, expect, it } from 'vitest';
import { ONE_OF_EACH } from './fixture.ts';
import { actionsOf, openStage } from './stage.ts';

describe('with a state that was merged by hand after a rename', () => {
  it('nothing is deleted, and the message names both documents', async () => {
    const stage = await openStage({ files: ONE_OF_EACH });
    await stage.sync();
    const before = stage.everything();
    const file = '../.gitcast/state/live.json';
    const state = JSON.parse(stage.read(file)) as { entries: Record<string, unknown> };
    const merged = { ...state.entries, 'events/before': state.entries['events/opening-night'] };
    stage.write(file, JSON.stringify({ ...state, entries: merged }));
    for (const words of [['plan'], ['sync', '--yes', '--allow-deletes', '5'], ['status']]) {
      const { exitCode, stderr } = await stage.gitcast(...words);
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringMatching(
          /cannot be used: two documents have the id \w+: events\/opening-night and events\/before\n help: .*state rebuild/,
        ),
      ]);
    }
    expect(stage.everything()).toEqual(before);
    expect((await stage.gitcast('state', 'rebuild')).exitCode).toBe(0);
    expect(actionsOf(await stage.plan())).toEqual([]);
    expect(stage.everything()).toEqual(before);
  });
});

describe('with the state deleted', () => {
  it.each(['extended', 'documented'] as const)(
    'the next plan adopts everything and creates nothing, with the %s profile',
    async (profile) => {
      const stage = await openStage({ files: ONE_OF_EACH, profile });
      await stage.sync();
      const [ids, before] = [stage.ids(), stage.everything()];
      stage.forgetState();
      const plan = await stage.plan();
      expect(new Set(plan.changes.map(({ action }) => action))).toEqual(new Set(['adopt']));
      expect(plan.requests).toBe(0);
      expect((await stage.sync()).exitCode).toBe(0);
      expect(stage.ids()).toEqual(ids);
      expect(stage.everything()).toEqual(before);
      expect(actionsOf(await stage.plan())).toEqual([]);
    },
  );

  it('a value changed on both sides meanwhile is a conflict by name, and is not overwritten', async () => {
    const stage = await openStage({ files: ONE_OF_EACH });
    await stage.sync();
    await stage.call('PUT', `/events/${stage.only('event').id}`, { description: 'Typed in the web editor' });
    stage.forgetState();
    const { exitCode, results } = await stage.sync();
    expect(exitCode).toBe(3);
    expect(results.filter(({ outcome }) => outcome === 'open')).toMatchObject([
      { address: 'events/opening-night', action: 'conflict', error: 'the target has different values' },
    ]);
    expect(stage.only('event').fields['description']).toBe('Typed in the web editor');
  });
});
