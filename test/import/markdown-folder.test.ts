import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { markdownFolder } from '../../src/import/markdown-folder.ts';
import { readMapping } from '../../src/import/mapping.ts';
import { openFiles } from '../../src/import/open-source.ts';
import type { ReadingOptions, SourceContent } from '../../src/import/source.ts';
import { fieldsOf, isRead, OPTIONS, problemsIn, readWith, sourceOf, readDamaged } from './reading.ts';

const read = (files: Readonly<Record<string, string>>, options?: Partial<ReadingOptions>): Promise<SourceContent> =>
  readWith(markdownFolder, files, { timezone: 'UTC', ...options });

/** The text of one post in a folder, and what else was found. */
async function textOf(body: string, others: Readonly<Record<string, string>> = {}, path = 'post.md') {
  const content = await read({ [path]: `---\ntitle: Post\n---\n${body}`, ...others }, { into: 'article' });
  const { content: text } = content.records.find(({ at }) => at.file === path)!.fields;
  return { text, content };
}

describe('a folder of Markdown pages', () => {
  it('is recognised by its pages, and not by a readme', () => {
    const isFor = (...paths: readonly string[]) =>
      markdownFolder.isFor(sourceOf(Object.fromEntries(paths.map((path) => [path, '']))));
    expect(isFor('_posts/2027-05-02-opening.md', '_config.yml')).toBe(true);
    expect(isFor('src/content/blog/hello.mdx', 'package.json')).toBe(true);
    expect(isFor('README.md', 'themes/x/guide.md', 'events.csv')).toBe(false);
  });

  it('has articles where a page has a date, and otherwise pages with one paragraph', async () => {
    const content = await read({
      'news/opening.md': '---\ntitle: Opening\ndate: 2027-05-02T09:00:00+02:00\n---\n\nThe **gates** open.\n',
      'about.md': '---\ntitle: About\n---\nWho we are.\n',
    });
    expect(content.records.map(({ kind, id, fields, slug }) => ({ kind, id, fields, slug }))).toEqual([
      {
        kind: 'article',
        id: 'news/opening',
        slug: 'opening',
        fields: {
          title: 'Opening',
          content: 'The **gates** open.',
          status: 'published',
          published_at: '2027-05-02T09:00:00+02:00',
        },
      },
      {
        kind: 'page',
        id: 'about',
        slug: 'about',
        fields: {
          _reference: 'about',
          title: 'About',
          status: 'published',
          blocks: [{ type: 'paragraph', key: 'text', values: [{ text: 'Who we are.' }] }],
        },
      },
    ]);
    expect(problemsIn(content)).toEqual([]);
    expect(content.findings).toEqual([]);
  });

  it('becomes one kind if one is given that needs no more than a title and a text', async () => {
    const files = { 'people/lena.md': '---\nname: Léna Moreau\nphoto: https://quay.example/lena.jpg\n---\nWrites.\n' };
    expect(fieldsOf(await read(files, { into: 'host' }), 'host')).toEqual({
      'people/lena': {
        _reference: 'people/lena',
        title: 'Léna Moreau',
        description: 'Writes.',
        status: 'published',
        media: 'https://quay.example/lena.jpg',
      },
    });
    await expect(read(files, { into: 'event' })).rejects.toThrow('without a mapping');
  });

  it('becomes what a mapping says, with the names of its own front matter', async () => {
    const files = {
      'shows/karma.md':
        '---\nheadline: Karma\nbegins: 2027-06-18 20:30\nlasts: 90\nstage: Quay\n---\nSee [us](../us.md).\n',
      'us.md': '---\nheadline: Us\n---\nText\n',
    };
    const mapping = readMapping(
      'shows.yaml',
      `records:
  - kind: event
    key: path
    where: begins
    fields:
      title: headline
      start_time: begins
      end_time: { duration: lasts }
      place_id: stage
      description: { from: text, as: markdown }
  - kind: page
    key: path
    unless: begins
    fields: { title: headline }
`,
    );
    const content = await read(files, { mapping });
    expect(content.diagnostics).toEqual([]);
    expect(fieldsOf(content, 'event')).toEqual({
      'shows/karma': {
        title: 'Karma',
        start_time: '2027-06-18T20:30:00+00:00',
        end_time: '2027-06-18T22:00:00+00:00',
        place_id: 'Quay',
        description: 'See [us](import:/page/us).',
      },
    });
    expect(fieldsOf(content, 'place')).toEqual({ Quay: { name: 'Quay' } });
    expect(Object.keys(fieldsOf(content, 'page'))).toEqual(['us']);
    expect([...content.lost]).toEqual([]);
  });

  it('is not read with front matter in TOML or JSON, and names the command that converts it', async () => {
    for (const toml of ['+++\ntitle = "A"\n+++\nText\n', '{\n  "title": "A"\n}\nText\n'])
      await expect(read({ 'a.md': toml, 'b.md': '# B\n' })).rejects.toMatchObject({
        message: 'a.md has front matter in TOML or JSON, as 1 page here: only YAML is read',
        suggestion: expect.stringContaining('`hugo convert toYAML --output FOLDER`') as string,
      });
  });

  it('reports a page that cannot be read at its line, deletes no document for it, and goes on', async () => {
    const content = await read({
      'code.md': '---js\nconst title = "x";\n---\nText\n',
      'date.md': '---\ntitle: Date\ndate: next summer\n---\nText\n',
      'open.md': '---\ntitle: Open\n',
      'yaml.md': '---\ntitle: "Yaml\n---\nText\n',
      'well.md': 'Text\n',
    });
    expect(content.diagnostics.map(({ at, message }) => `${at.file}:${at.line} ${message}`)).toEqual([
      'code.md:1 front matter in js is not supported',
      'open.md:1 the front matter that starts here is not closed',
      'yaml.md:2 this quote is never closed',
      'date.md:3 `next summer` is not a date',
    ]);
    expect(content.records.filter(({ unclear }) => unclear === undefined).map(({ id }) => id)).toEqual(['well']);
    expect(content.incomplete).toEqual(['article', 'page']);
  });

  it('takes the title from the first heading or the name, and does not show it twice', async () => {
    const content = await read({
      'getting-there.md': 'By boat.\n',
      'heading.md': '# The harbour\n\nText\n',
      'own.md': '---\ntitle: Own\n---\n# Other\n\nText\n',
      'repeated.md': '---\ntitle: The Quay\n---\n# The quay\n\nText\n',
    });
    const texts = content.records.map(({ fields }) => [fields['title'], JSON.stringify(fields['blocks'])]);
    expect(texts.map(([title, blocks]) => [title, /"text":"([^"]*)"/.exec(String(blocks))?.[1]])).toEqual([
      ['getting there', 'By boat.'],
      ['The harbour', 'Text'],
      ['Own', String.raw`# Other\n\nText`],
      ['The Quay', 'Text'],
    ]);
  });

  it('keeps drafts and hidden pages as drafts, and future ones scheduled', async () => {
    const page = (fields: string): string => `---\ntitle: T\ndate: 2027-04-01\n${fields}\n---\nText\n`;
    const content = await read({
      '_drafts/idea.md': '---\ntitle: Idea\n---\nText\n',
      'draft.md': page('draft: yes'),
      'hidden.md': page('published: false'),
      'scheduled.md': page('publishDate: 2027-06-01'),
      'shown.md': page('draft: false'),
    });
    const states = content.records.map(({ kind, id, fields }) => [kind, id, fields['status'], fields['published_at']]);
    expect(states).toEqual([
      ['article', '_drafts/idea', 'draft', undefined],
      ['article', 'draft', 'draft', '2027-04-01T00:00:00+00:00'],
      ['article', 'hidden', 'draft', '2027-04-01T00:00:00+00:00'],
      ['article', 'scheduled', 'published', '2027-06-01T00:00:00+00:00'],
      ['article', 'shown', 'published', '2027-04-01T00:00:00+00:00'],
    ]);
    expect([...content.lost]).toEqual([]);
  });

  it('takes the date from the name of the file, which is no part of its address', async () => {
    const { records } = await read({ '_posts/2027-05-02-opening.md': 'x', 'pages/2027-05-02-about/index.md': 'x' });
    expect(records.map(({ kind, id, slug, fields }) => [kind, id, slug, fields['published_at']])).toEqual([
      ['article', '_posts/2027-05-02-opening', 'opening', '2027-05-02T00:00:00+00:00'],
      ['page', 'pages/2027-05-02-about', 'about', undefined],
    ]);
  });

  it.each(['2027-07-02', '2027-07-02 10:00'])('needs a zone for the date %s, which nothing else says', async (date) => {
    const files = { 'a.md': `---\ndate: ${date}\n---\nText\n`, 'b.md': 'x' };
    const message = 'the times of export have no offset, so their time zone must be known';
    await expect(read(files, { timezone: undefined })).rejects.toThrow(message);
  });

  it('does not take files about the folder and of themes for pages', async () => {
    const content = await read({
      'CHANGELOG.md': '# 1.0\n',
      'LICENSE.md': 'MIT\n',
      'README.md': 'Text\n',
      '_includes/x.md': 'Text\n',
      'code.md': 'Text\n',
      'posts/README.md': 'Text\n',
      'themes/x/content/y.md': '---\ntitle: Y\n---\nText\n',
    });
    expect(content.records.map(({ id }) => id)).toEqual(['code']);
    await expect(read({ 'README.md': 'x', 'a.txt': '' })).rejects.toThrow('there is no Markdown page in export');
  });

  it('counts every field that a broadcast cannot hold', async () => {
    const post = '---\ntitle: T\ndate: 2027-05-02\ntags: [a, b]\nauthor: x\nlayout: post\n---\nText\n';
    const { lost } = await read({ 'a.md': post, 'b.md': post, '_index.md': '---\ntitle: Blog\n---\n' });
    expect(Object.fromEntries(lost)).toEqual({ 'page without a text': 1, 'column “tags”': 4, 'column “author”': 2 });
  });

  it('keeps the paths that a page names as aliases', async () => {
    const { records, lost } = await read({
      'a.md': '---\naliases: [/x/, "/bad*path", /100%/, "https://a.example/y/"]\n---\nText\n',
      'b.md': '---\nredirect_from: /y/\nurl: /b.html\n---\nText\n',
      'c.md': '---\npermalink: "/:year/:title/"\n---\nText\n',
    });
    expect(records.map(({ aliases }) => aliases)).toEqual([['/x/'], ['/b.html', '/y/'], undefined]);
    expect(Object.fromEntries(lost)).toEqual({ 'former address that is not a path': 2 });
  });
});

