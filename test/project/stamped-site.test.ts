import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { UserError } from '../../src/diagnostics/errors.ts';
import { openProject, type BuildOptions, type BuildReport } from '../../src/project/index.ts';
import { copyOfMade } from '../git/copies.ts';
import { machineVariables } from '../git/machine-variables.ts';
import { FESTIVAL_EDITS, type Edit, type Edited } from '../preview/festival-edits.ts';
import { DRAWINGS, SMALL_FESTIVAL } from '../preview/small-festival.ts';
import { runs } from '../seed.ts';

const START = Date.parse('2027-06-01T12:00:00Z');
const RUNS = runs({ test: 2, proof: 60 });

interface Settings {
  readonly locales: readonly string[];
  readonly url?: string;
  readonly timezone: string;
  readonly offline: boolean;
  readonly redirects?: Readonly<Record<string, string>>;
}

const SETTINGS: Settings = {
  locales: ['fr', 'en'],
  url: 'https://harbour.example/2027',
  timezone: 'Europe/Paris',
  offline: true,
};

/** A festival with two sites: one is built beside the stamp of its last build, the other is always rendered again. */
class Workshop implements Edited {
  readonly folder = mkdtempSync(join(tmpdir(), 'gitcast-stamped-'));
  now = START;
  options: BuildOptions = {};

  constructor() {
    for (const [path, text] of Object.entries(SMALL_FESTIVAL)) this.write(path, text);
    this.configure({});
  }

  /** A copy of one whose two sites are built. */
  static async built(): Promise<Workshop> {
    const workshop = new Workshop();
    await copyOfMade('a festival with two sites', workshop.folder, async (folder) => {
      const made = new Workshop();
      await made.expectSameAsPlain();
      renameSync(made.folder, folder);
    });
    return workshop;
  }

  configure(change: Partial<Settings>): void {
    writeFileSync(join(this.folder, 'gitcast.config.yaml'), JSON.stringify({ site: { ...SETTINGS, ...change } }));
  }

  put(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  write(path: string, text: string): void {
    this.put(`content/${path}`, text);
  }

  remove(path: string): void {
    rmSync(join(this.folder, 'content', path), { force: true });
  }

  rename(from: string, to: string): void {
    const [source, target] = [from, to].map((path) => join(this.folder, 'content', path));
    if (existsSync(source!)) renameSync(source!, target!);
  }

  overlay(path: string, text: string | undefined): void {
    if (text === undefined) rmSync(join(this.folder, 'content.local', path), { force: true });
    else this.put(`content.local/${path}`, text);
  }

  override(name: string, text: string | undefined): void {
    if (text === undefined) rmSync(join(this.folder, 'templates', name), { force: true });
    else this.put(`templates/${name}`, text);
  }

  /** Both sites. */
  tamper(path: string, edit: (file: string) => void): void {
    for (const site of ['dist', 'plain']) {
      const file = join(this.folder, site, path);
      if (existsSync(dirname(file))) edit(file);
    }
  }

  /** Undefined if the content has errors. */
  async build(options: BuildOptions = {}): Promise<BuildReport | undefined> {
    const project = openProject({ folder: this.folder, env: machineVariables(), now: () => new Date(this.now) });
    try {
      return (await project.build({ ...this.options, ...options })).report;
    } catch (error) {
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }

  stamps(): readonly string[] {
    return globSync('.gitcast/build/*.stamp.json', { cwd: this.folder }).map((file) => join(this.folder, file));
  }

  /** Renders every file, because the stamps are put aside for so long. */
  async buildPlain(): Promise<BuildReport | undefined> {
    const stamps = this.stamps();
    for (const file of stamps) renameSync(file, `${file}.aside`);
    const report = await this.build({ out: 'plain' });
    for (const file of this.stamps()) rmSync(file);
    for (const file of stamps) renameSync(`${file}.aside`, file);
    return report;
  }

  /** False if the content has errors. */
  async expectSameAsPlain(options: BuildOptions = {}): Promise<boolean> {
    const [stamped, plain] = [await this.build(options), await this.buildPlain()];
    expect(stamped).toEqual(plain);
    if (stamped) this.expectFilesOfPlain();
    return stamped !== undefined;
  }

  /** For content that has not changed since the plain site was built. */
  expectFilesOfPlain(): void {
    const [built, expected] = [this.files('dist'), this.files('plain')];
    expect([...built.keys()]).toEqual([...expected.keys()]);
    for (const [path, text] of expected) if (built.get(path) !== text) expect(built.get(path), path).toBe(text);
  }

  files(site: string): ReadonlyMap<string, string> {
    const folder = join(this.folder, site);
    if (!existsSync(folder)) return new Map();
    return new Map(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
        .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'latin1')]),
    );
  }

  git(at: string, ...words: readonly string[]): void {
    const env = { ...process.env, ...machineVariables(), GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...words], {
      cwd: this.folder,
      env,
      stdio: 'ignore',
    });
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Changes some bytes, and hides it as well as possible. */
function editUnseen(file: string): void {
  const { atime, mtime } = statSync(file);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(?<=title: |name: )\w/, 'X'));
  utimesSync(file, atime, mtime);
}

