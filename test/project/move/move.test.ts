import { existsSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, gitcast, textOf, refusal, filesIn } from '../../cli/in-memory.ts';
import { git } from '../../state/clones.ts';

const CONFIG = 'site: { timezone: Europe/Paris, locales: [fr, en] }\n';
const event = (title: string, more = ''): string =>
  `title: ${title}\nstart_time: 2027-06-18T20:30:00Z\nend_time: 2027-06-18T23:00:00Z\n${more}`;
const article = (title: string, body = 'Text\n'): string => `---\ntitle: ${title}\nstatus: published\n---\n${body}`;

const BASE = {
  'gitcast.config.yaml': CONFIG,
  'content/broadcast.yaml': 'name: Harbour\n',
  'content/places/quay.yaml': 'name: Quay\n',
  'content/events/opening.yaml': event('Opening', 'place_id: places/quay # where\n'),
};

type Files = Readonly<Record<string, string>>;

function project(files: Files = {}): string {
  return folderWith({ ...BASE, ...files });
}

async function mv(folder: string, from: string, to: string, ...flags: readonly string[]) {
  const ran = await gitcast(['mv', from, to, '--json', ...flags].join(' '), { cwd: folder });
  return { ...ran, report: ran.stdout === '' ? {} : (JSON.parse(ran.stdout) as Record<string, unknown>) };
}

async function refused(folder: string, from: string, to: string): Promise<string> {
  const before = filesIn(folder);
  const stderr = await refusal(['mv', from, to].join(' '), { cwd: folder });
  expect(filesIn(folder)).toEqual(before);
  return stderr;
}

const pathsIn = (folder: string, part: string): readonly string[] =>
  Object.keys(filesIn(folder)).filter((path) => path.includes(part));

describe('a document', () => {
  it('is renamed with its pointers, and its former address becomes an alias', async () => {
    const folder = project();
    const { exitCode, report } = await mv(folder, 'places/quay', 'places/harbour/north-quay');
    expect(exitCode).toBe(0);
    expect(report).toEqual({
      outcome: 'done',
      changed: [{ from: 'places/quay', to: 'places/harbour/north-quay' }],
      files: [{ from: 'content/places/quay.yaml', to: 'content/places/harbour/north-quay.yaml' }],
      mentions: [
        {
          file: 'content/events/opening.yaml',
          line: 4,
          use: 'pointer',
          from: 'places/quay',
          to: 'places/harbour/north-quay',
        },
      ],
      redirects: [{ from: 'places/quay', to: 'places/harbour/north-quay' }],
      warnings: [],
      notes: [],
    });
    expect(textOf(folder, 'content/events/opening.yaml')).toContain('place_id: places/harbour/north-quay # where\n');
    expect(textOf(folder, 'content/places/harbour/north-quay.yaml')).toBe('name: Quay\n$aliases:\n  - places/quay\n');
    expect(existsSync(join(folder, 'content/places/quay.yaml'))).toBe(false);
  });

  it('takes its translations and the files of targets along', async () => {
    const folder = project({
      'content/articles/news.md': article('News'),
      'content/articles/news.en.md': 'In English\n',
      'content.local/articles/news.md': '---\nstatus: draft\n---\n',
    });
    await mv(folder, 'articles/news', 'articles/2027/news');
    expect(pathsIn(folder, 'news')).toEqual([
      'content.local/articles/2027/news.md',
      'content/articles/2027/news.en.md',
      'content/articles/2027/news.md',
    ]);
    expect(textOf(folder, 'content.local/articles/2027/news.md')).not.toContain('$aliases');
  });

  it('has its alias in the file of each target, if no shared file has one for it', async () => {
    const folder = project({ 'content.local/places/tent.yaml': 'name: Tent\n' });
    await mv(folder, 'places/tent', 'places/marquee');
    expect(textOf(folder, 'content.local/places/marquee.yaml')).toBe('name: Tent\n$aliases:\n  - places/tent\n');
  });

  it.each([
    ['a path', 'content/places/quay.yaml', 'content/places/pier.yaml'],
    ['an absolute path', 'FOLDER/content/places/quay.yaml', 'places/pier'],
    ['a path of the file of a target', 'content.local/places/quay.yaml', 'places/pier.yaml'],
    ['a path with ./', './content/places/quay.yaml', './content/places/pier.yaml'],
  ])('can be named by %s, as shells complete it', async (_, from, to) => {
    const folder = project({ 'content.local/places/quay.yaml': 'category: staged\n' });
    const { report } = await mv(folder, from.replace('FOLDER', folder), to);
    expect(report).toMatchObject({ changed: [{ from: 'places/quay', to: 'places/pier' }] });
    expect(textOf(folder, 'content.local/places/pier.yaml')).toBe('category: staged\n');
  });

  it('can be named by a path from a folder of content', async () => {
    const folder = project();
    const { exitCode } = await gitcast('mv quay.yaml pier.yaml', { cwd: join(folder, 'content/places') });
    expect(exitCode).toBe(0);
    expect(textOf(folder, 'content/places/pier.yaml')).toContain('- places/quay');
  });

  it('goes into a folder that exists, or that has a slash at its end', async () => {
    const folder = project({ 'content/places/old/tent.yaml': 'name: Tent\n' });
    await mv(folder, 'places/quay', 'places/old');
    await mv(folder, 'places/old/tent', 'places/new/');
    expect(pathsIn(folder, 'places/')).toEqual(['content/places/new/tent.yaml', 'content/places/old/quay.yaml']);
  });

  it('stays apart from a folder with its name', async () => {
    const folder = project({ 'content/places/quay/tent.yaml': 'name: Tent\n' });
    const { report } = await mv(folder, 'places/quay', 'places/pier');
    expect(report).toMatchObject({ notes: [expect.stringContaining('places/quay/ stays')] });
    await mv(folder, 'places/quay/', 'places/dock');
    expect(pathsIn(folder, 'places/')).toEqual(['content/places/dock/tent.yaml', 'content/places/pier.yaml']);
  });

  it('gets the name that its address has, if its file has another one', async () => {
    const folder = project({ 'content/places/North Quay.yaml': 'name: North\n' });
    const ran = await gitcast('validate', { cwd: folder });
    expect(ran.stdout + ran.stderr).toContain('bad-slug');
    const outcome = await mv(folder, 'places/north-quay', 'places/north-quay.yaml');
    expect(outcome.report).toMatchObject({ files: [{ to: 'content/places/north-quay.yaml' }], redirects: [] });
    expect((await gitcast('validate', { cwd: folder })).exitCode).toBe(0);
  });
});

