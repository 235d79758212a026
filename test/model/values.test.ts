import { describe, expect, it } from 'vitest';
import { check, inShort, problems } from './harbour.ts';

const media = {
  'media/bridge.svg': '<svg/>',
  'media/opening hours.pdf': 'x',
  'media/plan(1).svg': '<svg/>',
  'media/fonts/a.woff2': 'x',
};

describe('a media value', () => {
  const cover = (value: string) => ({ ...media, 'articles/a.md': `---\ntitle: A\ncover_image_url: ${value}\n---\n` });

  it.each(['media/bridge.svg', '"media/opening hours.pdf"', '~'])('may be %s', (value) => {
    expect(inShort(cover(value))).toEqual([]);
  });

  it.each(['https://a.example/b.jpg', 'http://a.example'])('may be %s, with a notice', (value) => {
    expect(inShort(cover(value))).toEqual(['media-elsewhere 3:18']);
  });

  it.each([
    ['media/brigde.svg', 'media-not-found', 'did you mean media/bridge.svg?'],
    ['media/Bridge.svg', 'media-not-found', 'did you mean media/bridge.svg?'],
    ['/media/bridge.svg', 'media-not-found', 'did you mean media/bridge.svg?'],
    ['./media/bridge.svg', 'media-not-found', 'did you mean media/bridge.svg?'],
    ['../media/bridge.svg', 'media-not-found', 'did you mean media/bridge.svg?'],
    ['media/../../etc/passwd', 'media-not-found', 'add the file'],
    ['media/a.woff2', 'media-not-found', 'did you mean media/fonts/a.woff2?'],
    ['bridge.svg', 'bad-url', 'did you mean media/bridge.svg?'],
    ['data:image/png;base64,AAAA', 'bad-url', ''],
    ['ftp://a.example/b.jpg', 'bad-url', ''],
    ['javascript:alert(1)', 'bad-url', ''],
    ['https://a example/b.jpg', 'bad-url', ''],
  ])('may not be %s', (value, code, suggestion) => {
    expect(problems(cover(value))).toMatchObject([
      { code, at: { line: 3, column: 18 }, suggestion: expect.stringContaining(suggestion) },
    ]);
  });

  it('may be a group with its URL', () => {
    const page = (value: string) => ({ ...media, 'pages/a.yaml': `title: A\nmedia: ${value}\n` });
    expect(inShort(page('{url: media/bridge.svg, alt: The bridge}'))).toEqual([]);
    expect(inShort(page('{url: media/x.svg}'))).toEqual(['media-not-found 2:14']);
    expect(inShort(page('{alt: The bridge}'))).toEqual(['missing-field 2:1']);
    expect(inShort(page('{url: media/bridge.svg, type: picture}'))).toEqual(['unusual-value 2:38']);
  });
});

describe('files named in a Markdown text', () => {
  const body = (text: string) => ({ ...media, 'articles/a.md': `---\ntitle: A\n---\n${text}\n` });

  it.each([
    '![The bridge](media/bridge.svg)',
    '![a [b] c](media/bridge.svg "A title")',
    '![](media/opening%20hours.pdf)',
    '![](<media/opening hours.pdf>)',
    '![](media/plan(1).svg)',
    '[Hours](media/opening%20hours.pdf#page=2)',
    '<img alt="" src="media/bridge.svg">',
    "<img src='media/opening hours.pdf'>",
    '<img src=media/bridge.svg>',
    '[bridge]: media/bridge.svg',
    'Write `![alt](media/name.jpg)` to show a picture.',
    '```md\n![alt](media/name.jpg)\n```',
    '~~~\n<img src="media/name.jpg">\n~~~',
    '![not closed](media/',
    '100 % of [a](https://a.example/b%zz)',
  ])('exist: %j', (text) => {
    expect(inShort(body(text))).toEqual([]);
  });

  it.each([
    ['![The bridge](media/brigde.svg)', '4:15'],
    ['One\n\n![a [b] c](media/no.svg)', '6:12'],
    ['![](../media/bridge.svg)', '4:5'],
    ['[Hours](media/hours.pdf)', '4:9'],
    ['<img alt="" src="media/no.svg">', '4:18'],
    ['<video poster=media/no.svg>', '4:15'],
    ['![x][b]\n\n[b]: media/no.svg', '6:6'],
    ['`code` ![](media/no.svg)', '4:12'],
    ['```\ncode\n```\n![](media/no.svg)', '7:5'],
  ])('are missing: %j', (text, place) => {
    expect(inShort(body(text))).toEqual([`media-not-found ${place}`]);
  });

  it('are also checked in blocks and translations', () => {
    expect(
      inShort({ 'pages/a.yaml': 'title: A\nblocks: [{type: paragraph, values: [{text: "![](media/no.svg)"}]}]\n' }),
    ).toEqual(['media-not-found 2:49']);
    expect(inShort({ ...body('Text'), 'articles/a.en.md': '![](media/no.svg)\n' })).toEqual(['media-not-found 1:5']);
  });

  it.each(['![', '](', '<img ', '[a]: ', '` ', '```\n', '<a src', '(('])(
    'are found in bounded time with many repetitions of %j',
    (piece) => {
      expect(inShort(body(piece.repeat(100_000)))).toEqual([]);
    },
  );
});

