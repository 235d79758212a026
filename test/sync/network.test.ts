/** A target as in an office: through a proxy, with a certificate of the office's own authority. */
import { connect } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CERTIFICATE } from '../remote/certificate.ts';
import { proxyServer, type ProxyServer } from '../remote/proxy-server.ts';
import { portOf } from '../remote/raw-server.ts';
import { someEvents } from './fixture.ts';
import { openStage, type Stage } from './stage.ts';

/** The service of a stage behind TLS. */
async function secured({ theatre }: Stage): Promise<number> {
  const server = createServer(CERTIFICATE, (socket) => {
    const onward = connect(Number(new URL(theatre.url).port), '127.0.0.1');
    for (const end of [socket, onward]) end.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return portOf(server);
}

async function inTheOffice(): Promise<{ stage: Stage; proxy: ProxyServer; dotEnv: (...lines: string[]) => void }> {
  const stage = await openStage({ files: someEvents(2) });
  const proxy = await proxyServer({ to: await secured(stage) });
  stage.configure({ baseUrl: 'https://festival.test' });
  stage.write('../certificates/office.pem', CERTIFICATE.cert);
  return { stage, proxy, dotEnv: (...lines) => stage.write('../.env', `${lines.join('\n')}\n`) };
}

describe('a target in an office', () => {
  it('is synced with the proxy and the authority from `.env`', async () => {
    const { stage, proxy, dotEnv } = await inTheOffice();
    dotEnv(`HTTPS_PROXY=http://127.0.0.1:${proxy.port}`, 'NODE_EXTRA_CA_CERTS=certificates/office.pem');
    expect(await stage.sync()).toMatchObject({ exitCode: 0, summary: { failed: 0 } });
    expect(stage.contents('event')).toHaveLength(2);
    expect(new Set(proxy.asked)).toEqual(new Set(['CONNECT festival.test:443']));
  });

  it('is synced with those from the environment, which takes precedence over `.env`', async () => {
    const { stage, proxy, dotEnv } = await inTheOffice();
    dotEnv('HTTPS_PROXY=http://127.0.0.1:1', 'NODE_EXTRA_CA_CERTS=nowhere.pem');
    const https = `http://127.0.0.1:${proxy.port}`;
    stage.env = { ...stage.env, HTTPS_PROXY: https, NODE_EXTRA_CA_CERTS: `${stage.folder}/certificates/office.pem` };
    expect((await stage.sync()).exitCode).toBe(0);
  });

  it('is not trusted without the authority', async () => {
    const { stage, proxy, dotEnv } = await inTheOffice();
    dotEnv(`HTTPS_PROXY=http://127.0.0.1:${proxy.port}`);
    const { exitCode, stderr } = await stage.gitcast('plan');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/cannot establish a secure connection to https:\/\/festival\.test .*NODE_EXTRA_CA_CERTS/s);
  });

  it.each([
    ['certificates/none.pem', /none\.pem \(NODE_EXTRA_CA_CERTS\) cannot be read: there is no such file/],
    ['certificates', /certificates \(NODE_EXTRA_CA_CERTS\) cannot be read: it is a folder/],
    ['gitcast.config.yaml', /gitcast\.config\.yaml \(NODE_EXTRA_CA_CERTS\) has no PEM certificate/],
    ['certificates/broken.pem', /broken\.pem \(NODE_EXTRA_CA_CERTS\) has a broken PEM certificate/],
  ])('is not contacted if the certificate file is wrong: %s', async (file, sentence) => {
    const { stage, proxy, dotEnv } = await inTheOffice();
    stage.write('../certificates/broken.pem', CERTIFICATE.cert.replace(/\n[\w+/=]{20}/, '\n'));
    dotEnv(`HTTPS_PROXY=http://127.0.0.1:${proxy.port}`, `NODE_EXTRA_CA_CERTS=${file}`);
    const { exitCode, stderr } = await stage.gitcast('plan');
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(sentence)]);
    expect(proxy.asked).toEqual([]);
  });
});

describe('the embedded service', () => {
  it('is reached without a proxy, whatever the variables are', async () => {
    const stage = await openStage({ files: someEvents(1) });
    stage.env = { HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'nonsense://', NODE_EXTRA_CA_CERTS: 'none.pem' };
    expect((await stage.sync('--target', 'local')).exitCode).toBe(0);
  });
});
