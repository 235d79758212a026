import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { eventText, someEvents } from './fixture.ts';
import { meddle, type Passing } from './meddler.ts';
import { copiesOfSyncedStage } from './stage-copies.ts';
import { actionsOf, openStage, openSyncedStage, type Stage } from './stage.ts';

/** The list of a kind lacks one entry of its total. */
const without =
  (folder: string, isLacking: (entry: JsonObject) => boolean) =>
  (passing: Passing): Passing => {
    if (passing.method !== 'GET' || !new RegExp(`^/v1/${folder}(\\?|$)`).test(passing.path)) return passing;
    const body = JSON.parse(passing.body) as JsonObject & { data: JsonObject[] };
    return { ...passing, body: JSON.stringify({ ...body, data: body.data.filter((each) => !isLacking(each)) }) };
  };

const synced = {
  documented: copiesOfSyncedStage({ files: someEvents(3), profile: 'documented' }),
  extended: copiesOfSyncedStage({ files: someEvents(3) }),
};

const FIRST_LINE =
  /^! live: the plan is incomplete: places could not be read completely; 1 document could not be compared\n/;

describe('a plan with an incomplete list', () => {
  const placesAreShort = without('places', ({ name }) => name === 'Main stage');

  /** A place cannot be read by its id in the documented profile. */
  const shortStage = async (): Promise<Stage> => meddle(await synced.documented(), placesAreShort);

  it.each([['plan'], ['plan', '--detailed-exitcode'], ['sync', '--yes'], ['sync', '--yes', '--quiet']])(
    'does not report that the target matches the files, and exits with 4: %s %s %s',
    async (...words) => {
      const { exitCode, stdout } = await (await shortStage()).gitcast(...words);
      expect(exitCode).toBe(4);
      expect(stdout).toMatch(FIRST_LINE);
      expect(stdout).not.toContain('equals the files');
      expect(stdout).toMatch(/\n! live: nothing to do, as far as the target could be read \(4 documents\)\n$/);
    },
  );

  it('reports it first if there are changes too, before and after they are made', async () => {
    const stage = await shortStage();
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    const plan = await stage.gitcast('plan', '--detailed-exitcode');
    expect([plan.exitCode, plan.stdout]).toEqual([4, expect.stringMatching(FIRST_LINE)]);
    expect(plan.stdout).toContain('live: 1 to update, 3 unchanged, 1 not compared');
    const sync = await stage.gitcast('sync', '--yes');
    expect([sync.exitCode, sync.stdout]).toEqual([4, expect.stringMatching(FIRST_LINE)]);
    expect(sync.stdout).toContain('! live: 1 change made, the target could not be read completely\n');
  });

  it('reports it in the JSON, in the review comment and as a warning of the job', async () => {
    const stage = await shortStage();
    const unread = [{ kind: 'place', reason: 'the list has 0 entries but reports a total of 1' }];
    expect(JSON.parse((await stage.plan()).stdout)).toMatchObject({
      complete: false,
      unread,
      uncompared: ['places/main-stage'],
      summary: { unchanged: 4 },
    });
    expect(JSON.parse((await stage.sync()).stdout)).toMatchObject({ complete: false, unread });
    stage.env = { ...stage.env, GITHUB_ACTIONS: 'true' };
    const { stdout, stderr } = await stage.gitcast('plan', '--markdown');
    expect(stdout).toContain('\n> [!WARNING]\n> <strong>live: the plan is incomplete: ');
    expect(stdout).toContain('Nothing to do, as far as the target could be read (4 documents).');
    expect(stderr).toBe(
      '::warning title=gitcast::live: the plan is incomplete: places could not be read completely; 1 document could not be compared (places: the list has 0 entries but reports a total of 1)\n',
    );
  });

  it('is complete if only a kind is missing that no file needs, or that was not asked for', async () => {
    const stage = await meddle(await synced.extended(), (passing) =>
      passing.path.startsWith('/v1/webhooks') ? { ...passing, status: 403, body: '{}' } : passing,
    );
    const { exitCode, stdout } = await stage.gitcast('plan');
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('✓ live: the target equals the files')]);
    expect(stdout).not.toContain('webhooks');
    // One of them may point to what is deleted.
    stage.remove('events/event-0.yaml');
    expect((await stage.gitcast('plan')).stdout).toContain('webhooks could not be read');
    const limited = await (await shortStage()).gitcast('plan', '--only', 'events/*');
    expect(limited.exitCode).toBe(0);
  });

  it('reads only the kinds that files or managed objects have, and all of them before it deletes something', async () => {
    const stage = await openStage({ files: someEvents(2), profile: 'extended' });
    const asked = async (run: Promise<unknown>): Promise<readonly string[]> => {
      stage.forgetRequests();
      await run;
      return [...new Set(stage.seen.filter(({ method }) => method === 'GET').map(({ path }) => path.split('?')[0]!))];
    };
    const [broadcast, ...lists] = (await asked(stage.plan())).toSorted((a, b) => b.length - a.length);
    expect([broadcast, lists.toSorted()]).toEqual([
      expect.stringMatching(/\/broadcasts\/\w+$/),
      ['/v1/events', '/v1/places'],
    ]);
    await stage.sync();
    stage.remove('events/event-1.yaml');
    expect((await asked(stage.plan())).length).toBeGreaterThan(15);
  });
});

