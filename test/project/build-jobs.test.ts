import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHelpers } from '../../src/project/site/build-helpers/helpers.ts';
import { outputKeptIn } from '../../src/render/writer/disk-store.ts';
import { check } from '../model/harbour.ts';
import { folderWith, gitcast, writeInto } from '../cli/in-memory.ts';

const ARTICLES = 45;

/** More files than one process claims at once, some of them with problems. */
const CONTENT = {
  'gitcast.config.yaml':
    'site: { url: "https://harbour.example", timezone: Europe/Paris, locales: [fr, en] }\ntargets: { staging: { baseUrl: "https://api.example", userId: 64b7c0ffee64b7c0ffee0001, broadcastId: 64b7c0ffee64b7c0ffee0002, key: { $env: KEY } } }\n',
  'content/broadcast.yaml': 'name: Harbour festival\n',
  'content/places/quay.yaml': 'name: Quay\n',
  'content.staging/places/quay.yaml': 'name: Quay of the staging target\n',
  ...Object.fromEntries(
    Array.from({ length: ARTICLES }, (_, index) => [
      `content/articles/article-${index}.md`,
      `---\ntitle: Article ${index}\nstatus: published\npublished_at: 2027-0${(index % 9) + 1}-01T00:00:00Z\n---\nText ${index}, ${index % 9 === 1 ? '<script>no</script>' : '[the quay](places/quay)'}.\n`,
    ]),
  ),
};

const build = (cwd: string, words: string) =>
  gitcast(`build --json --now 2027-05-01T00:00:00Z ${words}`, { cwd, env: { KEY: 'gck_0' } });

const filesIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file): [string, string] => [file.slice(folder.length), readFileSync(file, 'utf8')])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

describe('a site built by several processes', () => {
  /** Its site is built by one process in `alone`, by three in `dist`, and these remember what each of them rendered. */
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let alone: Awaited<ReturnType<typeof build>>;
  let together: typeof alone;
  beforeAll(async () => {
    writeInto(folder, CONTENT);
    alone = await build(folder, '--jobs 1 --no-cache --out alone --target staging');
    together = await build(folder, '--jobs 3 --target staging');
  });

  it('equals that of one process, byte for byte, and so does its report', () => {
    expect(alone.exitCode).toBe(0);
    expect(JSON.parse(together.stdout)).toEqual(JSON.parse(alone.stdout));
    const said = JSON.parse(alone.stdout) as { pages: number; next_change: string; diagnostics: { code: string }[] };
    expect(said).toMatchObject({ next_change: '2027-06-01T00:00:00Z' });
    expect(said.diagnostics.map(({ code }) => code)).toEqual(Array(5).fill('text-removed'));
    expect(said.pages).toBeGreaterThan(100);
    expect([...filesIn(join(folder, 'dist'))]).toEqual([...filesIn(join(folder, 'alone'))]);
    expect(filesIn(join(folder, 'dist')).get('/places/quay/index.html')).toContain('Quay of the staging target');
  });

  it('remembers what each of them rendered', async () => {
    const copy = folderWith();
    cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
    rmSync(join(copy, 'dist'), { recursive: true });
    const again = JSON.parse((await build(copy, '--jobs 2 --target staging')).stdout) as { remembered: number };
    expect(again).toEqual({ ...JSON.parse(alone.stdout), remembered: again.remembered });
    // Every page, Markdown form and feed; the other files are pictures, styles and the packs of the worker.
    expect(again.remembered).toBeGreaterThan(200);
    expect([...filesIn(join(copy, 'dist'))]).toEqual([...filesIn(join(copy, 'alone'))]);
  });

  // Last of those that use the folder. A copy would not do: a build removes only what was written to the same place.
  it('loses files that no longer belong to it, no matter which process wrote them', async () => {
    for (let index = 0; index < ARTICLES; index += 2) rmSync(join(folder, `content/articles/article-${index}.md`));
    const again = JSON.parse((await build(folder, '--jobs 2 --target staging')).stdout) as { removed: number };
    expect(again.removed).toBeGreaterThanOrEqual(2 * 20);
    expect(filesIn(join(folder, 'dist')).has('/articles/article-0/index.html')).toBe(false);
    const last = JSON.parse((await build(folder, '--jobs 1 --target staging')).stdout) as object;
    expect(last).toMatchObject({ written: 0, removed: 0 });
  });

  it('is not built by a process that has read different content', async () => {
    const cwd = folderWith(CONTENT);
    const helpers = startHelpers(
      1,
      {
        configFile: undefined,
        cwd,
        env: {},
        target: 'local',
        output: outputKeptIn(join(cwd, '.gitcast'), join(cwd, 'dist')),
        now: 0,
        drafts: false,
        gallery: false,
        memory: undefined,
      },
      { now: true },
    );
    try {
      const { begin, queue } = helpers.of(check({}).broadcast, {})!;
      const head = {
        style: '',
        script: '',
        modules: { kiosk: '', 'own-zone': '', plan: '', 'plan-export': '', remind: '', qr: '' },
        sheets: {
          changes: '',
          'embed-page': '',
          forms: '',
          gallery: '',
          grid: '',
          kiosk: '',
          map: '',
          paper: '',
          plan: '',
          search: '',
        },
        fonts: [],
        themeColours: [],
        colourScheme: 'light dark',
        favicon: undefined,
        touchIcon: '',
        find: '',
        worker: undefined,
      };
      const [share] = await begin({ head, published: new Map(), wanted: [] });
      expect(await share).toMatchObject({ pages: 0, written: { count: 0 } });
      expect(queue(40).take()).toEqual({ from: 0, to: 32 });
    } finally {
      helpers.close();
    }
  });

  it('needs a valid number of processes', async () => {
    const ran = await gitcast('build --jobs none', { cwd: folderWith(CONTENT) });
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain('--jobs must be 1 to 64');
  });
});
