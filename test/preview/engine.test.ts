import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { runs } from '../seed.ts';
import { diskFiles } from '../../src/content/files.ts';
import type { FileReading } from '../../src/content/read-file.ts';
import { contentFor, readLayer, type Layer } from '../../src/content/target-content.ts';
import { isError, type Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { checkContent } from '../../src/model/check-content.ts';
import { Engine, type Touched } from '../../src/preview/engine.ts';
import { buildSite } from '../../src/render/build.ts';
import { diskFolder } from '../../src/render/templates/template-folder.ts';
import { memoryStore } from '../../src/render/writer/memory-store.ts';
import { createWriter } from '../../src/render/writer/writer.ts';
import { DRAWINGS, SETTINGS, SMALL_FESTIVAL } from './small-festival.ts';

const TEMPLATES = join(import.meta.dirname, '../../templates');
const URL = 'https://harbour.example/2027';
const RUNS = runs({ test: 5, proof: 60 });
const START = Date.parse('2027-06-01T12:00:00Z');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A festival on disk with an engine that follows it, and a cold build to compare it with. */
class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), 'gitcast-engine-'));
  readonly files = diskFiles(join(this.folder, 'content'));
  /** The target's own files, overlaid on the others. */
  readonly own = diskFiles(join(this.folder, 'content.local'));
  readonly templateFolders = [diskFolder(join(this.folder, 'templates'), 'templates'), diskFolder(TEMPLATES)];
  readonly touched = new Set<string>();
  readonly touchedOwn = new Set<string>();
  templates = false;
  now = START;
  engine!: Engine;

  static async open(): Promise<Workshop> {
    const workshop = new Workshop();
    folders.push(workshop.folder);
    mkdirSync(join(workshop.folder, 'content.local'));
    for (const [path, text] of Object.entries(SMALL_FESTIVAL)) workshop.write(path, text);
    workshop.touched.clear();
    const { templateFolders, now } = workshop;
    workshop.engine = await Engine.open({
      shared: workshop.#shared,
      overlay: workshop.#overlay,
      assemble: contentOf,
      settings: SETTINGS,
      url: URL,
      templateFolders,
      now,
    });
    return workshop;
  }

  write(path: string, text: string): void {
    this.#put('content', path, text);
    this.touched.add(path);
  }

  /** Into the target's own folder; nothing removes the file there. */
  overlay(path: string, text: string | undefined): void {
    if (text === undefined) rmSync(join(this.folder, 'content.local', path), { force: true });
    else this.#put('content.local', path, text);
    this.touchedOwn.add(path);
  }

  remove(path: string): void {
    rmSync(join(this.folder, 'content', path), { force: true });
    this.touched.add(path);
  }

  rename(from: string, to: string): void {
    try {
      renameSync(join(this.folder, 'content', from), join(this.folder, 'content', to));
    } catch {
      return; // It was renamed or removed before.
    }
    this.touched.add(from).add(to);
  }

  override(name: string, text: string | undefined): void {
    if (text === undefined) rmSync(join(this.folder, 'templates', name), { force: true });
    else this.#put('templates', name, text);
    this.templates = true;
  }

  async update(): ReturnType<Engine['update']> {
    const touched: Touched = {
      content: [...this.touched],
      overlay: [...this.touchedOwn],
      templates: this.templates,
      now: this.now,
    };
    this.touched.clear();
    this.touchedOwn.clear();
    this.templates = false;
    return this.engine.update(touched);
  }

  /** Every file of the site by its path, from the engine. */
  live(): ReadonlyMap<string, string> {
    const made = this.engine.paths().map((path) => ({ path, body: this.engine.file(path) }));
    return new Map(made.flatMap(({ path, body }) => (body === undefined ? [] : [[path, textOf(body)]])));
  }

  /** The same from a build without history; undefined if the content has errors. */
  async cold(): Promise<{ files: ReadonlyMap<string, string>; problems: readonly Diagnostic[] } | undefined> {
    const { broadcast, diagnostics } = checkContent(
      contentOf(readLayer(this.#shared), readLayer(this.#overlay)),
      SETTINGS,
    );
    if (diagnostics.some(isError)) return undefined;
    const store = memoryStore();
    const result = await buildSite({
      broadcast,
      now: this.now,
      url: URL,
      marked: true,
      readMedia: (name) => (broadcast.media.get(name)!.file.startsWith('own/') ? this.own : this.files).read(name),
      templateFolders: this.templateFolders,
      writer: createWriter(store),
    });
    const files = new Map([...store.files].map(([path, bytes]) => [path, textOf(bytes)]));
    return { files, problems: [...diagnostics, ...result.diagnostics] };
  }

  /** True if there was something to compare with. */
  async expectSameAsCold(): Promise<boolean> {
    const cold = await this.cold();
    if (!cold) return false;
    const live = this.live();
    expect(inOrder(this.engine.problems)).toEqual(inOrder(cold.problems));
    // A page with a broken template keeps its last output, and a cold build has none.
    if (!cold.problems.some(isError)) expect([...live.keys()].sort()).toEqual([...cold.files.keys()].sort());
    for (const [path, text] of cold.files) if (live.get(path) !== text) expect(live.get(path), path).toBe(text);
    return true;
  }

  get #shared(): Layer {
    return { files: this.files, prefix: '' };
  }

  get #overlay(): Layer {
    return { files: this.own, prefix: 'own/' };
  }

  #put(where: string, path: string, text: string): void {
    const file = join(this.folder, where, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

const contentOf = (shared: readonly FileReading[], overlay: readonly FileReading[]) =>
  contentFor('local', { prefix: '', targets: ['local'], shared, overlays: new Map([['local', overlay]]) });

const inOrder = (problems: readonly Diagnostic[]) =>
  problems.map(({ code, at, message }) => `${at.file}:${at.line} ${code} ${message}`).sort();

const textOf = (body: string | Uint8Array): string => (typeof body === 'string' ? body : Buffer.from(body).toString());

const swap = (path: string, from: string, to: string) => {
  expect(SMALL_FESTIVAL[path]).toContain(from);
  return SMALL_FESTIVAL[path]!.replace(from, to);
};

type Edit = (workshop: Workshop) => void;
const writes = (path: string, ...texts: readonly string[]): fc.Arbitrary<Edit> =>
  fc.constantFrom(...texts, SMALL_FESTIVAL[path] ?? texts[0]!).map((text) => (workshop) => workshop.write(path, text));
const article = (title: string, more: string, body = 'Text.'): string =>
  `---\ntitle: ${title}\nstatus: published\n${more}\n---\n${body}\n`;

const EDITS: readonly fc.Arbitrary<Edit>[] = [
  writes(
    'broadcast.yaml',
    swap('broadcast.yaml', '#FFFFFF', '#FAF0E0'),
    swap('broadcast.yaml', 'name: Harbour', 'name: Port'),
    swap('broadcast.yaml', 'iconFamily: lucide', 'iconFamily: hero'),
    swap('broadcast.yaml', 'logo: media/logo.svg, ', ''),
    swap('broadcast.yaml', 'limit: 2', 'limit: 1'),
    swap('broadcast.yaml', 'broadcastPageId: pages/about', 'nativeContent: contact'),
    swap('broadcast.yaml', 'isWeb: true', 'isWeb: true\nisPrivate: true'),
    'name: [broken',
  ),
  writes(
    'events/opening.yaml',
    swap('events/opening.yaml', 'title: Opening', 'title: The opening'),
    swap('events/opening.yaml', 'places/quay', 'places/hall'),
    swap('events/opening.yaml', '18T20:00', '18T18:30'),
    swap('events/opening.yaml', 'category: concert\n', ''),
    swap('events/opening.yaml', 'title: Opening', '$slug: first-night\ntitle: Opening'),
    'title: Opening\nstart_tim: 3',
  ),
  writes('events/night.yaml', 'title: Night\nstart_time: 2027-06-18T21:30:00Z\nend_time: 2027-06-19T00:30:00Z\n'),
  writes('places/quay.yaml', swap('places/quay.yaml', 'name: Quay', 'name: The quay'), 'name: Quay\n'),
  writes(
    'sessions/talk.yaml',
    swap('sessions/talk.yaml', '[hosts/ada]', '[hosts/ben, hosts/ada]'),
    swap('sessions/talk.yaml', 'status: published', 'status: draft'),
  ),
  writes(
    'hosts/ada.yaml',
    swap('hosts/ada.yaml', 'title: Ada', 'title: Ada L.'),
    swap('hosts/ada.yaml', 'status: published', 'status: draft'),
  ),
  writes('hosts/ben.yaml', 'title: Ben\nstatus: draft\n'),
  writes('categories/concert.yaml', swap('categories/concert.yaml', '#CC3300', '#008800')),
  writes(
    'pages/about.yaml',
    swap('pages/about.yaml', 'title: About', 'title: About us'),
    swap('pages/about.yaml', 'status: published', 'status: published\nisPrivate: true'),
    swap('pages/about.yaml', 'type: paragraph', 'type: paragraph, height: 300'),
  ),
  writes('pages/more.yaml', 'title: More\nstatus: published\nblocks: [{ type: title, values: [{ text: More }] }]\n'),
  writes('maps/harbour.yaml', swap('maps/harbour.yaml', 'title: Harbour', 'title: The port')),
  writes('diffusers/web.yaml', swap('diffusers/web.yaml', 'indexing: true', 'indexing: false')),
  writes('media/map.svg', ...DRAWINGS, '<svg><script>alert(1)</script></svg>'),
  writes('media/cover.yaml', 'mediaUrl: https://example.org/cover.svg\nalt: Another cover\n'),
  writes('articles/first.md', article('First', 'published_at: 2027-05-03T09:00:00Z'), article('First again', '')),
  writes('articles/second.md', article('Second', 'published_at: 2027-05-02T09:00:00Z', 'See [more](pages/more).')),
  writes('articles/second.en.md', '---\ntitle: Number two\n---\nIn English.\n'),
  writes('articles/none.md', article('None', 'published_at: 2027-04-02T09:00:00Z', '<script>x</script> <b>bold</b>')),
  writes('articles/later.md', article('Later', 'published_at: 2027-06-20T09:00:00Z')),
  fc
    .constantFrom(...Object.keys(SMALL_FESTIVAL), 'events/night.yaml', 'pages/more.yaml', 'articles/none.md')
    .map((path) => (workshop) => workshop.remove(path)),
  fc
    .constantFrom(
      ['events/ball.yaml', 'events/dance.yaml'],
      ['articles/first.md', 'articles/one.md'],
      ['articles/second.en.md', 'articles/first.en.md'],
      ['media/logo.svg', 'media/mark.svg'],
    )
    .map(
      ([from, to]) =>
        (workshop) =>
          workshop.rename(from!, to!),
    ),
  fc
    .constantFrom(
      ['events/opening.yaml', 'title: Only here\n'],
      ['events/opening.yaml', undefined],
      ['events/extra.yaml', 'title: Extra\nstart_time: 2027-06-20T18:00:00Z\nend_time: 2027-06-20T19:00:00Z\n'],
      ['broadcast.yaml', 'name: Staging\n'],
      ['broadcast.yaml', undefined],
      ['articles/second.md', '---\ntitle: Another second\n---\nAnother text.\n'],
      ['articles/second.en.md', '---\ntitle: Another, in English\n---\n'],
      ['media/map.svg', DRAWINGS[2]],
      ['media/map.svg', undefined],
    )
    .map(
      ([path, text]) =>
        (workshop) =>
          workshop.overlay(path!, text),
    ),
  fc
    .constantFrom(
      ['pages/article.eta', '<h1>Own: <%= it.page.title.text %></h1>'],
      ['pages/article.eta', undefined],
      ['blocks/title.eta', '<h2>Own title</h2>'],
      ['blocks/title.eta', '<% nowhere() %>'],
      ['blocks/title.eta', undefined],
      ['assets/js/now.js', 'console.log(1);'],
      ['assets/js/now.js', undefined],
    )
    .map(
      ([name, text]) =>
        (workshop) =>
          workshop.override(name!, text),
    ),
  fc
    .constantFrom('2027-06-01T12:00:00Z', '2027-06-11T12:00:00Z', '2027-06-18T19:30:00Z', '2027-07-01T12:00:00Z')
    .map((now) => (workshop) => void (workshop.now = Date.parse(now))),
];

/** The edits between two updates, and whether pages are requested afterwards. */
const STEP = fc.record({
  edits: fc.array(fc.oneof(...EDITS), { minLength: 1, maxLength: 4 }),
  looks: fc.constantFrom('nowhere', 'home', 'everywhere'),
});

describe('the site in memory', () => {
  it('equals a cold build, byte for byte, after any edits', { timeout: 300_000 }, async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 5 }), async (steps) => {
        const workshop = await Workshop.open();
        for (const { edits, looks } of steps) {
          for (const edit of edits) edit(workshop);
          await workshop.update();
          if (looks === 'home') workshop.engine.file('index.html');
          if (looks === 'everywhere' && (await workshop.expectSameAsCold())) compared++;
        }
        if (await workshop.expectSameAsCold()) compared++;
        rmSync(workshop.folder, { recursive: true, force: true });
      }),
      { numRuns: RUNS },
    );
    // Content with errors has no cold build to compare with: most must be valid.
    expect(compared).toBeGreaterThan(RUNS / 2);
  });

  it('rebuilds nothing when a file is saved without a change', async () => {
    const workshop = await Workshop.open();
    workshop.live();
    const { made } = workshop.engine;
    workshop.write('events/opening.yaml', SMALL_FESTIVAL['events/opening.yaml']!);
    expect(await workshop.update()).toEqual({ content: false, listed: new Set(), stale: new Set(), styles: [] });
    workshop.live();
    expect(workshop.engine.made).toBe(made);
  });

  it('rebuilds only the pages that show what changed', async () => {
    const workshop = await Workshop.open();
    workshop.live();
    workshop.write('hosts/ben.yaml', 'title: Benjamin\nstatus: published\n');
    const { stale } = await workshop.update();
    expect([...stale].filter((path) => path.endsWith('.html') && !path.startsWith('en/')).sort()).toEqual([
      'contact/index.html',
      'hosts/ben/index.html',
      'hosts/index.html',
      'meteo/index.html',
      'search/index.html',
    ]);
  });

  it('rebuilds only home when a theme colour in its file changes, and all pages name the new style sheet', async () => {
    const workshop = await Workshop.open();
    workshop.live();
    const { made } = workshop.engine;
    workshop.write('broadcast.yaml', swap('broadcast.yaml', '#FFFFFF', '#FFEEDD'));
    const [style] = (await workshop.update()).styles;
    const html = textOf(workshop.engine.file('index.html')!);
    expect(html).toContain(style!.to.slice(1));
    expect(html).not.toContain(style!.from.slice(1));
    workshop.live();
    // Home and its Markdown form, in each language.
    expect(workshop.engine.made).toBe(made + 2 * SETTINGS.locales.length);
  });

  it('keeps showing the last valid version of a document while its file is broken', async () => {
    const workshop = await Workshop.open();
    workshop.write('events/opening.yaml', 'title: [Opening');
    await workshop.update();
    expect(workshop.engine.isValid).toBe(false);
    expect(workshop.engine.problems.filter(isError)).toMatchObject([{ at: { file: 'events/opening.yaml', line: 1 } }]);
    expect(textOf(workshop.engine.file('events/opening/index.html')!)).toContain('Opening');
    workshop.remove('events/opening.yaml');
    await workshop.update();
    expect(workshop.engine.file('events/opening/index.html')).toBeUndefined();
  });

  it('keeps the last output of a page while its template is broken', async () => {
    const workshop = await Workshop.open();
    const good = workshop.engine.file('articles/first/index.html');
    workshop.override('pages/article.eta', '<% nowhere() %>');
    await workshop.update();
    expect(workshop.engine.file('articles/first/index.html')).toBe(good);
    expect(workshop.engine.problems.filter(isError).length).toBeGreaterThan(0);
    workshop.override('pages/article.eta', undefined);
    await workshop.update();
    workshop.live();
    expect(workshop.engine.problems.filter(isError)).toEqual([]);
  });

  it('knows when it will next change without an edit', async () => {
    const workshop = await Workshop.open();
    workshop.live();
    const next = workshop.engine.nextChange!;
    expect(next).toBeGreaterThan(workshop.now);
    const before = workshop.live();
    workshop.now = next - 1;
    await workshop.update();
    expect(workshop.live()).toEqual(before);
    workshop.now = next;
    await workshop.update();
    expect(workshop.live()).not.toEqual(before);
  });

  it('knows the documents that a page was built from, and the pages that show a document', async () => {
    const workshop = await Workshop.open();
    workshop.live();
    const addresses = workshop.engine.madeFrom('events/opening/index.html').map(({ address }) => address);
    expect(addresses[0]).toBe('events/opening');
    expect(addresses).toEqual(expect.arrayContaining(['places/quay', 'maps/harbour', 'categories/concert']));
    expect(workshop.engine.pagesWith(new Set(['hosts/ada.yaml'])).slice(0, 2)).toEqual([
      'hosts/ada/index.html',
      'en/hosts/ada/index.html',
    ]);
  });

  it('keeps nothing of the content and pages before the last save', async () => {
    const workshop = await Workshop.open();
    const texts = new Set<string>();
    const earlier: WeakRef<object>[] = [];
    for (let save = 0; save < 6; save += 1) {
      workshop.write(
        'broadcast.yaml',
        SMALL_FESTIVAL['broadcast.yaml']!.replace(/^name: .*$/m, `name: Edition ${save}`),
      );
      await workshop.update();
      texts.add(textOf(workshop.engine.file('index.html')!));
      earlier.push(new WeakRef(workshop.engine.broadcast));
    }
    expect(texts.size).toBe(6);
    await collectGarbage();
    expect(earlier.slice(0, -1).filter((each) => each.deref() !== undefined)).toEqual([]);
  });
});

/** A reference that was read in this turn of the event loop stays until the next one. */
async function collectGarbage(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
