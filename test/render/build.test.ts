import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { diskFiles } from '../../src/content/files.ts';
import { Engine } from '../../src/preview/preview-engine.ts';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { SITE_RECORD } from '../../src/values/site-record.ts';
import { settings } from '../model/harbour.ts';
import { buildDemo, buildFiles, buildNothing, cache, NOW, THEME, type Built } from './build-harness.ts';
import { htmlProblems } from './html-problems.ts';
import { deadEnd, isElsewhere, linksIn, pagesIn, repeatedIds } from './built-site.ts';

const { site } = parse(readFileSync('gitcast.config.yaml', 'utf8')) as { site: { picture: string } };
const WHOLE = { gallery: true, settings: { picture: site.picture } };

describe('the site of the demo', () => {
  let demo: Built;
  beforeAll(async () => {
    demo = await buildDemo(WHOLE);
  });

  it('has the same bytes in a preview, without the marks of places in files and the times of calendars', async () => {
    const engine = await Engine.open({
      shared: { files: diskFiles('content'), prefix: 'content/' },
      settings,
      gallery: true,
      url: 'https://harbour.example',
      siteSettings: { ...WHOLE.settings },
      templateFolders: [THEME],
      cache,
      now: Date.parse(NOW),
    });
    const comparable = (text: string): string => text.replaceAll(/ data-source="[^"]*"|^DTSTAMP:.*/gm, '');
    const shown = (path: string): string => comparable(Buffer.from(engine.file(path)!).toString());
    const paths = [...demo.output.keys()].filter((path) => path !== SITE_RECORD);
    expect(engine.paths().toSorted()).toEqual(paths.toSorted());
    expect(paths.filter((path) => shown(path) !== comparable(demo.output.get(path)!))).toEqual([]);
  });

  it('is built without a problem', () => {
    expect(demo.result.diagnostics).toEqual([]);
    expect(demo.result.pages).toBeGreaterThan(400);
  });

  it('has no dead links and no dead fragments', () => {
    const links = linksIn(demo.output).filter((link) => !isElsewhere(link));
    expect(links.length).toBeGreaterThan(10_000);
    expect(links.flatMap((link) => deadEnd(link, demo.output) ?? [])).toEqual([]);
  });

  it('names a picture on each page that a link leads to, and publishes every one', () => {
    const pictured = pagesIn(demo.output).flatMap(([path, html]) => {
      const [, url] = /<meta property="og:image" content="([^"]*)"/.exec(html) ?? [];
      return url === undefined ? [] : [[path, decodeURIComponent(new URL(url).pathname.slice(1))] as const];
    });
    expect(pictured.map(([path]) => path)).toEqual(expect.arrayContaining(['index.html', 'en/program/index.html']));
    expect(pictured.length).toBe(
      pagesIn(demo.output).filter(([, html]) => html.includes('property="og:title"')).length,
    );
    expect(pictured.filter(([, picture]) => !/\.(?:jpg|png)$/.test(picture) || !demo.output.has(picture))).toEqual([]);
  });

  it('loads nothing from another host', () => {
    const loaded = pagesIn(demo.output).flatMap(([path, html]) =>
      [
        ...html.matchAll(
          /<(?:img|script|source|video|audio|iframe|image|link rel="(?:stylesheet|preload|icon)")[^>]*>/g,
        ),
      ]
        .filter(([tag]) => /(?:src|href|srcset)="(?:https?:)?\/\//.test(tag))
        .map(([tag]) => `${path}: ${tag}`),
    );
    expect(loaded).toEqual([]);
  });

  it('has no inline style, script or handler', () => {
    const inline =
      /\sstyle="|<style|<script(?![^>]*\s(?:src=|type="application\/ld\+json"))|\son[a-z]+="|href="javascript:/;
    expect(pagesIn(demo.output).flatMap(([path, html]) => (inline.test(html) ? [path] : []))).toEqual([]);
  });

  it('has one h1 on every page, headings in order, and no id twice', () => {
    for (const [path, html] of pagesIn(demo.output)) {
      const levels = [...html.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level));
      expect(
        levels.filter((level) => level === 1),
        path,
      ).toHaveLength(1);
      const jumps = levels.filter((level, index) => index > 0 && level > levels[index - 1]! + 1);
      expect(jumps, path).toEqual([]);
      expect(repeatedIds(html), path).toEqual([]);
    }
  });

  // `npm run check:site` checks every page.
  it('has no html-validate errors, on one page per template, in alternating languages', () => {
    const byTemplate = Map.groupBy(pagesIn(demo.output), ([, html]) => /<body class="page-\w+/.exec(html)![0]);
    const sample = [...byTemplate.values()].map((pages, index) => {
      const inTurn = pages.filter(([, html]) => html.includes(`<html lang="${['fr', 'en', 'es'][index % 3]}"`));
      return (inTurn.length > 0 ? inTurn : pages).at(-1)!;
    });
    expect(sample.length).toBeGreaterThan(20);
    expect(sample.flatMap(([path, html]) => htmlProblems(path, html))).toEqual([]);
  });

  it('shows drafts, private pages and scheduled articles nowhere', () => {
    const hidden =
      /L.invité de 23|surprise-guest|Espace presse|press-room|Devenir bénévole|Huit jours avant|last-information/;
    expect([...demo.output].flatMap(([path, text]) => (hidden.test(path + text) ? [path] : []))).toEqual([]);
  });

  it('has no choice without a label', () => {
    const unnamed = /<label[^>]*><input[^>]*><span[^>]*><\/span>/;
    expect([...demo.output].flatMap(([path, text]) => (unnamed.test(text) ? [path] : []))).toEqual([]);
  });

  it('preloads the fonts of titles, of texts and of bold texts', () => {
    const preloaded = (text: string) => text.match(/<link rel="preload"[^>]* as="font"/g)?.length ?? 0;
    expect(Math.max(...[...demo.output].map(([path, text]) => (path.endsWith('.html') ? preloaded(text) : 0)))).toBe(3);
  });

  it('has a digest in the name of everything that browsers may keep for ever', () => {
    const kept = [...demo.output.keys()].filter((path) => /^assets\/|^media\/_\//.test(path));
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.filter((path) => !/[.-][0-9a-f]{10,}[.-]/.test(path))).toEqual([]);
  });

  it('is small: 15 kB of script and 12 kB of style at most', () => {
    const size = (ending: string): number => {
      const [, text] = [...demo.output].find(([path]) => path.startsWith('assets/site.') && path.endsWith(ending))!;
      return gzipSync(text).length;
    };
    expect(size('.js')).toBeLessThan(15_000);
    expect(size('.css')).toBeLessThan(12_000);
  });

  it('reports when it will next change, and is identical until then, byte for byte, when it is built again', async () => {
    const { nextChange } = demo.result;
    expect(nextChange).toBe(Date.parse('2026-11-15T09:00:00Z'));
    // What shows the time shows it in every language: the pages of one are enough. Only a whole build writes its digest.
    const isFrench = (path: string): boolean => !/^e[ns]\/|^gitcast\.json$/.test(path);
    const before = await buildDemo({ ...WHOLE, now: '2026-11-15T08:59:59Z', only: isFrench });
    expect([...before.output.keys()].filter(isFrench)).toEqual([...demo.output.keys()].filter(isFrench));
    const changed = [...before.output].filter(([path, text]) => demo.output.get(path) !== text).map(([path]) => path);
    expect(changed).toEqual([]);
    // A campaign begins then.
    const campaigns = 'campaigns/index.html';
    const after = await buildDemo({ ...WHOLE, now: '2026-11-15T09:00:00Z', only: (path) => path === campaigns });
    expect(after.output.get(campaigns)).not.toBe(demo.output.get(campaigns));
  });
});

