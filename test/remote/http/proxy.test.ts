import { describe, expect, it } from 'vitest';
import { CERTIFICATE, trustCertificate } from '../certificate.ts';
import { proxyServer } from '../proxy-server.ts';
import { answerJson, rawServer } from '../raw-server.ts';
import { clientOf, newKey, someEvent } from '../target.ts';

const event = { id: '1', title: 'Opening night' };
const at = (port: number, user = ''): string => `http://${user}127.0.0.1:${port}`;
const portOf = ({ url }: { readonly url: string }): number => Number(new URL(url).port);

describe('the proxy for a target', () => {
  it.each([
    ['https_proxy', 'https://festival.test', true],
    ['HTTPS_PROXY', 'https://festival.test', true],
    ['HTTPS_PROXY', 'http://festival.test', false],
    ['http_proxy', 'http://festival.test', true],
    ['HTTP_PROXY', 'http://festival.test', true],
  ])('in %s is used for %s: %s', async (variable, url, isUsed) => {
    const proxy = await proxyServer({ to: 9, refuses: 403 });
    const { client } = clientOf(url, { env: { [variable]: at(proxy.port), no_proxy: 'other.example' } });
    await expect(client.read('event', '1')).rejects.toThrow(/GET/);
    expect(proxy.asked.length > 0).toBe(isUsed);
  });

  it.each(['*', 'festival.test', 'test', '.festival.test', 'x.example, Festival.test:443'])(
    'is not used if NO_PROXY is %s',
    async (list) => {
      const proxy = await proxyServer({ to: 9 });
      const { client } = clientOf('https://festival.test', { env: { HTTPS_PROXY: at(proxy.port), NO_PROXY: list } });
      await expect(client.read('event', '1')).rejects.toMatchObject({ type: 'unknown-host' });
      expect(proxy.asked).toEqual([]);
    },
  );

  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]', 'x.localhost', 'localhost.'])(
    'is never used for this machine: %s',
    async (host) => {
      const proxy = await proxyServer({ to: 9 });
      const env = { HTTP_PROXY: at(proxy.port), HTTPS_PROXY: at(proxy.port), NO_PROXY: '' };
      for (const scheme of ['http', 'https']) {
        const { client } = clientOf(`${scheme}://${host}:1`, { env });
        await expect(client.read('event', '1')).rejects.toThrow(/cannot (?:reach|resolve)/);
      }
      expect(proxy.asked).toEqual([]);
    },
  );

  it.each(['socks5://proxy.test:1080', 'http://', 'ht tp://x'])('is reported if it is invalid: %s', (value) => {
    expect(() => clientOf('https://festival.test', { env: { HTTPS_PROXY: value } })).toThrow(
      'HTTPS_PROXY is not the URL of an HTTP proxy',
    );
  });
});

