import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildFiles, type Built } from '../render/build-harness.ts';
import { deadEnd, isElsewhere, linksIn } from '../render/built-site.ts';
import { htmlProblems } from '../render/html-problems.ts';
import { declaredKinds } from './declared-kinds.ts';

const declared = declaredKinds();
const picture = readFileSync(new URL('../../content/media/cover-boat.svg', import.meta.url));

const FILES = {
  'media/bread.svg': picture,
  'media/oven.svg': picture,
  'categories/food.yaml': 'title: Food\ncolor: "#123456"\nstatus: published\n',
  'places/quay.yaml': 'name: East quay\n',
  'hosts/lena.yaml': 'title: Léna\nstatus: published\n',
  'maps/harbour.yaml': 'title: Harbour\ntype: image\nwidth: 1600\nheight: 1000\nstatus: published\n',
  'articles/news.md':
    '---\ntitle: News\nstatus: published\npublished_at: 2026-01-01T09:00:00Z\n---\n' +
    'Taste [the bread](stalls/bread), not [the cake](stalls/cake), at [the market](/market/), and [read](../notes/rules.md).\n',
  'stalls/bread.yaml': `
title: Bread and butter
about: Loaves from **the old oven**.
photo: { url: media/bread.svg, alt: A loaf }
status: published
price: 4.5
opens: 2026-06-18T08:00:00+02:00
trades: [bread, butter]
place: places/quay
categoryIds: [categories/food]
parts:
  - { type: paragraph, height: 321, values: [{ text: "Baked in [the quay](places/quay)." }] }
  - { type: media, values: [{ media: media/oven.svg, backgroundColor: "#abcdef" }] }
  - { type: button, values: [{ label: Write, icon: { family: lucide, type: wheat }, navigator: { url: "mailto:bread@harbour.example" } }] }
  - { type: button, values: [{ label: The last two, navigator: { nativeContent: articles, query: { limit: 2 } } }] }
localeDetails: { en: { title: Bread } }
`,
  'stalls/cake.yaml': 'title: Cake\n',
  'stalls/old/salt.yaml': 'title: Salt\n$slug: grey-salt\nstatus: published\n',
  'walks/dawn.md':
    '---\ntitle: Dawn walk\nfrom: 2026-06-19T05:00:00+02:00\nto: 2026-06-19T07:00:00+02:00\nguides: [hosts/lena]\nmeet: { x: 10, y: 20 }\n---\nAlong the **water**.\n',
  'notes/rules.md': '---\ntitle: House rules\n---\n## Dogs\n\nOn a lead.\n',
};

