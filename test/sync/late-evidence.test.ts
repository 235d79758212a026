/** What a sync must not conclude from evidence that is old, incomplete or from another clock. */
import { describe, expect, it } from 'vitest';
import { meddle, type Passing } from './meddler.ts';
import { slowToShow } from './slow-to-show.ts';
import { actionsOf, openStage, openSyncedStage, type Stage } from './stage.ts';

const EVENT = 'title: Opening\nstart_time: 2027-06-18T20:30:00Z\nend_time: 2027-06-18T23:00:00Z\ncategory: concert\n';
const FILES = { 'events/opening.yaml': EVENT };
const article = (text: string): string => `---\ntitle: News\nstatus: published\n---\n${text}\n`;

/** The second version of an article is created by a request whose reply is lost, and its list shows it late. */
async function afterLostReplacement(): Promise<Stage> {
  const files = { 'articles/news.md': article('First'), 'broadcast.yaml': 'name: Harbour festival\n' };
  const { stage } = await slowToShow({ files, profile: 'documented', lag: 8, settle: 60, losesSecond: true });
  await stage.sync();
  await stage.clock.sleep(70_000);
  stage.write('articles/news.md', article('Second'));
  await stage.sync('--allow-replace', '--no-wait');
  stage.remove('articles/news.md');
  return stage;
}

describe('an article whose replacement got no answer, and whose file is deleted since', () => {
  it('leaves no object that nothing manages', async () => {
    const stage = await afterLostReplacement();
    for (let run = 0; run < 3; run++) await stage.sync();
    await stage.clock.sleep(70_000);
    expect(await stage.sync()).toMatchObject({ exitCode: 0 });
    expect(stage.contents('article')).toEqual([]);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('is not said to equal the target while that creation is open', async () => {
    const stage = await afterLostReplacement();
    const { exitCode, stdout } = await stage.gitcast('sync', '--yes', '--no-wait');
    expect(exitCode).toBe(3);
    expect(stdout).not.toContain('equals the files');
  });
});

describe('a machine whose clock is ahead by more than the settle time', () => {
  it('does not make others forget or delete what it has just written', async () => {
    for (const ahead of [90_000, 120_000]) {
      const { stage } = await slowToShow({ files: FILES, lag: 20, settle: 60 });
      const { clock } = stage;
      stage.clock = { ...clock, now: () => clock.now() + ahead };
      await stage.sync();
      stage.clock = clock;
      expect(await stage.sync('--overwrite-drift')).toMatchObject({ exitCode: 0, results: [] });
      await stage.gitcast('pull', '--theirs', '--force');
      expect(stage.read('events/opening.yaml')).toBe(EVENT);
      stage.remove('events/opening.yaml');
      expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [{ action: 'delete', outcome: 'applied' }] });
      expect(stage.contents('event')).toEqual([]);
    }
  });
});

describe('a service that answers with an older version for some seconds', () => {
  it('is not believed: the file is not reverted, and the next change is made', async () => {
    const stage = await openSyncedStage({ files: FILES });
    await stage.clock.sleep(70_000);
    const older = await stage.call('GET', `/events/${stage.only('event').id}`);
    const staleUntil = stage.clock.now() + 10_000;
    const stale = (passing: Passing): Passing => {
      if (passing.method !== 'GET' || stage.clock.now() > staleUntil) return passing;
      if (/\/events\/\w+$/.test(passing.path)) return { ...passing, body: JSON.stringify(older) };
      if (!/\/events(?:\?|$)/.test(passing.path)) return passing;
      return { ...passing, body: JSON.stringify({ ...(JSON.parse(passing.body) as object), data: [older] }) };
    };
    await meddle(stage, stale, { settle: 60 });
    stage.edit('events/opening.yaml', 'concert', 'gala');
    await stage.sync();
    expect(actionsOf(await stage.plan())).toEqual([]);
    await stage.gitcast('pull');
    expect(stage.read('events/opening.yaml')).toContain('category: gala');
    stage.edit('events/opening.yaml', 'gala', 'ball');
    expect(await stage.sync()).toMatchObject({ exitCode: 0 });
    expect(stage.only('event').fields['category']).toBe('ball');
  });
});

describe('rebuilding a state', () => {
  it('is refused while the target may not show yet what was synced, because that would be created again', async () => {
    const { stage } = await slowToShow({ files: FILES, lag: 20, settle: 60 });
    await stage.sync();
    const { exitCode, stderr } = await stage.gitcast('state', 'rebuild');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/rebuild the state after \d{4}-/);
    await stage.clock.sleep(70_000);
    expect((await stage.gitcast('state', 'rebuild')).exitCode).toBe(0);
    await stage.sync();
    expect(stage.contents('event')).toHaveLength(1);
  });
});

describe('the first sync to a broadcast', () => {
  it('takes the values of the files also after a run that could not write them', async () => {
    const stage = await openStage({ files: { 'broadcast.yaml': 'name: Harbour days\n' } });
    await stage.arm({ do: 'status-500', method: 'PATCH' });
    expect(await stage.sync()).toMatchObject({ exitCode: 3, summary: { recorded: 1, failed: 1 } });
    await stage.arm();
    expect(await stage.sync()).toMatchObject({ exitCode: 0 });
    expect(stage.only('broadcast').fields['name']).toBe('Harbour days');
  });
});

describe('a service whose version of an object changes with each read', () => {
  it('is written to all the same', async () => {
    const stage = await openSyncedStage({ files: FILES });
    let reads = 0;
    await meddle(stage, (passing) => {
      const isVersioned = passing.method === 'GET' && /\/events\/\w+$/.test(passing.path);
      return isVersioned ? { ...passing, headers: { ...passing.headers, etag: `"read ${++reads}"` } } : passing;
    });
    stage.edit('events/opening.yaml', 'concert', 'gala');
    expect(await stage.sync()).toMatchObject({ exitCode: 0, summary: { applied: 1 } });
    stage.remove('events/opening.yaml');
    expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [{ action: 'delete', outcome: 'applied' }] });
  });
});