describe('the text of a page', () => {
  it('stays as it is: headings, code, tables, footnotes and HTML', async () => {
    const body = [
      '## Heading\n\n<!--more-->\n\nA note[^1] and `{{< code >}}`.\n',
      '```js\n{{< note >}} {% if x %} [a](b.md)\n```\n',
      '| a | b |\n| - | - |\n| 1 | 2 |\n',
      '<div class="x"><img src="https://x.org/a.png"></div>\n\n[^1]: There.',
    ].join('\n');
    const { text, content } = await textOf(body, { 'b.md': 'B' });
    expect(text).toBe(body);
    expect([content.findings, [...content.lost]]).toEqual([[], []]);
  });

  it('links to other pages, by their files and by the paths that they had', async () => {
    const body =
      '[a](../other.md#part) [b](/blog/other/) [c](/old/?x=1#y) [d](mailto:a@b.example) [e](/elsewhere/) [f](#top)';
    const { text } = await textOf(body, { 'blog/other.md': '---\naliases: [/old/]\n---\nText\n' }, 'blog/deep/post.md');
    expect(String(text).replaceAll('import:/article/blog%2Fother', 'OTHER')).toBe(
      '[a](OTHER#part) [b](OTHER) [c](OTHER?x=1#y) [d](mailto:a@b.example) [e](/elsewhere/) [f](#top)',
    );
  });

  it('brings the pictures that it shows, beside it or at the root of the website', async () => {
    const { text, content } = await textOf(
      '![A](a.jpg "Title") ![](<../../img/Été 1.PNG>) <img src="/img/%C3%89t%C3%A9%201.PNG"> [zip](/way.zip) [gpx](/way.gpx)',
      {
        'static/img/Été 1.PNG': '',
        'img/Été 1.PNG': '',
        'content/post/a.jpg': '',
        'static/way.zip': '',
        'static/way.gpx': '',
      },
      'content/post/index.md',
    );
    expect(text).toBe(
      '![A](import:/media/post/a.jpg "Title") ![](<import:/media/img/ete-1.png>) <img src="import:/media/img/ete-1.png"> [zip](import:/media/way.zip) [gpx](/way.gpx)',
    );
    expect(content.media.map(({ name }) => name)).toEqual(['post/a.jpg', 'img/ete-1.png', 'way.zip']);
  });

  it('never means our own media folder with a picture that is not in the folder', async () => {
    const { text, content } = await textOf('![A](/media/a.jpg) ![B](b.jpg) ![C](https://x.org/c.jpg)');
    expect(text).toBe('![A](missing/media/a.jpg) ![B](b.jpg) ![C](https://x.org/c.jpg)');
    expect(problemsIn(content).filter((problem) => problem.includes('media-not-found'))).toEqual([]);
    expect(content.lost.get('picture that is not in the folder')).toBe(2);
  });

  it('has above it the picture of the usual fields', async () => {
    const cover = async (fields: string) => {
      const files = { 'p/index.md': `---\ntitle: T\ndate: 2027-05-02\n${fields}\n---\nText\n`, 'p/a.jpg': '' };
      return (await read(files)).records[0]!.fields['cover_image_url'];
    };
    expect(await cover('cover: {image: a.jpg, alt: A}')).toBe('import:/media/p/a.jpg');
    expect(await cover('params: {heroImage: a.jpg}')).toBe('import:/media/p/a.jpg');
    expect(await cover('images: ["https://x.example/b.jpg"]')).toBe('https://x.example/b.jpg');
    expect(await cover('featured: true')).toBeUndefined();
  });

  it('keeps shortcodes and reports them by name', async () => {
    const body =
      '{{< note >}}\nText {{ page.title }}\n{{< /note >}}\n{% include x.html %} {% endif %} {{< note />}} [gallery ids="1"] [sic]\n\n## Fares {#fares}';
    const { text, content } = await textOf(body);
    expect(text).toBe(body);
    const named = content.findings.map((finding) => /^the shortcode (.*) has no meaning here.* in (\d)/.exec(finding)!);
    expect(named.map(([, name, times]) => `${name} ${times}`)).toEqual([
      '{{< note >}} 2',
      '{{ … }} 1',
      '{% include %} 1',
      '[gallery] 1',
      '{…} 1',
    ]);
    const mdx = await textOf('<X a={b}>Text</X>\n', {}, 'post.mdx');
    expect(mdx.content.findings).toEqual(['the shortcode <X> has no meaning here and is kept as text in 1 place']);
  });
});

