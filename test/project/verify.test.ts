/** A live site is a real HTTP server here, with the habits of real hosts. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, brotliCompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLiveFiles } from '../../src/publish/live-files.ts';
import { createManifest } from '../../src/publish/manifest.ts';
import { verifySite } from '../../src/publish/verify-site.ts';
import { digestOf } from '../../src/values/site-file.ts';
import { folderWith, gitcast, SOUND, writeInto } from '../cli/in-memory.ts';
import { copyOfMade } from '../git/copies.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, path: string) => boolean | void;

interface Host {
  readonly url: string;
  readonly asked: string[];
  /** The most requests that were open at the same time. */
  readonly most: () => number;
}

/** Serves a folder below `/2027/`. `special` answers first, and returns true if it did. */
async function host(folder: string, special: Answer = () => false): Promise<Host> {
  const asked: string[] = [];
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    most = Math.max(most, ++open);
    response.on('close', () => open--);
    const path = decodeURIComponent(request.url!.replace(/^\/2027\//, ''));
    asked.push(request.url!);
    setTimeout(() => {
      if (special(request, response, path)) return;
      const file = join(folder, path.endsWith('/') || path === '' ? `${path}index.html` : path);
      const isFile = request.url!.startsWith('/2027/') && existsSync(file) && statSync(file).isFile();
      if (isFile) return void response.end(readFileSync(file));
      const page = join(folder, '404.html');
      response.writeHead(404).end(existsSync(page) ? readFileSync(page) : 'Not found');
    }, 1);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/2027/`, asked, most: () => most };
}

async function built(): Promise<{ readonly cwd: string; readonly dist: string }> {
  const cwd = folderWith();
  await copyOfMade('a built site to verify', cwd, async (folder) => {
    writeInto(folder, SOUND);
    expect((await gitcast('build --manifest site.json', { cwd: folder })).exitCode).toBe(0);
  });
  return { cwd, dist: join(cwd, 'dist') };
}

const reportOf = async (cwd: string, words: string) => {
  const { exitCode, stdout } = await gitcast(`verify ${words} --json`, { cwd });
  return { exitCode, report: JSON.parse(stdout) as Record<string, unknown> };
};

describe('gitcast verify', () => {
  it('proves that a site below a path equals the build of the files, and leaves the output folder alone', async () => {
    const { cwd, dist } = await built();
    const { url, asked } = await host(dist);
    const before = readdirSync(join(cwd, '.gitcast/build'));
    const { exitCode, report } = await reportOf(cwd, url);
    expect([exitCode, report]).toMatchObject([0, { verified: true, missing: [], different: [], extra: null }]);
    expect(report['equal']).toBe(report['files']);
    expect(asked.some((path) => /[?]|index\.html/.test(path))).toBe(false);
    expect(readdirSync(join(cwd, '.gitcast/build'))).toEqual(before);
  });

  it('lists missing and different files and ends with 3, by a manifest and with or without a final slash', async () => {
    const { cwd, dist } = await built();
    const { url } = await host(dist, (_, response, path) => {
      if (/^places\/main-stage\/(index\.html)?$/.test(path)) return (response.writeHead(404).end('Not found'), true);
      if (path === 'robots.txt') return (response.end('another'), true);
      return false;
    });
    const { exitCode, report } = await reportOf(cwd, `${url.slice(0, -1)} --manifest site.json`);
    expect(exitCode).toBe(3);
    expect(report).toMatchObject({
      verified: false,
      missing: ['places/main-stage/index.html'],
      different: [{ path: 'robots.txt', bytes: 7 }],
      unread: [],
    });
    const { stdout } = await gitcast(`verify ${url} --manifest site.json`, { cwd });
    expect(stdout).toMatch(/missing \(1\)\n {2}places\/main-stage\/index\.html\n/);
    expect(stdout).toMatch(/✗ http.* is not this build: \d+ of \d+ files equal/);
  });

  it('follows redirects, decodes compressed answers, and accepts the 404 page with its status', async () => {
    const { cwd, dist } = await built();
    const { url } = await host(dist, (request, response, path) => {
      const send = (encoding: string, bytes: Buffer): true => {
        response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
        return true;
      };
      if (path === '') return send('gzip', gzipSync(readFileSync(join(dist, 'index.html'))));
      if (path === 'program/') return send('br', brotliCompressSync(readFileSync(join(dist, 'program/index.html'))));
      if (request.url === '/2027/places/') return (response.writeHead(301, { location: '/2027/there/' }).end(), true);
      if (path === 'there/') return (response.end(readFileSync(join(dist, 'places/index.html'))), true);
      if (path === '404.html') return (response.writeHead(404).end(readFileSync(join(dist, '404.html'))), true);
      return false;
    });
    const { exitCode, report } = await reportOf(cwd, `${url} --manifest site.json`);
    expect([exitCode, report]).toMatchObject([0, { verified: true }]);
  });

  it('does not expect a host to serve the files with its settings', async () => {
    const { cwd, dist } = await built();
    const { url } = await host(dist, (_, response, path) => {
      return path === '_headers' ? (response.writeHead(404).end(), true) : false;
    });
    const { exitCode, report } = await reportOf(cwd, `${url} --manifest site.json`);
    expect([exitCode, report]).toMatchObject([0, { verified: true, unserved: ['_headers'] }]);
  });

  it('finds files that the site no longer has, if publish wrote it to a branch', async () => {
    const { cwd, dist } = await built();
    const file = (text: string) => ({ digest: digestOf(Buffer.from(text)), bytes: text.length });
    const own = JSON.parse(readFileSync(join(cwd, 'site.json'), 'utf8')) as {
      files: Record<string, { digest: string; bytes: number }>;
    };
    const manifest = createManifest([
      ...Object.entries(own.files),
      ['old/index.html', file('old')],
      ['gone.pdf', file('gone')],
    ]);
    const { url } = await host(dist, (_, response, path) => {
      if (path === '.gitcast-published.json')
        return (response.end(JSON.stringify({ version: 1, site: manifest, kept: {} })), true);
      return path === 'old/' ? (response.end('old'), true) : false;
    });
    const { exitCode, report } = await reportOf(cwd, `${url} --manifest site.json`);
    expect([exitCode, report]).toMatchObject([3, { verified: false, missing: [], extra: ['old/index.html'] }]);
  });

  it.each([
    [401, 'the server answered 401 (not allowed)'],
    [403, 'the server answered 403 (not allowed)'],
    [400, 'the server answered 400'],
  ])(
    'ends with 4 if a host answers %i to everything, because nothing is known about its files',
    async (status, reason) => {
      const { cwd, dist } = await built();
      const { url } = await host(dist, (_, response) => (response.writeHead(status).end(), true));
      const { exitCode, report } = await reportOf(cwd, `${url} --manifest site.json`);
      expect([exitCode, report]).toMatchObject([4, { verified: false, equal: 0, missing: [], different: [] }]);
      expect(report['unread']).toHaveLength(report['files'] as number);
      const { stdout } = await gitcast(`verify ${url} --manifest site.json`, { cwd });
      expect(stdout).toContain(`): ${reason}\n`);
      expect(stdout).toContain('check the address in a browser');
    },
  );

  it('ends with 4 if the site redirects without end', async () => {
    const { cwd, dist } = await built();
    const { url } = await host(dist, (_, response) => (response.writeHead(302, { location: '/2027/' }).end(), true));
    const { exitCode, report } = await reportOf(cwd, `${url} --manifest site.json`);
    expect([exitCode, report]).toMatchObject([
      4,
      {
        unread: expect.arrayContaining([{ path: 'index.html', reason: 'the server redirects without end' }]) as unknown,
      },
    ]);
  });

  it.each([404, 403])(
    'names pages that a host serves only with index.html, and answers %i for their folder',
    async (status) => {
      const { cwd, dist } = await built();
      const { url } = await host(dist, (_, response, path) =>
        path === '' || path.endsWith('/') ? (response.writeHead(status).end(), true) : false,
      );
      const { exitCode, report } = await reportOf(cwd, `${url} --manifest site.json`);
      expect([exitCode, report]).toMatchObject([3, { verified: false, missing: [], unread: [] }]);
      expect(report['unindexed']).toContain('places/main-stage/index.html');
      const { stdout } = await gitcast(`verify ${url} --manifest site.json`, { cwd });
      expect(stdout).toContain('this host serves no index pages');
    },
  );

  it('fails with the reason when the site cannot be reached, and with a suggestion for an address without a scheme', async () => {
    const { cwd } = await built();
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));
    const folder = readFileSync(join(cwd, 'site.json'), 'utf8');
    expect(folder).toContain('"index.html"');
    const live = openLiveFiles({ environment: () => undefined, concurrency: 4, pause: 1 });
    expect(await live.look(`http://127.0.0.1:${port}/`)).toMatchObject({
      type: 'unread',
      reason: expect.stringContaining('cannot reach'),
    });
    await live.close();
    const { exitCode, stderr } = await gitcast('verify festival.example', { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('festival.example is not the address of a site')]);
  });
});