describe('a kind that is only declared, with a page', () => {
  let built: Built;
  const text = (path: string): string => built.output.get(path) ?? '';
  beforeAll(async () => {
    built = await buildFiles(FILES, { declared: await declared });
  });

  it('is read like any other content', () => {
    expect(built.problems.map(({ code }) => code)).toEqual(['hidden-pointer']);
    expect(built.result.diagnostics.map(({ code }) => code)).toEqual(['hidden-pointer']);
    const links = linksIn(built.output).filter((link) => !isElsewhere(link));
    expect(links.flatMap((link) => deadEnd(link, built.output) ?? [])).toEqual([]);
  });

  it('has a page for each document, in each language', () => {
    const page = text('market/bread/index.html');
    expect(page).toContain('<h1>Bread and butter</h1>');
    expect(page).toContain('<strong>the old oven</strong>');
    expect(page).toMatch(/<img[^>]*alt="A loaf"/);
    expect(page).toContain('Baked in <a href="../../places/quay/">the quay</a>.');
    expect(page).toMatch(/<strong>Prix<\/strong><br>\s*<span>4,5<\/span>/);
    expect(page).toMatch(/<strong>Vend<\/strong><br>\s*<span>bread<\/span>, <span>butter<\/span>/);
    expect(page).toMatch(/<strong>Lieu<\/strong><br>\s*<a href="\.\.\/\.\.\/places\/quay\/">East quay<\/a>/);
    expect(page).toContain('Food');
    expect(page).toMatch(/class="up"><a href="\.\.\/">.*Le marché<\/a>/);
    expect(text('en/market/bread/index.html')).toContain('<h1>Bread</h1>');
    expect(text('market/old/grey-salt/index.html')).toContain('<h1>Salt</h1>');
    expect(htmlProblems('market/bread/index.html', page)).toEqual([]);
  });

  it('has its own list, with cards', () => {
    const list = text('en/market/index.html');
    expect(list).toContain('<h1>The market</h1>');
    expect(list).toContain('card-stall');
    expect(list).toMatch(/<a href="bread\/">Bread<\/a>/);
    expect(list).toMatch(/<strong>Price<\/strong>\s*<span>4.5<\/span>/);
    expect(list).not.toContain('Cake');
  });

  it('is in search, the sitemap and the feed', () => {
    const entries = JSON.parse(text('en/search.json')) as readonly { u: string; t: string; k: string; x?: string }[];
    expect(entries.find(({ u }) => u === 'market/bread/')).toEqual({
      u: 'market/bread/',
      t: 'Bread',
      k: 'The market',
      c: ['Food'],
      m: '../media/bread.svg',
      x: 'Loaves from the old oven. Baked in the quay. Write The last two',
    });
    expect(text('sitemap.xml')).toContain('<loc>https://harbour.example/market/bread/</loc>');
    expect(text('sitemap.xml')).toContain('<loc>https://harbour.example/market/</loc>');
    expect(text('feed.xml').indexOf('Bread and butter')).toBeLessThan(text('feed.xml').indexOf('News'));
    expect(text('feed.xml')).toContain('<title>Bread and butter</title>');
  });

  it('contributes the icons, styles, pictures, selections and contact addresses of its blocks', () => {
    expect(text('market/bread/index.html')).toMatch(/<symbol id="[^"]*wheat/);
    const styles = [...built.output].find(([path]) => path.endsWith('.css'))![1];
    expect(styles).toContain('.h-321');
    expect(styles).toContain('.c-abcdef');
    expect([...built.output.keys()]).toEqual(expect.arrayContaining(['media/bread.svg', 'media/oven.svg']));
    expect([...built.output.keys()].filter((path) => /^articles\/selection-.*\.html$/.test(path))).toHaveLength(1);
    expect(text('contact/index.html')).toContain('bread@harbour.example');
  });

  it('can be linked to by address, as long as it is visible', () => {
    expect(text('articles/news/index.html')).toContain(
      'Taste <a href="../../market/bread/">the bread</a>, not the cake',
    );
  });

  it('is hidden if it is a draft', () => {
    const shown = [...built.output].filter(([path, content]) => path.includes('cake') || content.includes('Cake'));
    expect(shown.map(([path]) => path)).toEqual([]);
  });

  it('is in the programme and on the map if it declares a time and a position', () => {
    expect(text('program/index.html')).toContain('Dawn walk');
    expect(text('calendar.ics')).toContain('SUMMARY:Dawn walk');
    expect(text('walks/dawn/index.html')).toContain('Along the <strong>water</strong>.');
    expect(text('walks/dawn/index.html')).toContain('hosts/lena/');
    expect(text('hosts/lena/index.html')).toContain('Dawn walk');
    expect(text('maps/harbour/index.html')).toContain('Dawn walk');
    expect(text('en/walks/index.html')).toMatch(/<time datetime="2026-06-19T05:00:00\+02:00"[^>]*>[^]*Dawn walk/);
  });

  it('is not in search and the sitemap if it opts out', () => {
    expect(text('search.json')).not.toContain('walks/dawn');
    expect(text('sitemap.xml')).not.toContain('walks/dawn');
  });

  it('shows the body of a Markdown file with the ids of its headings', () => {
    expect(text('notes/rules/index.html')).toContain('id="dogs"');
    expect(text('search.json')).toContain('notes/rules/');
  });
});

describe('a problem in a document of a declared kind', () => {
  it('is reported by its schema and its rules', async () => {
    const { problems } = await buildFiles(
      {
        'stalls/bread.yaml': 'titel: Bread\nprice: much\nplace: places/nowhere\nphoto: media/none.jpg\n',
        'articles/news.md': '---\ntitle: News\n---\n[A](stalls/brad), [B](/markt/)\n',
        'maps/harbour.yaml': 'title: Harbour\ntype: image\nwidth: 1600\nheight: 1000\n',
        'walks/dawn.yaml':
          'title: Dawn\nfrom: 2026-06-19T07:00:00Z\nto: 2026-06-19T06:00:00Z\nmeet: { x: 5, y: 2000 }\n',
      },
      { declared: await declared },
    );
    expect(problems.map(({ code, suggestion }) => `${code}: ${suggestion}`)).toEqual([
      'link-not-found: did you mean stalls/bread?',
      'link-not-found: did you mean /market/?',
      'unknown-key: did you mean `title`?',
      expect.stringMatching(/^wrong-type/),
      expect.stringMatching(/^pointer-not-found/),
      expect.stringMatching(/^media-not-found/),
      expect.stringMatching(/^ends-before-start/),
      expect.stringMatching(/^pin-outside-map/),
    ]);
  });

  it('is an unknown folder if the kind is not declared', async () => {
    const { problems } = await buildFiles({ 'stalls/bread.yaml': 'title: Bread\n' });
    expect(problems.map(({ code }) => code)).toEqual(['unknown-folder']);
  });
});
