import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDevServer, type DevServer } from '../../../src/preview/server/dev-server.ts';
import { ask } from '../ask.ts';
import { ColdSite } from '../cold-site.ts';

const EVIL = 'http://evil.example';
const PATHS = ['/', '/program/', '/__gitcast/client.js', '/__gitcast/events', '/__gitcast/phone', '/../content/x'];

/**
 * On Linux, 127.0.0.2 leads to this machine as the address of a network does: the server takes it for one, and only
 * 127.0.0.1 for itself.
 */
const NETWORK = '127.0.0.2';

describe.runIf(process.platform === 'linux')('a dev server with --host', () => {
  let site: ColdSite;
  let server: DevServer;
  let cookie = '';
  const edited: unknown[] = [];
  const url = () => `http://${NETWORK}:${server.port}`;
  const own = () => ({ cookie, origin: url(), 'x-gitcast-token': server.token, 'content-type': 'application/json' });
  const entryOf = (link: string): string => link.slice(new URL(link).origin.length);
  const chooseTime = (headers: Record<string, string>, at = url()) =>
    ask(at, '/__gitcast/now', { method: 'POST', headers, body: '{"local":"2027-06-18T20:30"}' });

  beforeAll(async () => {
    site = await ColdSite.open({});
    server = await startDevServer({
      site,
      folder: '/project',
      port: { port: 0, isNamed: true, address: NETWORK },
      locate: () => undefined,
      editor: { note: { answer: async (asked) => ({ noted: edited.push(asked) }) } },
      env: {},
    });
    const answer = await ask(url(), entryOf(server.link()!));
    cookie = answer.headers['set-cookie']![0]!.split(';')[0]!;
  });
  afterAll(async () => {
    await server.close();
    site.close();
  });

  it('serves neither page nor script nor token over the network without the cookie', async () => {
    for (const headers of [
      {},
      { cookie: 'gitcast=x' },
      { cookie: `gitcast-${server.port}=guessed` },
      { cookie: `gitcast-${server.port}` },
    ]) {
      for (const path of PATHS) {
        for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE']) {
          const { status, text } = await ask(url(), path, { method, headers });
          expect([method, path, status]).toEqual([method, path, 401]);
          expect(text).not.toContain(server.token);
        }
      }
    }
  });

  it('serves everything with the cookie, and keeps answering on this machine without it', async () => {
    expect((await ask(url(), '/', { headers: { cookie: `a=b; ${cookie}; c` } })).text).toContain(server.token);
    expect((await ask(server.url, '/')).text).toContain(server.token);
    const events = await fetch(`${url()}/__gitcast/events?page=/`, { headers: { cookie } });
    expect([events.status, events.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    await events.body!.cancel();
  });

  it('exchanges a link for a cookie once: it is closed to scripts and to other sites', async () => {
    const entry = entryOf(server.link()!);
    const answer = await ask(url(), entry);
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^gitcast-\d+=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.text).toContain('<meta http-equiv="refresh" content="0;url=/">');
    expect(answer.text).not.toContain(server.token);
    const again = await ask(url(), entry);
    expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined]);
  });

  it('keeps a link for the person who opens it: a program that looks ahead does not use it up', async () => {
    const entry = entryOf(server.link()!);
    for (const asked of [
      { method: 'HEAD' },
      { method: 'POST' },
      { headers: { 'sec-purpose': 'prefetch' } },
      { headers: { purpose: 'prefetch' } },
      { headers: { host: 'evil.example' } },
    ])
      expect((await ask(url(), entry, asked)).headers['set-cookie']).toBeUndefined();
    const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await ask(url(), entry, { headers: visit })).status).toBe(200);
  });

  it('ends an earlier link when a new one is made, and admits no guess', async () => {
    const [earlier, later] = [entryOf(server.link()!), entryOf(server.link()!)];
    for (const entry of [earlier, '/__gitcast/enter', '/__gitcast/enter?', '/__gitcast/enter?undefined', `${later}x`])
      expect((await ask(url(), entry)).status).toBe(401);
    expect((await ask(url(), later)).status).toBe(200);
  });

  it('answers only to addresses of this machine, never to a name that resolves to one', async () => {
    const { port } = server;
    const names = [
      'evil.example',
      `evil.example:${port}`,
      NETWORK,
      `${NETWORK}:1`,
      '10.255.255.1',
      `localhost.evil:${port}`,
    ];
    for (const host of names)
      for (const path of PATHS) expect((await ask(url(), path, { headers: { host, cookie } })).status).toBe(403);
    const other = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4');
    if (other)
      expect((await ask(url(), '/', { headers: { host: `${other.address}:${port}`, cookie } })).status).toBe(200);
  });

  it('does not take another machine for this one because it says so', async () => {
    const { refusalOf } = await import('../../../src/preview/server/access.ts');
    const { Guests } = await import('../../../src/preview/server/guests.ts');
    const door = { port: 4321, token: 't', network: { address: '192.168.1.5', guests: new Guests(4321) } };
    const request = new Request('http://127.0.0.1/', { headers: { host: '127.0.0.1:4321' } });
    expect(refusalOf(request, '192.168.1.77', door)?.status).toBe(403);
    expect(refusalOf(request, '127.0.0.1', door)).toBeUndefined();
    expect(refusalOf(request, '::ffff:127.0.0.1', door)).toBeUndefined();
  });

  it('changes nothing for a page of another site, although the browser may send the cookie', async () => {
    const before = site.now;
    for (const headers of [
      { cookie },
      { cookie, origin: url() },
      { ...own(), 'x-gitcast-token': 'guessed' },
      { ...own(), origin: EVIL },
      { ...own(), origin: 'null' },
      { ...own(), origin: `http://127.0.0.1:${server.port}` },
      { ...own(), 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await chooseTime(headers)).status).toBe(403);
      expect((await ask(url(), '/__gitcast/edit/note', { method: 'POST', headers, body: '{}' })).status).toBe(403);
    }
    expect((await chooseTime({ ...own(), cookie: '' })).status).toBe(401);
    expect(site.now).toBe(before);
    expect(edited).toEqual([]);
    for (const headers of [
      { cookie, origin: EVIL },
      { cookie, 'sec-fetch-site': 'cross-site' },
    ])
      for (const path of PATHS) expect((await ask(url(), path, { headers })).status).toBe(403);
  });

  it('lets a guest edit with cookie, origin and token', async () => {
    const asked = { method: 'POST', headers: own(), body: '{"a":1}' };
    expect((await ask(url(), '/__gitcast/edit/note', asked)).text).toBe('{"noted":1}');
    for (const name of ['edit/constructor', 'edit/__proto__', 'edit/..%2fopen'])
      expect((await ask(url(), `/__gitcast/${name}`, { ...asked })).status).toBe(404);
  });

  it('makes new links, and opens files in an editor, only for this machine', async () => {
    const asked = { method: 'POST', headers: own(), body: '{"file":"content/broadcast.yaml"}' };
    expect((await ask(url(), '/__gitcast/phone-link', asked)).status).toBe(403);
    expect((await ask(url(), '/__gitcast/open', asked)).text).toContain('"opened":false');
    const origin = server.url.slice(0, -1);
    const here = await ask(origin, '/__gitcast/phone-link', { ...asked, headers: { ...own(), cookie: '', origin } });
    const { url: link, code } = JSON.parse(here.text) as { url: string; code: string };
    expect(code).toMatch(/^<svg .*<path /);
    expect((await ask(url(), entryOf(link))).status).toBe(200);
  });
});

describe('a dev server without --host', () => {
  it('has no link and no way in', async () => {
    const site = await ColdSite.open({});
    const server = await startDevServer({
      site,
      folder: '/project',
      port: { port: 0, isNamed: true },
      locate: () => undefined,
      env: {},
    });
    try {
      expect(server.link()).toBeUndefined();
      const origin = server.url.slice(0, -1);
      const headers = { origin, 'x-gitcast-token': server.token };
      expect((await ask(origin, '/__gitcast/phone-link', { method: 'POST', headers })).text).toContain(
        'gitcast dev --host',
      );
      expect((await ask(origin, '/__gitcast/enter?x')).status).toBe(401);
    } finally {
      await server.close();
      site.close();
    }
  });
});
