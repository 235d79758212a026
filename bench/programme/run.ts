/**
 * The programme of large events: 500 entries on one day, and 3,000 over ten days on twenty stages with 62 tracks. Measures
 * the pages as a visitor downloads them and, in a browser, how long a tap on a filter takes until the page is drawn again.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';
import { findBrowser, FLAGS } from '../../test/browser/find-browser.ts';
import { startPreview } from '../../test/browser/preview.ts';
import { formatFigure, median, type Figure } from '../measure.ts';
import { writeProgramme } from './corpus.ts';

const LAUNCHER = join(import.meta.dirname, '../../bin/gitcast.mjs');
const SIZES = [
  { name: '500 a day', days: 1, entries: 500, places: 20, categories: 12 },
  { name: '3,000 over ten days', days: 10, entries: 3000, places: 20, categories: 62 },
];
const PHONE = { width: 390, height: 844 };

async function figuresOf({ name, ...size }: (typeof SIZES)[number], browser?: Browser): Promise<readonly Figure[]> {
  const root = mkdtempSync(join(tmpdir(), 'gitcast-bench-'));
  try {
    const [content, site] = [join(root, 'content'), join(root, 'site')];
    mkdirSync(content);
    writeProgramme(content, size);
    writeFileSync(join(root, 'gitcast.config.yaml'), 'site: { timezone: Europe/Paris, locales: [en] }\n');
    const words = [LAUNCHER, 'build', '--now', '2027-06-01T12:00:00Z', '--out', site];
    execFileSync(process.execPath, words, { cwd: root, stdio: 'ignore' });
    const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
    const kilobytes = (file: string): number => gzipSync(readFileSync(join(site, file))).length / 1000;
    const largest = (begin: string): number =>
      Math.max(...pages.filter((file) => file.startsWith(begin)).map(kilobytes));
    return [
      { name: `${name}: largest page of the programme`, value: largest('program/'), unit: ' kB', aim: { most: 60 } },
      { name: `${name}: largest page of an event`, value: largest('events/'), unit: ' kB', aim: { most: 60 } },
      ...(browser ? [await filterTime(name, site, browser)] : []),
    ];
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** From the tap until the next frame is drawn, with a filter that shows many entries. */
async function filterTime(name: string, site: string, browser: Browser): Promise<Figure> {
  const { url, close } = await startPreview(site);
  const page = await browser.newPage({ viewport: PHONE });
  await page.goto(`${url}/program/`);
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    const script = `new Promise((resolve) => {
      const box = document.querySelectorAll('[data-filters] [type="checkbox"]')[${round % 5}];
      const start = performance.now();
      box.click();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now() - start);
        channel.port2.postMessage(0);
      });
    })`;
    times.push((await page.evaluate(script)) as number);
  }
  await page.close();
  await close();
  return { name: `${name}: a tap on a filter`, value: median(times), unit: ' ms', aim: { most: 100 } };
}

const executablePath = findBrowser();
const browser = executablePath === undefined ? undefined : await chromium.launch({ executablePath, args: FLAGS });
try {
  for (const size of SIZES) for (const figure of await figuresOf(size, browser)) console.log(formatFigure(figure));
  if (!browser) console.log('The filter is not measured: set GITCAST_BROWSER to the path of a Chromium.');
} finally {
  await browser?.close();
}
