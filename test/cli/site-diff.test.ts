/** The comments that reviewers read, as golden files: `npx vitest run test/cli/site-diff.test.ts -u` renews them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SiteDiffReport } from '../../src/project/index.ts';
import { siteDiffText } from '../../src/cli/views/site/site-diff-view.ts';
import { styleFor } from '../../src/cli/views/text/style.ts';
import { siteDiffMarkdown } from '../../src/cli/views/site/site-diff-markdown.ts';
import { compareBuilds, isSameSite, type ComparedSite } from '../../src/publish/compare-builds.ts';
import { page, siteOf, type PageText } from '../publish/sites.ts';
import { folderWith, gitcast, SOUND } from './in-memory.ts';

const golden = (name: string): string => join(import.meta.dirname, 'site-diffs', name);

const reportOf = (base: ComparedSite, next: ComparedSite, more: Partial<SiteDiffReport> = {}): SiteDiffReport => {
  const diff = compareBuilds(base, next);
  return { equal: isSameSite(diff), base: { type: 'given' }, ...diff, pictures: null, ...more };
};

type Pages = Record<string, string | PageText>;
const many = (count: number, of: (index: number) => readonly [string, string | PageText]): Pages =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => of(index)));

const FESTIVAL: Pages = {
  'index.html': { title: 'Harbour festival', lang: 'fr' },
  'en/index.html': { title: 'Harbour festival', lang: 'en' },
  '404.html': 'Not found',
  ...many(500, (index) => [`events/event-${index}/index.html`, { title: `Event ${index}`, lang: 'fr' }]),
};

describe('the comment about the website', () => {
  it('lists edits in several languages as one row each, and what vanishes first', async () => {
    const base = {
      ...siteOf({ ...FESTIVAL, 'old/index.html': 'The old page', 'press/index.html': 'Press' }),
      url: null,
    };
    const next = siteOf({
      ...FESTIVAL,
      'index.html': { title: 'Harbour festival', main: 'Welcome', lang: 'fr' },
      'en/index.html': { title: 'Harbour festival', main: 'Welcome', lang: 'en' },
      'events/event-7/index.html': { title: 'The seventh event', lang: 'fr' },
      'new/index.html': 'A new page',
      'media-room/index.html': 'Press',
    });
    const report = reportOf(base, { ...next, url: 'https://harbour.example/2027' });
    await expect(siteDiffMarkdown(report)).toMatchFileSnapshot(golden('edits.md'));
  });

  it('shows a change of the theme on 500 pages as one line', async () => {
    const next = siteOf(FESTIVAL, { menu: 'Another menu' });
    const files = { ...next.files, 'assets/site.css': { digest: '0'.repeat(32), bytes: 900 } };
    const text = siteDiffMarkdown(reportOf(siteOf(FESTIVAL), { ...next, files }));
    expect(text.length).toBeLessThan(600);
    await expect(text).toMatchFileSnapshot(golden('theme.md'));
  });

  it('folds a section of which every page changed', async () => {
    const articles = many(40, (index) => [`articles/${index}/index.html`, `Article ${index}`]);
    const relabelled = many(40, (index) => [`articles/${index}/index.html`, { title: `Article ${index}`, main: 'By' }]);
    const report = reportOf(siteOf({ ...FESTIVAL, ...articles }), siteOf({ ...FESTIVAL, ...relabelled }));
    await expect(siteDiffMarkdown(report)).toMatchFileSnapshot(golden('section.md'));
  });

  it('fits into a comment with 5,000 edited pages, and counts what it leaves out', () => {
    const title = 'A rather long title of a page that somebody has edited '.repeat(3);
    const edited = many(5000, (index) => [`e/${index}/index.html`, { title: `${title}${index}`, main: 'x' }]);
    const base = many(5000, (index) => [`e/${index}/index.html`, `${title}${index}`]);
    const text = siteDiffMarkdown(
      reportOf(siteOf({ ...base, 'e/i/index.html': 'I' }), siteOf({ ...edited, 'e/i/index.html': 'I' })),
    );
    expect(text.length).toBeLessThan(60_000);
    expect(text).toMatch(/^5000 pages change, 1 stays the same\.$/m);
    expect(text).toMatch(/… and \d{4} more; `gitcast site diff` lists them/);
  });

  it('shows pictures where they can be read, and the reason where there are none', async () => {
    const pages = [
      { path: '/a/', title: 'A | page', before: '01-a-before.png', after: '01-a-after.png', same: false },
      { path: '/new/', title: 'New', before: null, after: '02-new-after.png', same: false },
      { path: '/same/', title: 'Same', before: null, after: null, same: true },
    ];
    const report = reportOf(siteOf({ 'a/index.html': 'A' }), siteOf({ 'a/index.html': 'B' }));
    const shown = { picturesUrl: 'https://pictures.example/12/', previewUrl: 'https://preview.example/12' };
    const text = siteDiffMarkdown({ ...report, pictures: { pages, missing: null } }, shown);
    await expect(text).toMatchFileSnapshot(golden('pictures.md'));
    const none = siteDiffMarkdown({ ...report, pictures: { pages: [], missing: 'no Chromium was found' } });
    expect(none).toContain('No pictures: no Chromium was found.');
    const typed = siteDiffText(
      { ...report, pictures: { pages, missing: null } },
      styleFor({ write: () => undefined }, {}, {}),
      'out/pics',
    );
    expect(typed).toContain('pictures of 3 pages: open out/pics/index.html\n');
  });

  it('never lets a title become markup, a mention or a link', async () => {
    const title = '</summary>&lt;img src=x> [a](javascript:x) @team #12 `code` | **b**';
    const report = reportOf(siteOf({}), siteOf({ 'a`b](x)/index.html': title.replaceAll('<', '&lt;') }));
    const text = siteDiffMarkdown({ ...report, url: 'javascript:alert(1)' });
    expect(text).not.toMatch(/<img|\]\(javascript|[^`]@team|\*\*b/);
    await expect(text).toMatchFileSnapshot(golden('hostile.md'));
  });
});

describe('gitcast site diff', () => {
  function write(folder: string, files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }

  it('compares folders and manifests with the same result', async () => {
    const cwd = folderWith(SOUND);
    await gitcast('build --out base --manifest base.json', { cwd });
    writeFileSync(join(cwd, 'content/places/quay.yaml'), 'name: The quay\n');
    await gitcast('build --out new --manifest new.json', { cwd });
    const folders = await gitcast('site diff base new', { cwd });
    expect(folders).toMatchObject({ exitCode: 0, stderr: '' });
    expect(folders.stdout).toContain('+ The quay /places/quay/');
    expect((await gitcast('site diff base.json new.json', { cwd })).stdout).toBe(folders.stdout);
    expect((await gitcast('site diff base.json new', { cwd })).stdout).toBe(folders.stdout);
    expect((await gitcast('site diff new new.json', { cwd })).stdout).toBe('✓ both sites are equal\n');
  });

  it('compares manifests without a configuration or content, for a job that runs no code of a pull request', async () => {
    const made = folderWith(SOUND);
    await gitcast('build --manifest site.json', { cwd: made });
    const { exitCode, stdout } = await gitcast(
      `site diff ${join(made, 'site.json')} ${join(made, 'site.json')} --markdown`,
      {
        cwd: folderWith(),
      },
    );
    expect([exitCode, stdout]).toEqual([0, '### gitcast site\n\nThe website stays the same.\n']);
  });

  it('says what is missing instead of failing when pictures cannot be taken', async () => {
    const cwd = folderWith();
    write(cwd, { 'base/index.html': page({ title: 'A' }), 'new/index.html': page({ title: 'B' }) });
    const without = await gitcast('site diff base new --pictures out', { cwd, env: { PATH: cwd } });
    expect(without).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /no pictures: no Chromium, Chrome or Edge was found: install one, or set CHROME_PATH/,
      ),
    });
    const wrong = await gitcast('site diff base new --pictures out', { cwd, env: { CHROME_PATH: '/no/such/browser' } });
    expect(wrong.stdout).toContain('no pictures: CHROME_PATH is /no/such/browser, which is not a program');
    const broken = await gitcast('site diff base new --pictures out', { cwd, env: { CHROME_PATH: '/bin/true' } });
    expect(broken).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('no pictures: the browser /bin/true failed'),
    });
  });

  it.each([
    ['site diff a b', 'there is no file or folder a'],
    ['site diff one', 'site diff needs two sites'],
    ['site dif a b', 'did you mean diff?'],
    ['site diff empty empty', 'there is no built site in empty/'],
    ['site diff bad.json bad.json', 'bad.json is not the manifest of a build: `version` is missing'],
  ])('explains what is wrong: gitcast %s', async (words, message) => {
    const cwd = folderWith({ 'empty/a.txt': '', 'bad.json': '{}' });
    const { exitCode, stderr } = await gitcast(words, { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});
