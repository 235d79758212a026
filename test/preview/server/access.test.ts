import { describe, expect, it } from 'vitest';
import { ask } from '../ask.ts';
import { useDevServer } from '../dev-server.ts';

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