describe('links to a document', () => {
  const linking = (link: string): Files => ({
    'content/articles/fares.md': article('Fares'),
    'content/pages/info.yaml': `title: Info\nblocks:\n  - type: paragraph\n    key: a\n    values:\n      - text: "${link}"\n`,
  });

  it.each([
    ['[a](articles/fares)', '[a](articles/2027/prices)'],
    ['[a](articles/fares#adults)', '[a](articles/2027/prices#adults)'],
    ['[a](../articles/fares.md)', '[a](../articles/2027/prices.md)'],
    ['[a](../articles/fares.en.md?x=1#b)', '[a](../articles/2027/prices.en.md?x=1#b)'],
    ['[a](/articles/fares/)', '[a](/articles/2027/prices/)'],
    ['[a](/en/articles/fares#adults)', '[a](/en/articles/2027/prices#adults)'],
    ["[a](<articles/fares> 'The title')", "[a](<articles/2027/prices> 'The title')"],
    ["<a href='articles/fares?a&amp;b'>a</a>", "<a href='articles/2027/prices?a&amp;b'>a</a>"],
    ['[a](https://elsewhere.example/articles/fares)', '[a](https://elsewhere.example/articles/fares)'],
    ['articles/fares in words', 'articles/fares in words'],
  ])('%s follow as %s', async (before, after) => {
    const folder = project(linking(before));
    expect((await mv(folder, 'articles/fares', 'articles/2027/prices')).exitCode).toBe(0);
    expect(textOf(folder, 'content/pages/info.yaml')).toContain(`text: "${after}"\n`);
  });

  it('follow in folded and quoted texts and in texts with CRLF, without another change', async () => {
    const text =
      "title: Info\r\n# why\r\ndescription: >-\r\n  Long words [a](articles/fares)\r\n  go on,\r\n\r\n  and on.\r\n$locales: {en: {description: 'It''s [a](articles/fares) \"here\"'}}\r\n";
    const folder = project({ 'content/articles/fares.md': article('Fares'), 'content/hosts/ada.yaml': text });
    await mv(folder, 'articles/fares', 'articles/prices');
    expect(textOf(folder, 'content/hosts/ada.yaml')).toBe(text.replaceAll('articles/fares', 'articles/prices'));
  });

  it('follow in a row of a table, below a row with one cell too many', async () => {
    const rows = (shown: string): string => `| a |\n|---|\n| b | [c](articles/fares) |\n| [c](${shown}) |\n`;
    const folder = project({ ...linking('b'), 'content/articles/day.md': article('Day', rows('articles/fares')) });
    expect((await mv(folder, 'articles/fares', 'articles/prices')).exitCode).toBe(0);
    expect(textOf(folder, 'content/articles/day.md')).toBe(article('Day', rows('articles/prices')));
  });

  it('that cannot be found in a very long text are shown with their line, and counted', async () => {
    const tag = `<a title="${'articles/fares '.repeat(40)}"\n  href="articles/fares">b</a>`;
    const body = `[a](articles/fares)\n\n- ${tag}\n\n${'Words. '.repeat(30_000)}\n`;
    const folder = project({ ...linking('b'), 'content/articles/day.md': article('Day', body) });
    const { stdout } = await gitcast('mv articles/fares articles/prices', { cwd: folder });
    expect(stdout).toContain('! content/articles/day.md:7  links to articles/fares\n');
    expect(stdout).toContain(
      '1 mention in 1 file follows; 1 link could not be rewritten: edit the lines marked with !',
    );
    expect(textOf(folder, 'content/articles/day.md')).toBe(
      article('Day', body.replace('(articles/fares)', '(articles/prices)')),
    );
  });

  it('follow where an anchor repeats them', async () => {
    const text =
      'title: Info\nblocks:\n  - type: button\n    values:\n      - { label: A, navigator: &to { broadcastArticleId: articles/fares } }\n      - { label: B, navigator: *to }\n';
    const folder = project({ 'content/articles/fares.md': article('Fares'), 'content/pages/info.yaml': text });
    await mv(folder, 'articles/fares', 'articles/prices');
    expect(textOf(folder, 'content/pages/info.yaml')).toBe(text.replace('articles/fares', 'articles/prices'));
  });

  it('follow in menus and in filters of queries', async () => {
    const folder = project({
      'content/categories/talk.yaml': 'title: Talk\n',
      'content/articles/fares.md': article('Fares'),
      'content/broadcast.yaml':
        'name: Harbour\nmenu: {sections: [{title: A, tiles: [{title: B, navigator: {broadcastArticleId: articles/fares}}]}]}\n',
      'content/pages/talks.yaml':
        'title: Talks\nblocks: [{type: sessions, key: a, values: [{query: {filters: [{categoryIds: {$in: [categories/talk]}}]}}]}]\n',
    });
    await mv(folder, 'articles/fares', 'articles/prices');
    await mv(folder, 'categories/talk', 'categories/lecture');
    expect(textOf(folder, 'content/broadcast.yaml')).toContain('{broadcastArticleId: articles/prices}');
    expect(textOf(folder, 'content/pages/talks.yaml')).toContain('{$in: [categories/lecture]}');
  });

  it('of the moved document itself stay right', async () => {
    const body = '[a](fares.md) [b](../places/quay.yaml) [c](places/quay) [d](#here)\n';
    const folder = project({
      'content/articles/fares.md': article('Fares'),
      'content/articles/news.md': article('News', body),
    });
    await mv(folder, 'articles/news', 'articles/2027/may/news');
    expect(textOf(folder, 'content/articles/2027/may/news.md')).toContain(
      '[a](../../fares.md) [b](../../../places/quay.yaml) [c](places/quay) [d](#here)\n',
    );
  });
});

