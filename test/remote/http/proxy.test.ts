import { createSecureContext } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { proxyFor } from '../../../src/remote/http/proxy.ts';
import { CERTIFICATE } from '../certificate.ts';
import { proxyServer } from '../proxy-server.ts';
import { answerJson, rawServer } from '../raw-server.ts';
import { clientOf, newKey, someEvent } from '../target.ts';

const proxyIn = (url: string, env: Readonly<Record<string, string>>) => proxyFor(url, (name) => env[name]);
const shown = (url: string, env: Readonly<Record<string, string>>): string => {
  const proxy = proxyIn(url, env);
  return proxy ? `${proxy.variable} ${proxy.url.href}` : 'direct';
};

describe('the proxy for a target', () => {
  const P = 'http://proxy.test:3128';

  it.each([
    ['https://api.test', { HTTPS_PROXY: P }, `HTTPS_PROXY ${P}/`],
    ['https://api.test', { https_proxy: P, HTTPS_PROXY: 'http://other.test' }, `https_proxy ${P}/`],
    ['https://api.test', { https_proxy: '', HTTPS_PROXY: P }, 'direct'],
    ['https://api.test', { HTTP_PROXY: P }, 'direct'],
    ['http://api.test', { HTTP_PROXY: P, HTTPS_PROXY: 'http://other.test' }, `HTTP_PROXY ${P}/`],
    ['http://api.test', { http_proxy: 'proxy.test:3128' }, `http_proxy ${P}/`],
    ['http://api.test', { HTTP_PROXY: ` ${P} ` }, `HTTP_PROXY ${P}/`],
    ['http://api.test', {}, 'direct'],
  ])('of %s with %j is %s', (url, env, expected) => {
    expect(shown(url, env as Record<string, string>)).toBe(expected);
  });

  it.each([
    'http://127.0.0.1:8080',
    'http://127.1.2.3',
    'http://localhost:3000',
    'http://x.localhost',
    'http://[::1]:80',
  ])('is not used for this machine: %s', (url) => {
    expect(proxyIn(url, { HTTP_PROXY: P, NO_PROXY: '' })).toBeUndefined();
  });

  it.each([
    ['*', 'https://api.test'],
    ['api.test', 'https://api.test'],
    ['test', 'https://api.test'],
    ['.api.test', 'https://v2.api.test'],
    ['*.test', 'https://api.test'],
    ['other.example, API.test', 'https://api.test:8443'],
    ['other.example api.test:8443', 'https://api.test:8443'],
    ['api.test:443', 'https://api.test'],
    ['10.1.2.3', 'https://10.1.2.3'],
    ['10.0.0.0/8', 'https://10.1.2.3'],
    ['fd00::/8', 'https://[fd00::5]'],
    ['fd00::5', 'https://[fd00::5]'],
    ['[fd00::5]:443', 'https://[fd00::5]'],
  ])('is not used if NO_PROXY is %s, for %s', (list, url) => {
    expect(proxyIn(url, { HTTPS_PROXY: P, NO_PROXY: list })).toBeUndefined();
    expect(proxyIn(url, { HTTPS_PROXY: P, no_proxy: list, NO_PROXY: 'x.example' })).toBeUndefined();
  });

  it.each([
    ['', 'https://api.test'],
    ['pi.test', 'https://api.test'],
    ['v2.api.test', 'https://api.test'],
    ['api.test:8443', 'https://api.test'],
    ['11.0.0.0/8', 'https://10.1.2.3'],
    ['2.3', 'https://10.1.2.3'],
    ['10.0.0.0/99', 'https://10.1.2.3'],
  ])('is used if NO_PROXY is “%s”, for %s', (list, url) => {
    expect(proxyIn(url, { HTTPS_PROXY: P, NO_PROXY: list })).toBeDefined();
  });

  it.each(['socks5://proxy.test:1080', 'http://', 'ht tp://x'])('is reported if it is invalid: %s', (value) => {
    expect(() => proxyIn('https://api.test', { HTTPS_PROXY: value })).toThrow(
      'HTTPS_PROXY is not the URL of an HTTP proxy',
    );
  });
});

const event = { id: '1', title: 'Opening night' };
const proxyAt = (port: number, variable: string, user = '') => ({
  url: new URL(`http://${user}127.0.0.1:${port}`),
  variable,
});

