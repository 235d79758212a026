import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownFolder } from '../../src/import/markdown-folder.ts';
import type { ReadingOptions, SourceContent } from '../../src/import/source.ts';
import { runs } from '../seed.ts';
import { fieldsOf, isRead, messagesOf, problemsIn, readWith, sourceOf } from './reading.ts';

const read = (files: Readonly<Record<string, string>>, options?: Partial<ReadingOptions>): Promise<SourceContent> =>
  readWith(markdownFolder, files, { timezone: 'UTC', ...options });

const aliasesIn = ({ records }: SourceContent) => Object.fromEntries(records.map(({ id, aliases }) => [id, aliases]));

/** The text of one post in a folder, and what else was found. */
async function textOf(body: string, others: Readonly<Record<string, string>> = {}, path = 'post.md') {
  const content = await read({ [path]: `---\ntitle: Post\n---\n${body}`, ...others }, { into: 'article' });
  const { content: text } = content.records.find(({ at }) => at.file === path)!.fields;
  return { text, content };
}

const HUGO = 'baseURL = "https://quay.example/"\ntitle = "Quay"\ntimeZone = "Europe/Paris"\nlanguageCode = "fr"\n';

describe('a folder of Markdown pages', () => {
  it('is recognised by its pages, and not by a readme', () => {
    const isFor = (...paths: readonly string[]) =>
      markdownFolder.isFor(sourceOf(Object.fromEntries(paths.map((path) => [path, '']))));
    expect(isFor('_posts/2027-05-02-opening.md', '_config.yml')).toBe(true);
    expect(isFor('src/content/blog/hello.mdx', 'package.json')).toBe(true);
    expect(isFor('README.md', 'node_modules/x/guide.md', 'events.csv')).toBe(false);
  });

  it('has articles where a page has a date, and otherwise pages with one paragraph', async () => {
    const content = await read({
      'news/opening.md': '---\ntitle: Opening\ndate: 2027-05-02T09:00:00+02:00\n---\n\nThe **gates** open.\n',
      'about.md': '---\ntitle: About\n---\nWho we are.\n',
    });
    expect(content.records.map(({ kind, id, fields, slug }) => ({ kind, id, fields, slug }))).toEqual([
      {
        kind: 'page',
        id: 'about',
        slug: 'about',
        fields: {
          _reference: 'about',
          title: 'About',
          status: 'published',
          blocks: [{ type: 'paragraph', key: 'text', values: [{ text: 'Who we are.\n' }] }],
        },
      },
      {
        kind: 'article',
        id: 'news/opening',
        slug: 'opening',
        fields: {
          title: 'Opening',
          content: 'The **gates** open.\n',
          status: 'published',
          published_at: '2027-05-02T09:00:00+02:00',
        },
      },
    ]);
    expect(problemsIn(content)).toEqual([]);
  });

  it('becomes one kind if one is given that needs no more than a title and a text', async () => {
    const files = { 'people/lena.md': '---\nname: Léna Moreau\nphoto: https://quay.example/lena.jpg\n---\nWrites.\n' };
    expect(fieldsOf(await read(files, { into: 'host' }), 'host')).toEqual({
      'people/lena': {
        _reference: 'people/lena',
        title: 'Léna Moreau',
        description: 'Writes.\n',
        status: 'published',
        media: 'https://quay.example/lena.jpg',
      },
    });
    await expect(read(files, { into: 'event' })).rejects.toThrow('needs more than a title and a text');
  });

  it('reads front matter in YAML, TOML and JSON, also below empty lines', async () => {
    const content = await read({
      'a.md': '\n---\ntitle: "A"\ndate: 2027-05-02\n...\nText\n',
      'b.md': '+++\ntitle = "B"\ndate = 2027-05-02T10:00:00Z\n[taxonomies]\ntags = ["x"]\n+++\nText\n',
      'c.md': '{\n  "title": "C {1}",\n  "date": "2027-05-02 10:00:00 +0200"\n}\n\nText\n',
      'd.md': '---json\n{"title": "D", "date": "May 2, 2027"}\n---\nText\n',
    });
    expect(messagesOf(content)).toEqual([]);
    expect(Object.values(fieldsOf(content, 'article'))).toEqual([
      { title: 'A', content: 'Text\n', status: 'published', published_at: '2027-05-02T00:00:00+00:00' },
      { title: 'B', content: 'Text\n', status: 'published', published_at: '2027-05-02T10:00:00Z' },
      { title: 'C {1}', content: 'Text\n', status: 'published', published_at: '2027-05-02T10:00:00+02:00' },
      { title: 'D', content: 'Text\n', status: 'published', published_at: '2027-05-02T00:00:00+00:00' },
    ]);
    expect(content.lost).toEqual(new Map([['taxonomies', 1]]));
  });

  it('reports a page that cannot be read at its line, leaves it as it is, and goes on', async () => {
    const content = await read({
      'code.md': '---js\nconst title = "x";\n---\nText\n',
      'date.md': '---\ntitle: Date\ndate: next summer\n---\nText\n',
      'open.md': '---\ntitle: Open\n',
      'toml.md': '+++\ntitle = "Toml"\nweight = = 2\n+++\nText\n',
      'yaml.md': '---\ntitle: "Yaml\n---\nText\n',
      'well.md': 'Text\n',
    });
    expect(content.diagnostics.map(({ at, message }) => `${at.file}:${at.line} ${message}`)).toEqual([
      'code.md:2 front matter in js would have to be executed',
      'date.md:3 `next summer` is not a date',
      'open.md:1 the front matter that starts here is not closed',
      expect.stringMatching(/^toml\.md:3 this is not valid TOML: /),
      'yaml.md:2 this quote is never closed',
    ]);
    expect(content.records.filter(({ unclear }) => unclear === undefined).map(({ id }) => id)).toEqual(['well']);
    // Nobody knows which of the kinds it was, so a document of neither is deleted.
    expect(content.records.filter(({ id }) => id === 'open').map(({ kind }) => kind)).toEqual(['article', 'page']);
  });

  it('takes the title from the first heading or the name, and does not show it twice', async () => {
    const content = await read({
      'getting-there.md': 'By boat.\n',
      'heading.md': '# The harbour {#top}\n\nText\n',
      'repeated.md': '---\ntitle: The Quay\n---\n# The quay\n\nText\n',
      'own.md': '---\ntitle: Own\n---\n# Other\n\nText\n',
    });
    const texts = content.records.map(({ fields }) => [fields['title'], JSON.stringify(fields['blocks'])]);
    expect(texts.map(([title, blocks]) => [title, /"text":"([^"]*)"/.exec(String(blocks))?.[1]])).toEqual([
      ['getting there', String.raw`By boat.\n`],
      ['The harbour', String.raw`Text\n`],
      ['Own', String.raw`# Other\n\nText\n`],
      ['The Quay', String.raw`Text\n`],
    ]);
  });

  it('keeps drafts, hidden and expired pages as drafts, and future ones scheduled', async () => {
    const page = (fields: string): string => `---\ntitle: T\ndate: 2027-04-01\n${fields}\n---\nText\n`;
    const content = await read({
      '_drafts/idea.md': '---\ntitle: Idea\n---\nText\n',
      'draft.md': page('draft: yes'),
      'expired.md': page('expiryDate: 2027-04-30'),
      'hidden.md': page('published: false'),
      'shown.md': page('draft: false\nexpiryDate: 2028-01-01'),
      'scheduled.md': page('publishDate: 2027-06-01'),
    });
    const states = content.records.map(({ kind, id, fields }) => [kind, id, fields['status'], fields['published_at']]);
    expect(states).toEqual([
      ['article', '_drafts/idea', 'draft', undefined],
      ['article', 'draft', 'draft', '2027-04-01T00:00:00+00:00'],
      ['article', 'expired', 'draft', '2027-04-01T00:00:00+00:00'],
      ['article', 'hidden', 'draft', '2027-04-01T00:00:00+00:00'],
      ['article', 'scheduled', 'published', '2027-06-01T00:00:00+00:00'],
      ['article', 'shown', 'published', '2027-04-01T00:00:00+00:00'],
    ]);
    expect([...content.lost.keys()]).toEqual(['date of expiry, in the past: imported as a draft', 'date of expiry']);
  });

  it('reads dates without an offset in the given zone, else in that of the website, and says so', async () => {
    const files = { 'content/a.md': '---\ndate: 2027-07-02 10:00\n---\nText\n', 'hugo.toml': HUGO };
    const told = async (given: Readonly<Record<string, string>>, options: Partial<ReadingOptions>) => {
      const { records, findings } = await read(given, options);
      return [records[0]!.fields['published_at'], findings.at(-1)];
    };
    expect(await told(files, { timezone: 'Europe/London' })).toEqual([
      '2027-07-02T10:00:00+01:00',
      '1 date without an offset is read as Europe/London, the given time zone',
    ]);
    expect(await told(files, { timezone: undefined })).toEqual([
      '2027-07-02T10:00:00+02:00',
      "1 date without an offset is read as Europe/Paris, the website's time zone",
    ]);
  });

  it.each(['2027-07-02', '2027-07-02 10:00'])('needs a zone for the date %s, which nothing else says', async (date) => {
    const files = { 'a.md': `---\ndate: ${date}\n---\nText\n`, 'b.md': 'x' };
    const message = 'the times of these pages have no offset, so their time zone must be known';
    await expect(read(files, { timezone: undefined })).rejects.toThrow(message);
  });

  it('does not take files about the folder, of themes and of packages for pages', async () => {
    const content = await read({
      'CHANGELOG.md': '# 1.0\n',
      'CODE_OF_CONDUCT.md': '---\ntitle: Code of conduct\n---\nBe kind.\n',
      'LICENSE.md': 'MIT\n',
      'README.md': '---\ntitle: Readme\n---\nText\n',
      '_includes/x.md': 'Text\n',
      'layouts/x.md': 'Text\n',
      'posts/README.md': 'Text\n',
      'themes/x/content/y.md': '---\ntitle: Y\n---\nText\n',
    });
    expect(content.records.map(({ id }) => id)).toEqual(['CODE_OF_CONDUCT']);
    await expect(read({ 'README.md': 'x', 'hugo.toml': HUGO })).rejects.toThrow('there is no Markdown page in export');
  });

  it('takes posts in HTML, and says how many other pages are no Markdown', async () => {
    const post = '---\ntitle: T\n---\n<p>Text</p>\n';
    const content = await read({
      '_config.yml': '{}',
      '_posts/2027-05-02-a.html': post,
      'index.html': post,
      'b.liquid': post,
    });
    expect(fieldsOf(content, 'article')).toMatchObject({ '_posts/2027-05-02-a': { content: '<p>Text</p>\n' } });
    expect(content.findings[0]).toBe('2 pages in HTML, in a template language or in another markup are left out');
  });

  it('counts every field that a broadcast cannot hold', async () => {
    const post = '---\ntitle: T\ndate: 2027-05-02\ntags: [a, b]\nauthors: [x]\nsummary: s\nlayout: post\n---\nText\n';
    const { lost } = await read({ 'a.md': post, 'b.md': post, '_index.md': '---\ntitle: Blog\n---\n' });
    expect(Object.fromEntries(lost)).toEqual({ 'page without a text': 1, tags: 2, authors: 2, summary: 2 });
  });

  it('keeps pages with the same title apart', async () => {
    const content = await read({ 'a/about.md': '# About\n\nA', 'b/about.md': '# About\n\nB', 'c.md': '# C\n\nC' });
    expect(content.records.map(({ fields }) => fields['_reference'])).toEqual(['a/about', 'b/about', 'c']);
    expect(problemsIn(content)).toEqual([]);
  });
});