describe('a limited plan', () => {
  it('does not report that the target matches the files while others differ', async () => {
    const stage = await synced.extended();
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    const plan = await stage.gitcast('plan', '--only', 'places/*');
    expect(plan.stdout).toContain('✓ live: nothing to do for the selected documents (5 documents)');
    stage.edit('events/event-2.yaml', '23:00', '23:30');
    const sync = await stage.gitcast('sync', '--yes', '--only', 'events/event-1');
    expect([sync.exitCode, sync.stdout]).toEqual([
      0,
      expect.stringContaining('1 change made, 1 further change not in'),
    ]);
  });
});

describe('an object that can be read by its id', () => {
  it('is updated although the list of its kind lacks it, while creations and deletions wait', async () => {
    const stage = await meddle(
      await synced.documented(),
      without('events', ({ title }) => title === 'Event 1' || title === 'Grand opening'),
    );
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    stage.write('events/new.yaml', eventText('New event'));
    stage.remove('events/event-2.yaml');
    expect(actionsOf(await stage.plan())).toEqual(['update events/event-1']);
    expect((await stage.sync()).exitCode).toBe(4);
    expect(stage.named('event', 'Event 1').fields['end_time']).toBe('2027-06-18T23:30:00+02:00');
    expect(stage.contents('event')).toHaveLength(3);
    await stage.typeInto('event', 'Event 1', { title: 'Grand opening' });
    expect(actionsOf(await stage.plan())).toEqual(['drift events/event-1']);
  });

  it('is read in both profiles if the list fails as a whole', async () => {
    for (const profile of ['documented', 'extended'] as const) {
      const stage = await meddle(await synced[profile](), (passing) =>
        passing.path.startsWith('/v1/events?') ? { ...passing, status: 400, body: '{"error":"no"}' } : passing,
      );
      stage.edit('events/event-1.yaml', '23:00', '23:30');
      const plan = await stage.gitcast('plan');
      expect(plan.stdout).toMatch(
        /^! live: .* events could not be read completely; every managed document was compared one by one\n/,
      );
      expect(actionsOf(await stage.plan())).toEqual(['update events/event-1']);
    }
  });

  it('is not requested repeatedly if reading by id fails too', async () => {
    const stage = await openSyncedStage({ files: someEvents(12) });
    await meddle(stage, (passing) =>
      passing.path.startsWith('/v1/events') ? { ...passing, status: 400, body: '{"error":"no"}' } : passing,
    );
    stage.forgetRequests();
    const { exitCode, uncompared } = (await stage.plan()) as { exitCode: number; uncompared?: readonly string[] };
    expect([exitCode, uncompared?.length]).toEqual([4, 12]);
    expect(stage.seen.filter(({ path }) => /\/events\/./.test(path)).length).toBeLessThanOrEqual(8);
  });
});

describe('a list of events that is suddenly empty', () => {
  it('changes nothing at all', async () => {
    const stage = await synced.extended();
    stage.remove('events/event-2.yaml');
    stage.write('events/new.yaml', eventText('New event'));
    stage.write('places/quay.yaml', 'name: Quay\n');
    await meddle(stage, (passing) => {
      if (passing.path.startsWith('/v1/events?')) return { ...passing, body: '{"data":[],"total":0}' };
      // What was just written is read by id.
      return passing.path.startsWith('/v1/events/') ? { ...passing, status: 404, body: '{}' } : passing;
    });
    const state = stage.stateText();
    const { exitCode, stderr } = await stage.sync();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/the target reports that all 3 events are gone, so nothing is changed until/);
    expect((await stage.plan()).exitCode).toBe(1);
    expect([stage.contents('event').length, stage.contents('place').length, stage.stateText()]).toEqual([3, 1, state]);
  });
});

it('a list that fails half-way: none of its kind is created or deleted, and other kinds are synced', async () => {
  const stage = await openSyncedStage({ files: someEvents(50), variants: ['small-pages'] });
  stage.remove('events/event-0.yaml');
  stage.write('events/new.yaml', eventText('New event'));
  stage.write('places/quay.yaml', 'name: Quay\n');
  await meddle(stage, (passing) =>
    /^\/v1\/events\?.*offset=20/.test(passing.path)
      ? { ...passing, status: 400, body: '{"error":"too far"}' }
      : passing,
  );
  expect((await stage.plan()).notes.join()).toMatch(/events could not be read \(after \d+ entries: .*too far/);
  const { exitCode, results } = await stage.sync();
  expect([exitCode, results]).toEqual([4, [expect.objectContaining({ action: 'create', address: 'places/quay' })]]);
  expect(stage.contents('event')).toHaveLength(50);
});
