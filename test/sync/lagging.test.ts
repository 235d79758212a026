/** Effects that a service with stale or incomplete lists must not have on a sync. */
import { describe, expect, it } from 'vitest';
import { meddle, withoutTexts, type Passing } from './meddler.ts';
import { actionsOf, openStage, openSyncedStage, type Stage } from './stage.ts';

const ARTICLE = '---\ntitle: News\nstatus: published\n---\nThe first text of the news.\n';
const EVENT = 'title: Opening\nstart_time: 2027-06-18T20:30:00Z\nend_time: 2027-06-18T23:00:00Z\n';

type Listed = { data: { id: string }[]; total?: number };

/** The lists of a kind go through `alter` on their way. */
async function withLists(stage: Stage, path: string, alter: (listed: Listed) => Listed, settle = 60): Promise<void> {
  const altered = (passing: Passing): Passing =>
    passing.method === 'GET' && new RegExp(`^/v1/${path}(\\?|$)`).test(passing.path)
      ? { ...passing, body: JSON.stringify(alter(JSON.parse(passing.body) as Listed)) }
      : passing;
  await meddle(stage, altered, { settle });
}

const nothing = (): Listed => ({ data: [], total: 0 });

describe('while lists lag by less than the settle time', () => {
  it('a recently deleted object is not adopted by any file, although the list still shows it', async () => {
    const stage = await openStage({ files: { 'articles/news.md': ARTICLE }, profile: 'documented' });
    const shown: Listed['data'] = [];
    await withLists(stage, 'articles', ({ data }) => {
      for (const each of data) if (!shown.some(({ id }) => id === each.id)) shown.push(each);
      return { data: shown, total: shown.length };
    });
    await stage.sync();
    await stage.plan();
    stage.remove('articles/news.md');
    expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [{ action: 'delete' }] });
    stage.write('articles/news.md', ARTICLE);
    expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [{ action: 'create' }] });
    expect(stage.contents('article')).toHaveLength(1);
  });
});

describe('a creation whose reply is lost', () => {
  it('never takes the object that another document is just creating', async () => {
    const files = {
      'places/quay.yaml': 'name: Quay\n',
      'events/a.yaml': EVENT,
      'events/b.yaml': `${EVENT}place_id: places/quay\n`,
    };
    const stage = await openStage({ files });
    let posted = 0;
    await meddle(stage, (passing) => {
      const isFirst = passing.method === 'POST' && passing.path === '/v1/events' && ++posted === 1;
      // One request succeeded with an empty response; the other is made at the same moment.
      return isFirst ? { ...passing, status: 502, body: 'lost' } : passing;
    });
    await stage.sync();
    await stage.sync();
    const ids = Object.entries(stage.ids()).filter(([address]) => address.startsWith('events/'));
    expect(new Set(ids.map(([, id]) => id)).size).toBe(2);
    expect(stage.contents('event')).toHaveLength(2);
  });

  it('is sent again once per run: lists that lag by more than the settle time do not multiply it', async () => {
    const stage = await openStage({ files: { 'events/a.yaml': EVENT }, variants: ['no-idempotency'] });
    await withLists(stage, 'events', nothing, 0);
    await stage.arm({ do: 'reset-after', method: 'POST' });
    expect((await stage.sync()).exitCode).toBe(3);
    expect(stage.contents('event').length).toBeLessThanOrEqual(2);
  });

  it('makes a file wait that was renamed since', async () => {
    const stage = await openStage({ files: { 'places/quay.yaml': 'name: Quay\n' }, profile: 'documented' });
    await withLists(stage, 'places', nothing);
    await stage.arm({ do: 'reset-after', method: 'POST' });
    await stage.sync('--no-wait');
    stage.move('places/quay.yaml', 'places/the-quay.yaml');
    expect(await stage.sync('--no-wait')).toMatchObject({ exitCode: 3 });
    expect(stage.contents('place')).toHaveLength(1);
  });

  it('keeps a plan from reporting that the target matches the files, even after its file is deleted', async () => {
    const stage = await openStage({ files: { 'events/a.yaml': EVENT, 'places/quay.yaml': 'name: Quay\n' } });
    await stage.sync('--only', 'places/quay');
    await withLists(stage, 'events', nothing);
    await stage.arm({ do: 'reset-after', method: 'POST' });
    await stage.sync('--no-wait');
    await stage.arm();
    stage.remove('events/a.yaml');
    const { exitCode, stdout } = await stage.gitcast('plan', '--detailed-exitcode');
    expect([exitCode, stdout]).toEqual([2, expect.stringContaining('may still arrive (events/a)')]);
    expect(stdout).not.toContain('equals the files');
  });
});

describe('an article whose text the target does not show', () => {
  it('is a conflict if it is adopted and its excerpt belongs to a different text', async () => {
    const stage = await openSyncedStage({ files: { 'articles/news.md': ARTICLE }, profile: 'documented' });
    await meddle(stage, withoutTexts);
    stage.forgetState();
    stage.edit('articles/news.md', 'The first text', 'Another text');
    expect(actionsOf(await stage.plan())).toContain('conflict articles/news');
    expect(await stage.sync('--ours', '--allow-replace')).toMatchObject({ exitCode: 0 });
    expect(stage.contents('article').map(({ fields }) => fields['content'])).toEqual(['Another text of the news.\n']);
  });
});
