import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Config, SharedCache } from '../../src/config/config.ts';
import { LIMITS, type Access, type Limits } from '../../src/project/site/remembered/shared/access.ts';
import { withinLimits, type ArchiveStore } from '../../src/project/site/remembered/shared/archive-store.ts';
import { expired } from '../../src/project/site/remembered/shared/expired.ts';
import { fetchArchives } from '../../src/project/site/remembered/shared/fetch-archives.ts';
import { knownArchives } from '../../src/project/site/remembered/shared/known-archives.ts';
import { sharedMode } from '../../src/project/site/remembered/shared/shared-mode.ts';
import { openShared } from '../../src/project/site/remembered/shared/shared-memory.ts';
import { archiveName, parseArchiveName, scopeName } from '../../src/render/remember/archive-name.ts';
import { archiveDigest, readArchive, writeArchive } from '../../src/render/remember/archive.ts';
import { packBlock, type Block, type RememberedFile } from '../../src/render/remember/block.ts';
import { openCacheFile, type CacheFile } from '../../src/render/remember/cache-file.ts';
import { digestOf } from '../../src/values/site-file.ts';
import { BUCKET, KEY as S3_KEY, Refusal, s3Server, SECRET as S3_SECRET } from '../publish/s3-server.ts';

const SCOPE = 'this version';
const OWN = scopeName(SCOPE);
const KEY = 'a-signing-key-of-this-test';
const NOW = new Date('2027-06-01T12:00:00Z');
const TODAY = Math.floor(NOW.getTime() / 86_400_000);

const fileAt = (path: string, text: string): RememberedFile => ({
  path,
  about: '',
  facts: [0],
  digest: digestOf(Buffer.from(text)),
  bytes: Buffer.byteLength(text),
});

const blockWith = (files: readonly RememberedFile[], facts: Block['facts'] = [[{ type: 'words' }, 'x']]) =>
  packBlock(
    { facts, files },
    files.map(({ path }) => path),
  );

/** A block of 60 files. */
const blockOf = (name: string) =>
  blockWith(Array.from({ length: 60 }, (_, index) => fileAt(`${name}/${index}.html`, `${name}/${index}.html`)));

const bucketAt = (endpoint: string): SharedCache['store'] => ({
  type: 's3',
  endpoint,
  bucket: BUCKET,
  prefix: '',
  region: 'us-east-1',
  key: { $env: 'S3_KEY' },
  secret: { $env: 'S3_SECRET' },
});

interface Wish {
  readonly signed?: string;
  readonly limits?: Partial<Limits>;
  readonly mode?: 'read' | 'write';
  readonly now?: Date;
  readonly store?: SharedCache['store'];
}

/** Machines with a store in one folder. */
function stage() {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-machines-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = join(folder, 'store');
  const caches = new Map<string, CacheFile>();
  onTestFinished(() => caches.forEach((cache) => cache.close()));
  const cacheOf = (machine: string): CacheFile => {
    if (!caches.has(machine)) caches.set(machine, openCacheFile(join(folder, machine, 'build.db'))!);
    return caches.get(machine)!;
  };
  const share = (machine: string, wish: Wish = {}) => {
    const { signed, limits, mode = 'write', now = NOW } = wish;
    const config = {
      root: folder,
      cache: {
        store: wish.store ?? { type: 'folder', path: 'store' },
        write: true,
        ...(signed !== undefined && { signingKey: { $env: 'KEY' } }),
      },
      variable: (name: string) => ({ KEY: signed, S3_KEY, S3_SECRET })[name],
      environment: () => undefined,
      programEnvironment: () => process.env,
    } as unknown as Config;
    const cache = cacheOf(machine);
    const shared = openShared({
      config,
      cache,
      scope: SCOPE,
      mode,
      cwd: folder,
      now: () => now,
      // This machine may be busy.
      limits: { ...LIMITS, answer: 60_000, transfer: 60_000, ...limits },
    });
    return { ...shared, cache };
  };
  const archives = (): readonly string[] =>
    existsSync(store)
      ? readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((name) => /\/\d/.test(name))
      : [];
  /** A build that renders these blocks. */
  const build = async (machine: string, names: readonly string[], wish: Wish = {}): Promise<readonly string[]> => {
    const { cache, fetch, send, notes, close } = share(machine, wish);
    await fetch(60);
    for (const name of names) cache.add(SCOPE, blockOf(name));
    cache.settle([]);
    await send();
    await close();
    return notes();
  };
  const blocks = (machine: string): readonly string[] =>
    cacheOf(machine)
      .lists(SCOPE)
      .map(({ name }) => name)
      .toSorted();
  return { folder, store, share, archives, build, blocks };
}

