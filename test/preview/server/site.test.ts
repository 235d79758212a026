import { describe, expect, it } from 'vitest';
import { ask } from '../ask.ts';
import { useDevServer } from '../dev-server.ts';
import { inject } from '../../../src/preview/server/inject.ts';

describe('the dev server', () => {
  const running = useDevServer();

  it("shows a page with one script added, which the page's policy allows", async () => {
    const { status, headers, text } = await ask(running.url, '/program/');
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    const [tag] = /<script type="module"[^>]*><\/script>/.exec(text)!;
    const built = Buffer.from(running.site.file('program/index.html')!).toString();
    expect(text.replace(tag, '')).toBe(built);
    expect(tag).toContain('src="/__gitcast/client.js"');
    expect(text.indexOf(tag)).toBeLessThan(text.indexOf('assets/site.'));
  });

  it('serves the files next to the pages unchanged, with their types', async () => {
    const home = (await ask(running.url, '/')).text;
    const [style] = /assets\/site\.\w+\.css/.exec(home)!;
    const sheet = await ask(running.url, `/${style}`);
    expect(sheet.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(sheet.bytes.equals(running.site.file(style)!)).toBe(true);
    expect((await ask(running.url, '/sitemap.xml')).headers['content-type']).toContain('xml');
  });

  it("redirects a folder's name to its page", async () => {
    const moved = await ask(running.url, '/program?category=concert');
    expect([moved.status, moved.headers.location]).toEqual([307, 'program/?category=concert']);
  });

  it('answers a former path with a redirect, which keeps the query and is not remembered', async () => {
    running.site.moved = new Map([['/été/', '/program/#now']]);
    const moved = await ask(running.url, '/%C3%A9t%C3%A9/?category=concert');
    expect([moved.status, moved.headers.location]).toEqual([301, '/program/?category=concert#now']);
    expect(moved.headers['cache-control']).toBe('no-store');
  });

  it('shows the 404 page of the site for missing files', async () => {
    const missing = await ask(running.url, '/events/nothing/');
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('data-missing');
    expect(missing.text).toContain('page-notFound');
  });

  it('answers HEAD without a body, and no other method', async () => {
    const head = await ask(running.url, '/', { method: 'HEAD' });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    const headers = { origin: running.url, 'x-gitcast-token': running.token };
    expect((await ask(running.url, '/', { method: 'PUT', headers })).status).toBe(405);
  });

  it.each(['/../package.json', '/..%2fpackage.json', '/%2e%2e/package.json', '/%00', '/%zz', '//etc/passwd'])(
    'has nothing at %s',
    async (path) => {
      expect((await ask(running.url, path)).status).toBe(404);
    },
  );

  it.each(['/__gitcast/', '/__gitcast/nothing.js', '/__gitcast/..%2fserver%2fapp.ts', '/__gitcast/%2e%2e/app.ts'])(
    'has nothing of its own at %s',
    async (path) => {
      expect((await ask(running.url, path)).status).toBe(404);
    },
  );

  it('serves the scripts that its pages load', async () => {
    const wanted = new Set(['client.js', 'phone.js']);
    for (const name of wanted) {
      const { status, headers, text } = await ask(running.url, `/__gitcast/${name}`);
      expect([name, status]).toEqual([name, 200]);
      expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
      for (const [, imported] of text.matchAll(/from ["']\.\/([\w-]+\.js)["']/g)) wanted.add(imported!);
    }
    expect(wanted.size).toBeGreaterThan(10);
  });
});

describe('the time shown', () => {
  // Each choice builds the whole site.
  const running = useDevServer({ content: { 'broadcast.yaml': 'name: Harbour\n' } });
  const choose = (body: string) =>
    ask(running.url, '/__gitcast/now', {
      method: 'POST',
      headers: { origin: running.url, 'x-gitcast-token': running.token },
      body,
    });

  it('is chosen in the time zone of the event, and returned', async () => {
    expect((await choose('{"local":"2027-06-18T20:30"}')).status).toBe(200);
    expect(running.site.now).toBe(Date.parse('2027-06-18T20:30:00+01:00'));
    expect((await ask(running.url, '/')).text).toContain(`data-now="${running.site.now}"`);
    await choose('{"local":null}');
    expect(running.site.isNowChosen).toBe(false);
    expect((await ask(running.url, '/')).text).not.toContain('data-now="1');
  });

  it('is close to the requested one if the clocks skip or repeat an hour', async () => {
    await choose('{"local":"2027-03-28T01:30"}');
    expect(new Date(running.site.now).toISOString()).toBe('2027-03-28T01:30:00.000Z');
    await choose('{"local":"2027-10-31T01:30"}');
    expect(new Date(running.site.now).toISOString()).toBe('2027-10-31T00:30:00.000Z');
    await choose('{"local":null}');
  });

  it.each(['{"local":"tomorrow"}', '{"local":"2027-02-30T10:00"}', '{}', '[]', 'null', 'not JSON', ''])(
    'is left alone by %s, with a sentence about what was expected',
    async (body) => {
      const before = running.site.revision;
      const { status, text } = await choose(body);
      expect(status).toBe(400);
      expect(text).toContain('2027-06-18T20:30');
      expect(running.site.revision).toBe(before);
    },
  );

  it('is not accepted with a body of any length', async () => {
    expect((await choose(`{"local":"${'2'.repeat(100_000)}"}`)).status).toBe(413);
  });
});

it.each([
  ['<!doctype html><html lang="fr"><head><title>x</title>', '<!doctype html><html lang="fr"><head>✂<title>x</title>'],
  ['<HTML><HEAD data-x="1"><title>', '<HTML><HEAD data-x="1">✂<title>'],
  ['<!doctype html><html><body>', '<!doctype html><html>✂<body>'],
  ['<!doctype html><header>', '<!doctype html>✂<header>'],
  ['<p>no frame at all', '✂<p>no frame at all'],
  ['', '✂'],
])('the script is inserted at the start of the head of %s', (html, expected) => {
  expect(inject(html, '✂')).toBe(expected);
});