describe('the folder that wordpress-export-to-markdown 2.2.2 writes', () => {
  const folder = join(import.meta.dirname, '../fixtures/wordpress/output');
  const convert = async () =>
    markdownFolder.read(openFiles('output', folder), { ...OPTIONS, timezone: 'Europe/Paris' });

  it('has an article for a post, and a page for a page', async () => {
    const content = await convert();
    expect(content.records.map(({ kind, id, slug, fields }) => ({ kind, id, slug, fields }))).toEqual([
      {
        kind: 'article',
        id: 'post/2027-05-02-the-gates-open',
        slug: 'the-gates-open',
        fields: {
          title: 'The gates open',
          status: 'published',
          published_at: '2027-05-02T00:00:00+02:00',
          cover_image_url: 'import:/media/post/2027-05-02-the-gates-open/images/quay.png',
          content: expect.stringMatching(
            /^Come by \*\*boat\*\*.*!\[The quay\]\(import:\/media\/post\/2027-05-02-the-gates-open\/images\/quay\.png\)\n\n\| Line \| Minutes \|/s,
          ) as string,
        },
      },
      {
        kind: 'page',
        id: 'page/2027-04-01-about',
        slug: 'about',
        fields: {
          _reference: 'page/2027-04-01-about',
          title: 'About "us" & you',
          status: 'published',
          blocks: [{ type: 'paragraph', key: 'text', values: [{ text: 'We live at the _water_.\n\nSince 1987.' }] }],
        },
      },
    ]);
    expect(content.diagnostics).toEqual([]);
    expect(content.media.map(({ name, bytes }) => [name, bytes().length])).toEqual([
      ['post/2027-05-02-the-gates-open/images/quay.png', 70],
    ]);
  });

  it('reports the shortcodes, categories and tags of WordPress', async () => {
    const { lost, findings } = await convert();
    expect(Object.fromEntries(lost)).toEqual({ 'column “categories”': 1, 'column “tags”': 1 });
    expect(findings).toEqual(['the shortcode [gallery] has no meaning here and is kept as text in 1 place']);
  });

  it('was written of the export beside it, as the guide shows', () => {
    const exported = readFileSync(join(folder, '../export.xml'), 'utf8');
    for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.name === 'index.md',
    )) {
      const title = /^title: "(.*)"$/m.exec(readFileSync(join(parentPath, name), 'utf8'))![1]!.replaceAll('\\"', '"');
      expect(exported).toContain(`<title><![CDATA[${title}]]></title>`);
    }
  });
});

describe('the robustness of the reader', () => {
  const files: Readonly<Record<string, string>> = {
    'a.md':
      '---\ntitle: "A"\ndate: 2027-05-02\naliases: ["/x/"]\n---\n[b](b.md) `x` ![p](p.png)\n```js\n1\n```\n## H {#h}\n',
    'b.md': '---\ntitle: B\nimage: {src: p.png}\n---\n{% raw %}x{% endraw %} {{ y }} <X>\n',
    'p.png': 'p',
  };

  it('never fails but with a sentence, however the files are cut or changed', () =>
    expect(readDamaged(markdownFolder, files, { timezone: 'UTC' })).resolves.toBeUndefined());

  it('takes no longer for texts that are all marks', async () => {
    for (const mark of ['`', '{{<', '{%', '{{', '[', '# {#', '{:', '<X'])
      expect(await isRead(markdownFolder, { 'a.md': mark.repeat(20_000), 'b.md': 'b' })).toBe(true);
  }, 10_000);
});