describe('the addresses that pages had', () => {
  it('follow the rules of Hugo', async () => {
    const content = await read({
      'hugo.toml': `${HUGO}defaultContentLanguage = "en"\n[languages.en]\n[languages.fr]\n[permalinks]\nblog = "/:section/:year/:month/:slug/"\n`,
      'content/_index.md': '---\ntitle: Home\n---\nWelcome\n',
      'content/about/Our Team.md': '---\ntitle: Team\n---\nText\n',
      'content/about/_index.md': '---\ntitle: About\n---\nText\n',
      'content/blog/a.md': '---\ntitle: "Été: le quai"\ndate: 2027-01-01T00:30:00+01:00\n---\nText\n',
      'content/blog/b.md':
        '---\ntitle: B\nslug: Bee\ndate: 2027-02-03\naliases: [/old/b, older, "https://x.org/b"]\n---\nText\n',
      'content/blog/c/index.md': '---\ntitle: C\ndate: 2027-02-03\nurl: /:year/c.html\n---\nText\n',
      'content/about/contact.fr.md': '---\ntitle: Contact\n---\nTexte\n',
    });
    expect(aliasesIn(content)).toEqual({
      _index: undefined,
      'about/Our Team': ['/about/our-team/'],
      'about/_index': ['/about/'],
      'about/contact.fr': ['/fr/about/contact/'],
      'blog/a': ['/blog/2027/01/été-le-quai/'],
      'blog/b': ['/blog/2027/02/bee/', '/old/b/', '/blog/2027/02/older/'],
      'blog/c': ['/2027/c.html'],
    });
    expect(content.facts).toEqual({
      title: 'Quay',
      language: 'en',
      timezone: 'Europe/Paris',
    });
  });

  it('follow the rules of Jekyll', async () => {
    const post = (fields = ''): string => `---\ntitle: T\n${fields}---\nText\n`;
    const files = {
      '_posts/2027-05-02-Opening-night.md': post('categories: [News, Big Stage]\nredirect_from: /opening\n'),
      'bar/_posts/2027-05-03-x.md': post('date: 2027-05-03 23:30:00 -0400\n'),
      'about.md': post(),
      'press/index.md': post(),
      'team.md': post('permalink: /people/\n'),
      '_docs/a/b.md': post(),
      '_private/x.md': post(),
      'drafts.txt': '',
    };
    const config =
      'title: Quay\nurl: https://quay.example\nbaseurl: /2027\ntimezone: Europe/Paris\ncollections: {docs: {output: true}}\n';
    expect(aliasesIn(await read({ ...files, '_config.yml': config }))).toEqual({
      '_docs/a/b': ['/2027/docs/a/b.html'],
      '_posts/2027-05-02-Opening-night': ['/2027/news/big-stage/2027/05/02/Opening-night.html', '/2027/opening/'],
      about: ['/2027/about.html'],
      'bar/_posts/2027-05-03-x': ['/2027/bar/2027/05/04/x.html'],
      press: ['/2027/press/'],
      team: ['/2027/people/'],
    });
    const pretty = aliasesIn(await read({ ...files, '_config.yml': `${config}permalink: /:year/:title/\n` }));
    expect([pretty['about'], pretty['bar/_posts/2027-05-03-x']]).toEqual([['/2027/about/'], ['/2027/2027/x/']]);
  });

  it('follow the rules of Zola, Eleventy and Astro', async () => {
    const page = '---\ntitle: T\n---\nText\n';
    const zola = await read({
      'config.toml': 'base_url = "https://quay.example"\n',
      'content/blog/2027-05-02_Opening.md': '+++\naliases = ["old/opening"]\n+++\nText\n',
      'content/blog/fares/index.md': '+++\npath = "2027/05/03/Fares"\n+++\nText\n',
    });
    expect(aliasesIn(zola)).toEqual({
      'blog/2027-05-02_Opening': ['/blog/opening/', '/old/opening/'],
      'blog/fares': ['/2027/05/03/Fares/'],
    });
    expect(zola.records.map(({ fields }) => fields['published_at'])).toEqual([
      '2027-05-02T00:00:00+00:00',
      '2027-05-03T00:00:00+00:00',
    ]);
    const eleventy = await read({
      'eleventy.config.js': 'dir: { input: "site" }',
      'site/blog/a.md': page,
      'site/index.md': page,
    });
    expect(aliasesIn(eleventy)).toEqual({ 'blog/a': ['/blog/a/'], index: undefined });
    const astro = await read({
      'astro.config.mjs': "export default { site: 'https://quay.example', base: '/quay' }",
      'src/content/blog/Hello.mdx': page,
      'src/content/_draft.md': page,
      'src/pages/info/index.md': page,
    });
    expect(aliasesIn(astro)).toEqual({ 'content/blog/Hello': ['/quay/blog/hello/'], 'pages/info': ['/quay/info/'] });
  });

  it('lead to one page each, and are only those that pages name if no configuration is there', async () => {
    const content = await read({
      'a.md': '---\naliases: [/x/, "/bad*path", /100%/, /%E3%81, /50%25/, /why%3F/]\n---\nText\n',
      'b.md': '---\naliases: [/x/]\nurl: /b.html\n---\nText\n',
    });
    expect(aliasesIn(content)).toEqual({ a: ['/x/', '/50%25/', '/why%3F/'], b: ['/b.html'] });
    expect(Object.fromEntries(content.lost)).toEqual({
      'former address that is not a path': 3,
      'address that several pages had': 1,
    });
    expect(content.findings[0]).toMatch(/^no configuration of a site generator is in the folder/);
  });
});