describe('a URL', () => {
  const link = (url: string) => ({ 'hosts/a.yaml': `title: A\nlinks: [{url: ${JSON.stringify(url)}}]\n` });
  const hook = (url: string) => ({ 'webhooks/a.yaml': `url: ${JSON.stringify(url)}\nevents: [event.created]\n` });

  it.each([
    'https://a.example',
    'http://a.example/b?c#d',
    'mailto:a@b.example',
    'tel:+33123456789',
    'HTTPS://A.EXAMPLE',
  ])('of a link may be %s', (url) => {
    expect(inShort(link(url))).toEqual([]);
  });

  it.each([
    ['a.example', 'did you mean https://a.example?'],
    ['//a.example', 'did you mean https://a.example?'],
    ['/program/', 'write the complete URL, which starts with https://'],
    ['javascript:alert(1)', 'use http, https, mailto, tel'],
    ['data:text/html,x', ''],
    ['https:a.example', ''],
    ['https://', ''],
    ['https://a b', ''],
    [' https://a.example', ''],
    ['', ''],
  ])('of a link may not be %j', (url, suggestion) => {
    expect(problems(link(url))).toMatchObject([{ code: 'bad-url', suggestion: expect.stringContaining(suggestion) }]);
  });

  it.each([
    ['/program/', 'write `nativeContent: program` instead of `url`'],
    ['/en/local-ticket', 'write `nativeContent: localTicket` instead of `url`'],
    ['/', 'write `nativeContent: home` instead of `url`'],
    ['/articles/fares/#adults', 'write `broadcastArticleId: articles/fares` instead of `url`'],
    ['../pages/info.yaml', 'write `broadcastPageId: pages/info` instead of `url`'],
    ['pages/inof', 'write `broadcastPageId: pages/info` instead of `url`'],
    ['www.a.example', 'did you mean https://www.a.example?'],
    [
      '/shop/',
      'write the complete URL, which starts with https://, or one of these instead of `url`: `nativeContent: contact | localTicket | articles | maps | home | program | hosts | menu | auth | profile | favorites | campaigns | networkingForms | networkingScan | meteo | search`, `broadcastArticleId: articles/fares`, `broadcastPageId: pages/info`',
    ],
  ])('of a menu entry for a page of the site, %j, has the field that exists in the suggestion', (url, suggestion) => {
    const found = problems({
      'broadcast.yaml': `name: A\nmenu: { sections: [{ title: A, tiles: [{ title: B, navigator: { url: ${url} } }] }] }\n`,
      'articles/fares.md': '---\ntitle: Fares\n---\n',
      'pages/info.yaml': 'title: Info\n',
    });
    expect(found).toMatchObject([{ code: 'bad-url', message: `\`${url}\` is not a complete URL`, suggestion }]);
  });

  it.each([
    ['https://brücke.example/a b', 'https://xn--brcke-lva.example/a%20b'],
    ['https://a.example/a b?c[]=|', 'https://a.example/a%20b?c%5B%5D=%7C'],
    ['https://a.example/100%', 'https://a.example/100%25'],
    ['tel:+33 2 61 91 20 31', 'tel:+33261912031'],
    ['tel:＋33–261 91', 'tel:+3326191'],
    ['https://a.example/a\u200bb', 'https://a.example/a%E2%80%8Bb'],
  ])('of a link has an encoded form in the suggestion: %j', (url, encoded) => {
    expect(problems(link(url))).toMatchObject([{ code: 'bad-url', suggestion: `write ${encoded}` }]);
    expect(problems(link(encoded))).toEqual([]);
  });

  it('of a picture or a webhook has an encoded form in the suggestion', () => {
    const cover = (url: string) => ({ 'articles/a.md': `---\ntitle: A\ncover_image_url: ${url}\n---\n` });
    for (const files of [cover('https://a.example/ü|.jpg'), hook('https://a.example/ü|.jpg')])
      expect(problems(files)).toMatchObject([{ code: 'bad-url', suggestion: 'write https://a.example/%C3%BC%7C.jpg' }]);
    expect(inShort(hook('https://[2001:db8::1]:8443/a'))).toEqual([]);
  });

  it('of a webhook is https', () => {
    expect(inShort(hook('https://a.example'))).toEqual([]);
    expect(inShort(hook('http://a.example'))).toEqual(['bad-url 1:6']);
    expect(inShort(hook('mailto:a@b.example'))).toEqual(['bad-url 1:6']);
  });
});

