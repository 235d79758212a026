/** What a sync does with a service that shows an object only some seconds after it was created. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { ONE_OF_EACH } from './fixture.ts';
import { SavePusher } from '../../src/project/dev/sync-on-save.ts';
import { readBroadcast } from '../../src/project/planning/planning.ts';
import { loadConfig } from '../../src/repository/load-config.ts';
import { openTarget } from '../../src/target/open-target.ts';
import { slowToShow } from './slow-to-show.ts';
import { actionsOf, openStage, type Stage } from './stage.ts';

const EVENT = 'title: Opening\nstart_time: 2027-06-18T20:30:00Z\nend_time: 2027-06-18T23:00:00Z\n';
const FILES = { 'events/opening.yaml': EVENT };

describe('a change of an object that the service does not show yet', () => {
  it('is shown by a plan with the time it waits for', async () => {
    const { stage } = await slowToShow({ files: FILES, lag: 20, settle: 60 });
    const before = stage.clock.now();
    await stage.sync();
    stage.edit('events/opening.yaml', 'Opening', 'First night');
    const { changes } = await stage.plan();
    expect(changes).toMatchObject([
      {
        action: 'update',
        reason: expect.stringContaining('the target may not show it yet'),
        waits_until: expect.any(String),
      },
    ]);
    const { waits_until: until } = changes[0] as unknown as { waits_until: string };
    expect(Date.parse(until) - before).toBeGreaterThan(59_000);
    expect(Date.parse(until) - before).toBeLessThan(62_000);
  });

  it('is left open with --no-wait: exit code 3, nothing sent, and the next sync makes it', async () => {
    const { stage, missed } = await slowToShow({ files: FILES, lag: 20, settle: 60 });
    await stage.sync();
    stage.edit('events/opening.yaml', 'Opening', 'First night');
    expect(await stage.sync('--no-wait')).toMatchObject({
      exitCode: 3,
      results: [{ action: 'update', outcome: 'open', error: expect.stringContaining('run gitcast sync again after') }],
    });
    expect(missed.filter((request) => !request.startsWith('GET'))).toEqual([]);
    expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [{ action: 'update', outcome: 'applied' }] });
    expect(stage.only('event').fields['title']).toBe('First night');
  });

  it('waits only as long as the service takes, not for the whole settle time', async () => {
    const { stage } = await slowToShow({ files: FILES, lag: 3, settle: 600 });
    await stage.sync();
    const began = stage.clock.now();
    stage.edit('events/opening.yaml', 'Opening', 'First night');
    expect(await stage.sync()).toMatchObject({ exitCode: 0 });
    expect(stage.clock.now() - began).toBeLessThan(15_000);
  });

  it('delays no other change', async () => {
    const { stage } = await slowToShow({ files: FILES, lag: 600, settle: 1200 });
    await stage.sync();
    stage.edit('events/opening.yaml', 'Opening', 'First night');
    stage.write('places/dock.yaml', 'name: Dock\n');
    expect(await stage.sync('--no-wait')).toMatchObject({ exitCode: 3, summary: { applied: 1, open: 1 } });
    expect(stage.contents('place')).toHaveLength(1);
  });

  it('lists the file that was renamed too among what was done', async () => {
    const { stage } = await slowToShow({ files: FILES, lag: 3, settle: 60 });
    await stage.sync();
    stage.move('events/opening.yaml', 'events/first.yaml');
    stage.edit('events/first.yaml', '23:00', '23:30');
    const { exitCode, results } = await stage.sync();
    expect([exitCode, ...results.map(({ action, outcome }) => `${action} ${outcome}`)]).toEqual([
      0,
      'move applied',
      'update applied',
    ]);
  });
});

describe('a service that answers 404 for what its lists show already', () => {
  const slow = { files: FILES, lag: 20, settle: 60, listsLag: false };

  it('is asked again until it makes the change', async () => {
    for (const change of ['edit', 'delete'] as const) {
      const { stage, missed } = await slowToShow(slow);
      await stage.sync();
      if (change === 'edit') stage.edit('events/opening.yaml', 'Opening', 'First night');
      else stage.remove('events/opening.yaml');
      expect(await stage.sync()).toMatchObject({ exitCode: 0 });
      expect(missed.length).toBeGreaterThan(1);
      expect(missed.length).toBeLessThan(15);
      expect(stage.titles()).toEqual(change === 'edit' ? ['First night'] : []);
    }
  });

  it('does not lose an object that was found again after its reply was lost', async () => {
    const { stage, missed } = await slowToShow({ ...slow, losesFirst: true });
    expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [{ action: 'adopt' }] });
    stage.remove('events/opening.yaml');
    expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [{ action: 'delete' }] });
    expect(missed.length).toBeGreaterThan(1);
    expect(stage.contents('event')).toEqual([]);
  });
});

describe('an object whose creation got no answer, and whose file is deleted since', () => {
  it('is deleted, although the service lists it before it finds it by its id', async () => {
    const { stage } = await slowToShow({ files: FILES, lag: 20, settle: 60, listsLag: false, losesFirst: true });
    expect(await stage.sync('--no-wait')).toMatchObject({ exitCode: 3 });
    stage.remove('events/opening.yaml');
    expect(await stage.sync('--no-wait')).toMatchObject({
      exitCode: 3,
      results: [{ action: 'delete', outcome: 'open' }],
    });
    expect(await stage.sync()).toMatchObject({ exitCode: 0 });
    expect(stage.contents('event')).toEqual([]);
  });
});

describe('a save of `gitcast dev`', () => {
  async function pushing(stage: Stage, stopping: AbortSignal) {
    const { folder, env, clock } = stage;
    const config = loadConfig({ cwd: folder, env });
    const outside = { folder, clock, signal: undefined, onEvent: () => {}, confirm: undefined };
    const target = await openTarget(config, outside, { target: 'live', broadcastName: '' });
    onTestFinished(() => target.close());
    const pusher = new SavePusher({ config: () => config, target, mayDelete: async () => true, stopping });
    return async () => pusher.push(await readBroadcast(config, folder));
  }

  it('waits until the target shows the object, and is made then', async () => {
    const { stage } = await slowToShow({ files: FILES, lag: 3, settle: 60 });
    const push = await pushing(stage, new AbortController().signal);
    await push();
    stage.edit('events/opening.yaml', 'Opening', 'First night');
    expect(await push()).toMatchObject({ notices: [], changes: [{ action: 'update', outcome: 'applied' }] });
    expect(stage.only('event').fields['title']).toBe('First night');
  });

  it('is reported as not made if `gitcast dev` ends first', async () => {
    const { stage } = await slowToShow({ files: FILES, lag: 3, settle: 60 });
    const stopping = new AbortController();
    const push = await pushing(stage, stopping.signal);
    await push();
    stage.edit('events/opening.yaml', 'Opening', 'First night');
    stopping.abort();
    expect(await push()).toMatchObject({ notices: [{ address: 'events/opening', kind: 'failed' }], changes: [] });
  });
});

describe('objects that point to each other', () => {
  it('are all created and set, in one sync', async () => {
    const { stage } = await slowToShow({ files: ONE_OF_EACH, lag: 3, settle: 60 });
    expect(await stage.sync()).toMatchObject({ exitCode: 0 });
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('are deleted after those that point to them, also while one of these is not visible yet', async () => {
    const { stage } = await slowToShow({ files: { 'places/quay.yaml': 'name: Quay\n' }, lag: 3, settle: 60 });
    await stage.sync();
    await stage.clock.sleep(5000);
    stage.write('events/opening.yaml', `${EVENT}place_id: places/quay\n`);
    await stage.sync();
    stage.write('events/opening.yaml', EVENT);
    stage.remove('places/quay.yaml');
    const { exitCode, results } = await stage.sync();
    expect(results.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual(['update applied', 'delete applied']);
    expect(exitCode).toBe(0);
  });
});

describe('a service that takes longer than the settle time', () => {
  it('makes an object drift: nothing is made twice without a flag, and all is well once it is shown', async () => {
    const { stage } = await slowToShow({ files: FILES, lag: 20, settle: 6 });
    await stage.sync();
    await stage.clock.sleep(7000);
    expect(actionsOf(await stage.plan())).toEqual(['drift events/opening']);
    expect(await stage.sync()).toMatchObject({ exitCode: 3 });
    await stage.gitcast('pull');
    expect([stage.contents('event').length, stage.read('events/opening.yaml')]).toEqual([1, EVENT]);
    await stage.clock.sleep(20_000);
    expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [] });
  });

  it('does not make a run that waited create what its plan did not show', async () => {
    const { stage } = await slowToShow({ files: FILES, lag: 600, settle: 6 });
    await stage.sync();
    stage.edit('events/opening.yaml', 'Opening', 'First night');
    expect(await stage.sync('--ours')).toMatchObject({ exitCode: 3, summary: { applied: 0, open: 1 } });
    expect(stage.contents('event')).toHaveLength(1);
  });
});

describe('an object that a colleague deletes within the settle time', () => {
  it('is drift once the settle time is over', async () => {
    const stage = await openStage({ files: FILES });
    stage.configure({ settle: 60 });
    await stage.sync();
    await stage.call('DELETE', `/events/${stage.ids()['events/opening']}`);
    expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [] });
    await stage.clock.sleep(60_000);
    expect(actionsOf(await stage.plan())).toEqual(['drift events/opening']);
  });

  it('is forgotten with its file, once the settle time is over', async () => {
    const stage = await openStage({ files: FILES });
    stage.configure({ settle: 60 });
    await stage.sync();
    await stage.call('DELETE', `/events/${stage.ids()['events/opening']}`);
    stage.remove('events/opening.yaml');
    expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [{ action: 'forget', outcome: 'applied' }] });
    expect(stage.ids()).toEqual({});
  });
});
