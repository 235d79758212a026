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
import { Engine, type Touched } from '../../src/preview/preview-engine.ts';
import { buildSite } from '../../src/render/build-site.ts';
import { diskFolder } from '../../src/render/templates/template-folder.ts';
import { memoryStore } from '../../src/render/writer/output-store.ts';
import { createWriter } from '../../src/render/writer/writer.ts';
import { SITE_RECORD } from '../../src/values/site-record.ts';
import { FESTIVAL_EDITS, swap } from './festival-edits.ts';
import { SETTINGS, SMALL_FESTIVAL } from './small-festival.ts';

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

  /** `seen` is called before everything is checked. */
  async update(seen: () => void = () => {}): ReturnType<Engine['update']> {
    const touched: Touched = {
      content: [...this.touched],
      overlay: [...this.touchedOwn],
      templates: this.templates,
      now: this.now,
    };
    this.touched.clear();
    this.touchedOwn.clear();
    this.templates = false;
    const update = await this.engine.update(touched);
    seen();
    await this.engine.check();
    return update;
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
    // The digest of a whole site, which nobody publishes from here.
    files.delete(SITE_RECORD);
    // Both report a link to a draft, and an alias that is the address of a page.
    const placeOf = ({ code, at }: Diagnostic): string => `${code} ${at.file}:${at.line}:${at.column}`;
    const known = diagnostics.filter(({ code }) => code === 'hidden-pointer' || code === 'alias-taken').map(placeOf);
    const ofSite = result.diagnostics.filter((each) => !known.includes(placeOf(each)));
    return { files, problems: [...diagnostics, ...ofSite] };
  }

  /** True if there was something to compare with. */
  async expectSameAsCold(): Promise<boolean> {
    const cold = await this.cold();
    if (!cold) return false;
    const live = this.live();
    expect(inOrder(this.engine.problems)).toEqual(inOrder(cold.problems));
    // In place of a page with a broken template is one that says why, and a cold build has none.
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

let opened: Promise<Workshop> | undefined;

/** One that was opened before, with every page built from the original files. */
async function edited(): Promise<Workshop> {
  const workshop = await (opened ??= Workshop.open());
  workshop.now = START;
  for (const [path, text] of Object.entries(SMALL_FESTIVAL)) workshop.write(path, text);
  await workshop.update();
  workshop.live();
  return workshop;
}

/** The edits between two updates, and whether pages are requested afterwards. */
const STEP = fc.record({
  edits: fc.array(fc.oneof(...FESTIVAL_EDITS), { minLength: 1, maxLength: 4 }),
  looks: fc.constantFrom('nowhere', 'home', 'everywhere'),
  glances: fc.boolean(),
});

describe('the site in memory', () => {
  it('equals a cold build, byte for byte, after any edits', { timeout: 900_000 }, async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 5 }), async (steps) => {
        const workshop = await Workshop.open();
        for (const { edits, looks, glances } of steps) {
          for (const edit of edits) edit(workshop);
          await workshop.update(glances ? () => void workshop.live() : undefined);
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

  it('leads former paths to pages as a cold build does, and follows them when they change', async () => {
    const workshop = await edited();
    const ALIASES = ['[events/first-night, /2019/op%65ning]', '[events/ball, /2019/opening]', '[]'];
    const found: unknown[] = [];
    for (const aliases of ALIASES) {
      workshop.write(
        'events/opening.yaml',
        swap('events/opening.yaml', 'title: Opening', `$aliases: ${aliases}\ntitle: Opening`),
      );
      await workshop.update();
      expect(await workshop.expectSameAsCold()).toBe(true);
      found.push(
        ['/events/first-night/', '/2019/Opening', '/en/events/first-night/calendar.ics'].map((path) =>
          workshop.engine.movedTo(path),
        ),
      );
    }
    expect(found).toEqual([
      ['/events/opening/', '/events/opening/', '/en/events/opening/calendar.ics'],
      [undefined, '/events/opening/', undefined],
      [undefined, undefined, undefined],
    ]);
  });

  it('stays the same when a file is saved without a change', async () => {
    const workshop = await edited();
    workshop.write('events/opening.yaml', SMALL_FESTIVAL['events/opening.yaml']!);
    expect(await workshop.update()).toEqual({ isOther: false, content: false });
  });

  it('notices each change of a media file, also the one back to an earlier version', async () => {
    const workshop = await edited();
    for (const text of ['one', 'two', 'one']) {
      workshop.write('media/clip.mp3', text);
      expect(await workshop.update()).toMatchObject({ content: true });
    }
    workshop.remove('media/clip.mp3');
    await workshop.update();
  });

  const SAVES: readonly (readonly [string, readonly string[], string, string, string])[] = [
    ['articles/first.md', ['', 'en/'], 'Read [the', 'Hear [the', 'Hear <a'],
    ['articles/second.md', [''], 'By [Ada]', 'With [Ada]', 'With <a'],
    ['articles/second.en.md', ['en/'], 'in English', 'in plain English', 'in plain English'],
    ['events/opening.yaml', ['', 'en/'], 'title: Opening', 'title: Opening\ndescription: With horns.', 'With horns.'],
    ['hosts/ada.yaml', ['', 'en/'], 'Sings.', 'Dances.', 'Dances.'],
  ];

  it('shows a saved document before everything is checked, and equals a cold build afterwards', async () => {
    const workshop = await edited();
    for (const [file, trees, from, to, shown] of SAVES) {
      const page = `${trees.at(-1)!}${file.replace(/\..*$/, '/index.html')}`;
      let seen: string | undefined;
      workshop.write(file, swap(file, from, to));
      await workshop.update(() => void (seen = textOf(workshop.engine.file(page)!)));
      expect(seen, file).toBe(textOf(workshop.engine.file(page)!));
      expect(seen).toContain(shown);
    }
    expect(await workshop.expectSameAsCold()).toBe(true);
  });

  it('names the new style sheet on every page when a theme colour changes', async () => {
    const workshop = await edited();
    const page = 'events/opening/index.html';
    const styleOn = (): string | undefined => /assets\/site\.\w+\.css/.exec(textOf(workshop.engine.file(page)!))?.[0];
    const before = styleOn();
    workshop.write('broadcast.yaml', swap('broadcast.yaml', '#FFFFFF', '#FFEEDD'));
    await workshop.update();
    expect(styleOn()).not.toBe(before);
    expect(await workshop.expectSameAsCold()).toBe(true);
  });

  it('keeps showing the last valid version of a document while its file is broken', async () => {
    const workshop = await edited();
    workshop.write('events/opening.yaml', 'title: [Opening');
    await workshop.update();
    expect(workshop.engine.isValid).toBe(false);
    expect(workshop.engine.problems.filter(isError)).toMatchObject([{ at: { file: 'events/opening.yaml', line: 1 } }]);
    expect(textOf(workshop.engine.file('events/opening/index.html')!)).toContain('Opening');
    workshop.remove('events/opening.yaml');
    await workshop.update();
    expect(workshop.engine.file('events/opening/index.html')).toBeUndefined();
  });

  it('reports a link to a draft once', async () => {
    const workshop = await edited();
    workshop.write('articles/draft.md', '---\ntitle: Draft\n---\nText\n');
    workshop.write('articles/linking.md', '---\ntitle: Linking\nstatus: published\n---\n[Draft](articles/draft)\n');
    await workshop.update();
    const inLinking = workshop.engine.problems.filter(({ at }) => at.file === 'articles/linking.md');
    expect(inLinking.map(({ code }) => code)).toEqual(['hidden-pointer']);
  });

  it('says why a page cannot be shown, and shows it as soon as it can be', async () => {
    const workshop = await edited();
    const page = (): string => textOf(workshop.engine.file('articles/first/index.html')!);
    const good = page();
    workshop.override('pages/article.eta', '<% nowhere() %>');
    await workshop.update();
    expect(page()).toContain('nowhere is not defined<br><code>templates/pages/article.eta:1</code>');
    expect(workshop.engine.problems.filter(isError).length).toBeGreaterThan(0);
    workshop.override('pages/article.eta', undefined);
    await workshop.update();
    workshop.live();
    expect(page()).toBe(good);
    expect(workshop.engine.problems.filter(isError)).toEqual([]);
  });

  it('knows when it will next change without an edit', async () => {
    const workshop = await edited();
    const next = workshop.engine.nextChange!;
    expect(next).toBeGreaterThan(workshop.now);
    /** Without a history, a calendar was revised at the time of the build. */
    const live = (): string => JSON.stringify([...workshop.live()]).replaceAll(/DTSTAMP:\w+/g, '');
    const before = live();
    workshop.now = next - 1;
    await workshop.update();
    expect(live()).toBe(before);
    workshop.now = next;
    await workshop.update();
    expect(live()).not.toBe(before);
  });

  it('knows the documents that a page was built from, and the pages that show a document', async () => {
    const workshop = await edited();
    const addresses = workshop.engine.madeFrom('events/opening/index.html').map(({ address }) => address);
    expect(addresses[0]).toBe('events/opening');
    expect(addresses).toEqual(expect.arrayContaining(['places/quay', 'maps/harbour', 'categories/concert']));
    expect(workshop.engine.pagesWith('hosts/ada.yaml').slice(0, 2)).toEqual([
      'hosts/ada/index.html',
      'en/hosts/ada/index.html',
    ]);
  });

  it('keeps nothing of the content and pages before the last save', async () => {
    const workshop = await edited();
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