describe('times', () => {
  const session = (time: string) => ({ 'sessions/a.yaml': `title: A\ntime: {${time}}\n` });

  it('are read in the time zone next to them', () => {
    expect(inShort(session('start: 2027-03-14T02:30, end: 2027-03-14T05:00'))).toEqual([]);
    expect(
      problems(session('start: 2027-03-14T02:30, end: 2027-03-14T05:00, timezone: America/New_York')),
    ).toMatchObject([
      { code: 'time-does-not-exist', at: { column: 15 }, suggestion: 'did you mean 2027-03-14T03:30:00-04:00?' },
    ]);
  });

  it('have a time zone that exists', () => {
    expect(problems(session('start: 2027-03-14T02:30, end: 2027-03-14T05:00, timezone: Europe/Pariss'))).toMatchObject([
      { code: 'not-allowed', suggestion: 'did you mean Europe/Paris?' },
    ]);
  });

  it('that exist twice are suggested with both offsets', () => {
    expect(problems(session('start: 2027-10-31T02:30, end: 2027-10-31T05:00'))).toMatchObject([
      { code: 'time-exists-twice', suggestion: 'write 2027-10-31T02:30:00+02:00 or 2027-10-31T02:30:00+01:00' },
    ]);
  });

  it('that are written in another form are suggested in the time zone of the site', () => {
    const event = 'title: A\nstart_time: 2018-01-02 11:21:40 +0100\nend_time: 2018-01-02\n';
    expect(problems({ 'events/a.yaml': event })).toMatchObject([
      { code: 'bad-time', suggestion: 'write 2018-01-02T11:21:40+01:00' },
      { code: 'bad-time', suggestion: 'add the time of day, such as 2018-01-02T20:00:00+01:00' },
    ]);
  });

  it('an article can be published on a date, which starts at midnight', () => {
    const article = (published: string) => ({ 'articles/a.md': `---\ntitle: A\npublished_at: ${published}\n---\n` });
    const { broadcast, diagnostics } = check(article('2019-11-08'));
    expect(broadcast.entities.get('articles/a')?.fields['published_at']).toBe('2019-11-08T00:00:00+01:00');
    expect(diagnostics.filter(({ code }) => code === 'bad-time')).toEqual([]);
  });

  it.each([
    ['20191108', 'write 2019-11-08'],
    ['1546300800', 'write 2019-01-01T01:00:00+01:00'],
    ['2019', 'write the date as YYYY-MM-DD, or year, month, day and time as YYYY-MM-DDThh:mm, in Europe/Paris'],
    ['2018-1-2', 'write 2018-01-02'],
    ['Nov 8, 2019', 'write 2019-11-08'],
    ['8. November 2019', 'write 2019-11-08'],
    ['2019.11.08', 'write 2019-11-08'],
    ['25/12/2019', 'write 2019-12-25'],
    ['08/11/2019', 'write 2019-11-08 or 2019-08-11'],
    ['2019-11-08 ', 'write 2019-11-08'],
    ['2019-11-31', 'write 2019-11-30'],
  ])('a publication date written as %s gets the same help with and without quotes', (text, suggestion) => {
    const article = (value: string) => ({ 'articles/a.md': `---\ntitle: A\npublished_at: ${value}\n---\n` });
    expect(problems(article(`'${text}'`))).toMatchObject([{ code: 'bad-time', suggestion }]);
    if (text === text.trim()) expect(problems(article(text))).toMatchObject([{ code: 'bad-time', suggestion }]);
  });

  it('say how many days a month has if the date is after its last one', () => {
    const event = 'title: A\nstart_time: 2027-06-31T20:00\nend_time: 2027-02-29T20:00\n';
    expect(problems({ 'events/a.yaml': event })).toMatchObject([
      { message: 'June 2027 has 30 days', suggestion: 'write 2027-06-30T20:00:00+02:00' },
      { message: 'February 2027 has 28 days', suggestion: 'write 2027-02-28T20:00:00+01:00' },
    ]);
  });

  it('are also recognised inside blocks', () => {
    expect(
      inShort({ 'pages/a.yaml': 'title: A\nblocks: [{type: countdown, values: [{date: 2027-02-30T10:00}]}]\n' }),
    ).toEqual(['bad-time 2:44']);
  });
});

