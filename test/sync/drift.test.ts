import { describe, expect, it } from 'vitest';
import { someEvents } from './fixture.ts';
import { meddle, withoutTexts } from './meddler.ts';
import { actionsOf, openStage, openSyncedStage } from './stage.ts';

describe("a colleague's edit in the web editor", () => {
  it('is shown as drift and kept, and overwritten only on request', async () => {
    const stage = await openSyncedStage({ files: someEvents(2) });
    const { id } = stage.named('event', 'Event 1');
    await stage.call('PUT', `/events/${id}`, { title: 'Grand opening' });
    const { changes } = await stage.plan();
    expect(changes).toMatchObject([
      {
        action: 'drift',
        address: 'events/event-1',
        fields: [{ name: 'title', before: 'Grand opening', after: 'Event 1' }],
      },
    ]);
    expect((await stage.sync()).exitCode).toBe(3);
    expect(stage.named('event', 'Grand opening').id).toBe(id);
    expect((await stage.sync('--overwrite-drift')).exitCode).toBe(0);
    expect(stage.named('event', 'Event 1').id).toBe(id);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('appears once in a log, at its end and with the next step, after what was done', async () => {
    const stage = await openSyncedStage({ files: someEvents(2) });
    await stage.typeInto('event', 'Event 1', { title: 'Grand opening' });
    stage.edit('events/event-0.yaml', '23:00', '23:30');
    const { stdout, stderr } = await stage.gitcast('sync', '--yes');
    expect(stderr).toBe('applied update events/event-0\n');
    expect(stdout.split('\n')).toEqual([
      'Left (1)',
      'The target keeps its value until `gitcast pull --target live` pulls it into the files, or `gitcast sync --overwrite-drift --target live` overwrites it.',
      '',
      '☞ events/event-1 drift: changed on the target, not here',
      '',
      '! live: 1 change made, 1 left',
      '',
    ]);
  });

  it('next to a change here is a conflict only in the field that both changed', async () => {
    const stage = await openSyncedStage({ files: someEvents(1) });
    const { id } = stage.only('event');
    await stage.call('PUT', `/events/${id}`, { title: 'Grand opening', category: 'concert' });
    stage.edit('events/event-0.yaml', 'Event 0', 'First night');
    stage.edit('events/event-0.yaml', '23:00', '23:30');
    expect(actionsOf(await stage.plan())).toEqual(['update events/event-0', 'conflict events/event-0']);
    expect((await stage.sync()).exitCode).toBe(3);
    expect(stage.only('event').fields).toMatchObject({
      title: 'Grand opening',
      category: 'concert',
      end_time: '2027-06-18T23:30:00+02:00',
    });
    expect((await stage.sync('--ours')).exitCode).toBe(0);
    expect(stage.only('event').fields['title']).toBe('First night');
  });
});

describe("a colleague's edit that a sync left in place", () => {
  const ARTICLE = '---\ntitle: News\nstatus: published\n---\nFirst text.\n';

  it.each([
    ['in a field that the file has', { title: 'Grand opening' }],
    ['in a field that no file mentions', { description: 'Typed in the web editor' }],
  ])('%s, is not deleted with the file until somebody resolves it', async (_, typed) => {
    const stage = await openSyncedStage({ files: someEvents(2) });
    const { id } = stage.named('event', 'Event 1');
    await stage.call('PUT', `/events/${id}`, typed);
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    await stage.sync();
    stage.move('events/event-1.yaml', 'events/moved.yaml');
    await stage.sync();
    stage.remove('events/moved.yaml');
    expect(actionsOf(await stage.plan())).toEqual(['conflict events/moved']);
    expect((await stage.sync()).exitCode).toBe(3);
    expect(stage.contents('event').find((event) => event.id === id)?.fields).toMatchObject(typed);
    expect((await stage.sync('--ours')).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(1);
  });

  it('is not overlooked if lists do not show the field', async () => {
    const stage = await openStage({ files: { 'articles/news.md': ARTICLE } });
    await meddle(stage, withoutTexts);
    expect((await stage.sync()).exitCode).toBe(0);
    stage.edit('articles/news.md', 'title: News', 'title: Good news');
    expect((await stage.sync()).exitCode).toBe(0);
    await stage.call('PUT', `/articles/${stage.only('article').id}`, { content: 'Typed in the web editor' });
    stage.edit('articles/news.md', 'title: Good news', 'title: Better news');
    expect((await stage.sync()).exitCode).toBe(3);
    stage.edit('articles/news.md', 'First text', 'Second text');
    expect(actionsOf(await stage.plan())).toEqual(['conflict articles/news']);
    await stage.sync();
    expect(stage.only('article').fields).toMatchObject({ title: 'Better news', content: 'Typed in the web editor' });
  });
});

describe('status', () => {
  it('exits with 3 as long as something differs, and with 0 once the target equals the files', async () => {
    const stage = await openStage({ files: someEvents(1) });
    const exits = async (): Promise<number> => (await stage.gitcast('status')).exitCode;
    expect(await exits()).toBe(3);
    await stage.sync();
    expect(await exits()).toBe(0);
    await stage.call('PUT', `/events/${stage.only('event').id}`, { title: 'Renamed' });
    expect(await exits()).toBe(3);
    stage.edit('events/event-0.yaml', 'Event 0', 'Mine');
    expect(await exits()).toBe(3);
    await stage.sync('--ours');
    expect(await exits()).toBe(0);
  });
});

describe('an object that somebody deleted on the target', () => {
  it('is a conflict if the file changed too, and what points to it follows when it is created again', async () => {
    const files = {
      'pages/a.yaml': 'title: A\nstatus: published\n',
      'pages/b.yaml':
        'title: B\nstatus: published\nblocks: [{ type: button, values: [{ label: A, navigator: { broadcastPageId: pages/a } }] }]\n',
    };
    const stage = await openSyncedStage({ files });
    await stage.call('DELETE', `broadcastPages/${stage.named('page', 'A').id}`);
    stage.edit('pages/a.yaml', 'title: A', 'title: Alpha');
    expect(actionsOf(await stage.plan())).toEqual(['conflict pages/a']);
    expect((await stage.sync('--ours')).exitCode).toBe(0);
    expect(JSON.stringify(stage.named('page', 'B').fields)).toContain(stage.named('page', 'Alpha').id);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });
});

describe('an object that no file manages', () => {
  it('is never changed and never deleted', async () => {
    const stage = await openStage({ files: someEvents(3) });
    const theirs = { title: 'Theirs', start_time: '2027-06-20T20:00:00Z', end_time: '2027-06-20T21:00:00Z' };
    const { id } = await stage.call('POST', '/events', theirs);
    await stage.sync();
    for (const index of [0, 1, 2]) stage.remove(`events/event-${index}.yaml`);
    expect((await stage.sync('--allow-empty', 'events')).exitCode).toBe(0);
    expect(stage.only('event')).toMatchObject({ id, fields: theirs });
  });
});