const DOCUMENTS = ['articles/first.md', 'articles/second.md', 'events/ball.yaml', 'places/hall.yaml', 'hosts/ben.yaml'];

const EDITS: readonly fc.Arbitrary<Edit<Workshop>>[] = [
  ...FESTIVAL_EDITS,
  fc
    .constantFrom<Partial<Settings>>(
      {},
      { locales: ['fr'] },
      { locales: ['en', 'fr'] },
      { locales: ['fr', 'en', 'de'] },
      { url: 'https://other.example' },
      { timezone: 'America/New_York' },
      { offline: false },
    )
    .map((change) => (workshop) => workshop.configure(change)),
  fc
    .constantFrom<BuildOptions>({}, { drafts: true }, { gallery: true }, { force: true })
    .map((options) => (workshop) => {
      workshop.options = options;
    }),
  fc
    .constantFrom(
      ['assets/css/own.css', '.own { color: red }'],
      ['strings/fr.yaml', 'home: Chez nous\n'],
      ['strings/fr.yaml', undefined],
      ['layouts/base.eta', '<!doctype html><title><%= it.page.title.text %></title><%~ it.main %>'],
      ['layouts/base.eta', undefined],
      ['pages/article.eta', '<h1><%= new Date(0).getTime() %></h1>'],
    )
    .map(
      ([name, text]) =>
        (workshop) =>
          workshop.override(name!, text),
    ),
  fc.constantFrom(...DOCUMENTS, 'broadcast.yaml').map((path) => ({ folder }) => {
    const file = join(folder, 'content', path);
    if (existsSync(file)) utimesSync(file, new Date(), new Date());
  }),
  fc.constantFrom(...DOCUMENTS).map((path) => ({ folder }) => {
    const file = join(folder, 'content', path);
    if (existsSync(file)) editUnseen(file);
  }),
  fc.constantFrom('media/cover.svg', 'media/map.svg').map((path) => (workshop) => {
    // The same size in bytes and in pixels, and another picture.
    workshop.write(path, DRAWINGS[0].replace('<circle r="4"/>', '<circle r="3"/>'));
  }),
  fc.constantFrom('index.html', 'articles/first/index.html', 'sitemap.xml', 'added.html').map((path) => (workshop) => {
    workshop.tamper(path, (file) => writeFileSync(file, 'edited'));
  }),
  fc.constantFrom('index.html', 'places/quay/index.html', 'media/logo.svg').map((path) => (workshop) => {
    workshop.tamper(path, (file) => rmSync(file, { force: true }));
  }),
  fc.constant((workshop) => {
    for (const site of ['dist', 'plain']) rmSync(join(workshop.folder, site), { recursive: true, force: true });
  }),
  fc.constantFrom<Edit<Workshop>>(
    (workshop) => workshop.stamps().forEach((file) => truncateSync(file, Math.floor(statSync(file).size / 2))),
    (workshop) => workshop.stamps().forEach((file) => writeFileSync(file, 'null')),
    (workshop) => workshop.stamps().forEach((file) => rmSync(file)),
    ({ folder }) => rmSync(join(folder, '.gitcast/cache'), { recursive: true, force: true }),
  ),
];

const STEP = fc.array(fc.oneof(...EDITS), { minLength: 1, maxLength: 3 });

