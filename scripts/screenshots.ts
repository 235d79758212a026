/**
 * `npm run screenshots [-- FOLDER]`: takes a screenshot of one page of each template, in each language, on a phone, a tablet
 * and a desktop, in light and dark mode. For people to look at; nothing is compared.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { FLAGS } from '../test/browser/flags.ts';
import { buildDemo, serveDemo, type DemoSite } from '../test/browser/demo-site.ts';
import { findProgram } from '../test/programs.ts';

const LOCALES = ['fr', 'en', 'es'];
const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = [390, 820, 1280];
/** Further down a page, the design repeats. */
const TALLEST = 4000;

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'gitcast-screenshots-'));
const executablePath = findProgram('chromium-headless-shell');
if (executablePath === undefined) throw new Error('set GITCAST_BROWSER to the path of a Chromium');
const built = mkdtempSync(join(tmpdir(), 'gitcast-site-'));
await buildDemo(built);
const site = await serveDemo(built);
const browser = await chromium.launch({ executablePath, args: FLAGS });
try {
  await Promise.all(LOCALES.map((locale) => picture(locale, site, browser)));
} finally {
  await browser.close();
  await site.close();
  rmSync(built, { recursive: true });
}
console.log(folder);

async function picture(locale: string, { url, samples }: DemoSite, browser: Browser): Promise<void> {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  mkdirSync(join(folder, locale), { recursive: true });
  for (const { path, template } of samples(locale)) {
    await page.goto(url + path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const height = Math.min((await page.evaluate('document.documentElement.scrollHeight')) as number, TALLEST);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.screenshot({
          path: join(folder, locale, `${template}-${width}-${colorScheme}.jpg`),
          quality: 70,
          fullPage: true,
          clip: { x: 0, y: 0, width, height },
        });
      }
    }
  }
}