describe('the text of a page', () => {
  it('stays as it is: headings, code with attributes, tables, footnotes and HTML', async () => {
    const body = [
      '## Heading\n\n<!--more-->\n\nA note[^1] and `{{< code >}}`.\n',
      '```js {hl_lines=[1]}\n{{< note >}} {% if x %} [a](b.md)\n## {#id}\n```\n',
      '| a | b |\n| - | - |\n| 1 | 2 |\n',
      '<div class="x"><img src="https://x.org/a.png"></div>\n\n[^1]: There.\n',
    ].join('\n');
    const { text, content } = await textOf(body, { 'b.md': 'B' });
    expect(text).toBe(body);
    expect([...content.lost]).toEqual([]);
  });

  it('links to other pages as generators do', async () => {
    const body = `[a]({{< ref "other.md#part" >}}) [b]({{< relref "/blog/other" >}}) [c](../other.md) [d](@/blog/other.md)
[e](/news/other/?x=1#y) [f](https://quay.example/news/other) [g](other) [h](mailto:a@b.example) [i](/elsewhere/) [j](#top)\n`;
    const { text } = await textOf(
      body,
      { 'hugo.toml': HUGO, 'content/blog/other.md': '---\nurl: /news/other/\n---\nText\n' },
      'content/blog/deep/post.md',
    );
    expect(String(text).replaceAll('import:/article/blog%2Fother', 'OTHER')).toBe(
      `[a](OTHER#part) [b](OTHER) [c](OTHER) [d](OTHER)
[e](OTHER?x=1#y) [f](OTHER) [g](OTHER) [h](mailto:a@b.example) [i](/elsewhere/) [j](#top)\n`,
    );
    const liquid = await textOf(
      `[a]({% post_url 2027-05-02-other %}) [b]({{ site.baseurl }}/about.html) [b]({{ '/about' | relative_url }}) [c]({% link about.md %}) {{ site.title }}\n`,
      { '_config.yml': 'title: Quay\nbaseurl: /q\n', '_posts/2027-05-02-other.md': 'Text', 'about.md': 'Text' },
      '_posts/2027-05-03-post.md',
    );
    expect(liquid.text).toBe(
      '[a](import:/article/_posts%2F2027-05-02-other) [b](import:/article/about) [b](import:/article/about) [c](import:/article/about) Quay\n',
    );
  });

  it('brings the pictures that it shows, beside it or at the root of the website', async () => {
    const picture = {
      'static/img/Été 1.PNG': '',
      'content/post/a.jpg': '',
      'content/post/b.jpg': '',
      'content/post/cover.webp': '',
    };
    const { text, content } = await textOf(
      '![A](a.jpg "Title") ![](<../../img/Été 1.PNG>) <img src="/img/%C3%89t%C3%A9%201.PNG"> {{< figure src="a.jpg" caption="Here" >}}\n',
      { 'hugo.toml': HUGO, ...picture },
      'content/post/index.md',
    );
    expect(text).toBe(
      '![A](import:/media/post/a.jpg "Title") ![](<import:/media/img/ete-1.png>) <img src="import:/media/img/ete-1.png"> ![Here](import:/media/post/a.jpg)\n\n*Here*\n\n',
    );
    expect(content.media.map(({ name }) => name)).toEqual(['post/cover.webp', 'post/a.jpg', 'img/ete-1.png']);
    expect(content.records[0]!.fields['cover_image_url']).toBe('import:/media/post/cover.webp');
    expect(Object.fromEntries(content.lost)).toEqual({ 'file beside a page that no text refers to': 1 });
  });

  it('shows a picture that is not in the folder from the website, and never means our own media folder', async () => {
    const body = '![A](/media/a.jpg) ![B](b.jpg)\n';
    const hugo = await textOf(body, { 'hugo.toml': HUGO }, 'content/post.md');
    expect(hugo.text).toBe('![A](https://quay.example/media/a.jpg) ![B](https://quay.example/post/b.jpg)\n');
    const alone = await textOf(body, { 'x.md': 'x' });
    expect(alone.text).toBe('![A](missing/media/a.jpg) ![B](b.jpg)\n');
    expect(problemsIn(alone.content).filter((problem) => problem.includes('media-not-found'))).toEqual([]);
    expect(alone.content.lost.get('picture that is not in the folder')).toBe(2);
  });

  it('takes the picture above it from the fields that themes use', async () => {
    const covers = async (fields: string) => {
      const content = await read({
        'content/p/index.md': `---\ntitle: T\ndate: 2027-05-02\n${fields}\n---\nText\n`,
        'content/p/a.jpg': '',
        'hugo.toml': HUGO,
      });
      return content.records[0]!.fields['cover_image_url'];
    };
    expect(await covers('cover: {image: a.jpg, alt: A}')).toBe('import:/media/p/a.jpg');
    expect(await covers('params: {heroImage: a.jpg}')).toBe('import:/media/p/a.jpg');
    expect(await covers('images: ["https://x.example/ä b.jpg"]')).toBe('https://x.example/%C3%A4%20b.jpg');
    expect(await covers('featured: true')).toBeUndefined();
  });

  it('reports tags of generators by name and keeps them', async () => {
    const body =
      '{{< note >}}\nText {{ page.title }}\n{{< /note >}}\n{% include x.html %} {{ gallery(a=1) }} {{< note />}}\n';
    const { text, content } = await textOf(body, { 'x.md': 'x' });
    expect(text).toBe(body);
    expect(Object.fromEntries(content.lost)).toEqual({
      '{{< note >}}': 2,
      '{{ … }}': 1,
      '{% include %}': 1,
      '{{ gallery }}': 1,
    });
    expect(content.findings).toContain('{{< note >}} has no meaning here and is kept as text in 2 places');
    const mdx = await textOf(
      'import X from "./x.astro"\n\n<X a={b}>Text</X>\n\n```\nx\n```\n\ny\n',
      { 'x.md': 'x' },
      'post.mdx',
    );
    expect(mdx.text).toBe('<X a={b}>Text</X>\n\n```\nx\n```\n\ny\n');
    expect(Object.fromEntries(mdx.content.lost)).toEqual({ '<X>': 1, 'import of an MDX file': 1 });
  });

  it('links to its own headings, whatever their ids were', async () => {
    const { text } = await textOf(
      '[a]({{< ref "#fares" >}}) [b](#qa-nextjs) [c](#x)\n\n## Prices {#fares}\n\n```\n# no\n```\n\n## Q&A: `Next.js`\n',
      {
        'x.md': 'x',
      },
    );
    expect(text).toBe('[a](#prices) [b](#q-a-next-js) [c](#x)\n\n## Prices\n\n```\n# no\n```\n\n## Q&A: `Next.js`\n');
  });

  it('links to a file of a type that no site publishes as before', async () => {
    const { text, content } = await textOf('[a](way.gpx) [b](way.zip)\n', { 'way.gpx': '', 'way.zip': '' });
    expect(text).toBe('[a](way.gpx) [b](import:/media/way.zip)\n');
    expect(Object.fromEntries(content.lost)).toEqual({ 'file of a type that a site does not publish': 1 });
  });

  it('has Markdown for the few tags whose meaning is certain, and no attributes that only a generator understands', async () => {
    const { text, content } = await textOf(
      '## Fares {#fares}\n\n{% highlight ruby %}\nputs 1\n{% endhighlight %}\n\n{: .note}\n{% raw %}{{ x }}{% endraw %} {{< youtube abc >}}\n',
      { '_config.yml': '{}' },
    );
    expect(text).toBe('## Fares\n\n```ruby\n\nputs 1\n```\n\n{{ x }} <https://www.youtube.com/watch?v=abc>\n');
    expect(content.lost.get('attributes of a heading or paragraph')).toBe(2);
  });
});