describe('a build', () => {
  it('works for a broadcast that has only a name', async () => {
    const { result, output } = await buildFiles({});
    expect(result.diagnostics).toEqual([]);
    expect(output.get('index.html')).toContain('<h1>Harbour festival</h1>');
    expect(linksIn(output).flatMap((link) => (isElsewhere(link) ? [] : (deadEnd(link, output) ?? [])))).toEqual([]);
  });

  it('of an empty folder makes a site that is named after its address', async () => {
    const { result, output } = await buildNothing();
    expect(result.diagnostics).toEqual([]);
    const html = output.get('index.html');
    expect(html).toContain('<title>harbour.example</title>');
    expect(html).toContain('<h1>harbour.example</h1>');
    expect(linksIn(output).flatMap((link) => (isElsewhere(link) ? [] : (deadEnd(link, output) ?? [])))).toEqual([]);
  });

  it('keeps a title of 500 characters, on its page, in lists and in the calendar', async () => {
    const title = 'long '.repeat(100).trim();
    const { output } = await buildFiles({
      'events/long.yaml': `title: ${title}\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T21:30:00+02:00\n`,
    });
    expect(output.get('events/long/index.html')).toContain(`<h1 class="long">${title}</h1>`);
    expect(output.get('program/index.html')).toContain(title);
    expect(
      output
        .get('calendar.ics')!
        .split('\r\n')
        .every((line) => Buffer.byteLength(line) <= 75),
    ).toBe(true);
  });

  it('removes a script from an article, shows the rest, and reports it once', async () => {
    const { output, result } = await buildFiles({
      'articles/a.md':
        '---\ntitle: A\nstatus: published\n---\nBefore <script>alert(1)</script> <img src=x onerror=alert(1)> after\n',
    });
    const html = output.get('articles/a/index.html');
    expect(html).toContain('Before');
    expect(html).not.toMatch(/alert\(|onerror/);
    expect(result.diagnostics).toMatchObject([{ code: 'text-removed', at: { file: 'content/articles/a.md' } }, {}]);
  });

  it('continues after an article that fails, and names its file', async () => {
    // Neither the HTML nor the Markdown is too deep by itself.
    const deep = `${'*a **b '.repeat(160)}<i>x</i>${' b** a*'.repeat(160)}`;
    const { result, output } = await buildFiles(
      {
        'articles/bad.md': `---\ntitle: Bad\nstatus: published\n---\n${deep}\n`,
        'articles/good.md': '---\ntitle: Good\nstatus: published\n---\nText\n',
      },
      { force: true },
    );
    expect(output.has('articles/good/index.html')).toBe(true);
    expect(output.has('articles/bad/index.html')).toBe(false);
    expect(result.diagnostics).toMatchObject(
      ['', '/en', '/es'].map((tree) => ({
        code: 'page-failed',
        at: { file: 'content/articles/bad.md' },
        message: expect.stringContaining(`${tree}/articles/bad/`),
      })),
    );
  });

  it('reports that a drawing with a script is not published, and where it is used', async () => {
    const { result, output } = await buildFiles(
      {
        'media/evil.svg':
          '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
        'hosts/a.yaml': 'title: A\nstatus: published\nmedia: media/evil.svg\n',
      },
      { force: true },
    );
    expect(output.has('media/evil.svg')).toBe(false);
    expect(output.get('hosts/a/index.html')).not.toContain('evil.svg');
    expect(result.diagnostics).toMatchObject([
      { code: 'media-refused', at: { file: 'content/hosts/a.yaml', line: 3 } },
    ]);
  });

  it('suggests the nearest name for an unknown icon, and shows a neutral one', async () => {
    const { result, output } = await buildFiles({
      'categories/c.yaml': 'title: C\nstatus: published\nicon: { family: lucide, type: hosue }\n',
    });
    expect(result.diagnostics).toMatchObject([
      { code: 'unknown-icon', suggestion: 'did you mean house?', at: { file: 'content/categories/c.yaml', line: 3 } },
    ]);
    expect(output.has('index.html')).toBe(true);
  });

  it('only links to media on other hosts', async () => {
    const { output } = await buildFiles({
      'hosts/a.yaml': 'title: A\nstatus: published\nmedia: { url: "https://cdn.example/a.jpg", alt: Portrait }\n',
    });
    const html = output.get('hosts/a/index.html');
    expect(html).toContain('href="https://cdn.example/a.jpg"');
    expect(html).not.toContain('src="https://');
  });

  it('of a broadcast that is not for the web is refused without --force', async () => {
    const texts = { 'broadcast.yaml': 'name: X\nisWeb: false\n' };
    await expect(buildFiles(texts)).rejects.toThrow('isWeb');
    await expect(buildFiles(texts, { force: true })).resolves.toMatchObject({ result: { diagnostics: [] } });
  });

  it('of a private broadcast disallows robots, and warns', async () => {
    const { result, output } = await buildFiles({ 'broadcast.yaml': 'name: X\nisPrivate: true\n' });
    expect(result.diagnostics).toMatchObject([{ code: 'private-site', severity: 'warning' }]);
    for (const [path, html] of pagesIn(output)) expect(html, path).toContain('<meta name="robots" content="noindex">');
    expect(output.has('sitemap.xml')).toBe(false);
    expect(output.has('feed.xml')).toBe(false);
  });

  it("prefers the user's template to the default one", async () => {
    const own = memoryFolder({ 'partials/footer.eta': '<footer>Ours</footer>' }, 'own');
    const { output } = await buildFiles({}, { templates: [own] });
    expect(output.get('index.html')).toContain('<footer>Ours</footer>');
  });

  it.each([
    ['when it is used', '<h1>\n<%= it.nothing.at.all %></h1>', /reading 'at'/],
    ['because it is not valid JavaScript', '<h1>\n<%= it. %></h1>', /./],
  ])('reports a template that fails %s once, regardless of how many pages use it', async (_, template, reason) => {
    const own = memoryFolder({ 'pages/place.eta': template }, 'own');
    const places = { 'places/quay.yaml': 'name: Quay\n', 'places/lawn.yaml': 'name: Lawn\n' };
    const { result, output } = await buildFiles(places, { templates: [own] });
    expect(result.diagnostics).toMatchObject([
      {
        code: 'template-failed',
        at: { file: 'own/pages/place.eta', line: 2, column: 1, lineText: template.split('\n')[1] },
        message: expect.stringMatching(reason),
        notes: [
          { message: 'the page /places/lawn/ could not be built' },
          { message: '5 other pages could not be built either' },
        ],
      },
    ]);
    expect([result.published, output.size]).toEqual([false, 0]);
  });
});