describe('other values', () => {
  it('a value outside an open enumeration is a warning', () => {
    expect(problems({ 'hosts/a.yaml': 'title: A\nstatus: publishd\n' })).toMatchObject([
      { code: 'unusual-value', severity: 'warning', suggestion: 'did you mean `published`?' },
    ]);
    expect(problems({ 'webhooks/a.yaml': 'url: https://a.example\nevents: [event.moved]\n' })).toMatchObject([
      { code: 'unusual-value', at: { line: 2, column: 10 } },
    ]);
  });

  it('languages are those of the service in what is sent, and tags of languages elsewhere', () => {
    expect(inShort({ 'pages/a.yaml': 'title: A\nlocaleDetails: {en: {title: B}, de: {title: C}}\n' })).toEqual([
      'unknown-locale 2:33',
    ]);
    expect(problems({ 'places/a.yaml': 'name: A\n$locales: {en-GB: {name: B}}\n' })).toMatchObject([
      { code: 'locale-not-shown', suggestion: expect.stringContaining('add `en-GB` to `site.locales`') },
    ]);
    expect(problems({ 'articles/a.md': '---\ntitle: A\n---\n', 'articles/a.eng.md': 'B\n' })).toMatchObject([
      { code: 'unknown-locale', suggestion: 'use a tag such as en before .md' },
    ]);
    expect(problems({ 'places/a.yaml': 'name: A\n$locales: {english: {name: B}}\n' })).toMatchObject([
      { code: 'unknown-locale', at: { line: 2, column: 12 } },
    ]);
    expect(inShort({ 'broadcast.yaml': 'name: A\nhome: {blocks: [], localeDetails: {it: {blocks: []}}}\n' })).toEqual([
      'unknown-locale 2:36',
    ]);
  });

  it('a menu has sections, even if the list is empty', () => {
    expect(inShort({ 'broadcast.yaml': 'name: A\nmenu: {sections: []}\n' })).toEqual([]);
    expect(inShort({ 'broadcast.yaml': 'name: A\nmenu: ~\n' })).toEqual([]);
    expect(inShort({ 'broadcast.yaml': 'name: A\nmenu: {}\n' })).toEqual(['menu-without-sections 2:1']);
    expect(inShort({ 'broadcast.yaml': 'name: A\nmenu: {sections: ~}\n' })).toEqual(['wrong-type 2:18']);
  });

  it('a missing broadcast.yaml is a warning, unless it exists and cannot be read', () => {
    expect(problems({ 'broadcast.yaml': 'name: "A' })).toMatchObject([{ code: 'yaml-syntax' }]);
  });
});
