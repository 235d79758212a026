import { describe, expect, it } from 'vitest';
import { ONE_OF_EACH } from './fixture.ts';
import { meddle, withoutTexts } from './meddler.ts';
import { actionsOf, openStage, openSyncedStage } from './stage.ts';

describe('with a state that was merged by hand after a rename', () => {
  it('nothing is deleted, and the message names both documents', async () => {
    const stage = await openSyncedStage({ files: ONE_OF_EACH });
    const before = stage.everything();
    const file = '../.gitcast/state/live.json';
    const state = JSON.parse(stage.read(file)) as { entries: Record<string, unknown> };
    const merged = { ...state.entries, 'events/before': state.entries['events/opening-night'] };
    stage.write(file, JSON.stringify({ ...state, entries: merged }));
    for (const words of [['plan'], ['sync', '--yes', '--allow-deletes', '5'], ['status']]) {
      expect(await stage.refusal(...words)).toMatch(
        /cannot be used: two documents have the id \w+: events\/opening-night and events\/before\n help: .*state rebuild/,
      );
    }
    expect(stage.everything()).toEqual(before);
    expect((await stage.gitcast('state', 'rebuild')).exitCode).toBe(0);
    // Nobody knows any more whether the target has the secret of the webhook.
    expect(actionsOf(await stage.plan())).toEqual(['update webhooks/crew']);
    expect(stage.everything()).toEqual(before);
  });
});

describe('with the state deleted', () => {
  it.each(['extended', 'documented'] as const)(
    'the next plan adopts everything, creates nothing and sends only what no target shows, with the %s profile',
    async (profile) => {
      const stage = await openSyncedStage({ files: ONE_OF_EACH, profile });
      const [ids, before] = [stage.ids(), stage.everything()];
      stage.forgetState();
      const plan = await stage.plan();
      const sent = plan.changes.filter(({ action }) => action !== 'adopt');
      expect(sent.map(({ action, fields }) => [action, fields.map(({ name }) => name)])).toEqual(
        profile === 'extended' ? [['update', ['secret']]] : [],
      );
      expect(plan.changes.map(({ address }) => address)).toEqual(expect.arrayContaining(Object.keys(ids)));
      expect((await stage.sync()).exitCode).toBe(0);
      expect(stage.ids()).toEqual(ids);
      expect(stage.everything()).toEqual(before);
      expect(actionsOf(await stage.plan())).toEqual([]);
    },
  );

  it('a value changed on both sides meanwhile is a conflict by name, and is not overwritten', async () => {
    const stage = await openSyncedStage({ files: ONE_OF_EACH });
    await stage.call('PUT', `/events/${stage.only('event').id}`, { description: 'Typed in the web editor' });
    stage.forgetState();
    const { exitCode, results } = await stage.sync();
    expect(exitCode).toBe(3);
    expect(results.filter(({ outcome }) => outcome === 'open')).toMatchObject([
      { address: 'events/opening-night', action: 'conflict', error: 'the target has different values' },
    ]);
    expect(stage.only('event').fields['description']).toBe('Typed in the web editor');
  });

  it('a text that the target does not show is not called equal until it was compared or sent', async () => {
    // Longer than the excerpt, which would show the difference.
    const news = `${ONE_OF_EACH['articles/news.md']}\n${'There is more to say. '.repeat(20)}\n`;
    const { 'webhooks/crew.yaml': _secret, ...files } = ONE_OF_EACH;
    const stage = await openStage({ files: { ...files, 'articles/news.md': news }, profile: 'documented' });
    await meddle(stage, withoutTexts);
    await stage.sync();
    stage.forgetState();
    // Somebody has edited the text, and it was never sent.
    stage.write('articles/news.md', `${stage.read('articles/news.md')}\nMore.\n`);
    const caveat = 'the target equals the files as far as it shows them (not all of 1 document)';
    expect((await stage.gitcast('sync', '--yes')).stdout).toContain(caveat);
    for (const command of [['plan'], ['sync', '--yes'], ['plan']])
      expect((await stage.gitcast(...command)).stdout).toContain(caveat);
    expect((await stage.plan()).assumed).toEqual([{ address: 'articles/news', field: 'content' }]);
    stage.edit('places/main-stage.yaml', 'name: ', 'name: The ');
    expect((await stage.gitcast('sync', '--yes')).stdout).toContain(caveat);

    stage.write('articles/news.md', `${stage.read('articles/news.md')}\nAnd more.\n`);
    expect((await stage.sync('--allow-replace')).exitCode).toBe(0);
    expect((await stage.gitcast('plan')).stdout).toContain('the target equals the files (');
  });
});