describe('pages in several languages', () => {
  const french = {
    'content/team.fr.md': '---\ntitle: Équipe\n---\nTexte\n',
    'content/team.md': '---\ntitle: Team\n---\nText\n',
  };

  it('are one page with its translations', async () => {
    const content = await read({ 'hugo.toml': 'baseURL = "https://quay.example"\nlanguageCode = "en"\n', ...french });
    expect(
      content.records.map(({ id, fields, aliases }) => [id, fields['title'], fields['localeDetails'], aliases]),
    ).toEqual([
      [
        'team',
        'Team',
        { fr: { title: 'Équipe', blocks: [{ type: 'paragraph', key: 'text', values: [{ text: 'Texte\n' }] }] } },
        ['/team/', '/fr/team/'],
      ],
    ]);
    expect(problemsIn(content)).toEqual([]);
  });

  it('have the same key in folders of languages, and the default language is the original', async () => {
    const files = {
      'de/a.md': '# Eins\n\nText',
      'en/a.md': '# One\n\nText',
      'fr/a.md': '# Un\n\nTexte',
      'en/it/b.md': '# B\n\nB',
    };
    const content = await read(files);
    expect(
      content.records.map(({ id, fields }) => [id, fields['title'], Object.keys(fields['localeDetails'] ?? {})]),
    ).toEqual([
      ['a', 'One', ['fr']],
      ['it/b', 'B', []],
    ]);
    expect(Object.fromEntries(content.lost)).toEqual({ 'translation of a page (de)': 1 });
  });

  it('are those of the site, and a page without one in its main language is never taken for one that had it', async () => {
    const languages = {
      'hugo.toml': 'baseURL = "https://quay.example"\ndefaultContentLanguage = "en"\n[languages.en]\n[languages.fr]\n',
    };
    const both = await read({ ...languages, ...french });
    expect(both.facts).toMatchObject({ language: 'en', languages: ['fr'] });
    for (const files of [languages, { 'content/a.md': 'A' }]) {
      const content = await read({ ...files, 'content/team.fr.md': french['content/team.fr.md'] });
      const { id, slug } = content.records.find(({ fields }) => fields['title'] === 'Équipe')!;
      expect([id.replace('content/', ''), slug?.replace('content/', '')]).toEqual(['team.fr', 'team-fr']);
      expect(content.findings).toContain("1 page is not in the website's own language");
    }
  });

  it('are left as they are if one of them cannot be read', async () => {
    const content = await read({ ...french, 'content/team.es.md': '---\ntitle: "\n---\n', 'content/b.md': 'B' });
    expect(content.records.map(({ kind, id, unclear }) => [kind, id, unclear !== undefined])).toEqual([
      ['article', 'content/team', true],
      ['page', 'content/team', true],
      ['page', 'content/b', false],
    ]);
  });

  it('are counted where a kind has no translations on the service', async () => {
    const content = await read(french, { into: 'article' });
    expect(content.records.map(({ fields }) => fields['title'])).toEqual(['Team']);
    expect(Object.fromEntries(content.lost)).toEqual({ 'translation of an article (fr)': 1 });
  });
});

