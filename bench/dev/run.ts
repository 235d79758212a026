/**
 * Compares a save in `gitcast dev` with a cold build of the same 10,000 documents, in one process: from writing the file,
 * through the watcher, until the page is ready. Then saves two thousand times, to see whether memory grows.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { diskFiles } from '../../src/content/files.ts';
import { readContent } from '../../src/content/read-content.ts';
import { checkContent } from '../../src/model/check-content.ts';
import { Engine } from '../../src/preview/engine.ts';
import { watch } from '../../src/preview/watch.ts';
import { buildSite } from '../../src/render/build.ts';
import { diskFolder } from '../../src/render/templates/template-folder.ts';
import { diskStore, outputKeptIn } from '../../src/render/writer/disk-store.ts';
import { createWriter } from '../../src/render/writer/writer.ts';
import { formatFigure, median, type Figure } from '../measure.ts';
import { ARTICLES, articleText, themed, writeCorpus } from './corpus.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const SETTINGS = { timezone: 'Europe/Paris', locales: ['fr'] as const };
const NOW = Date.parse('2027-05-20T12:00:00Z');
const URL = 'https://bench.example';
const TEMPLATES = join(import.meta.dirname, '../../templates');
const SAVES = Number(process.env['GITCAST_SAVES'] ?? 2000);

const root = mkdtempSync(join(tmpdir(), 'gitcast-bench-'));
const content = join(root, 'content');

async function coldBuild(folder: string): Promise<number> {
  const start = performance.now();
  const files = diskFiles(content);
  const { broadcast } = checkContent(readContent(files, { prefix: '' }), SETTINGS);
  await buildSite({
    broadcast,
    now: NOW,
    url: URL,
    readMedia: files.read,
    templateFolders: [diskFolder(TEMPLATES)],
    writer: createWriter(diskStore(outputKeptIn(join(folder, '../.gitcast'), folder))),
  });
  return performance.now() - start;
}

/** Saves files and waits until the engine has them. */
async function openDev() {
  const engine = await Engine.open({
    shared: { files: diskFiles(content), prefix: '' },
    settings: SETTINGS,
    url: URL,
    templateFolders: [diskFolder(TEMPLATES)],
    now: NOW,
  });
  let onUpdated: () => void = () => {};
  const watching = await watch(
    { root, folders: [content], files: [] },
    {
      onChange: (paths) => {
        void engine.update({ content: [...paths].map((path) => relative(content, path)) }).then(() => onUpdated());
      },
      onProblem: (message) => {
        throw new Error(message);
      },
    },
  );
  const save = async (path: string, text: string): Promise<void> => {
    const updated = new Promise<void>((resolve) => void (onUpdated = resolve));
    writeFileSync(join(content, path), text);
    await updated;
  };
  return { engine, save, close: watching.close };
}

async function timed(times: number, work: (round: number) => Promise<void>): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < times; round++) {
    const start = performance.now();
    await work(round);
    taken.push(performance.now() - start);
  }
  return median(taken);
}

async function figures(): Promise<readonly Figure[]> {
  writeCorpus(content);
  const cold = median([
    await coldBuild(join(root, 'a')),
    await coldBuild(join(root, 'b')),
    await coldBuild(join(root, 'c')),
  ]);
  const { engine, save, close } = await openDev();
  const start = performance.now();
  engine.catchUp(() => true);
  const whole = performance.now() - start;

  const middle = ARTICLES / 2;
  const article = await timed(15, async (round) => {
    await save(`articles/article-${middle}.md`, articleText(middle, `Saved ${round}`));
    const page = engine.file(`articles/article-${middle}/index.html`) as string;
    if (!page.includes(`Saved ${round}`)) throw new Error('the page does not show what was saved');
  });
  engine.catchUp(() => true);
  let madeBefore = engine.made;
  await save(`articles/article-${middle}.md`, articleText(middle, 'Saved once more'));
  engine.catchUp(() => true);
  const madeForArticle = engine.made - madeBefore;
  const colour = await timed(15, async (round) => {
    await save('broadcast.yaml', themed(`#FFFF${(16 + round).toString(16)}`));
    engine.file(`articles/article-${middle}/index.html`);
  });
  engine.catchUp(() => true);
  madeBefore = engine.made;
  await save('broadcast.yaml', readFileSync(join(content, 'broadcast.yaml'), 'utf8'));
  engine.catchUp(() => true);
  const madeForNothing = engine.made - madeBefore;

  const heaps: number[] = [];
  for (let count = 1; count <= SAVES; count++) {
    const at = count % ARTICLES;
    writeFileSync(join(content, `articles/article-${at}.md`), articleText(at, `Save ${count}`));
    await engine.update({ content: [`articles/article-${at}.md`] });
    engine.file(`articles/article-${at}/index.html`);
    if (count % 50 === 0) engine.catchUp(() => true);
    if (count === SAVES / 4 || count === SAVES) {
      engine.catchUp(() => true);
      collect();
      heaps.push(process.memoryUsage().heapUsed);
    }
  }
  await close();
  return [
    { name: 'cold build of 10,000 documents', value: cold / 1000, unit: ' s' },
    { name: 'building all pages in memory the first time', value: whole / 1000, unit: ' s' },
    { name: 'time from saving an article until its page is ready', value: article, unit: ' ms' },
    {
      name: 'saving an article, relative to a cold build',
      value: (100 * article) / cold,
      unit: ' %',
      aim: { most: 2 },
    },
    { name: 'files of the site rebuilt for it', value: madeForArticle },
    {
      name: "changing the theme's colour, relative to a cold build",
      value: (100 * colour) / cold,
      unit: ' %',
      aim: { most: 10 },
    },
    { name: 'files rebuilt for a save without changes', value: madeForNothing, aim: { most: 0 } },
    { name: `heap after ${SAVES} saves`, value: heaps[1]! / 2 ** 20, unit: ' MB' },
    { name: `heap after ${SAVES} saves, relative to ${SAVES / 4}`, value: heaps[1]! / heaps[0]!, aim: { most: 1.1 } },
  ];
}

try {
  for (const figure of await figures()) console.log(`  ${formatFigure(figure)}`);
} finally {
  rmSync(root, { recursive: true, force: true });
}
