import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { kindsOfFiles, partsOfPage } from '../../bench/equal/outputs.ts';
import { hugoWithTheme } from '../../bench/equal/theme.ts';
import { gitcast } from '../../bench/peers/gitcast.ts';
import { measureTree } from '../../bench/suite/measure-tree.ts';
import { needs } from '../needs.ts';
import { folderOfFile } from '../temporary-folder.ts';

const ARTICLES = 30;
const room = folderOfFile();
const [ours, theirs] = [join(room, 'gitcast/dist'), join(room, 'hugo/dist')];
const page = (output: string, path: string): string => readFileSync(join(output, path, 'index.html'), 'utf8');

describe.runIf(needs('hugo'))("Hugo's theme in bench/equal", () => {
  beforeAll(async () => {
    for (const [peer, output] of [
      [gitcast, ours],
      [hugoWithTheme, theirs],
    ] as const) {
      const folder = join(output, '..');
      peer.write({ folder, articles: ARTICLES, hasHighlighting: true, languages: ['en', 'fr'] });
      await measureTree({ words: peer.build('dist'), cwd: folder });
    }
  });

  it('writes as many files as gitcast of each kind that grows with the number of articles', () => {
    const [own, others] = [kindsOfFiles(ours), kindsOfFiles(theirs)];
    const growing = [...own].filter(([kind, count]) => count > 1 && !kind.startsWith('assets/'));
    expect(growing.map(([kind]) => kind)).toContain('fr/articles/*/index.html');
    expect(growing.map(([kind]) => [kind, others.get(kind)])).toEqual(growing);
  });

  it.each([
    'search.json feed.xml feed.json manifest.webmanifest fr/search.json fr/feed.xml fr/feed.json fr/manifest.webmanifest',
    'index.html fr/index.html articles/index.html fr/articles/index.html 404.html robots.txt sitemap.xml sw.js',
    'assets/*.css assets/*.js',
  ])('writes %s, as gitcast does', (kinds) => {
    const wanted = kinds.split(' ');
    for (const output of [ours, theirs])
      expect([...kindsOfFiles(output).keys()]).toEqual(expect.arrayContaining(wanted));
  });

  // Hugo lets no theme wrap a table in Markdown.
  it('puts on an article whatever gitcast puts there, apart from the section around a table', () => {
    const [own, others] = [ours, theirs].map((output) => partsOfPage(page(output, 'articles/post-00007')));
    expect([...own!].filter((part) => !others!.has(part))).toEqual(['element section']);
  });

  it('knows the links between languages, the article before and after, and the highlighted code', () => {
    const parts = partsOfPage(page(theirs, 'fr/articles/post-00007'));
    expect([...parts]).toEqual(
      expect.arrayContaining([
        'navigation languages',
        'navigation pages of articles',
        'link alternate',
        'type article',
      ]),
    );
    for (const output of [ours, theirs]) {
      const code = /<pre[\s\S]*?<\/pre>/.exec(page(output, 'articles/post-00007'))![0];
      expect(code.match(/<span class=/g)!.length).toBeGreaterThan(20);
    }
  });

  it('writes about as many bytes for an article and for the search', () => {
    for (const path of ['articles/post-00007/index.html', 'search.json']) {
      const [own, others] = [ours, theirs].map((output) => readFileSync(join(output, path)).byteLength);
      expect(others! / own!, path).toBeGreaterThan(0.8);
      expect(others! / own!, path).toBeLessThan(1.25);
    }
  });
});