describe('a folder', () => {
  it('moves as a whole, with the links between its documents as they are', async () => {
    const folder = project({
      'content/articles/2026/a.md': article('A', '[b](b.md) [b](articles/2026/b)\n'),
      'content/articles/2026/b.md': article('B', '[a](./a.md)\n'),
      'content/articles/2026/.keep': '',
      'content.local/articles/2026/a.md': '---\nstatus: draft\n---\n',
    });
    await mv(folder, 'articles/2026/', 'articles/archive/2026');
    expect(pathsIn(folder, 'articles/')).toEqual([
      'content.local/articles/archive/2026/a.md',
      'content/articles/archive/2026/.keep',
      'content/articles/archive/2026/a.md',
      'content/articles/archive/2026/b.md',
    ]);
    expect(textOf(folder, 'content/articles/archive/2026/a.md')).toContain('[b](b.md) [b](articles/archive/2026/b)\n');
    expect(textOf(folder, 'content/articles/archive/2026/b.md')).toContain('[a](./a.md)\n');
    expect(existsSync(join(folder, 'content/articles/2026'))).toBe(false);
  });
});

describe('a media file', () => {
  const PICTURE: Files = {
    'content/media/Bridge at night.JPG': 'picture',
    'content/media/harbour/bridge.png': 'other',
    'content/articles/news.md': article(
      'News',
      '![a](<media/Bridge at night.JPG>) ![a](media/Bridge%20at%20night.JPG)\n',
    ),
    'content/hosts/ada.yaml': 'title: Ada\nmedia: { url: media/Bridge at night.JPG, alt: A bridge }\n',
  };

  it('is renamed with its description and everything that shows it, and its former path leads there', async () => {
    const folder = project({ ...PICTURE, 'content/media/harbour/bridge.yaml': 'alt: A bridge\n' });
    await mv(folder, 'media/harbour/bridge.png', 'media/quay.png');
    expect(textOf(folder, 'content/media/quay.yaml')).toBe('alt: A bridge\n');
    expect(textOf(folder, 'gitcast.config.yaml')).toContain('/media/harbour/bridge.png: /media/quay.png');
    await mv(folder, 'media/quay', 'media/harbour/bridge');
    expect(textOf(folder, 'gitcast.config.yaml')).toBe(CONFIG);
  });

  it('needs a configuration for its former path', async () => {
    const folder = folderWith({ 'content/broadcast.yaml': 'name: Harbour\n', 'content/media/a.jpg': 'a' });
    expect(await refused(folder, 'media/a.jpg', 'media/b.jpg')).toContain('there is no gitcast.config.yaml');
    expect((await mv(folder, 'media/a.jpg', 'media/b.jpg', '--no-redirect')).exitCode).toBe(0);
  });

  it('can differ from its old name in case only', async () => {
    const folder = project(PICTURE);
    const { exitCode, stdout } = await gitcast('mv content/media/harbour/bridge.png media/harbour/Bridge.PNG', {
      cwd: folder,
    });
    expect(stdout).toContain('/media/harbour/bridge.png cannot be redirected');
    expect([exitCode, readdirSync(join(folder, 'content/media/harbour'))]).toEqual([0, ['Bridge.PNG']]);
  });

  it('keeps its description where it is, if that describes another file too', async () => {
    const folder = project({
      ...PICTURE,
      'content/media/harbour/bridge.yaml': 'alt: A\n',
      'content/media/harbour/bridge.jpg': 'x',
    });
    const { report } = await mv(folder, 'media/harbour/bridge.png', 'media/b.png');
    expect(report).toMatchObject({
      notes: [
        expect.stringContaining('media/harbour/bridge.yaml stays'),
        'site.redirects in gitcast.config.yaml changed too',
      ],
    });
  });
});

