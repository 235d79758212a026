import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProject, type BuildOptions, type BuildReport } from '../../src/index.ts';
import { LIMITS } from '../../src/project/site/remembered/shared/access.ts';
import { archiveDigest, readArchive, writeArchive } from '../../src/render/remember/archive.ts';
import { machineVariables } from '../git/machine-variables.ts';
import { SMALL_FESTIVAL } from '../preview/small-festival.ts';
import { BUCKET, KEY, s3Server, SECRET, type S3Server } from '../publish/s3-server.ts';

// Link previews and the packs for offline use take longer than everything else.
const SITE = {
  locales: ['fr', 'en'],
  url: 'https://harbour.example/2027',
  timezone: 'Europe/Paris',
  cards: false,
  offline: false,
};
const SIGNING = 'a-signing-key-of-this-test';
const VARIABLES = { S3_KEY: KEY, S3_SECRET: SECRET, SIGNING_KEY: SIGNING };

let folder: string;
let server: S3Server;
let first: Machine;
let rendered: ReadonlyMap<string, string>;

/** A checkout with a cache of its own. */
class Machine {
  readonly folder: string;

  constructor(name: string, cache: object) {
    this.folder = join(folder, name, 'checkout');
    for (const [path, text] of Object.entries(SMALL_FESTIVAL)) write(join(this.folder, 'content', path), text);
    cpSync(join(folder, 'clone'), this.folder, { recursive: true });
    this.use(cache);
  }

  use(cache: object): void {
    writeFileSync(join(this.folder, 'gitcast.config.yaml'), JSON.stringify({ site: SITE, cache }));
  }

  async build(options: BuildOptions = {}, variables: object = {}): Promise<BuildReport> {
    const env = { ...machineVariables(), ...VARIABLES, ...variables };
    const project = openProject({ folder: this.folder, env, now: () => new Date('2027-06-01T12:00:00Z') });
    return (await project.build({ jobs: 1, ...options })).report;
  }

