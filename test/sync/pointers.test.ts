import { describe, expect, it } from 'vitest';
import { insertRecord } from '../../src/service/store/records.ts';
import { ONE_OF_EACH, type Files } from './fixture.ts';
import { copiesOfSyncedStage } from './stage-copies.ts';
import { actionsOf, openSyncedStage } from './stage.ts';

describe('two pages that point to each other', () => {
  it('both exist afterwards with the id of the other, and the second plan is empty', async () => {
    const stage = await openSyncedStage({ files: ONE_OF_EACH });
    const [information, welcome] = [stage.named('page', 'Information'), stage.named('page', 'Welcome')];
    expect(JSON.stringify(information.fields)).toContain(welcome.id);
    expect(JSON.stringify(welcome.fields)).toContain(information.id);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });
});

const NEWS: Files = {
  'broadcast.yaml': `name: Harbour festival
menu: { sections: [{ tiles: [{ title: News, navigator: { broadcastArticleId: articles/news } }] }] }
`,
  'articles/news.md': '---\ntitle: News\nstatus: published\n---\nText\n',
};

describe('an article that has to be replaced', () => {
  const syncedNews = copiesOfSyncedStage({ files: NEWS, profile: 'documented' });

  it('needs a flag; then the menu points to the new one, the old one is gone, and its date is kept', async () => {
    const stage = await syncedNews();
    const old = stage.only('article');
    stage.edit('articles/news.md', 'Text', 'Better text');
    const careful = await stage.sync();
    expect(careful.exitCode).toBe(3);
    expect(careful.results).toMatchObject([{ action: 'replace', error: 'replacing needs --allow-replace' }]);
    expect(stage.only('article')).toEqual(old);

    expect((await stage.sync('--allow-replace')).exitCode).toBe(0);
    const replaced = stage.only('article');
    expect(replaced.id).not.toBe(old.id);
    expect(replaced.fields).toMatchObject({ content: 'Better text\n', published_at: old.fields['published_at'] });
    expect(JSON.stringify(stage.only('broadcast').fields)).toContain(replaced.id);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('also repoints a menu that drifted elsewhere, but only where nobody else changed it', async () => {
    const stage = await syncedNews();
    const old = stage.only('article');
    const { menu } = stage.only('broadcast').fields;
    await stage.call('PATCH', '', { menu: JSON.parse(JSON.stringify(menu).replace('"News"', '"Latest news"')) });
    stage.edit('articles/news.md', 'Text', 'Better text');
    const { exitCode, results } = await stage.sync('--allow-replace');
    expect(exitCode).toBe(3);
    expect(
      results.filter(({ outcome }) => outcome === 'open').map(({ action, error }) => `${action}: ${error}`),
    ).toEqual([
      'conflict: changed here and on the target to different values',
      `delete: the old one is not deleted, because broadcast ${stage.credentials.broadcastId} still points to it`,
    ]);
    expect(JSON.stringify(stage.only('broadcast').fields)).toContain('Latest news');
    expect(stage.contents('article').map(({ id }) => id)).toContain(old.id);

    expect((await stage.sync('--ours')).exitCode).toBe(0);
    expect(stage.only('article').id).not.toBe(old.id);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('is kept while a page that only the web editor can change points to it, and that is reported', async () => {
    const files = {
      ...NEWS,
      'pages/information.yaml': ONE_OF_EACH['pages/information.yaml']!.replace(/.*pages\/welcome.*\n/, ''),
    };
    const stage = await openSyncedStage({ files, profile: 'documented' });
    const old = stage.only('article');
    const at = new Date().toISOString();
    await stage.theatre.service.engine.write('everything', () =>
      insertRecord({
        id: 'a'.repeat(24),
        broadcastId: stage.credentials.broadcastId,
        kind: 'page',
        fields: JSON.stringify({
          title: 'Information',
          blocks: [{ type: 'button', values: [{ label: 'News', navigator: { broadcastArticleId: old.id } }] }],
        }),
        placeId: null,
        secret: null,
        createdAt: at,
        updatedAt: at,
      }),
    );
    stage.edit('articles/news.md', 'Text', 'Better text');
    expect((await stage.sync('--allow-replace')).exitCode).toBe(3);
    expect(stage.contents('article')).toHaveLength(2);
    const { changes } = await stage.plan();
    expect(changes).toMatchObject([{ action: 'manual', address: 'articles/news', id: old.id }]);
    expect(changes[0]!.reason).toMatch(
      /the page “Information” \(a{24}\) still points to the old one: change that in the web editor/,
    );
  });
});