describe('aliases', () => {
  it('are taken away again by a move back', async () => {
    const folder = project();
    const before = filesIn(folder);
    for (const [from, to] of [
      ['quay', 'pier'],
      ['pier', 'dock'],
      ['dock', 'pier'],
      ['pier', 'quay'],
    ] as const)
      await mv(folder, `places/${from}`, `places/${to}`);
    expect(filesIn(folder)).toEqual(before);
  });

  it('keep an address that was committed in between, since it may have been published', async () => {
    const folder = project();
    git(folder, 'init', '-q');
    await mv(folder, 'places/quay', 'places/pier');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-q', '-m', 'pier');
    await mv(folder, 'places/pier', 'places/quay');
    expect(textOf(folder, 'content/places/quay.yaml')).toBe('name: Quay\n$aliases:\n  - places/pier\n');
  });

  it('of an entry keep the oldest address first when it moves back, since calendars know it by that', async () => {
    const folder = project();
    git(folder, 'init', '-q');
    for (const to of ['gala', 'opening']) {
      const { report } = await mv(folder, `events/${to === 'gala' ? 'opening' : 'gala'}`, `events/${to}`);
      expect(report).toMatchObject({ warnings: [] });
      git(folder, 'add', '-A');
      git(folder, 'commit', '-q', '-m', to);
    }
    expect(textOf(folder, 'content/events/opening.yaml')).toContain('$aliases:\n  - events/opening\n  - events/gala\n');
  });

  it('are added to the list of a target too, since that replaces the shared one', async () => {
    const folder = project({ 'content.local/places/quay.yaml': '$aliases: [/old/]\n' });
    await mv(folder, 'places/quay', 'places/pier');
    expect(textOf(folder, 'content/places/pier.yaml')).toContain('- places/quay\n');
    expect(textOf(folder, 'content.local/places/pier.yaml')).toBe('$aliases: [/old/, places/quay]\n');
  });

  it('are not added with --no-redirect, nor to documents without a page', async () => {
    const folder = project({
      'content/webhooks/crew.yaml': 'url: https://crew.example/hook\nevents: [event.created]\n',
    });
    await mv(folder, 'places/quay', 'places/pier', '--no-redirect');
    await mv(folder, 'webhooks/crew', 'webhooks/team');
    expect(textOf(folder, 'content/places/pier.yaml')).toBe('name: Quay\n');
    expect(textOf(folder, 'content/webhooks/team.yaml')).not.toContain('$aliases');
  });

  it('name the former page too, if `$slug` gave it another name than the file', async () => {
    const folder = project({ 'content/places/quay.yaml': 'name: Quay\n$slug: the-quay\n' });
    await mv(folder, 'places/quay', 'places/harbour/quay');
    expect(textOf(folder, 'content/places/harbour/quay.yaml')).toContain(
      '$aliases:\n  - places/quay\n  - places/the-quay\n',
    );
  });

  it('follow in `site.redirects` of the configuration', async () => {
    const config = `${CONFIG.replace(' }\n', ', redirects: { /2019/quay/: places/quay, /q/: "/places/quay/#map", /p/: /program/ } }\n')}`;
    const folder = project({ 'gitcast.config.yaml': config });
    await mv(folder, 'places/quay', 'places/pier');
    expect(textOf(folder, 'gitcast.config.yaml')).toBe(
      config.replace('places/quay,', 'places/pier,').replace('/places/quay/#map', '/places/pier/#map'),
    );
  });
});

