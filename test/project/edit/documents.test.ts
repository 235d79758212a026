import { describe, expect, it, onTestFinished } from 'vitest';
import { SMALL_FESTIVAL } from '../../preview/small-festival.ts';
import { useEditor, type Answer } from './editor.ts';

const FESTIVAL = {
  ...SMALL_FESTIVAL,
  'hosts/elodie.yaml':
    '# She sings first.\ntitle: Élodie Œuvre\nstatus: draft\n$id: 64b7c0ffee64b7c0ffee0001\n$slug: elodie-o\n$aliases: [/2019/elodie/]\n',
  'events/day1/a.yaml': 'title: Morning\nstart_time: 2027-06-18T08:00\nend_time: 2027-06-18T09:00\n',
  'articles/soon.md': '---\ntitle: Soon\nstatus: published\npublished_at: 2027-07-01T09:00:00Z\n---\nLater.\n',
};

describe('the documents of the editor', () => {
  const site = useEditor(FESTIVAL);
  const list = async (wish: object = {}): Promise<Answer & { documents: Answer[]; counts: Record<string, number> }> =>
    (await site.ask('documents', wish)) as never;
  const titles = async (wish: object): Promise<unknown> => (await list(wish)).documents.map(({ title }) => title);
  const undo = (): Promise<Answer> => site.ask('undo');
  const unchanged = (): void => expect(site.changed()).toEqual([]);

  describe('as a list', () => {
    it('has every document with its title, its kind, its file and its page', async () => {
      const { documents, total } = await list();
      expect(total).toBe(documents.length);
      expect(documents).toContainEqual({
        address: 'events/opening',
        kind: 'event',
        title: 'Opening',
        file: 'content/events/opening.yaml',
        href: '/events/opening/',
        flags: ['untranslated'],
        untranslated: ['en'],
      });
    });

    it('is searched without accents, by title first and by address too', async () => {
      expect(await titles({ search: 'elodie oeuvre' })).toEqual(['Élodie Œuvre']);
      expect(await titles({ search: 'events/' })).toEqual(['Ball', 'Morning', 'Opening']);
      expect(await titles({ kind: 'article', search: 'se' })).toEqual(['Second']);
    });

    it('is filtered by state, with the number of each', async () => {
      expect(await titles({ filter: 'draft' })).toEqual(['Élodie Œuvre']);
      expect(await titles({ filter: 'scheduled', kind: 'article' })).toEqual(['Later', 'Soon']);
      const { counts } = await list({ kind: 'article' });
      expect(counts).toEqual({ all: 4, draft: 0, scheduled: 2, invalid: 0, untranslated: 3, changed: 0 });
      expect(await titles({ filter: 'untranslated', kind: 'article' })).not.toContain('Second');
    });

    it('shows what differs from the last commit, and what has errors, also without a form', async () => {
      onTestFinished(() => site.reset());
      site.write('content/events/ball.yaml', `${site.read('content/events/ball.yaml')}color: blue\nplace_id: 7\n`);
      site.write('content/events/broken.yaml', 'title: [\n');
      await expect.poll(() => titles({ filter: 'changed' })).toEqual(['Ball', 'events/broken']);
      await expect.poll(() => titles({ filter: 'invalid' })).toEqual(['Ball', 'events/broken']);
      const { documents } = await list({ search: 'broken' });
      expect(documents[0]).toMatchObject({ address: 'events/broken', kind: 'event', isUnreadable: true });
    });

    it('refuses a filter that does not exist, with a sentence', async () => {
      expect(await site.ask('documents', { filter: 'secret' })).toMatchObject({
        type: 'refused',
        reason: expect.stringMatching(/^This request cannot be understood: .*filter.*\.$/),
      });
    });
  });

  describe('when a new one is made', () => {
    it('writes a starter with its title under a free name, in one step that can be undone', async () => {
      const first = await site.ask('create', { kind: 'host', title: 'Zoé & the Ñandús' });
      expect(first).toEqual({ type: 'created', address: 'hosts/zoe-the-nandus' });
      expect(site.read('content/hosts/zoe-the-nandus.yaml')).toMatch(/^title: Zoé & the Ñandús$/m);
      expect(site.read('content/hosts/zoe-the-nandus.yaml')).toMatch(/^status: draft$/m);
      const second = await site.ask('create', { kind: 'host', title: 'Zoé and the Ñandús!' });
      expect(second['address']).toBe('hosts/zoe-and-the-nandus');
      const third = await site.ask('create', { kind: 'article', title: 'First!' });
      expect(third).toEqual({ type: 'created', address: 'articles/first-2' });
      expect(await titles({ search: 'zoe' })).toHaveLength(2);
      for (let step = 0; step < 3; step++) expect(await undo()).toMatchObject({ type: 'undone', isGone: true });
      unchanged();
    });

    it('never leaves the content folder, whatever it is called', async () => {
      const { address } = await site.ask('create', { kind: 'host', title: '../../../etc/passwd' });
      expect(address).toBe('hosts/etc-passwd');
      await undo();
      unchanged();
    });

    it('refuses kinds that have no files of their own', async () => {
      for (const kind of ['broadcast', 'media', 'nothing', '../x'])
        expect(await site.ask('create', { kind, title: 'A' })).toMatchObject({ type: 'refused' });
      unchanged();
    });

    it('copies another document with its comments and translations, but not what identifies it', async () => {
      const copy = await site.ask('create', { kind: 'host', title: 'Élodie again', from: 'hosts/elodie' });
      expect(copy).toEqual({ type: 'created', address: 'hosts/elodie-again' });
      expect(site.read('content/hosts/elodie-again.yaml')).toBe(
        '# She sings first.\ntitle: Élodie again\nstatus: draft\n',
      );
      expect(await site.ask('create', { kind: 'event', title: 'Matinee', from: 'events/day1/a' })).toMatchObject({
        address: 'events/day1/matinee',
      });
      await undo();
      await site.ask('create', { kind: 'article', title: 'Third', from: 'articles/second' });
      expect(site.read('content/articles/third.md')).toContain('By [Ada](hosts/ada).');
      expect(site.read('content/articles/third.en.md')).toBe(site.read('content/articles/second.en.md'));
      await undo();
      await undo();
      unchanged();
    });

    it('is not written if it would have an error', async () => {
      expect(await site.ask('create', { kind: 'article', title: 'Later', from: 'articles/later' })).toMatchObject({
        type: 'refused',
        reason: expect.stringContaining(
          'an article with the same title and published_at is in content/articles/later.md',
        ),
      });
      unchanged();
    });

    it('copies what a target overrides only to where it was', async () => {
      onTestFinished(() => site.reset());
      site.write('content.local/hosts/ben.yaml', 'title: Ben here\n');
      await expect.poll(() => titles({ search: 'ben' })).toEqual(['Ben here']);
      await site.ask('create', { kind: 'host', title: 'Ben two', from: 'hosts/ben' });
      expect(site.read('content/hosts/ben-two.yaml')).toBe('title: Ben two\nstatus: published\n');
      expect(site.has('content.local/hosts/ben-two.yaml')).toBe(false);
      await undo();
      site.git('clean', '-fdq');
    });
  });

  describe('when one gets another name', () => {
    it('takes pointers, links and its former address with it, and can be undone as one step', async () => {
      const asked = await site.ask('rename', { address: 'hosts/ada', to: 'hosts/ada-l', dryRun: true });
      unchanged();
      expect(asked).toMatchObject({ type: 'asked', address: 'hosts/ada-l' });
      expect((asked['pointedAtBy'] as Answer[]).map(({ address }) => address).sort()).toEqual([
        'articles/second',
        'pages/about',
        'sessions/talk',
      ]);
      const renamed = await site.ask('rename', { address: 'hosts/ada', to: 'hosts/ada-l' });
      expect(renamed).toMatchObject({ type: 'renamed', address: 'hosts/ada-l' });
      expect(renamed['files']).toContain('content/sessions/talk.yaml');
      expect(site.read('content/sessions/talk.yaml')).toContain('hostIds: [hosts/ada-l]');
      expect(site.read('content/articles/second.en.md')).toContain('(hosts/ada-l)');
      expect(site.read('content/hosts/ada-l.yaml')).toMatch(/\$aliases:/);
      expect(await (await fetch(`${site.url}/hosts/ada-l/`)).text()).toContain('Ada');
      expect(await undo()).toMatchObject({
        type: 'undone',
        said: 'rename of Ada',
        address: 'hosts/ada',
        document: { href: '/hosts/ada/' },
      });
      unchanged();
      expect(await site.ask('redo')).toMatchObject({ address: 'hosts/ada-l', document: { href: '/hosts/ada-l/' } });
      expect(site.has('content/hosts/ada.yaml')).toBe(false);
      await undo();
      unchanged();
    });

    it('leaves what somebody else saved meanwhile out of its step', async () => {
      onTestFinished(() => site.reset());
      const saving = site.ask('rename', { address: 'hosts/ada', to: 'hosts/ada-m' });
      site.write('content/places/hall.yaml', 'name: Hall\ncoordinates: { x: 51, y: 60 }\n');
      await saving;
      expect(await undo()).toMatchObject({ type: 'undone' });
      expect(site.changed()).toEqual([' M content/places/hall.yaml']);
    });

    it('never overwrites another document, and refuses what is no address', async () => {
      for (const to of [
        'hosts/ben',
        '../hosts/x',
        'hosts/../../x',
        'hosts/',
        'hosts',
        'places/ada',
        'hosts/A b',
        '/etc/x',
      ])
        expect(await site.ask('rename', { address: 'hosts/ada', to }), to).toMatchObject({ type: 'refused' });
      unchanged();
    });

    it('refuses the name of a folder, into which it would move', async () => {
      onTestFinished(() => site.reset());
      site.write('content/hosts/bands/them.yaml', 'title: Them\nstatus: draft\n');
      expect(await site.ask('rename', { address: 'hosts/ada', to: 'hosts/bands' })).toMatchObject({ type: 'refused' });
      expect(site.has('content/hosts/ada.yaml')).toBe(true);
    });
  });

  describe('when one is deleted', () => {
    it('asks first, with what points at it and what git could not bring back', async () => {
      const asked = await site.ask('delete', { address: 'hosts/ada' });
      expect(asked).toMatchObject({ type: 'asked', files: ['content/hosts/ada.yaml'], uncommitted: [], hasPage: true });
      expect(asked['pointedAtBy']).toContainEqual({ address: 'sessions/talk', title: 'Talk', isOnlyLinked: false });
      expect(asked['pointedAtBy']).toContainEqual({ address: 'articles/second', title: 'Second', isOnlyLinked: true });
      unchanged();
    });

    it('takes the pointers out, and undo brings all of it back', async () => {
      const answer = await site.ask('delete', { address: 'hosts/ada', sure: true, redirectTo: 'hosts/ben' });
      expect(answer).toEqual({ type: 'deleted', address: 'hosts/ada' });
      expect(site.has('content/hosts/ada.yaml')).toBe(false);
      expect(site.read('content/sessions/talk.yaml')).not.toContain('hosts/ada');
      expect(site.read('gitcast.config.yaml')).toContain('hosts/ben');
      expect(await titles({ search: 'ada' })).toEqual([]);
      expect(await undo()).toMatchObject({ type: 'undone', said: 'deletion of Ada' });
      unchanged();
      await expect.poll(() => titles({ search: 'hosts/ada' })).toEqual(['Ada']);
    });

    it('takes its translations with it', async () => {
      await site.ask('delete', { address: 'articles/second', sure: true });
      expect(site.has('content/articles/second.en.md')).toBe(false);
      await undo();
      unchanged();
    });

    it('shows why it is refused, and does not do it', async () => {
      const { refusal } = await site.ask('delete', { address: 'broadcast' });
      expect(refusal).toBe('broadcast.yaml is the broadcast itself: it has one name and is always there');
      expect(await site.ask('delete', { address: 'broadcast', sure: true })).toMatchObject({ type: 'refused' });
      unchanged();
    });

    it('says that only undo brings back what is in no commit', async () => {
      await site.ask('create', { kind: 'host', title: 'New here' });
      const { uncommitted } = await site.ask('delete', { address: 'hosts/new-here' });
      expect(uncommitted).toEqual(['content/hosts/new-here.yaml']);
      expect(await site.ask('delete', { address: 'hosts/new-here', sure: true })).toMatchObject({ type: 'deleted' });
      unchanged();
      await undo();
      expect(site.read('content/hosts/new-here.yaml')).toContain('title: New here');
      await undo();
      unchanged();
    });

    it('refuses a document that does not exist, and patterns', async () => {
      for (const address of ['hosts/nobody', 'hosts/*', 'hosts', '../content/hosts/ada'])
        expect(await site.ask('delete', { address, sure: true }), address).toMatchObject({ type: 'refused' });
      unchanged();
    });
  });
});
