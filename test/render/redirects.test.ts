import { describe, expect, it } from 'vitest';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { buildFiles } from './build-harness.ts';
import { htmlProblems } from './html-problems.ts';

const BAR = (more = ''): Readonly<Record<string, string>> => ({
  'pages/bar.yaml': `title: Bar\nstatus: published\n${more}`,
});
const MOVED = BAR('$aliases: [pages/drinks, "/2019/caf\u00e9 (old)/"]\n');

describe('a site with former paths', () => {
  it('has a page for each that leads on, for visitors, search engines and people without either', async () => {
    const { output, result } = await buildFiles(MOVED, { url: 'https://harbour.example/2027' });
    expect(result.diagnostics).toEqual([]);
    const html = output.get('en/pages/drinks/index.html')!;
    expect(htmlProblems('en/pages/drinks/index.html', html)).toEqual([]);
    expect(html).toContain('<meta http-equiv="refresh" content="0; url=../bar/">');
    expect(html).toContain('<link rel="canonical" href="https://harbour.example/2027/en/pages/bar/">');
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('<h1>This page has moved</h1>');
    expect(html).toContain('<a href="../bar/">https://harbour.example/2027/en/pages/bar/</a>');
    expect(html).not.toMatch(/<script|<link rel="stylesheet"/);
    expect(output.get('2019/café (old)/index.html')).toContain('url=../../pages/bar/');
    expect(result.redirects).toContainEqual({ from: '/pages/drinks/', to: '/pages/bar/', answer: 'page' });
  });

  it('has them in no list: neither sitemap, search, feeds nor what devices keep', async () => {
    const { output, result } = await buildFiles(MOVED, { settings: { offline: true } });
    const before = await buildFiles(BAR(), { settings: { offline: true } });
    expect(result.pages).toBe(before.result.pages);
    const own = [...output].filter(([path]) => !before.output.has(path)).map(([path]) => path);
    expect(own.toSorted()).toEqual([
      '2019/café (old)/index.html',
      '_redirects',
      'en/pages/drinks/index.html',
      'es/pages/drinks/index.html',
      'pages/drinks/index.html',
    ]);
    const changed = [...before.output.keys()].filter((path) => output.get(path) !== before.output.get(path));
    // It has every address: a later build without one warns.
    expect(changed).toEqual(['gitcast.json']);
  });

  it('copies a feed or a calendar that people subscribed to, because no page can take its place', async () => {
    const redirects = {
      '/rss/atom.xml': '/feed.xml',
      '/all.ics': '/calendar.ics',
      '/tickets': 'https://tickets.example/a?b=1&c=2#d',
    };
    const { output } = await buildFiles(BAR(), { redirects });
    expect(output.get('rss/atom.xml')).toBe(output.get('feed.xml'));
    expect(output.get('all.ics')).toBe(output.get('calendar.ics'));
    const tickets = output.get('tickets/index.html')!;
    expect(tickets).toContain('content="0; url=https://tickets.example/a?b=1&amp;c=2#d"');
    expect(tickets).toContain('<link rel="canonical" href="https://tickets.example/a?b=1&amp;c=2">');
  });

  it('leads to addresses in the encoding of an old system, which is not that of today', async () => {
    const [caf, tickets] = ['https://bar.example/caf%E9', 'https://tickets.example/%E9?at=%FF'];
    const { output, result } = await buildFiles(BAR(`url: ${caf}\n$aliases: [pages/drinks]\n`), {
      redirects: { '/tickets': tickets },
    });
    expect(result.diagnostics).toEqual([]);
    expect(output.get('pages/drinks/index.html')).toContain(`<a href="${caf}">${caf}</a>`);
    expect(output.get('tickets/index.html')).toContain(`<a href="${tickets}">${tickets}</a>`);
  });

  it('has none of them in a build of some pages', async () => {
    const { output, result } = await buildFiles(MOVED, { only: (path) => path.startsWith('print/') });
    expect(result.diagnostics).toEqual([]);
    expect([...output.keys()].filter((path) => path.includes('drinks'))).toEqual([]);
  });

  it('can have a template of its own for these pages, and reports a mistake in it', async () => {
    const templates = (text: string) => [memoryFolder({ 'layouts/redirect.eta': text })];
    const own = await buildFiles(MOVED, { templates: templates('<a href="<%= it.href %>">new</a>') });
    expect(own.output.get('pages/drinks/index.html')).toBe('<a href="../bar/">new</a>\n');
    const { result } = await buildFiles(MOVED, { templates: templates('<%= it.nothing.here %>') });
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['page-failed']);
  });
});

describe('_redirects, which Netlify and Cloudflare read,', () => {
  const rulesFor = async (redirects: Readonly<Record<string, string>>, url = 'https://harbour.example') =>
    (await buildFiles(BAR(), { redirects, url })).output.get('_redirects');

  it('is written if there are former paths', async () => {
    expect(await rulesFor({})).toBeUndefined();
    expect(await rulesFor({ '/agenda': '/program/#d1', '/tickets': 'https://tickets.example/' })).toBe(
      '/agenda/ /program/#d1 301\n/tickets/ https://tickets.example/ 301\n',
    );
  });

  it('has no more rules than Cloudflare reads, those first that no page can answer for', async () => {
    const many = Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`/old/${index}/`, '/program/']));
    const lines = (await rulesFor({ ...many, '/index.php': '/' }))!.trimEnd().split('\n');
    expect([lines.length, lines[0], lines[1]]).toEqual([2000, '/index.php / 301', '/old/0/ /program/ 301']);
  });

  it('names nothing that a host would replace', async () => {
    expect(await rulesFor({ '/wiki/': 'https://wiki.example:8443/Help:Contents?a=b#:splat' })).toBe(
      '/wiki/ https://wiki.example:8443/Help%3AContents?a=b#%3Asplat 301\n',
    );
  });

  it('leads into the folder that a site is in', async () => {
    expect(await rulesFor({ '/agenda': '/program/' }, 'https://town.example/2027')).toBe(
      '/agenda/ https://town.example/2027/program/ 301\n',
    );
  });
});
