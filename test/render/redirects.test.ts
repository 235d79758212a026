import { describe, expect, it } from 'vitest';
import { wholeFile } from '../../src/diagnostics/diagnostic.ts';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { leadsTo } from '../../src/values/redirect-page.ts';
import { hostingFiles } from '../../src/render/hosting.ts';
import { SERVER_RULES, type RedirectHost } from '../../src/render/redirects/host-rules.ts';
import { createTemplates } from '../../src/render/templates/templates.ts';
import type { Redirect } from '../../src/site/redirects.ts';
import { buildFiles, THEME } from './build-harness.ts';
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
    expect(leadsTo(html)).toEqual({ href: '../bar/', canonical: 'https://harbour.example/2027/en/pages/bar/' });
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
      'en/pages/drinks/index.html',
      'es/pages/drinks/index.html',
      'pages/drinks/index.html',
    ]);
    for (const [path, text] of before.output) expect([path, output.get(path)]).toEqual([path, text]);
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
    expect(leadsTo(output.get('tickets/index.html')!)).toEqual({
      href: 'https://tickets.example/a?b=1&c=2#d',
      canonical: 'https://tickets.example/a?b=1&c=2',
    });
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

  it('is built without the rules that nginx cannot read, and reports those', async () => {
    const dots = `/a${'.'.repeat(229)}`.repeat(6);
    const redirects = {
      '/fits': `https://fits.example/?token=${'x'.repeat(4066)}`,
      '/tickets': `https://tickets.example/?token=${'x'.repeat(4066)}`,
      '/index.php': `https://shop.example/${'x'.repeat(4200)}`,
      [dots]: '/pages/bar/',
    };
    const { output, result } = await buildFiles(BAR(), { redirects, redirectsFor: ['nginx'], redirectSpan: wholeFile });
    const leftOut = (text: string, path: string) => ({
      code: 'redirect-too-long',
      at: wholeFile(text),
      message: `the rules for nginx leave out \`${path}\`: its path or destination takes more than 4,094 bytes there`,
    });
    expect(result.diagnostics).toMatchObject([
      leftOut(dots, `${dots}/`),
      leftOut('/index.php', '/index.php'),
      leftOut('/tickets', '/tickets/'),
    ]);
    expect(output.get('tickets/index.html')).toContain('https://tickets.example/?token=');
    const rules = SERVER_RULES.nginx({ url: 'https://harbour.example' }, result.redirects);
    expect(rules.match(/^ {2}"[^"]*"/gm)).toEqual(['  "/fits/"', '  "/fits"']);
    const inCaddy = await buildFiles(BAR(), { redirects, redirectsFor: ['caddy'] });
    expect(inCaddy.result.diagnostics).toEqual([]);
  });

  it('has rules for servers in the Unicode form in which a former path or folder was written', async () => {
    const redirects = {
      '/mix/\u00e9o\u0308/': '/pages/bar/',
      '/%E2%84%AB/*': '/pages/*',
      '/caf\u00e9/': '/pages/bar/',
    };
    const { result } = await buildFiles(BAR(), { redirects, redirectsFor: ['caddy'] });
    expect(result.redirects.map(({ from }) => from)).toEqual(['/caf\u00e9/', '/mix/\u00e9\u00f6/', '/\u00c5/bar/']);
    for (const rules of Object.values(SERVER_RULES)) {
      const text = rules({ url: 'https://harbour.example/2027' }, result.redirects);
      expect(text).toContain('"/2027/mix/\u00e9o\u0308/"');
      expect(text).toContain('"/2027/mix/\u00e9o\u0308"');
      expect(text).toContain('"/2027/\u212b/bar/"');
      expect(text.match(/caf/g)).toHaveLength(4);
    }
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

describe('rules for hosts', () => {
  const templates = createTemplates({ folders: [THEME] });
  const page = (from: string, to: string): Redirect => ({ from, to, answer: 'page' });
  const REDIRECTS: readonly Redirect[] = [
    page('/agenda/', '/program/#d1'),
    { from: '/index.php', to: '/', answer: 'nothing' },
    page('/tickets/', 'https://tickets.example/'),
  ];
  const fileOf = (
    name: string,
    hosts: readonly RedirectHost[],
    redirects = REDIRECTS,
    url = 'https://harbour.example',
  ) =>
    hostingFiles({ locales: ['en'], url }, templates, { hosts, redirects }).files.find(({ path }) => path === name)
      ?.text;

  it('are written for those that the configuration names, and only if there are any', () => {
    expect(fileOf('/_redirects', [])).toBeUndefined();
    expect(fileOf('/_redirects', ['netlify'], [])).toBeUndefined();
    const plain = fileOf('/vercel.json', ['netlify'], []);
    expect(JSON.parse(plain!)).not.toHaveProperty('redirects');
    expect(fileOf('/vercel.json', ['netlify'])).toBe(plain);
    expect(fileOf('/vercel.json', ['vercel'], [])).toBe(plain);
  });

  it('come before the pages at Netlify, which serves an existing page unless a rule is forced', () => {
    expect(fileOf('/_redirects', ['netlify'])).toBe(
      '/index.php / 301!\n/agenda/ /program/#d1 301!\n/tickets/ https://tickets.example/ 301!\n',
    );
  });

  it('are no more than Cloudflare reads, those first that no page can answer for', () => {
    const many = Array.from({ length: 2500 }, (_, index) => page(`/old/${index}/`, '/program/'));
    const lines = fileOf('/_redirects', ['netlify', 'cloudflare'], [...many, ...REDIRECTS])!
      .trimEnd()
      .split('\n');
    expect([lines.length, lines[0], lines[1]]).toEqual([2000, '/index.php / 301', '/old/0/ /program/ 301']);
  });

  it('accept a path of Vercel with and without its slash', () => {
    expect(JSON.parse(fileOf('/vercel.json', ['vercel'], [page('/caf\u00e9 (old)/', '/pages/bar/')])!)).toMatchObject({
      redirects: [{ source: '/caf%C3%A9%20%28old%29{/}?', destination: '/pages/bar/', statusCode: 301 }],
    });
  });

  it.each<[RedirectHost, string]>([
    ['netlify', '/_redirects'],
    ['cloudflare', '/_redirects'],
    ['vercel', '/vercel.json'],
  ])('contain nothing that %s would replace', (host, file) => {
    const wiki = page('/wiki/', 'https://wiki.example:8443/Help:Contents_(old)?a=${b}#:splat');
    expect(fileOf(file, [host], [wiki])).toMatch(
      /[ "]https:\/\/wiki\.example:8443\/Help%3AContents_%28old%29\?a=%24%7Bb%7D#%3Asplat[ "]/,
    );
  });

  it('leave a query to the page that leads on if Vercel would refuse the site because of it', () => {
    const named = page('/search/', 'https://search.example/?q=tag%3Amusic');
    expect(fileOf('/vercel.json', ['vercel'], [named])).toBe(fileOf('/vercel.json', ['vercel'], []));
    expect(fileOf('/_redirects', ['netlify'], [named])).toContain('/search/ https://search.example/?q=tag%3Amusic ');
  });

  it('lead into the folder that a site is in', () => {
    expect(fileOf('/_redirects', ['netlify'], REDIRECTS, 'https://town.example/2027')).toContain(
      '/agenda/ https://town.example/2027/program/#d1 301!\n',
    );
  });
});