  files(): ReadonlyMap<string, string> {
    const site = join(this.folder, 'dist');
    const entries = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const names = entries.map((entry) => join(entry.parentPath, entry.name)).toSorted();
    return new Map(names.map((file) => [file.slice(site.length + 1), readFileSync(file, 'latin1')]));
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const git = (cwd: string, ...words: readonly string[]): string =>
  execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const inS3 = () => ({
  s3: {
    endpoint: server.endpoint,
    bucket: BUCKET,
    prefix: 'cache',
    key: { $env: 'S3_KEY' },
    secret: { $env: 'S3_SECRET' },
  },
});
const STORES: readonly (readonly [string, () => object])[] = [
  ['a folder', () => ({ folder: '../../store' })],
  ['refs on a git remote', () => ({ git: 'origin' })],
  ['a bucket', () => ({ ...inS3(), signingKey: { $env: 'SIGNING_KEY' } })],
];

const { answer, transfer } = LIMITS;

beforeAll(async () => {
  // This machine may be busy.
  Object.assign(LIMITS, { answer: 60_000, transfer: 60_000 });
  folder = mkdtempSync(join(tmpdir(), 'gitcast-shared-'));
  server = await s3Server();
  mkdirSync(join(folder, 'origin.git'));
  git(join(folder, 'origin.git'), 'init', '-q', '--bare');
  git(folder, 'clone', '-q', 'origin.git', 'clone');
  first = new Machine('first', STORES[0]![1]());
  await first.build();
  rendered = first.files();
});

afterAll(async () => {
  Object.assign(LIMITS, { answer, transfer });
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

describe('a shared cache', () => {
  it.each(STORES)('in %s lets another machine build the same site without rendering it', async (name, store) => {
    first.use(store());
    expect((await first.build()).notes.join()).not.toContain('shared cache');
    const other = new Machine(name, store());
    const report = await other.build();
    expect(report.notes.join()).not.toContain('shared cache');
    // Only files that depend on the exact time, or are made from other files, are rendered.
    expect(report.remembered).toBeGreaterThan(100);
    expect([...other.files()]).toEqual([...rendered]);
  });

  it('leaves branches, tags and work trees of a git remote alone', () => {
    const refs = git(join(folder, 'origin.git'), 'for-each-ref', '--format=%(refname) %(objecttype)')
      .trim()
      .split('\n');
    expect(refs).not.toEqual([]);
    for (const ref of refs) expect(ref).toMatch(/^refs\/gitcast\/cache\/[0-9a-f]{32}\/\d+-[0-9a-f]{64} commit$/);
    expect(git(first.folder, 'for-each-ref')).toBe('');
  });

  it('contains no secret', () => {
    const stored = [...server.objects].map(([key, { body }]) => key + body.toString('latin1')).join();
    const caches = readFileSync(join(first.folder, '.gitcast/cache/build.db'), 'latin1');
    for (const secret of [SECRET, SIGNING]) expect(stored + caches).not.toContain(secret);
  });

  it('is not asked by a build that finds everything on its own machine', async () => {
    first.use(inS3());
    await first.build();
    const before = server.requests.length;
    rmSync(join(first.folder, 'dist'), { recursive: true });
    expect((await first.build()).written).toBe(rendered.size);
    expect(server.requests.length).toBe(before);
  });

  it('with an archive that was changed is ignored and replaced, with one sentence', async () => {
    const [archive] = poison('changed', (bytes) => {
      bytes[bytes.length - 10]! ^= 1;
      return bytes;
    });
    const other = new Machine('changed', { folder: '../../store-changed' });
    const report = await other.build();
    expect(report.remembered).toBe(0);
    expect(report.notes.filter((note) => note.includes('cache'))).toEqual([
      'ignored 1 archive of the shared cache (../../store-changed): its content does not match its digest',
    ]);
    expect([...other.files()]).toEqual([...rendered]);
    const [now, ...more] = archivesIn('store-changed');
    expect([now?.bytes.equals(archive!.bytes), more]).toEqual([false, []]);
  });

  it('with texts that its own lists do not name is rendered again and removed, with one sentence', async () => {
    const store = 'store-texts';
    const [archive] = poison('texts', (bytes, scope) => {
      const texts = zstdCompressSync(Buffer.alloc(100_000, '<script src="https://evil.example"></script>'));
      return Buffer.from(
        writeArchive(
          scope,
          readArchive(scope, bytes)!.map((block) => ({ ...block, texts })),
        ),
      );
    });
    const other = new Machine('texts', { folder: `../../${store}` });
    const report = await other.build();
    expect(report.remembered).toBe(0);
    expect(report.notes.filter((note) => note.includes('cache'))).toEqual([
      expect.stringMatching(/^rendered again what \d+ damaged blocks of the cache contained$/),
    ]);
    expect([...other.files()]).toEqual([...rendered]);
    expect(archivesIn(store).map(({ name }) => name)).not.toContain(archive!.name);
  });
});

/** Copies the folder with every archive changed, and named by its new digest if it is still an archive. */
function poison(name: string, change: (bytes: Buffer, scope: string) => Buffer) {
  cpSync(join(folder, 'store'), join(folder, `store-${name}`), { recursive: true });
  for (const { name: path, file, bytes } of archivesIn(`store-${name}`)) {
    const changed = change(bytes, path.split('/')[0]!);
    rmSync(file);
    const renamed = name === 'changed' ? file : file.replace(/[0-9a-f]{64}$/, archiveDigest(changed));
    writeFileSync(renamed, changed);
  }
  return archivesIn(`store-${name}`);
}

const archivesIn = (store: string) =>
  readdirSync(join(folder, store), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('/'))
    .map((name) => ({ name, file: join(folder, store, name), bytes: readFileSync(join(folder, store, name)) }));