describe('a target behind a proxy', () => {
  it("that uses http is requested by its whole URL, with the proxy's credentials", async () => {
    const server = await rawServer((_, response) => answerJson(response, event));
    const proxy = await proxyServer({ to: portOf(server) });
    const { client } = clientOf('http://festival.test/cms', { env: { HTTP_PROXY: at(proxy.port, 'me:p%40ss@') } });
    expect(await client.read('event', '1')).toMatchObject({ fields: { title: 'Opening night' } });
    expect(proxy.asked).toEqual(['GET http://festival.test/cms/v1/events/1']);
    expect(proxy.headers()).toMatchObject({
      host: 'festival.test',
      'proxy-authorization': `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
    });
    expect(server.seen).toEqual(['GET /cms/v1/events/1']);
  });

  it('that uses https is reached through a tunnel, and the proxy sees no key', async () => {
    trustCertificate();
    const server = await rawServer((_, response) => answerJson(response, event), CERTIFICATE);
    const proxy = await proxyServer({ to: portOf(server) });
    const { client } = clientOf('https://festival.test', { env: { HTTPS_PROXY: at(proxy.port) }, concurrency: 1 });
    expect(await client.read('event', '1')).toMatchObject({ id: '1' });
    expect(await client.create('event', someEvent(), newKey())).toMatchObject({ id: '1' });
    expect(proxy.asked).toEqual(['CONNECT festival.test:443']);
    expect(proxy.headers()).not.toHaveProperty('authorization');
    expect(server.seen).toEqual(['GET /v1/events/1', 'POST /v1/events']);
  });

  it('is reached through a proxy that uses https itself', async () => {
    trustCertificate();
    const server = await rawServer((_, response) => answerJson(response, event), CERTIFICATE);
    const proxy = await proxyServer({ to: portOf(server), tls: CERTIFICATE });
    const env = { HTTPS_PROXY: `https://127.0.0.1:${proxy.port}` };
    expect(await clientOf('https://festival.test', { env }).client.read('event', '1')).toMatchObject({ id: '1' });
  });

  it('must still have a certificate for its own name', async () => {
    trustCertificate();
    const server = await rawServer((_, response) => answerJson(response, event), CERTIFICATE);
    const proxy = await proxyServer({ to: portOf(server) });
    const { client } = clientOf('https://other.test', { env: { HTTPS_PROXY: at(proxy.port) } });
    await expect(client.read('event', '1')).rejects.toMatchObject({ type: 'tls' });
    expect(server.seen).toEqual([]);
  });

  it.each([
    ['https://festival.test', 'HTTPS_PROXY'],
    ['http://festival.test', 'HTTP_PROXY'],
    ['http://festival.test', 'http_proxy'],
  ])('whose proxy requires a password counts as not sent: %s, %s', async (url, variable) => {
    const proxy = await proxyServer({ to: 9, refuses: 407 });
    const { client, http } = clientOf(url, { env: { [variable]: at(proxy.port, 'me:canary@') } });
    const failing = client.create('event', someEvent(), newKey());
    await expect(failing).rejects.toMatchObject({
      type: 'unreachable',
      made: 'no',
      message: `POST /v1/events failed: the proxy ${at(proxy.port)} (${variable}) requires a user name and a password (407)`,
      suggestion: `add them to ${variable}, as in http://USER:PASSWORD@127.0.0.1:${proxy.port}`,
    });
    await expect(failing).rejects.not.toThrow(/canary/);
    expect(http.counts().requests).toBe(1);
  });

  it.each([
    [403, 1],
    [503, 5],
  ])('whose proxy refuses the tunnel with %i counts as not sent, after %i tries', async (status, tries) => {
    const proxy = await proxyServer({ to: 9, refuses: status });
    const { client, http } = clientOf('https://festival.test', { env: { https_proxy: at(proxy.port) } });
    await expect(client.create('event', someEvent(), newKey())).rejects.toMatchObject({
      made: 'no',
      message: expect.stringContaining(`(https_proxy) refuses to connect to festival.test (${status})`),
      suggestion: expect.stringContaining('NO_PROXY'),
    });
    expect([http.counts().requests, proxy.asked.length]).toEqual([tries, tries]);
  });

  it.each([
    ['https://festival.test', 'HTTPS_PROXY'],
    ['http://festival.test', 'HTTP_PROXY'],
    ['http://festival.test', 'http_proxy'],
  ])('whose proxy is unreachable counts as not sent: %s, %s', async (url, variable) => {
    const { client, http } = clientOf(url, { env: { [variable]: at(1) } });
    await expect(client.create('event', someEvent(), newKey())).rejects.toMatchObject({
      type: 'unreachable',
      made: 'no',
      message: `POST /v1/events failed: cannot reach the proxy http://127.0.0.1:1 (${variable}) (ECONNREFUSED)`,
      suggestion: `correct ${variable}, or add festival.test to NO_PROXY to connect without a proxy`,
    });
    expect(http.counts().requests).toBe(5);
  });

  it('whose proxy never answers is given up, and counts as not sent', async () => {
    const proxy = await rawServer(() => undefined);
    const timeouts = { connect: 50, headers: 5000, body: 5000 };
    const { client } = clientOf('https://festival.test', { env: { HTTPS_PROXY: proxy.url }, timeouts });
    await expect(client.create('event', someEvent(), newKey())).rejects.toMatchObject({
      made: 'no',
      message: expect.stringContaining('cannot reach the proxy'),
    });
  });

  it('that uses http and whose proxy never answers times out like one without a proxy', async () => {
    const proxy = await rawServer(() => undefined);
    const timeouts = { connect: 5000, headers: 50, body: 5000 };
    const { client } = clientOf('http://festival.test', { env: { HTTP_PROXY: proxy.url }, timeouts });
    await expect(client.create('event', someEvent(), newKey())).rejects.toMatchObject({
      type: 'lost-reply',
      message: expect.stringContaining('timed out'),
    });
  });
});