describe('a move is refused', () => {
  const MORE: Files = {
    'content/places/pier.yaml': 'name: Pier\n',
    'content/places/old/tent.yaml': 'name: Tent\n',
    'content/media/a.jpg': 'a',
    'content/articles/news.md': article('News'),
    'content/articles/news.en.md': 'News\n',
  };

  it.each([
    ['onto another document', 'places/quay', 'places/pier', 'places/pier exists already'],
    ['onto another document with another extension', 'places/quay', 'places/pier.md', 'exists already'],
    [
      'to another kind',
      'events/opening',
      'sessions/opening',
      'gitcast new session opening, then gitcast rm events/opening --redirect-to sessions/opening',
    ],
    ['to its own name', 'places/quay', 'places/quay', 'places/quay has that name already'],
    ['of a document that does not exist', 'places/quya', 'places/x', 'did you mean places/quay?'],
    ['to a name without its folder', 'places/quay', 'pier-two', 'did you mean places/pier-two?'],
    ['to a name that no address can have', 'places/quay', 'places/Pier_2', 'for example pier-2'],
    ['out of the content folder', 'places/quay', '../elsewhere/quay', 'neither an address nor a path'],
    ['of the broadcast', 'broadcast', 'places/x', 'the broadcast itself'],
    ['of a kind', 'places/', 'places/old/', 'the folder of a kind'],
    ['of a folder into itself', 'places/old', 'places/old/older', 'cannot be moved into itself'],
    ['of a translation alone', 'articles/news.en.md', 'articles/x.en.md', 'a translation of articles/news'],
    ['of a picture to another extension', 'media/a.jpg', 'media/b.png', 'did you mean media/b.jpg?'],
    ['of a picture out of media/', 'media/a.jpg', 'places/a.jpg', 'media files are in media/'],
    ['of a document to another extension', 'places/quay.yaml', 'places/x.md', 'a move keeps the extension'],
  ])('%s', async (_, from, to, message) => {
    expect(await refused(project(MORE), from, to)).toContain(message);
  });

  it('if a file cannot be read, since that may name what moves', async () => {
    const folder = project({ 'content/events/broken.yaml': 'title: [\n' });
    expect(await refused(folder, 'places/quay', 'places/pier')).toContain('content/events/broken.yaml:');
  });

  it('if the content would have an error only then', async () => {
    const folder = project({ 'content/places/old/tent.yaml': 'name: Tent\n$slug: quay\n' });
    expect(await refused(folder, 'places/old/tent', 'places/tent')).toContain('same-url');
    const news = project({ 'content/articles/news.md': '---\ntitle: News\n---\nX\n' });
    expect(await refused(news, 'articles/news', 'articles/page/2')).toContain('/articles/page/2/ is for the pages of');
  });

  it('not for errors that the content has anyway', async () => {
    const folder = project({ 'content/events/late.yaml': event('Late', 'category: 3\n') });
    expect((await mv(folder, 'events/late', 'events/later')).exitCode).toBe(0);
  });

  it('of a document that other broadcasts of the workspace share, or that a shared file names', async () => {
    const top = folderWith({
      'gitcast.workspace.yaml': 'broadcasts: [lyon]\nshared: { common: [lyon] }\n',
      'common/content/places/hall.yaml': 'name: Hall\n',
      'common/content/events/party.yaml': event('Party', 'place_id: places/quay\n'),
      ...Object.fromEntries(Object.entries(BASE).map(([path, text]) => [`lyon/${path}`, text])),
    });
    const folder = join(top, 'lyon');
    expect(await refused(folder, 'places/hall', 'places/big-hall')).toContain(
      'common/content/places/hall.yaml is shared',
    );
    expect(await refused(folder, 'places/quay', 'places/pier')).toContain(
      'common/content/events/party.yaml:4 names places/quay',
    );
  });

  it.each([
    ['a kind without a page', 'webhooks/crew', 'webhooks/team', []],
    ['--no-redirect', 'places/quay', 'places/pier', ['--no-redirect']],
  ])('onto the address that a removed document has in the last commit, with %s', async (_, from, to, flags) => {
    const hook = 'events: [event.created]\n';
    const folder = project({
      'content/webhooks/crew.yaml': `url: https://crew.example/hook\n${hook}`,
      'content/webhooks/team.yaml': `url: https://team.example/hook\n${hook}`,
      'content/places/pier.yaml': 'name: Pier\n',
    });
    git(folder, 'init', '-q');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-q', '-m', 'content');
    rmSync(join(folder, `content/${to}.yaml`));
    const { exitCode, stderr } = await mv(folder, from, to, ...flags);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`${to} is another document in the last commit`)]);
    git(folder, 'commit', '-q', '-a', '-m', 'removed');
    expect((await mv(folder, from, to, ...flags)).exitCode).toBe(0);
    // A move that was not committed can be taken back.
    expect((await mv(folder, to, from, ...flags)).exitCode).toBe(0);
  });

  it('of a symbolic link', async () => {
    const folder = project();
    symlinkSync('quay.yaml', join(folder, 'content/places/link.yaml'));
    expect(await refused(folder, 'places/link', 'places/old/link')).toContain('is a symbolic link');
  });
});