const named = (...names: readonly string[]): readonly string[] => names.map((name) => blockOf(name).name).toSorted();

describe('archives of a shared cache', () => {
  it('hold the blocks of builds, whole and in order', () => {
    const blocks = [blockOf('a'), blockOf('b')];
    expect(readArchive(OWN, writeArchive(OWN, blocks))).toEqual(blocks);
  });

  it.each<[string, Block]>([
    ['leaves the site', { facts: [], files: [{ ...fileAt('../../etc/x', ''), facts: [] }] }],
    ['is outside the site', { facts: [], files: [{ ...fileAt('/etc/passwd', ''), facts: [] }] }],
    ['depends on a fact that is missing', { facts: [], files: [fileAt('a', '')] }],
    ['is too large', { facts: [], files: [{ ...fileAt('a', ''), facts: [], bytes: 2 ** 40 }] }],
    ['has no files', { facts: [] } as unknown as Block],
    ['asks an impossible question', { facts: [[{ type: 'field', path: null } as never, '']], files: [] }],
    ['depends on no instant', { facts: [[{ type: 'has-come' } as never, 'false']], files: [] }],
    [
      'reports an unknown problem',
      {
        facts: [],
        files: [{ ...fileAt('a', ''), facts: [], diagnostics: [{ code: 'x', message: 1 } as never] }],
      },
    ],
    [
      'draws a picture elsewhere',
      {
        facts: [],
        files: [
          {
            ...fileAt('a/index.html', ''),
            facts: [],
            cards: [
              {
                path: 'index.html',
                name: '0123456789abcdef',
                content: { title: '', details: [], siteName: '' },
                digest: digestOf(Buffer.from('')),
                bytes: 0,
              },
            ],
          },
        ],
      },
    ],
  ])('are refused if a block %s', (_, block) => {
    expect(readArchive(OWN, writeArchive(OWN, [blockOf('a'), packBlock(block, [])]))).toBeUndefined();
  });

  it('are refused if they are cut anywhere', () => {
    const archive = writeArchive(OWN, [blockOf('a')]);
    for (const length of [0, 5, 20, 30, 51, archive.length - 1])
      expect(readArchive(OWN, archive.subarray(0, length))).toBeUndefined();
  });

  it('are refused in the folder of another version', () => {
    expect(readArchive(scopeName('another version'), writeArchive(OWN, [blockOf('a')]))).toBeUndefined();
  });
});

