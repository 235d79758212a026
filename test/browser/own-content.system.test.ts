import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useBrowser } from './browser.ts';
import { startPreview, useSiteOf } from './preview.ts';
import { needsBrowser } from '../needs.ts';
import { folderWith, gitcast } from '../cli/in-memory.ts';
import { htmlProblems } from '../render/html-problems.ts';
import { violationsOf } from './accessibility.ts';

const WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(15).slice(0, 500);
const at = 'start_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T21:30:00+02:00\n';
const blocks = [
  { type: 'hosts', format: 'grid', values: [{ query: { limit: -1, skip: 0 } }] },
  { type: 'articles', format: 'carousel', values: [{ query: { limit: -1, skip: 0 } }] },
  { type: 'button', values: [{ label: WORD, navigator: { nativeContent: 'program' } }] },
  { type: 'socials', values: [{ network: WORD, url: 'https://social.example/' }] },
  { type: 'question', values: [{ question: WORD, answers: [{ label: WORD, text: WORD }] }] },
  { type: 'countdown', values: [{ date: '2027-06-18T18:32:00+02:00', label: WORD }] },
  { type: 'embed', values: [{ url: 'https://video.example/', title: WORD }] },
];
const files = {
  'events/a.yaml': `title: ${WORD}\n${at}place_id: places/a\ncategory: ${WORD}\n`,
  'places/a.yaml': `name: ${WORD}\n`,
  'hosts/a.yaml': `title: ${WORD}\nstatus: published\ndescription: ${WORD}\n`,
  'articles/a.md': `---\ntitle: ${WORD}\nstatus: published\n---\n# ${WORD}\n\n| a | b |\n| - | - |\n| ${WORD} | x |\n`,
  'pages/a.yaml': JSON.stringify({ title: WORD, status: 'published', blocks }),
};
const PAGES = 'program program/places events/a places/a places hosts/a articles/a articles pages/a search'.split(' ');

describe.runIf(needsBrowser())('words of 500 letters', () => {
  const { open } = useBrowser();
  const site = useSiteOf(files);

  it.each([320, 1280])('make no page wider than a screen of %i pixels', async (width) => {
    const page = await open('about:blank', { viewport: { width, height: 800 } });
    const wider: string[] = [];
    for (const path of PAGES) {
      await page.goto(`${site.url}/${path}/`);
      const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
      if (overflow > 0) wider.push(`${path} by ${overflow} px`);
    }
    expect(wider).toEqual([]);
  });
});

const BLOCKS = [
  { type: 'title', values: [{ text: 'Under the trees' }] },
  { type: 'countdown', values: [{ date: '2027-06-18T18:32:00+02:00', label: 'Opening' }] },
  { type: 'button', values: [{ label: 'The programme', navigator: { nativeContent: 'program' } }] },
  { type: 'articles', format: 'grid', values: [{ query: { limit: -1, skip: 0 } }] },
];
const FILES = {
  'content/broadcast.yaml': JSON.stringify({ name: 'Orchard weekend', home: { blocks: BLOCKS } }),
  'content/places/barn.yaml': 'name: The barn\n',
  'content/events/opening.yaml':
    'title: Opening\nstart_time: 2027-06-18T20:30:00Z\nend_time: 2027-06-18T23:00:00Z\nplace_id: places/barn\n',
  'content/articles/getting-here.md':
    '---\ntitle: Getting here\nstatus: published\n---\n## By train\n\nTake the [train](https://rail.example/).\n\n> A quote.\n',
};
const PAGES_OF_A_LOOK = ['', 'program/', 'program/grid/'];

describe.runIf(needsBrowser())('a look that comes with gitcast', () => {
  const { open } = useBrowser();

  it.each(['tech', 'mono'])(
    '%s has no problems that axe or html-validate find, narrow and wide, light and dark',
    async (theme) => {
      const config = `site: { theme: ${theme}, locales: [en], timezone: Europe/London }\n`;
      const cwd = folderWith({ ...FILES, 'gitcast.config.yaml': config });
      const built = await gitcast('build --now 2027-06-10T12:00:00Z --json', { cwd });
      expect(built.exitCode, built.stdout).toBe(0);
      const site = await startPreview(join(cwd, 'dist'));
      onTestFinished(() => site.close());
      const page = await open('about:blank', { bypassCSP: true });
      for (const path of PAGES_OF_A_LOOK) {
        expect(htmlProblems(path, readFileSync(join(cwd, 'dist', path, 'index.html'), 'utf8'))).toEqual([]);
        expect(
          await violationsOf(page, `${site.url}/${path}`, { withoutFrame: path !== '', withoutAlike: true }),
        ).toEqual([]);
      }
    },
  );
});
