import { describe, expect, it, onTestFinished } from 'vitest';
import { ask } from '../ask.ts';
import { useDevServer } from '../dev-server.ts';
import { UserError } from '../../../src/diagnostics/errors.ts';
import { startDevServer } from '../../../src/preview/server/dev-server.ts';
import { ColdSite } from '../cold-site.ts';

const EVIL = 'http://evil.example';

describe('a page of another site', () => {
  const running = useDevServer();
  const host = () => new URL(running.url).host;
  const own = () => ({ origin: running.url, 'x-gitcast-token': running.token, 'content-type': 'application/json' });
  const chooseTime = (headers: Record<string, string>) =>
    ask(running.url, '/__gitcast/now', { method: 'POST', headers, body: '{"local":"2027-06-18T20:30"}' });

  it.each([
    'evil.example',
    'evil.example:4321',
    'localhost',
    '127.0.0.1:1',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '0.0.0.0',
  ])('reads nothing under the name %s, even if that name resolves to this machine', async (name) => {
    for (const path of ['/', '/program/', '/__gitcast/client.js', '/__gitcast/events', '/__gitcast/phone']) {
      const { status, text } = await ask(running.url, path, { headers: { host: name } });
      expect([path, status]).toEqual([path, 403]);
      expect(text).not.toContain(running.token);
    }
  });

  it('reads nothing with its own origin', async () => {
    for (const origin of [EVIL, 'null', 'http://localhost:1', `https://${host()}`]) {
      expect((await ask(running.url, '/', { headers: { origin } })).status).toBe(403);
    }
  });

  it.each(['cross-site', 'same-site', 'anything-new'])('loads nothing, given Sec-Fetch-Site: %s', async (site) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
    for (const path of ['/', '/__gitcast/client.js', '/__gitcast/events'])
      expect((await ask(running.url, path, { headers })).status).toBe(403);
  });

  it("may link to a page, but neither frame it nor link to the server's own paths", async () => {
    const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await ask(running.url, '/program/', { headers: visit })).status).toBe(200);
    expect((await ask(running.url, '/__gitcast/phone', { headers: visit })).status).toBe(403);
    const frame = { ...visit, 'sec-fetch-dest': 'iframe' };
    expect((await ask(running.url, '/program/', { headers: frame })).status).toBe(403);
  });

  it("changes nothing: a change needs the origin, the token and the browser's own headers", async () => {
    const before = running.site.now;
    for (const headers of [
      {},
      { origin: running.url },
      { 'x-gitcast-token': running.token },
      { ...own(), origin: EVIL },
      { ...own(), origin: 'null' },
      { ...own(), 'x-gitcast-token': 'guessed' },
      { ...own(), 'sec-fetch-site': 'cross-site' },
      { ...own(), 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      { ...own(), host: 'evil.example' },
      { ...own(), host: `localhost:${running.server.port}` },
    ])
      expect((await chooseTime(headers)).status).toBe(403);
    expect(running.site.now).toBe(before);
  });

  it('learns nothing about who has access, not even with a preflight request', async () => {
    const asked = await ask(running.url, '/__gitcast/now', {
      method: 'OPTIONS',
      headers: { origin: EVIL, 'access-control-request-method': 'POST' },
    });
    expect(asked.status).toBe(403);
    const allowed = [asked, await ask(running.url, '/'), await chooseTime(own())];
    for (const { headers } of allowed)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    await running.site.setNow(undefined);
  });

  it('cannot frame or load what it must not read', async () => {
    const { headers } = await ask(running.url, '/');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });
});

const full = Object.assign(new Error('ENOSPC: no space left on device'), {
  code: 'ENOSPC',
  syscall: 'open',
  path: '/project/content/a.yaml',
});

it.each([
  [new UserError('there is nothing here'), 'There is nothing here.'],
  [new UserError('script.svg is no picture'), 'script.svg is no picture.'],
  [new UserError('x.exe: not this'), 'x.exe: not this.'],
  [new UserError('no', { suggestion: 'run gitcast validate' }), 'No: run gitcast validate.'],
  [
    full,
    'content/a.yaml cannot be used: the disk is full: free disk space or grant access, then run the command again.',
  ],
])('what an edit cannot do is a sentence: %s', async (error, reason) => {
  const site = await ColdSite.open({});
  const { url, token, close } = await startDevServer({
    site,
    folder: '/project',
    port: { port: 0, isNamed: true },
    locate: () => undefined,
    editor: { change: { answer: async () => failWith(error) } },
    env: {},
  });
  onTestFinished(async () => {
    await close();
    site.close();
  });
  const headers = { origin: url.slice(0, -1), 'content-type': 'application/json', 'x-gitcast-token': token };
  const answer = await fetch(`${url}__gitcast/edit/change`, { method: 'POST', headers, body: '{}' });
  expect([answer.status, await answer.json()]).toEqual([400, { type: 'refused', reason }]);
});

function failWith(error: Error): never {
  throw error;
}
