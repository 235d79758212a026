import { describe, expect, it } from 'vitest';
import { actions, World } from './world.ts';

const ARTICLE = '---\ntitle: News\nstatus: draft\n---\nText.\n';
const FILES = { 'articles/news.md': ARTICLE };
const [OLD, OLDER] = ['1'.repeat(24), '2'.repeat(24)];

/** The object of an article replaced two others, and a killed run did not get to delete them. */
function world(replaces: readonly string[] = [OLD, OLDER]): World {
  const made = World.synced(FILES, { profile: 'documented' });
  made.record('articles/news', { replaces });
  for (const id of replaces) made.put('article', id, { title: 'News' });
  return made;
}

describe('a replaced object', () => {
  it('is deleted by the next run, and so are all others', () => {
    const { changes } = world().plan(FILES);
    expect(changes).toMatchObject([
      { action: 'delete', id: OLD },
      { action: 'delete', id: OLDER },
    ]);
  });

  it('is kept if another document has it now', () => {
    const made = world([OLD]);
    const bound = { 'articles/earlier.md': `---\n$id: "${OLD}"\ntitle: News\nstatus: draft\n---\nText.\n` };
    expect(actions(made.plan({ ...FILES, ...bound })).filter((each) => each.startsWith('delete'))).toEqual([]);
    expect(actions(made.plan(FILES))).toEqual(['delete articles/news']);
  });

  it('is left alone while its kind cannot be read completely', () => {
    expect(actions(world().plan(FILES, { unknown: ['article'] }))).toEqual([]);
  });

  it('is left to a person while an object points to it that no change repoints', () => {
    const made = world([OLD]);
    made.put('page', 'c'.repeat(24), {
      title: 'Info',
      blocks: [{ type: 'button', values: [{ navigator: { broadcastArticleId: OLD } }] }],
    });
    expect(made.plan(FILES).changes).toMatchObject([
      { action: 'manual', id: OLD, reason: expect.stringContaining('still points') },
    ]);
  });

  describe('that a page pointed to', () => {
    const PAGE = {
      'pages/info.yaml': `title: Info
blocks: [{ type: button, values: [{ label: News, navigator: { broadcastArticleId: articles/news } }] }]
`,
    };

    /** The article was replaced, and the killed run reached neither the page nor the old article. */
    function replaced(): World {
      const made = World.synced({ ...FILES, ...PAGE });
      const { id, fields } = made.only('article');
      made.put('article', OLD, fields);
      made.record('articles/news', { id: OLD, replaces: [id] });
      return made;
    }

    it('is deleted after the page, if this plan repoints or deletes the page', () => {
      expect(actions(replaced().plan({ ...FILES, ...PAGE }))).toEqual(['update pages/info', 'delete articles/news']);
      expect(actions(replaced().plan(FILES))).toEqual(['delete pages/info', 'delete articles/news']);
    });

    it('is left to a person if the page is left alone because somebody changed it', () => {
      const made = replaced();
      made.edit(made.only('page').id, { title: 'Information' });
      expect(actions(made.plan(FILES))).toEqual(['conflict pages/info', 'manual articles/news']);
    });
  });

  it('is left to a person if the target cannot delete an object with this id', () => {
    expect(world(['a-b-c']).plan(FILES).changes).toMatchObject([{ action: 'manual', id: 'a-b-c' }]);
  });

  it('is deleted too if the file is deleted', () => {
    expect(
      world()
        .plan({})
        .changes.map(({ action, id }) => [action, id]),
    ).toEqual(
      expect.arrayContaining([
        ['delete', OLD],
        ['delete', OLDER],
      ]),
    );
  });
});

describe('an article on a documented target', () => {
  const edited = { 'articles/news.md': ARTICLE.replace('Text.', 'Another text.') };
  const withId = (id: string): World => {
    const made = new World({ profile: 'documented' });
    made.put('article', id, { title: 'News', status: 'draft' });
    made.sync(FILES);
    return made;
  };

  it('whose id has 24 hexadecimal digits is replaced', () => {
    const plan = withId('d'.repeat(24)).plan(edited, { choices: { allowReplace: true } });
    expect(actions(plan)).toEqual(['replace articles/news']);
  });

  it.each(['0b5c1a52-7a4e-4b6f-9d8e-2f0c3a1b4c5d', '17', 'news'])(
    'whose id is %s is changed by hand: nothing is created that could not replace it',
    (id) => {
      const plan = withId(id).plan(edited, { choices: { allowReplace: true } });
      expect(plan.changes).toMatchObject([{ action: 'manual', certainty: 'manual', id }]);
      expect(withId(id).plan({}).changes).toMatchObject([{ action: 'manual', id }]);
    },
  );
});
