/** A target as in an office: through a proxy, with a certificate of the office's own authority. */
import { connect } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { CERTIFICATE, trustCertificate } from '../remote/certificate.ts';
import { proxyServer, type ProxyServer } from '../remote/proxy-server.ts';
import { someEvents } from './fixture.ts';
import { openStage, type Stage } from './stage.ts';
import { listenInTest } from '../listen.ts';

/** The service of a stage behind TLS. */
async function secured({ theatre }: Stage): Promise<number> {
  const server = createServer(CERTIFICATE, (socket) => {
    const onward = connect(Number(new URL(theatre.url).port), '127.0.0.1');
    for (const end of [socket, onward]) end.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  });
  return listenInTest(server);
}

async function inTheOffice(): Promise<{ stage: Stage; proxy: ProxyServer }> {
  const stage = await openStage({ files: someEvents(2) });
  const proxy = await proxyServer({ to: await secured(stage) });
  stage.configure({ baseUrl: 'https://festival.test' });
  const GITCAST_KEY = `${stage.credentials.key}@festival.test`;
  stage.env = { ...stage.env, GITCAST_KEY, HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
  return { stage, proxy };
}

describe('a target in an office', () => {
  it('is synced with its proxy, and an authority that Node.js trusts', async () => {
    const { stage, proxy } = await inTheOffice();
    trustCertificate();
    expect(await stage.sync()).toMatchObject({ exitCode: 0, summary: { failed: 0 } });
    expect(stage.contents('event')).toHaveLength(2);
    expect(new Set(proxy.asked)).toEqual(new Set(['CONNECT festival.test:443']));
  });

  it('is not trusted without the authority', async () => {
    const { stage } = await inTheOffice();
    expect(await stage.refusal('plan')).toMatch(
      /cannot establish a secure connection to https:\/\/festival\.test .*NODE_EXTRA_CA_CERTS/s,
    );
  });
});

describe('the embedded service', () => {
  it('is reached without a proxy, whatever the variables are', async () => {
    const stage = await openStage({ files: someEvents(1) });
    stage.env = { HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'nonsense://' };
    expect((await stage.sync('--target', 'local')).exitCode).toBe(0);
  });
});
