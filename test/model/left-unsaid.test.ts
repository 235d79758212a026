import { describe, expect, it } from 'vitest';
import { inShort, problems } from './harbour.ts';

const published = (more: string, text = 'Text') => `---\ntitle: A\nstatus: published\n${more}---\n${text}\n`;
const SVG = { 'media/bridge.svg': '<svg/>' };

describe('a visible document that leads to one that visitors do not see', () => {
  const session = (status: string) =>
    `title: S\nstatus: ${status}\nhostIds: [hosts/h]\ntime: {start: 2027-06-18T10:00, end: 2027-06-18T11:00}\n`;

  it('is a warning, in fields and in texts', () => {
    expect(problems({ 'sessions/s.yaml': session('published'), 'hosts/h.yaml': 'title: H\n' })).toMatchObject([
      { code: 'hidden-pointer', message: expect.stringContaining('hosts/h is a draft'), at: { line: 3, column: 11 } },
    ]);
    const page = 'title: P\nstatus: published\nisPrivate: true\n';
    expect(problems({ 'articles/a.md': published('', '[P](pages/p)'), 'pages/p.yaml': page })).toMatchObject([
      { code: 'hidden-pointer', message: expect.stringContaining('pages/p is private'), at: { line: 5, column: 5 } },
    ]);
  });

  it('is none if visitors do not see either, or both', () => {
    expect(inShort({ 'sessions/s.yaml': session('draft'), 'hosts/h.yaml': 'title: H\n' })).toEqual([]);
    const host = 'title: H\nstatus: published\n';
    expect(inShort({ 'sessions/s.yaml': session('published'), 'hosts/h.yaml': host })).toEqual([]);
  });
});

describe('alternative text', () => {
  const cover = published('cover_image_url: media/bridge.svg\n');
  const inText = published('', '![](media/bridge.svg)');

  it('is missing if neither the picture nor its description has one', () => {
    expect(inShort({ ...SVG, 'articles/a.md': cover })).toEqual(['alt-missing 4:18']);
    expect(inShort({ ...SVG, 'articles/a.md': inText })).toEqual(['alt-missing 5:5']);
    expect(inShort({ ...SVG, 'articles/a.md': published('', '<img src="media/bridge.svg">') })).toEqual([
      'alt-missing 5:11',
    ]);
    const block = 'title: A\nstatus: published\nblocks: [{type: media, values: [{media: media/bridge.svg}]}]\n';
    expect(inShort({ ...SVG, 'pages/a.yaml': block })).toEqual(['alt-missing 3:41']);
  });

  it.each([
    ['written in the description of the file', { 'articles/a.md': cover, 'media/bridge.yaml': 'alt: A bridge\n' }],
    ['empty for decoration', { 'articles/a.md': cover, 'media/bridge.yaml': 'alt: ""\n' }],
    ['empty for decoration in a text', { 'articles/a.md': inText, 'media/bridge.yaml': 'alt: ""\n' }],
    ['empty in HTML', { 'articles/a.md': published('', '<img src="media/bridge.svg" alt="">') }],
    ['between the brackets', { 'articles/a.md': published('', '![A bridge](media/bridge.svg)') }],
    ['beside the URL', { 'hosts/a.yaml': 'title: A\nstatus: published\nmedia: {url: media/bridge.svg, alt: A}\n' }],
    ['not needed in a draft', { 'articles/a.md': cover.replace('published', 'draft') }],
    ['not needed for a logo', { 'broadcast.yaml': 'name: A\nlogo: media/bridge.svg\n' }],
  ])('is not missing: %s', (_, files) => {
    expect(inShort({ ...SVG, ...files }).filter((each) => each.startsWith('alt-missing'))).toEqual([]);
  });
});

describe('a code block', () => {
  it.each(['```\na\n```', '~~~~\na\n~~~~~', '    ```\n', 'a ``` b', '> ```\n> a\n> ```\n', '- ```\n  a\n  ```\n'])(
    'is closed or none: %j',
    (text) => {
      expect(inShort({ 'articles/a.md': published('', text) })).toEqual([]);
    },
  );

  it.each([
    ['```js\na\n\nText', '5:1'],
    ['```\na\n```\n\n~~~\nb\n```', '9:1'],
    ['Text\n\n````\na\n```', '7:1'],
  ])('is not closed: %j', (text, at) => {
    expect(inShort({ 'articles/a.md': published('', text) })).toEqual([`fence-unclosed ${at}`]);
  });
});

describe('the year of an entry', () => {
  const event = (year: number, index: number) => [
    `events/e${year}-${index}.yaml`,
    `title: E${index}\nstart_time: ${year}-06-18T20:30\nend_time: ${year}-06-18T21:30\n`,
  ];
  const events = (...years: readonly number[]) => Object.fromEntries(years.map(event));
  const far = (files: Record<string, string>) =>
    problems(files).map(({ code, suggestion }) => `${code}: ${suggestion}`);

  it('is far off if it is alone and a decade away from the programme', () => {
    expect(far(events(2026, 2026, 2026, 2062))).toEqual([
      'year-far-off: did you mean 2026-06-18T20:30?',
      'year-far-off: did you mean 2026-06-18T21:30?',
    ]);
    const scheduled = { 'articles/a.md': published('published_at: 2062-05-01\n') };
    expect(far({ ...events(2026, 2026, 2026), ...scheduled })).toEqual(['year-far-off: did you mean 2026-05-01?']);
  });

  it.each([
    ['an archive of several years', events(2008, 2015, 2016, 2021, 2026, 2026, 2026)],
    ['an edition of long ago', events(2001, 2001, 2001, 2026, 2026, 2026, 2026, 2026, 2026, 2026)],
    ['too few to compare', events(2002, 2026, 2026)],
    ['an old article', { ...events(2026, 2026, 2026), 'articles/a.md': published('published_at: 2002-05-01\n') }],
  ])('is not far off: %s', (_, files) => {
    expect(far(files)).toEqual([]);
  });
});

describe('two articles of one title', () => {
  const articles = (one: string, other: string) => ({
    'articles/a.md': published(`published_at: ${one}\n`),
    'articles/b.md': published(`published_at: ${other}\n`),
  });

  it('are a notice within a week, and neither in a weekly column nor in an archive', () => {
    expect(inShort(articles('2027-05-02', '2027-05-05'))).toEqual(['same-title 2:8']);
    expect(inShort(articles('2027-05-02', '2027-05-09'))).toEqual([]);
    expect(inShort(articles('2026-05-02', '2027-05-02'))).toEqual([]);
  });
});

it('a description without its media file is a warning, unless the file is elsewhere', () => {
  expect(problems({ ...SVG, 'media/brigde.yaml': 'alt: A\n' })).toMatchObject([
    { code: 'media-alone', suggestion: expect.stringContaining('rename this document to media/bridge.yaml') },
  ]);
  const described = { ...SVG, 'media/bridge.yaml': 'alt: A\n' };
  for (const files of [
    { 'media/photo.jpg': 'x', 'media/ghost.yaml': '{}' },
    { ...described, 'media/brigde.yaml': '{}' },
  ])
    expect(problems(files)).toMatchObject([{ suggestion: 'add the file that it describes, or set `mediaUrl`' }]);
  expect(inShort({ 'media/a.yaml': 'alt: A\nmediaUrl: https://a.example/a.jpg\nexternal: true\n' })).toEqual([]);
  expect(inShort({ 'media/a.yaml': 'alt: A\n', 'media/a.weba': 'x' })).toEqual([]);
});
