import { describe, expect, it } from 'vitest';
import { openStage } from './stage.ts';
import type { Files } from './fixture.ts';

const article = (title: string, text: string, more = ''): string =>
  `---\ntitle: ${title}\nstatus: published\npublished_at: 2027-05-02T09:00:00+02:00\n${more}---\n${text}\n`;

const TEXT = `See [the fares](fares.md#adults), [the stage](<places/main-stage>), [the programme](/program/) and
[soon](./soon.md).

> - ![Hours](<media/opening hours.svg>) and ![a photo][photo]
>   [again](../articles/fares.md)

<p><a href="articles/fares">Fares</a> <img src='media/photo(1).svg'></p>

\`[code](articles/fares)\` [elsewhere](https://a.example/articles/fares/)

[photo]: media/photo(1).svg "A photo"`;

const SENT = `See [the fares](https://harbour.example/articles/fares/#adults), [the stage](<https://harbour.example/places/main-stage/>), [the programme](https://harbour.example/program/) and
[soon](./soon.md).

> - ![Hours](<https://harbour.example/media/opening%20hours.svg>) and ![a photo][photo]
>   [again](https://harbour.example/articles/fares/)

<p><a href="https://harbour.example/articles/fares/">Fares</a> <img src='https://harbour.example/media/photo(1).svg'></p>

\`[code](articles/fares)\` [elsewhere](https://a.example/articles/fares/)

[photo]: https://harbour.example/media/photo(1).svg "A photo"`;

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

const FILES: Files = {
  'broadcast.yaml': 'name: Harbour festival\n',
  'articles/guide.md': article('Guide', TEXT),
  'articles/fares.md': article('Fares', '## Adults\n\nTen euros.'),
  'articles/soon.md': '---\ntitle: Soon\nstatus: draft\n---\nLater.\n',
  'places/main-stage.yaml': 'name: Main stage\ndescription: "[Fares](articles/fares)"\n',
  'pages/about.yaml': `title: About
status: published
defaultLocale: en
blocks:
  - { type: paragraph, values: [{ text: "[Fares](articles/fares)" }] }
localeDetails:
  es:
    blocks:
      - { type: paragraph, values: [{ text: "[Tarifas](articles/fares)" }] }
`,
  'media/opening hours.svg': SVG,
  'media/photo(1).svg': SVG,
};

const synced = async (files: Files = FILES) => {
  const stage = await openStage({ files });
  const { summary } = await stage.sync();
  expect(summary).toMatchObject({ failed: 0 });
  return stage;
};

describe('links between documents', () => {
  it('are sent as the URL of the page, in the language of the text, and as written if they lead to a draft', async () => {
    const stage = await openStage({ files: FILES });
    const { notes } = await stage.plan();
    expect(notes.filter((note) => note.includes('link'))).toEqual([
      'articles/guide: the link to articles/soon is sent as written, because that is a draft and has no page',
    ]);
    await stage.sync();
    expect(stage.named('article', 'Guide').fields['content']).toBe(`${SENT}\n`);
    expect(stage.named('place', 'Main stage').fields['description']).toBe(
      '[Fares](https://harbour.example/articles/fares/)',
    );
    const page = JSON.stringify(stage.named('page', 'About').fields);
    expect(page).toContain('[Fares](https://harbour.example/en/articles/fares/)');
    expect(page).toContain('[Tarifas](https://harbour.example/es/articles/fares/)');
    expect((await stage.plan()).changes).toEqual([]);
  });

  it('are pulled as they were written: pulling an edit changes that line and no other byte', async () => {
    const stage = await synced();
    await stage.gitcast('pull');
    for (const [path, text] of Object.entries(FILES)) expect(stage.read(path)).toBe(text);
    const { id } = stage.named('article', 'Guide');
    const content = `${SENT.replace('a photo][photo]', 'our photo][photo]')}\n\nAnd [more](https://harbour.example/places/main-stage/).\n`;
    await stage.call('PUT', `/articles/${id}`, { content });
    await stage.gitcast('pull');
    expect(stage.read('articles/guide.md')).toBe(
      FILES['articles/guide.md']!.replace('a photo][photo]', 'our photo][photo]').replace(
        '"A photo"\n',
        '"A photo"\n\nAnd [more](places/main-stage).\n',
      ),
    );
    expect((await stage.plan()).changes).toEqual([]);
  });

  it('to one page in several spellings each keep their own, even if a link or a paragraph was added or removed', async () => {
    const text =
      '[a](places/main-stage) [b](../places/main-stage.yaml) [c](/places/main-stage)\n\n[d](../places/main-stage.yaml)';
    const stage = await synced({ ...FILES, 'articles/guide.md': article('Guide', text) });
    const { id } = stage.named('article', 'Guide');
    const url = 'https://harbour.example/places/main-stage/';
    for (const [there, here] of [
      [`[a](URL) [b](URL) [c](URL)\n\n[d](URL)\n\nMore [e](URL).`, `${text}\n\nMore [e](places/main-stage).`],
      [
        `[b](URL) [c](URL)\n\n[d](URL)`,
        '[b](../places/main-stage.yaml) [c](/places/main-stage)\n\n[d](../places/main-stage.yaml)',
      ],
    ] as const) {
      await stage.call('PUT', `/articles/${id}`, { content: `${there.replaceAll('URL', url)}\n` });
      await stage.gitcast('pull');
      expect(stage.read('articles/guide.md')).toBe(article('Guide', here));
      expect((await stage.plan()).changes).toEqual([]);
    }
  });

  it('in a new article on the target become addresses and media files', async () => {
    const stage = await synced();
    const content =
      '[a](https://harbour.example/articles/fares/#adults) ![b](https://harbour.example/media/opening%20hours.svg) [c](https://harbour.example/articles/soon/)';
    await stage.call('POST', '/articles', { title: 'Theirs', status: 'published', content });
    await stage.gitcast('pull');
    expect(stage.read('articles/theirs.md')).toContain(
      '[a](articles/fares#adults) ![b](media/opening%20hours.svg) [c](https://harbour.example/articles/soon/)',
    );
    expect((await stage.plan()).changes).toEqual([]);
  });

  it('to a draft are sent as written, and as addresses once it is published', async () => {
    const stage = await synced({
      ...FILES,
      'articles/guide.md': article('Guide', '[soon](articles/soon)'),
      'places/main-stage.yaml': 'name: Main stage\ndescription: "[soon](articles/soon)"\n',
    });
    expect(stage.named('article', 'Guide').fields['content']).toBe('[soon](articles/soon)\n');
    stage.edit('articles/soon.md', 'draft', 'published');
    const { changes } = await stage.plan();
    expect(changes.map(({ address }) => address).sort()).toEqual([
      'articles/guide',
      'articles/soon',
      'places/main-stage',
    ]);
    await stage.sync();
    expect(stage.named('article', 'Guide').fields['content']).toBe('[soon](https://harbour.example/articles/soon/)\n');
  });
});
