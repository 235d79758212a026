import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';
import { FLAGS } from '../../test/browser/flags.ts';
import { startPreview } from '../../test/browser/preview.ts';
import type { Figure, Run } from '../suite/benchmark.ts';
import { atEnd, makeRoom } from '../suite/leftovers.ts';
import { measureTree } from '../suite/measure-tree.ts';
import { gitcast } from '../suite/program.ts';
import { median, middleHalf } from '../suite/statistics.ts';
import { writeProgramme } from './corpus.ts';
import { findProgram } from '../../test/programs.ts';
import { keptFiles } from '../../test/render/offline/kept-files.ts';

const SIZES = [
  { name: '500 a day', days: 1, entries: 500, places: 20, categories: 12 },
  { name: '3,000 over ten days', days: 10, entries: 3000, places: 20, categories: 62 },
];
const PHONE = { width: 390, height: 844 };
const TAPS = 9;

export const run: Run = async ({ size }) => {
  const executablePath = findProgram('chromium-headless-shell');
  const browser = executablePath === undefined ? undefined : await chromium.launch({ executablePath, args: FLAGS });
  atEnd(() => void browser?.close());
  const figures: Figure[] = [];
  for (const each of SIZES) figures.push(...(await figuresOf({ ...each, entries: size(each.entries) }, browser)));
  const missing = {
    name: 'A tap on a filter',
    reason: 'there is no browser; set GITCAST_BROWSER to the path of a Chromium',
  };
  return { figures, series: [], skipped: browser ? [] : [missing] };
};

async function figuresOf({ name, ...size }: (typeof SIZES)[number], browser?: Browser): Promise<readonly Figure[]> {
  const root = makeRoom();
  const [content, site, later] = [join(root, 'content'), join(root, 'site'), join(root, 'later')];
  mkdirSync(content);
  writeProgramme(content, size);
  writeFileSync(join(root, 'gitcast.config.yaml'), 'site: { timezone: Europe/Paris, locales: [en] }\n');
  const build = (out: string): Promise<unknown> =>
    measureTree({ words: gitcast('build', '--now', '2027-06-01T12:00:00Z', '--out', out), cwd: root });
  await build(site);
  const event = join(content, 'events', 'event-7.yaml');
  writeFileSync(event, readFileSync(event, 'utf8').replaceAll(/T\d\d(?=:\d\d:00\+)/g, 'T15'));
  await build(later);
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  const kilobytes = (file: string): number => gzipSync(readFileSync(join(site, file))).length / 1000;
  const largest = (begin: string): number => Math.max(...pages.filter((file) => file.startsWith(begin)).map(kilobytes));
  const visit = keptFiles(site, 'en');
  const { requests, bytes } = visit;
  const update = keptFiles(later, 'en').bytesAfter(visit) / 1000;
  return [
    { name: `${name}: requests of a first visit`, value: requests, unit: '', aim: { most: 40 } },
    { name: `${name}: loaded by a first visit`, value: bytes / 1000, unit: 'kB', aim: { most: 3000 } },
    { name: `${name}: loaded again when an event moves`, value: update, unit: 'kB', aim: { most: 200 } },
    { name: `${name}: largest page of the programme`, value: largest('program/'), unit: 'kB', aim: { most: 60 } },
    { name: `${name}: largest page of an event`, value: largest('events/'), unit: 'kB', aim: { most: 60 } },
    ...(browser ? [await filterTime(name, site, browser)] : []),
  ];
}

/** From the tap until the next frame is drawn, with a filter that shows many entries. */
async function filterTime(name: string, site: string, browser: Browser): Promise<Figure> {
  const { url, close } = await startPreview(site);
  const page = await browser.newPage({ viewport: PHONE });
  await page.goto(`${url}/program/`);
  const times: number[] = [];
  for (let tap = 0; tap < TAPS; tap++) {
    const script = `new Promise((resolve) => {
      const box = document.querySelectorAll('[data-filters] [type="checkbox"]')[${tap % 5}];
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
  return {
    name: `${name}: a tap on a filter`,
    value: median(times),
    spread: middleHalf(times),
    unit: 'ms',
    aim: { most: 100 },
  };
}
