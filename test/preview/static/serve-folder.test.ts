import { createServer } from 'node:http';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { startPreview } from '../../browser/preview.ts';
import { gitcast } from '../../cli/in-memory.ts';
import { ask } from '../ask.ts';
import { folderOfFile } from '../../temporary-folder.ts';
import { listenInTest } from '../../listen.ts';
import { byteRange } from '../../../src/preview/static/serve-folder.ts';

const LONG = `<!doctype html><title>Home</title>${'<p>The river stops.</p>'.repeat(50)}`;
const FILM = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));

describe('gitcast preview', () => {
  const parent = folderOfFile();
  let url: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const folder = join(parent, 'dist');
    for (const name of ['', 'assets', 'program', 'en/embed/program', 'été'])
      mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(parent, 'secret.txt'), 'not of the site');
    writeFileSync(join(folder, 'index.html'), LONG);
    writeFileSync(join(folder, '404.html'), '<!doctype html><title>Nothing here</title>');
    writeFileSync(join(folder, 'program/index.html'), '<!doctype html><title>Programme</title>');
    writeFileSync(join(folder, 'été/index.html'), '<!doctype html><title>Summer</title>');
    writeFileSync(join(folder, 'assets/site.0a1b2c3d4e.css'), 'body{margin:0}');
    writeFileSync(join(folder, 'en/embed/program/index.html'), '<!doctype html><title>Framed</title>');
    writeFileSync(join(folder, 'feed.xml'), LONG);
    writeFileSync(join(folder, 'film.mp4'), FILM);
    writeFileSync(join(folder, 'empty.bin'), '');
    ({ url, close } = await startPreview(folder));
  });
  afterAll(() => close());

  it('serves a folder by its page, and redirects a name without the slash there', async () => {
    expect((await ask(url, '/program/')).text).toContain('Programme');
    const moved = await ask(url, '/program?day=1');
    expect([moved.status, moved.headers.location]).toEqual([308, 'program/?day=1']);
    expect((await ask(url, '/%C3%A9t%C3%A9')).headers.location).toBe('%C3%A9t%C3%A9/');
    expect((await ask(url, '/%C3%A9t%C3%A9/')).text).toContain('Summer');
  });

  it('compresses text for clients that accept it, and nothing else', async () => {
    const accepting = (encoding: string) => ask(url, '/', { headers: { 'accept-encoding': encoding } });
    const brotli = await accepting('gzip, deflate, br');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(LONG);
    expect(gunzipSync((await accepting('gzip')).bytes).toString()).toBe(LONG);
    expect((await accepting('br;q=0')).text).toBe(LONG);
    const film = await ask(url, '/film.mp4', { headers: { 'accept-encoding': 'br' } });
    expect(film.headers['content-encoding']).toBeUndefined();
    expect(film.bytes.equals(FILM)).toBe(true);
  });

  it('lets other websites frame only the pages made for it', async () => {
    const framed = await ask(url, '/en/embed/program/');
    expect(framed.headers['content-security-policy']).toContain('frame-ancestors *');
    const { headers } = await ask(url, '/program/');
    expect(headers['content-security-policy']).not.toContain('frame-ancestors');
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  it('serves feeds with their own type, compressed', async () => {
    const feed = await ask(url, '/feed.xml', { headers: { 'accept-encoding': 'br' } });
    expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(feed.headers['content-encoding']).toBe('br');
  });

  it('lets a file named by its content be cached forever, and any other be revalidated', async () => {
    expect((await ask(url, '/assets/site.0a1b2c3d4e.css')).headers['cache-control']).toContain('immutable');
    const { headers } = await ask(url, '/');
    expect(headers['cache-control']).toBe('no-cache');
    const again = await ask(url, '/', { headers: { 'if-none-match': `"other", W/${headers.etag!}` } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await ask(url, '/', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('has a different tag for each encoding, because the bytes differ', async () => {
    const plain = await ask(url, '/');
    const brotli = await ask(url, '/', { headers: { 'accept-encoding': 'br' } });
    expect(brotli.headers.etag).not.toBe(plain.headers.etag);
    expect(brotli.headers.vary).toBe('accept-encoding');
  });

  it('sends players the part of a film that they request', async () => {
    const part = await ask(url, '/film.mp4', { headers: { range: 'bytes=10-19' } });
    expect(part).toMatchObject({
      status: 206,
      headers: { 'content-range': 'bytes 10-19/1000', 'content-length': '10', 'content-type': 'video/mp4' },
    });
    expect(part.bytes.equals(FILM.subarray(10, 20))).toBe(true);
    expect((await ask(url, '/film.mp4', { headers: { range: 'bytes=-1' } })).bytes).toEqual(FILM.subarray(999));
    expect(await ask(url, '/film.mp4', { headers: { range: 'bytes=1000-' } })).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */1000' },
    });
    const changed = await ask(url, '/film.mp4', { headers: { range: 'bytes=0-1', 'if-range': '"older"' } });
    expect(changed.status).toBe(200);
  });

  it('answers HEAD without a body, an empty file with none, and no other method', async () => {
    const head = await ask(url, '/film.mp4', { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, '1000', 0]);
    expect((await ask(url, '/empty.bin')).status).toBe(200);
    expect(await ask(url, '/', { method: 'POST' })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  it('shows the 404 page of the site, with that status', async () => {
    const missing = await ask(url, '/nowhere/');
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('Nothing here');
    expect(missing.headers.etag).toBeUndefined();
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/program/..%2f..%2fsecret.txt',
    '//secret.txt',
    '/%00',
    '/%zz',
    '/film.mp4/x',
    `/${'a'.repeat(5000)}`,
  ])('has nothing at %s', async (path) => {
    expect((await ask(url, path)).status).toBe(404);
  });

  it.each(['evil.example', 'localhost', '127.0.0.1', '127.0.0.1:1', 'evil.example:80', '127.0.0.1.evil.example'])(
    'does not answer to the name %s, which may belong to somebody else',
    async (host) => {
      expect((await ask(url, '/', { headers: { host } })).status).toBe(403);
    },
  );

  it('answers to the names of this machine', async () => {
    const { port } = new URL(url);
    for (const name of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])
      expect((await ask(url, '/', { headers: { host: `${name}:${port}` } })).status).toBe(200);
  });

  it('reports that the chosen port is taken, and the next step', async () => {
    const port = await listenInTest(createServer());
    const ran = await gitcast(`preview dist --port ${port}`, { cwd: parent });
    expect(ran).toMatchObject({ exitCode: 1, stdout: '' });
    expect(ran.stderr).toContain(`port ${port} is in use`);
    expect(ran.stderr).toContain('--port');
  });
});

it.each([
  ['bytes=0-3', { type: 'part', first: 0, last: 3 }],
  ['bytes=4-', { type: 'part', first: 4, last: 9 }],
  ['bytes=-2', { type: 'part', first: 8, last: 9 }],
  ['bytes=-200', { type: 'part', first: 0, last: 9 }],
  ['bytes=8-99', { type: 'part', first: 8, last: 9 }],
  ['bytes=10-', { type: 'unsatisfiable' }],
  ['bytes=-0', { type: 'unsatisfiable' }],
  ['bytes=5-2', { type: 'whole' }],
  ['bytes=0-1,4-5', { type: 'whole' }],
  ['bytes=-', { type: 'whole' }],
  ['lines=1-2', { type: 'whole' }],
  [null, { type: 'whole' }],
])('%s on a file of ten bytes gives %o', (header, range) => {
  expect(byteRange(header, 10)).toEqual(range);
});

it('never names a byte that the file does not have', () => {
  const header = fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,20}-\d{0,20}$/));
  fc.assert(
    fc.property(header, fc.nat(), (text, size) => {
      const range = byteRange(text, size);
      return range.type !== 'part' || (range.first >= 0 && range.first <= range.last && range.last < size);
    }),
  );
});