describe('reading a live site', () => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`a/${index}.txt`, `file ${index}`]));
  const manifest = createManifest(
    Object.entries(files).map(([path, text]) => [path, { digest: digestOf(Buffer.from(text)), bytes: text.length }]),
  );
  const verified = async ({ url }: Host) => {
    const live = openLiveFiles({ environment: () => undefined, concurrency: 4, pause: 1 });
    try {
      return await verifySite({ url, manifest, live, concurrency: 4 });
    } finally {
      await live.close();
    }
  };

  it('asks for few files at a time, and again after a failure or a refusal that passes', async () => {
    const failed = new Set<string>();
    const site = await host(folderWith(files), (request, response, path) => {
      if (failed.has(path) || !/[37]\.txt$/.test(path)) return false;
      failed.add(path);
      if (path.endsWith('3.txt')) response.writeHead(429, { 'retry-after': '0' }).end();
      else request.socket.destroy();
      return true;
    });
    expect(await verified(site)).toMatchObject({ equal: 40, missing: [], different: [], unread: [] });
    expect(failed.size).toBe(8);
    expect(site.most()).toBeLessThanOrEqual(4);
  });

  it('reports what could not be read, instead of calling it missing or equal', async () => {
    const site = await host(folderWith(files), (_, response, path) => {
      return path === 'a/5.txt' ? (response.writeHead(503).end(), true) : false;
    });
    expect(await verified(site)).toMatchObject({
      equal: 39,
      missing: [],
      unread: [{ path: 'a/5.txt', reason: 'the server answered 503' }],
    });
  });

  it('stops asking a server that keeps failing', async () => {
    const site = await host(folderWith(files), (_, response) => (response.writeHead(500).end(), true));
    const { unread, equal } = await verified(site);
    expect([equal, unread.length, unread.at(-1)!.reason]).toEqual([0, 40, 'not tried']);
    expect(site.asked.length).toBeLessThan(4 * 30);
  });
});