describe('a target behind a proxy', () => {
  it("that uses http is requested by its whole URL, with the proxy's credentials", async () => {
    const server = await rawServer((_, response) => answerJson(response, event));
    const proxy = await proxyServer({ to: Number(new URL(server.url).port) });
    const way = proxyAt(proxy.port, 'HTTP_PROXY', 'me:p%40ss@');
    const { client } = clientOf('http://festival.test/cms', { proxy: way });
    expect(await client.read('event', '1')).toMatchObject({ fields: { title: 'Opening night' } });
    expect(proxy.asked).toEqual(['GET http://festival.test/cms/v1/events/1']);
    expect(proxy.headers()).toMatchObject({
      host: 'festival.test',
      'proxy-authorization': `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
    });
    expect(server.seen).toEqual(['GET /cms/v1/events/1']);
  });

  it('that uses https is reached through a tunnel, and the proxy sees no key', async () => {
    const server = await rawServer((_, response) => answerJson(response, event), CERTIFICATE);
    const proxy = await proxyServer({ to: Number(new URL(server.url).port) });
    const secureContext = createSecureContext({ ca: CERTIFICATE.cert });
    const way = { proxy: proxyAt(proxy.port, 'HTTPS_PROXY'), secureContext };
    const { client } = clientOf('https://festival.test', { ...way, concurrency: 1 });
    expect(await client.read('event', '1')).toMatchObject({ id: '1' });
    expect(await client.create('event', someEvent(), newKey())).toMatchObject({ id: '1' });
    expect(proxy.asked).toEqual(['CONNECT festival.test:443']);
    expect(proxy.headers()).not.toHaveProperty('authorization');
    expect(server.seen).toEqual(['GET /v1/events/1', 'POST /v1/events']);
  });

  it('is reached through a proxy that uses https itself', async () => {
    const server = await rawServer((_, response) => answerJson(response, event), CERTIFICATE);
    const proxy = await proxyServer({ to: Number(new URL(server.url).port), tls: CERTIFICATE });
    const secureContext = createSecureContext({ ca: CERTIFICATE.cert });
    const way = { url: new URL(`https://127.0.0.1:${proxy.port}`), variable: 'HTTPS_PROXY' };
    const { client } = clientOf('https://festival.test', { proxy: way, secureContext });
    expect(await client.read('event', '1')).toMatchObject({ id: '1' });
  });

  it('must still have a certificate for its own name', async () => {
    const server = await rawServer((_, response) => answerJson(response, event), CERTIFICATE);
    const proxy = await proxyServer({ to: Number(new URL(server.url).port) });
    const secureContext = createSecureContext({ ca: CERTIFICATE.cert });
    const { client } = clientOf('https://other.test', { proxy: proxyAt(proxy.port, 'HTTPS_PROXY'), secureContext });
    await expect(client.read('event', '1')).rejects.toMatchObject({ type: 'tls' });
    expect(server.seen).toEqual([]);
  });

  it.each(['http://festival.test', 'https://festival.test'])(
    'whose proxy requires a password is reported with the variable: %s',
    async (url) => {
      const proxy = await proxyServer({ to: 9, refuses: 407 });
      const { client, http } = clientOf(url, { proxy: proxyAt(proxy.port, 'HTTPS_PROXY', 'me:canary@') });
      const failing = client.create('event', someEvent(), newKey());
      await expect(failing).rejects.toMatchObject({
        type: 'unreachable',
        made: 'no',
        message: `POST /v1/events failed: the proxy http://127.0.0.1:${proxy.port} (HTTPS_PROXY) requires a user name and a password (407)`,
        suggestion: expect.stringContaining('HTTPS_PROXY'),
      });
      await expect(failing).rejects.not.toThrow(/canary/);
      expect(http.counts().requests).toBe(1);
    },
  );

  it('whose proxy refuses it is reported with the variable', async () => {
    const proxy = await proxyServer({ to: 9, refuses: 403 });
    const { client } = clientOf('https://festival.test', { proxy: proxyAt(proxy.port, 'https_proxy') });
    await expect(client.read('event', '1')).rejects.toMatchObject({
      message: expect.stringContaining('(https_proxy) refuses to connect to festival.test (403)'),
      suggestion: expect.stringContaining('NO_PROXY'),
    });
  });

  it.each(['http://festival.test', 'https://festival.test'])(
    'whose proxy is unreachable is reported with the variable: %s',
    async (url) => {
      const proxy = { url: new URL('http://127.0.0.1:1'), variable: 'HTTPS_PROXY' };
      const { client, http } = clientOf(url, { proxy });
      await expect(client.create('event', someEvent(), newKey())).rejects.toMatchObject({
        type: 'unreachable',
        made: 'no',
        message: 'POST /v1/events failed: cannot reach the proxy http://127.0.0.1:1 (HTTPS_PROXY) (ECONNREFUSED)',
        suggestion: expect.stringContaining('correct HTTPS_PROXY, or add festival.test to NO_PROXY'),
      });
      expect(http.counts().requests).toBe(5);
    },
  );
});
