/** Which server gets a key, whatever a branch changes: a target that is reached through a proxy. */
import { describe, expect, it } from 'vitest';
import { proxyServer, type ProxyServer } from '../remote/proxy-server.ts';
import { ONE_OF_EACH, someEvents } from './fixture.ts';
import { openStage, type Stage } from './stage.ts';

const OURS = 'http://api.festival.test';

/** The key names a host, and every host is reached through one proxy. */
async function openOffice(files = someEvents(1)): Promise<{ stage: Stage; proxy: ProxyServer }> {
  const stage = await openStage({ files });
  const proxy = await proxyServer({ to: Number(new URL(stage.theatre.url).port) });
  const at = `http://127.0.0.1:${proxy.port}`;
  const GITCAST_KEY = `${stage.credentials.key}@${OURS}:80`;
  stage.env = { ...stage.env, GITCAST_KEY, HTTP_PROXY: at, HTTPS_PROXY: at };
  stage.configure({ baseUrl: OURS });
  return { stage, proxy };
}

const hostsAsked = ({ asked }: ProxyServer): readonly string[] => [
  ...new Set(asked.map((line) => line.split(' ')[1]!.replace(/^(http:\/\/[^/]+).*/, '$1'))),
];

describe('a key', () => {
  it('is sent to the host that it names, without the name', async () => {
    const { stage, proxy } = await openOffice();
    expect(await stage.sync()).toMatchObject({ exitCode: 0, stderr: '' });
    expect(hostsAsked(proxy)).toEqual([OURS]);
    expect(proxy.heard.every(({ text }) => !text.includes(`@${OURS}`))).toBe(true);
  });

  it.each(['plan', 'sync --yes', 'pull', 'status', 'doctor', 'state rebuild', 'dev --yes --port 0'])(
    'is not sent to another host by `gitcast %s`',
    async (command) => {
      const { stage, proxy } = await openOffice();
      stage.configure({ baseUrl: 'http://evil.test' });
      const { exitCode, stdout, stderr } = await stage.gitcast(...command.split(' '));
      expect(exitCode).toBe(1);
      expect(stdout + stderr).toContain(`the key of live was not sent to http://evil.test: GITCAST_KEY is for ${OURS}`);
      expect(stdout + stderr).not.toContain(stage.credentials.key);
      expect(proxy.asked).toEqual([]);
    },
  );

  it.each([
    ['a port', 'baseUrl: http://api.festival.test:8080'],
    ['a scheme', 'baseUrl: https://api.festival.test'],
    ['a subdomain', 'baseUrl: http://x.api.festival.test'],
    ['a trailing dot', 'baseUrl: http://api.festival.test.'],
    ['a user name', 'baseUrl: http://api.festival.test@evil.test'],
    ['a backslash', 'baseUrl: "http://evil.test\\\\@api.festival.test"'],
    ['letters of another script', 'baseUrl: http://аpi.festival.test'],
    ['punycode', 'baseUrl: http://xn--pi-7kc.festival.test'],
    ['a path', 'baseUrl: http://evil.test/@api.festival.test'],
    ['this machine', 'baseUrl: http://127.0.0.1:9'],
  ])('is not sent elsewhere by %s', async (_, line) => {
    const { stage, proxy } = await openOffice();
    stage.write('../gitcast.config.yaml', stage.configText().replace(/baseUrl: .*/, line));
    expect((await stage.gitcast('sync', '--yes')).exitCode).toBe(1);
    expect(proxy.asked).toEqual([]);
  });

  it('that names no host is not sent to another machine, whichever variable holds it', async () => {
    const { stage, proxy } = await openOffice();
    stage.env = { ...stage.env, DEPLOY_TOKEN: stage.credentials.key };
    stage.write('../gitcast.config.yaml', stage.configText().replace('GITCAST_KEY', 'DEPLOY_TOKEN'));
    const { exitCode, stderr } = await stage.gitcast('plan');
    expect([exitCode, stderr]).toEqual([
      1,
      `error: the key of live was not sent to ${OURS}: DEPLOY_TOKEN names no host\n` +
        ` help: if the key is for that host, write DEPLOY_TOKEN=KEY@${OURS}:80\n`,
    ]);
    expect(proxy.asked).toEqual([]);
  });

  it('is not sent through a proxy that `.env` names', async () => {
    const { stage, proxy } = await openOffice();
    const { HTTP_PROXY, HTTPS_PROXY: _, ...env } = stage.env;
    stage.env = env;
    stage.write('../.env', `HTTP_PROXY=${HTTP_PROXY}\nhttp_proxy=${HTTP_PROXY}\nNODE_EXTRA_CA_CERTS=evil.pem\n`);
    expect(await stage.refusal('plan')).toContain(`cannot resolve the host of ${OURS}`);
    expect(proxy.asked).toEqual([]);
  });

  it.each([
    [
      'by its name',
      (stage: Stage) => stage.edit('webhooks/crew.yaml', 'CREW_SECRET', 'GITCAST_KEY'),
      'is a key or a token',
    ],
    [
      'by its value',
      (stage: Stage) => void (stage.env = { ...stage.env, CREW_SECRET: `Bearer ${stage.credentials.key}` }),
      'which contains a key',
    ],
    [
      'by the name of a token, although no setting names it',
      (stage: Stage) => {
        stage.edit('webhooks/crew.yaml', 'CREW_SECRET', 'GH_TOKEN');
        stage.write('../gitcast.config.yaml', stage.configText().replace('CREW_SECRET', 'GH_TOKEN'));
      },
      'is a key or a token',
    ],
    [
      'by the value of the key that CI publishes with',
      (stage: Stage) => void (stage.env = { ...stage.env, GITCAST_SSH_KEY: 'canary', CREW_SECRET: 'canary' }),
      'which contains a key',
    ],
    [
      'by its host, although no setting names it',
      (stage: Stage) => void (stage.env = { ...stage.env, CREW_SECRET: 'canary@other.example' }),
      'which contains a key',
    ],
  ])('is never sent as a secret of the content, recognised %s', async (_, change, message) => {
    const { stage } = await openOffice(ONE_OF_EACH);
    change(stage);
    const { exitCode, stdout, stderr } = await stage.gitcast('sync', '--yes');
    expect([exitCode, stdout + stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stage.contents('webhook')).toEqual([]);
  });

  it('leaves a state that does not depend on the host that it names', async () => {
    const { stage } = await openOffice(ONE_OF_EACH);
    expect((await stage.sync()).exitCode).toBe(0);
    expect((await stage.plan('--offline')).changes).toEqual([]);
    stage.env = { ...stage.env, GITCAST_KEY: stage.credentials.key };
    stage.configure();
    expect((await stage.plan()).changes).toEqual([]);
  });
});