describe('the robustness of the reader', () => {
  const files: Readonly<Record<string, string>> = {
    'hugo.toml': HUGO,
    'content/a.md':
      '+++\ntitle = "A"\ndate = 2027-05-02\naliases = ["/x/"]\n+++\n[b]({{< ref "b.md" >}}) `x` ![p](p.png)\n```js\n1\n```\n## H {#h}\n',
    'content/b.md': '---\ntitle: B\nimage: {src: p.png}\n---\n{% raw %}x{% endraw %} {{ y }} <X>\n',
    'content/c.md': '{"title": "C", "date": "2027-05-02"}\n\ntext {{< figure src="p.png" >}}\n',
    'content/p.png': 'p',
  };

  it('never fails but with a sentence, however the files are cut or changed', async () => {
    const names = Object.keys(files);
    const mutation = fc.record({
      name: fc.constantFrom(...names),
      at: fc.nat(200),
      length: fc.nat(40),
      text: fc.oneof(fc.constantFrom('', '---\n', '+++', '{{<', '`', '\0', '{%', '[', '"', '/', ':'), fc.string()),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async (mutations) => {
        const changed = { ...files };
        for (const { name, at, length, text } of mutations)
          changed[name] = changed[name]!.slice(0, at) + text + changed[name]!.slice(at + length);
        await isRead(markdownFolder, changed, { timezone: 'UTC' });
      }),
      { numRuns: runs({ test: 60, proof: 5000 }) },
    );
  });

  it('takes no longer for texts that are all marks', async () => {
    for (const mark of ['`', '{{<', '{%', '{{', '[', '# {#', '{:', '---\n', '<X', '{"'])
      expect(await isRead(markdownFolder, { 'a.md': mark.repeat(20_000), 'b.md': 'b' })).toBe(true);
  }, 10_000);
});
