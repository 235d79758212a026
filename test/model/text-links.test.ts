import { describe, expect, it } from 'vitest';
import { readContent } from '../../src/content/read-content.ts';
import { isError } from '../../src/diagnostics/diagnostic.ts';
import { checkContent } from '../../src/model/check-content.ts';
import { harbour, inShort, problems, settings } from './harbour.ts';

const FILES = {
  'articles/fares.md': '---\ntitle: Fares\n---\n## Adults and children\n\n<h2>Élèves</h2>\n',
  'articles/fares.en.md': '## Adults\n',
  'articles/2027/news.md': '---\ntitle: News\n$slug: latest\n---\nNews\n',
  'places/main-stage.yaml': 'name: Main stage\n',
  'categories/talk.yaml': 'title: Talk\n',
  'pages/about.yaml': 'title: About\n',
  'media/opening hours.png': 'x',
  'media/photo(1).png': 'x',
};

const found = (body: string, more = {}): readonly string[] =>
  problems({ ...FILES, 'articles/a.md': `---\ntitle: A\n---\n${body}\n`, ...more }).map(
    ({ code, at, message, suggestion }) => `${code} ${at.line}:${at.column} ${message}. ${suggestion ?? ''}`,
  );

describe('links in a text', () => {
  it.each([
    'places/main-stage',
    '../places/main-stage.yaml',
    'pages/about',
    '../pages/about.yaml',
    '/pages/about',
    '/places/main-stage/',
    '/places/main-stage',
    '/en/places/main-stage/',
    'fares.md',
    './fares.md#adults-and-children',
    'fares.en.md',
    'articles/fares#eleves',
    '2027/news.md',
    '/articles/2027/latest/',
    '/program/',
    '/',
    '/calendar.ics',
    'https://a.example',
    'mailto:a@b.example',
    '#top',
    '<media/opening hours.png>',
    'media/photo(1).png',
  ])('are fine: %s', (url) => {
    expect(found(`[x](${url})`)).toEqual([]);
  });

  it.each([
    [
      '[x](places/main-stag)',
      'link-not-found 4:5 there is no document places/main-stag. did you mean places/main-stage?',
    ],
    ['a\n\n[x](fare.md)', 'link-not-found 6:5 there is no document articles/fare. did you mean articles/fares?'],
    ['[x](/articles/2027/news/)', 'link-not-found 4:5 there is no page /articles/2027/news/ on the site. '],
    ['[x](/progam)', 'link-not-found 4:5 there is no page /progam on the site. did you mean /program/?'],
    ['[x](categories/talk)', 'link-not-found 4:5 categories/talk is a category, which has no page. link to'],
    [
      '[x](www.a.example)',
      'link-not-found 4:5 there is no document www.a.example. did you mean https://www.a.example?',
    ],
    ['[x](articles/fares#adult)', 'anchor-not-found 4:5 articles/fares has no heading #adult. its headings are'],
    [
      '## By train\n\n[x](#by-trian)',
      'anchor-not-found 6:5 this text of articles/a has no heading #by-trian. did you mean #by-train?',
    ],
    ['> ![x][y]\n\n[y]: media/photo(2).png', 'media-not-found 6:6 there is no file media/photo(2).png. did you mean'],
    ['A ![x](https://cdn.example/x.png)', 'media-elsewhere 4:8 this file is on cdn.example: the site links to it'],
    ['> - [x](\n>   <nothing here>)', 'link-not-found 5:6 there is no document nothing here. write the address'],
  ])('are wrong: %j', (body, problem) => {
    expect(found(body)).toEqual([expect.stringContaining(problem)]);
  });

  it('are checked in blocks, descriptions and translations', () => {
    const page = 'title: P\nblocks:\n  - { type: paragraph, values: [{ text: "[x](places/mian-stage)" }] }\n';
    const place = 'name: Q\ndescription: "[x](places/nowhere-at-all)"\n';
    expect(
      found('Text', { 'pages/p.yaml': page, 'places/q.yaml': place, 'articles/a.en.md': '[x](fares.md#adult)\n' }).map(
        (each) => each.split('. ')[0],
      ),
    ).toEqual([
      'anchor-not-found 1:5 articles/fares has no heading #adult',
      'link-not-found 3:46 there is no document places/mian-stage',
      'link-not-found 2:19 there is no document places/nowhere-at-all',
    ]);
  });

  it.each([
    ['a block', 'description: |\n  One\n\n  [x](places/gone) [y](places/gone)\n', ['4:7', '4:24']],
    ['a folded block', 'description: >-\n  One\n  [x](places/gone)\n  two\n', ['3:7']],
    ['quotes', 'description: "One\n  [x](places/gone)"\n', ['2:7']],
    ['escapes, whose place is unknown', 'description: "[x](places\\x2fgone)"\n', ['1:14']],
  ])('are found on their own lines in %s', (_, text, places) => {
    expect(inShort({ 'places/q.yaml': `${text}name: Q\n` })).toEqual(places.map((each) => `link-not-found ${each}`));
  });

  it('are not on the page inside an element whose content is not, which is reported', () => {
    const text = 'One `<textarea>`\n\n<svg><title>no</title></svg> the <option> flag\n\n<TextArea>lost</textarea>';
    expect(found(text)).toEqual([
      expect.stringContaining('text-removed 6:1 the element svg is not on the page, and neither is its content.'),
      expect.stringContaining('text-removed 8:1 the element textarea is not on the page, and neither is its content.'),
    ]);
  });

  it('are not looked for in HTML that is nested more deeply than a page allows', () => {
    const deep = `${'<div>'.repeat(101)}x${'</div>'.repeat(101)}`;
    expect(found(deep)).toEqual([expect.stringContaining('HTML elements are nested more than 100 deep')]);
    expect(found(`\`\`\`html\n${deep}\n\`\`\`\n`)).toEqual([]);
  });

  it.each([
    'Nothing.',
    '[x](places/nowhere) and [y](#nowhere)',
    '![x](media/none.png)',
    '![x](m%65dia/none.png)',
    '![x](&#109;edia/none.png)',
    '![x][a]\n\n[a]: ../media/none.png',
    '<img src="MEDIA/none.png"> <img src="media/none.png">',
  ])('have the same errors in a build, which does not look for warnings: %s', (body) => {
    const texts = { ...FILES, 'articles/a.md': `---\ntitle: A\n---\n${body}\n` };
    const built = checkContent(readContent(harbour(texts), { prefix: 'content/' }), settings, { errorsOnly: true });
    expect(built.diagnostics.filter(isError)).toEqual(problems(texts).filter(isError));
  });

  it('in a text that takes minutes to parse are one error with its file and line', () => {
    const body = `[x](places/nowhere) ${'_a_b '.repeat(20_000)}`;
    expect(found(body)).toEqual([
      expect.stringMatching(
        /^text-unreadable 4:1 this text cannot be parsed as Markdown: a paragraph has thousands of `\*`, .* split it/,
      ),
    ]);
  });

  it('to a document that cannot be read, or exists only for other targets, are not a second problem', () => {
    expect(
      found('[x](places/broken)', { 'places/broken.yaml': 'name: [\n' }).map((each) => each.split(' ')[0]),
    ).toEqual(['yaml-syntax']);
  });
});