describe('a move that cannot be written', () => {
  it('leaves every file as it was', async () => {
    const folder = project({ 'content/places/old/x.yaml': 'name: X\n' });
    // A file in the place of the new folder.
    writeFileSync(join(folder, 'content/places/new'), 'in the way');
    const before = filesIn(folder);
    const { exitCode } = await gitcast('mv places/quay places/new/quay', { cwd: folder });
    expect(exitCode).toBe(1);
    expect(filesIn(folder)).toEqual(before);
  });
});

describe('the output', () => {
  it('of a dry run shows everything, and nothing is written', async () => {
    const folder = project();
    const before = filesIn(folder);
    const { stdout } = await gitcast('mv places/quay places/pier --dry-run', { cwd: folder });
    expect(stdout).toBe(
      [
        '→ content/places/quay.yaml → content/places/pier.yaml',
        '~ content/events/opening.yaml:4  places/quay → places/pier',
        '+ places/quay redirects to places/pier',
        '',
        '✓ would move places/quay to places/pier; 1 mention in 1 file follows',
        '  dry run: nothing was written',
        '',
      ].join('\n'),
    );
    expect(filesIn(folder)).toEqual(before);
  });

  it('warns of an alias of another document that the new page replaces', async () => {
    const folder = project({ 'content/places/pier.yaml': 'name: Pier\n$aliases: [places/dock]\n' });
    const { report } = await mv(folder, 'places/quay', 'places/dock');
    expect(report).toMatchObject({ warnings: [{ code: 'alias-taken', file: 'content/places/pier.yaml', line: 2 }] });
  });

  it('keeps uncommitted changes and permissions of the files', async () => {
    const folder = project();
    writeFileSync(join(folder, 'content/places/quay.yaml'), 'name: Quay two\n');
    await mv(folder, 'places/quay', 'places/pier');
    expect(readFileSync(join(folder, 'content/places/pier.yaml'), 'utf8')).toContain('name: Quay two\n');
  });

  it.each(['rename', 'move'])('is suggested to people who type %s', async (word) => {
    expect((await gitcast(`${word} a b`)).stderr).toContain('did you mean gitcast mv?');
  });
});