describe('a build beside its last one', { timeout: 1_800_000 }, () => {
  it('equals one that renders everything, byte for byte and in its report, after any edits', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 2, maxLength: 6 }), async (steps) => {
        const workshop = await Workshop.built();
        try {
          for (const edits of steps) {
            for (const edit of edits) edit(workshop);
            if (await workshop.expectSameAsPlain()) compared++;
          }
        } finally {
          workshop.close();
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    // Content with errors is not built: most steps must be something else.
    expect(compared).toBeGreaterThan(RUNS);
  });

  it('writes only what a redirect needs', async () => {
    const workshop = await Workshop.built();
    onTestFinished(() => workshop.close());
    const filesBefore = workshop.files('dist');
    // `gitcast.json` has the digest of all files.
    workshop.configure({ redirects: { '/agenda': '/program/', '/all.ics': '/calendar.ics' } });
    expect(await workshop.build()).toMatchObject({ written: 4, removed: 0 });
    expect([...workshop.files('dist').keys()].filter((path) => !filesBefore.has(path))).toEqual([
      '_redirects',
      'agenda/index.html',
      'all.ics',
    ]);
    workshop.configure({});
    expect(await workshop.build()).toMatchObject({ written: 1, removed: 3 });
    expect(workshop.files('dist')).toEqual(filesBefore);
  });

  it('equals one that renders everything after a build that was stopped', async () => {
    const workshop = await Workshop.built();
    onTestFinished(() => workshop.close());
    for (const made of ['dist', '.gitcast']) rmSync(join(workshop.folder, made), { recursive: true });
    const stop = new AbortController();
    const project = openProject({
      folder: workshop.folder,
      env: machineVariables(),
      now: () => new Date(workshop.now),
      signal: stop.signal,
    });
    const building = project.build();
    const watched = setInterval(() => existsSync(join(workshop.folder, '.gitcast/build')) && stop.abort(), 1);
    await building.catch(() => {});
    clearInterval(watched);
    expect(await workshop.build()).toBeDefined();
    workshop.expectFilesOfPlain();
  });

  it('follows the history of the repository', async () => {
    const workshop = await Workshop.built();
    onTestFinished(() => workshop.close());
    const commit = (at: string): void => {
      workshop.git(at, 'add', 'content');
      workshop.git(at, 'commit', '-m', 'A change');
    };
    workshop.git('2027-05-01T12:00:00Z', 'init', '-q');
    commit('2027-05-01T12:00:00Z');
    expect(await workshop.expectSameAsPlain()).toBe(true);
    workshop.write('events/ball.yaml', SMALL_FESTIVAL['events/ball.yaml']!.replace('19:00', '19:30'));
    commit('2027-05-31T12:00:00Z');
    expect(await workshop.expectSameAsPlain()).toBe(true);
    workshop.now = Date.parse('2027-06-09T12:00:00Z');
    expect(await workshop.expectSameAsPlain()).toBe(true);
    // It changes no page.
    workshop.git('2027-06-05T12:00:00Z', 'commit', '--allow-empty', '-m', 'Nothing');
    expect(await workshop.expectSameAsPlain()).toBe(true);
  });

  it('runs a template that may read the clock or the environment in each build', async () => {
    const workshop = await Workshop.built();
    onTestFinished(() => workshop.close());
    const zone = 'new Intl.DateTimeFormat().resolvedOptions().timeZone';
    workshop.override('pages/article.eta', `<p><%= process.env.HOME_OF_TEST %></p>`);
    workshop.override('pages/event.eta', `<p><%= ${zone} %></p>`);
    for (const value of ['one', 'two']) {
      vi.stubEnv('HOME_OF_TEST', value);
      const timeZone = value === 'one' ? 'Asia/Tokyo' : 'Europe/Paris';
      vi.stubEnv('TZ', timeZone);
      await workshop.build();
      const files = workshop.files('dist');
      expect(files.get('articles/first/index.html')).toContain(`<p>${value}</p>`);
      const events = [...files].filter(([path]) => /^events\/.*\.html$/.test(path)).map(([, text]) => text);
      expect(events.filter((text) => !text.includes(`<p>${timeZone}</p>`))).toEqual([]);
      expect(events.length).toBeGreaterThan(0);
    }
    vi.unstubAllEnvs();
  });
});
