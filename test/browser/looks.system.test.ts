import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderWith, gitcast } from '../cli/in-memory.ts';
import { htmlProblems } from '../render/html-problems.ts';
import { violationsOf } from './accessibility.ts';
import { useBrowser } from './browser.ts';
import { startPreview } from './preview.ts';
import { needsBrowser } from '../needs.ts';

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
const PAGES = ['', 'program/', 'program/grid/'];

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
      for (const path of PAGES) {
        expect(htmlProblems(path, readFileSync(join(cwd, 'dist', path, 'index.html'), 'utf8'))).toEqual([]);
        expect(
          await violationsOf(page, `${site.url}/${path}`, { withoutFrame: path !== '', withoutAlike: true }),
        ).toEqual([]);
      }
    },
  );
});