describe('a shared cache', () => {
  it('brings what it has to a machine once', async () => {
    const { build, blocks, store, archives } = stage();
    expect(await build('one', ['a', 'b'])).toEqual([]);
    expect(archives().length).toBe(1);
    expect(await build('two', [])).toEqual([]);
    expect(blocks('two')).toEqual(named('a', 'b'));
    // A second look would report that it is damaged.
    truncateSync(join(store, archives()[0]!), 50);
    expect(await build('two', [])).toEqual([]);
  });

  it('keeps what two builds add at the same time', async () => {
    const { share, build, blocks } = stage();
    const [one, two] = [share('one'), share('two')];
    one.cache.add(SCOPE, blockOf('a'));
    two.cache.add(SCOPE, blockOf('b'));
    await Promise.all([one.send(), two.send()]);
    await build('three', []);
    expect(blocks('three')).toEqual(named('a', 'b'));
  });

  it('is not asked for a few files, and they are added when more have come together', async () => {
    const { share, archives } = stage();
    const { cache, fetch, send } = share('one', { limits: { few: 100 } });
    expect(await fetch(99)).toBe(false);
    cache.add(SCOPE, blockOf('a'));
    await send();
    expect(archives()).toEqual([]);
    cache.add(SCOPE, blockOf('b'));
    await send();
    expect(archives().length).toBe(1);
  });

  it('does not receive files that depend on the exact time', async () => {
    const { share, archives } = stage();
    const { cache, send } = share('one');
    const files = Array.from({ length: 60 }, (_, index) => fileAt(`${index}.html`, ''));
    cache.add(SCOPE, blockWith(files, [[{ type: 'now' }, 'x']]));
    await send();
    expect(archives()).toEqual([]);
  });

  it('does not receive what no machine would accept', async () => {
    const { share, build, archives } = stage();
    const { cache, send } = share('one');
    cache.add(SCOPE, blockWith([{ ...fileAt('large', ''), bytes: 2 ** 40 }]));
    cache.add(SCOPE, blockOf('a'));
    await send();
    expect(archives().length).toBe(1);
    expect(await build('two', [])).toEqual([]);
  });

  it('leaves out archives that are cut, and removes them', async () => {
    const { build, blocks, store, archives } = stage();
    await build('one', ['a']);
    const [cut] = archives();
    truncateSync(join(store, cut!), 100);
    expect(await build('two', ['b'])).toEqual([
      'ignored 1 archive of the shared cache (store): its content does not match its digest',
    ]);
    expect(archives()).not.toContain(cut);
    await build('three', []);
    expect(blocks('three')).toEqual(named('b'));
  });

  it('of another version is not used', async () => {
    const { build, blocks, store } = stage();
    await build('one', ['a']);
    renameSync(join(store, scopeName(SCOPE)), join(store, scopeName('another version')));
    expect(await build('two', [])).toEqual([]);
    expect(blocks('two')).toEqual([]);
  });

  it('with a key uses only archives that are signed with it, for the same version', async () => {
    const { build, blocks, store, archives } = stage();
    await build('unsigned', ['a']);
    await build('stranger', ['b'], { signed: 'another-key-of-this-test' });
    await build('one', ['c'], { signed: KEY });
    // A valid signature for another version.
    const about = {
      scope: scopeName('another version'),
      day: TODAY,
      digest: archiveDigest(writeArchive(OWN, [blockOf('d')])),
    };
    const moved = archiveName(about, KEY).replace(about.scope, scopeName(SCOPE));
    writeFileSync(join(store, moved), writeArchive(OWN, [blockOf('d')]));
    expect(archives().length).toBe(4);
    expect(await build('two', [], { signed: KEY })).toEqual([
      'ignored 3 archives of the shared cache (store): not signed with the key in KEY',
    ]);
    expect(blocks('two')).toEqual(named('c'));
  });

  it.each([
    ['', 'the environment variable KEY is missing or empty'],
    ['short', 'the key in KEY is shorter than 16 characters'],
  ])('with the key “%s” is not used', async (signed, reason) => {
    const { build, archives } = stage();
    expect(await build('one', ['a'], { signed })).toEqual([`the shared cache (store) was not used: ${reason}`]);
    expect(archives()).toEqual([]);
  });

  it('ignores what a killed build left, and removes it after a day', async () => {
    const { build, blocks, store } = stage();
    await build('one', ['a']);
    const unfinished = join(store, scopeName(SCOPE), '.writing-00000000-0000-0000-0000-000000000000');
    writeFileSync(unfinished, 'half');
    expect(await build('two', [])).toEqual([]);
    expect([blocks('two'), existsSync(unfinished)]).toEqual([named('a'), true]);
    utimesSync(unfinished, 0, 0);
    await build('two', ['b']);
    expect(existsSync(unfinished)).toBe(false);
  });

  it('is packed again when it has many archives, and keeps only what the build uses', async () => {
    const { build, share, blocks, archives } = stage();
    const limits = { loose: 1 };
    for (const name of ['a', 'b', 'c']) await build(name, [name], { limits });
    expect(archives().length).toBe(3);
    const { cache, fetch, send } = share('four', { limits });
    await fetch(1000);
    cache.add(SCOPE, blockOf('d'));
    cache.settle(named('a', 'b'));
    await send();
    expect(archives().length).toBe(1);
    await build('five', [], { limits });
    expect(blocks('five')).toEqual(named('a', 'b', 'd'));
  });

  it('forgets versions that no build has added to for a month, and leaves other files alone', async () => {
    const { build, archives, store } = stage();
    await build('one', ['a']);
    const old = scopeName('an old version');
    mkdirSync(join(store, old));
    const about = (day: number) => archiveName({ scope: old, day, digest: '0'.repeat(64) }, undefined);
    writeFileSync(join(store, about(TODAY - 40)), '');
    writeFileSync(join(store, 'README'), 'of a person');
    await build('one', ['b']);
    expect(archives().filter((name) => name.startsWith(old))).toEqual([]);
    expect(readFileSync(join(store, 'README'), 'utf8')).toBe('of a person');
    const name = (day: number) => parseArchiveName(about(day))!;
    // One recent archive keeps its version.
    expect(expired([name(TODAY - 40), name(TODAY - 20)], scopeName(SCOPE), TODAY)).toEqual([]);
  });

  it('that cannot be written to is used, and reported once', async () => {
    const server = await s3Server();
    onTestFinished(() => server.close());
    const store = bucketAt(server.endpoint);
    const { build, blocks } = stage();
    await build('one', ['a'], { store });
    server.fail = { request: /^PUT/, status: 403, times: 9 };
    expect(await build('two', ['b'], { store })).toEqual([
      expect.stringMatching(/^the shared cache \(.*\) was not updated: PUT .* was refused: /),
    ]);
    expect(blocks('two')).toEqual(named('a', 'b'));
    expect(await build('three', ['c'], { store, mode: 'read' })).toEqual([]);
  });

  it('that fails halfway is used as far as it came', async () => {
    const { share } = stage();
    const { cache } = share('one');
    const archive = writeArchive(OWN, [blockOf('a')]);
    const name = (day: number) =>
      archiveName({ scope: scopeName(SCOPE), day, digest: archiveDigest(archive) }, undefined);
    const store = {
      list: async () => [name(1), name(2)],
      read: async (names: readonly string[], _: unknown, use: (name: string, bytes: Uint8Array) => void) => {
        use(names[0]!, archive);
        throw new Error('the connection was lost');
      },
    } as unknown as ArchiveStore;
    const known = knownArchives(cache, 'here');
    const within = withinLimits(new AbortController());
    const access: Access = { store, within, key: undefined, cache, scope: SCOPE, known, limits: LIMITS };
    const came: string[] = [];
    const fetched = fetchArchives(access, { files: 60, onBlock: (block) => void came.push(block) });
    await expect(fetched).rejects.toThrow('the connection was lost');
    expect([came, knownArchives(cache, 'here').has(name(1))]).toEqual([named('a'), true]);
  });

  it('whose answer has control characters is explained on one line without them', async () => {
    const server = await s3Server();
    onTestFinished(() => server.close());
    server.onRequest = () => {
      throw new Refusal(400, '\u001b[2J\n::error::');
    };
    const { build } = stage();
    const [note] = await build('one', ['a'], { store: bucketAt(server.endpoint) });
    expect(note).toMatch(/^[^\p{Cc}]+ was not used: GET [^\p{Cc}]+ was refused: [^\p{Cc}]+$/u);
  });

  it('that hangs is left alone after its time, and not asked again', async () => {
    let requests = 0;
    const server = createServer(() => void requests++);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => server.closeAllConnections());
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { build } = stage();
    const store = bucketAt(endpoint);
    expect(await build('one', ['a'], { store, limits: { answer: 300 } })).toEqual([
      `the shared cache (${endpoint}/${BUCKET}) was not used: it did not answer within 1 s`,
    ]);
    expect(requests).toBeLessThan(2);
  });
});

describe('GITCAST_CACHE', () => {
  const modeWith = (value: string | undefined, write: boolean | undefined) =>
    sharedMode({
      environment: () => value,
      ...(write !== undefined && { cache: { store: { type: 'git', remote: 'origin' }, write } }),
    });

  it('overrides the configuration', () => {
    expect([modeWith(undefined, true), modeWith(undefined, false), modeWith('', true)]).toEqual([
      'write',
      'read',
      'write',
    ]);
    expect([modeWith('off', true), modeWith('read', true), modeWith('write', false)]).toEqual(['off', 'read', 'write']);
    expect(modeWith('write', undefined)).toBe('off');
  });

  it('with another value is refused', () => {
    expect(() => modeWith('on', true)).toThrow('GITCAST_CACHE is `on`');
  });
});
