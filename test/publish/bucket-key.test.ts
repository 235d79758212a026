/** Which server gets which credential of a configuration, whoever wrote that configuration. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { proxyServer, type ProxyServer } from '../remote/proxy-server.ts';
import { someEvents } from '../sync/fixture.ts';
import { openGitStage } from '../sync/git-stage.ts';
import type { Stage } from '../sync/stage.ts';
import { BUCKET, KEY, SECRET, s3Server, type S3Server } from './s3-server.ts';
import { temporary } from './stage.ts';

const SERVICE = 'http://api.festival.test';
const STORAGE = 'http://s3.festival.test';
const THEIRS = 'http://evil.test';

let server: S3Server;
beforeAll(async () => {
  server = await s3Server();
});
beforeEach(() => {
  server.objects = new Map();
});
afterAll(() => server.close());

const publishTo = (settings: Readonly<Record<string, string>> = {}): string => {
  const all = {
    to: 's3',
    endpoint: STORAGE,
    bucket: BUCKET,
    key: '{ $env: BUCKET_KEY }',
    secret: '{ $env: BUCKET_SECRET }',
    allowHttp: 'true',
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `    ${name}: ${value}\n`);
  return `publish:\n  site:\n${lines.join('')}`;
};

const WEBHOOK = 'url: https://crew.example/hook\nevents: [event.created]\nsecret: { $env: CREW_SECRET }\n';

interface Scene {
  readonly stage: Stage;
  readonly proxy: ProxyServer;
  /** The settings of the target, to which those of `publish` are added. */
  readonly target: string;
  readonly clone: (...flags: string[]) => Stage;
}

/** A repository with a target and a bucket, each at a host of its own, and a secret for the content. */
async function scene(): Promise<Scene> {
  const { stage, clone, commit } = await openGitStage({ ...someEvents(1), 'webhooks/crew.yaml': WEBHOOK });
  const ports = new Map([
    ['api.festival.test', Number(new URL(stage.theatre.url).port)],
    ['s3.festival.test', Number(new URL(server.endpoint).port)],
  ]);
  const proxy = await proxyServer({ to: (host) => ports.get(host) ?? ports.get('s3.festival.test')! });
  stage.env = {
    ...stage.env,
    HOME: temporary(),
    HTTP_PROXY: `http://127.0.0.1:${proxy.port}`,
    BUCKET_KEY: KEY,
    BUCKET_SECRET: SECRET,
    CREW_SECRET: 'canary-of-the-content',
    DEPLOY_TOKEN: 'canary-of-the-job',
  };
  const target = `${stage
    .configText()
    .replace(/baseUrl: .*/, `baseUrl: ${SERVICE}`)
    .trimEnd()}\n    allowHttp: true\n`;
  stage.write('../gitcast.config.yaml', target + publishTo());
  stage.write('../site/index.html', '<p>Hello</p>');
  commit();
  return { stage, proxy, target, clone };
}

const hostsOf = ({ heard }: ProxyServer): readonly string[] => [...new Set(heard.map(({ host }) => host))];
const publish = (stage: Stage) => stage.gitcast('publish', 'site', '--from', 'site', '--yes');

/** Commands that reach a target or a bucket, or build from a configuration. */
const COMMANDS = [
  'plan',
  'sync --yes',
  'status',
  'pull --dry-run',
  'dedupe',
  'doctor',
  'state rebuild',
  'promote live live --dry-run',
  'validate --strict',
  'build --force --no-cache',
  'publish site --from site --dry-run',
  'publish site --from site --yes',
  'publish site --rollback --yes',
].map((line) => line.split(' '));

describe('every credential of the configuration', () => {
  it('is in requests to its own host alone, whatever the command', async () => {
    const { stage, proxy } = await scene();
    for (const words of COMMANDS) await stage.gitcast(...words);
    const ways: Readonly<Record<string, readonly string[]>> = {
      [stage.env['GITCAST_KEY']!]: ['api.festival.test'],
      'canary-of-the-content': ['api.festival.test'],
      [KEY]: ['s3.festival.test'],
      [SECRET]: [],
      'canary-of-the-job': [],
    };
    for (const [value, hosts] of Object.entries(ways)) {
      const carrying = proxy.heard.filter(({ text }) => text.includes(value));
      expect([value, [...new Set(carrying.map(({ host }) => host))]]).toEqual([value, hosts]);
    }
    expect(hostsOf(proxy).toSorted()).toEqual(['api.festival.test', 's3.festival.test']);
  });

  /** What a pull request may write into the configuration, and the reason to refuse it. */
  const ELSEWHERE: readonly (readonly [configuration: (target: string) => string, reason: string])[] = [
    [(target) => target + publishTo({ endpoint: THEIRS }), `on the branch main it is ${STORAGE}`],
    [
      (target) => target + publishTo({ key: '{ $env: DEPLOY_TOKEN }' }),
      'on the branch main its key is BUCKET_KEY, BUCKET_SECRET',
    ],
    [
      (target) => target + publishTo({ token: '{ $env: DEPLOY_TOKEN }' }),
      'on the branch main its key is BUCKET_KEY, BUCKET_SECRET',
    ],
    [
      (target) => target + publishTo({ endpoint: THEIRS }).replace('  site:', '  other:'),
      'the branch main has no publish.other',
    ],
    [
      (target) => target.replace('$env: GITCAST_KEY', '$env: BUCKET_KEY') + publishTo({ key: '{ $env: X }' }),
      'on the branch main its key is GITCAST_KEY',
    ],
  ];

  it('is sent in CI as the default branch says, whatever the configuration of a pull request is', async () => {
    const { proxy, target, clone } = await scene();
    const runner = clone('--depth=1');
    runner.env = { ...runner.env, CI: 'true', CI_DEFAULT_BRANCH: 'main', CI_MERGE_REQUEST_IID: '7' };
    expect((await publish(runner)).exitCode).toBe(0);
    const before = proxy.heard.length;
    for (const [configuration, reason] of ELSEWHERE) {
      runner.write('../gitcast.config.yaml', configuration(target));
      const { stderr: planned } = await runner.gitcast('plan');
      const { exitCode, stderr } = await runner.gitcast('publish', '--from', 'site', '--dry-run');
      expect([exitCode, planned + stderr]).toEqual([1, expect.stringContaining(reason)]);
    }
    const sent = proxy.heard.slice(before);
    expect(sent.filter(({ host }) => host !== 'api.festival.test')).toEqual([]);
    expect(sent.filter(({ text }) => text.includes('canary-of-the-job') || text.includes(KEY))).toEqual([]);
  });
});

describe('the key of a bucket', () => {
  it('is sent to its first host with a notice, and to no other until that is allowed', async () => {
    const { stage, proxy, target } = await scene();
    const first = await publish(stage);
    expect([first.exitCode, first.stderr]).toEqual([
      0,
      `notice: sending publish.site's key (BUCKET_KEY, BUCKET_SECRET) to ${STORAGE} for the first time\n`,
    ]);
    expect(await publish(stage)).toMatchObject({ exitCode: 0, stderr: '' });
    stage.write('../gitcast.config.yaml', target + publishTo({ endpoint: THEIRS }));
    for (const words of [['--dry-run'], ['--yes'], ['--rollback', '--yes']]) {
      const { exitCode, stderr } = await stage.gitcast('publish', 'site', '--from', 'site', ...words.slice(-1));
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringContaining(`publish.site's key was not sent to ${THEIRS}: so far it was only sent to ${STORAGE}`),
      ]);
      expect(stderr).toContain('if the service has moved there, run `gitcast trust publish.site`');
    }
    expect(hostsOf(proxy)).toEqual(['s3.festival.test']);
    const trusted = await stage.gitcast('trust', 'publish.site');
    expect(trusted.stdout).toBe(`✓ publish.site's key (BUCKET_KEY, BUCKET_SECRET) may be sent to ${THEIRS}\n`);
    expect((await publish(stage)).exitCode).toBe(0);
  });

  it('is never a key of a target, by its name or by its value', async () => {
    const { stage, proxy, target } = await scene();
    stage.write('../gitcast.config.yaml', target + publishTo({ key: '{ $env: GITCAST_KEY }' }));
    const named = await publish(stage);
    expect([named.exitCode, named.stdout + named.stderr]).toEqual([
      1,
      expect.stringContaining('`GITCAST_KEY` is the key of the target `live`, which is never sent elsewhere'),
    ]);
    stage.write('../gitcast.config.yaml', target + publishTo({ key: '{ $env: COPY }' }));
    stage.env = { ...stage.env, COPY: `Bearer ${stage.env['GITCAST_KEY']}` };
    const copied = await publish(stage);
    expect([copied.exitCode, copied.stderr]).toEqual([
      1,
      expect.stringContaining('COPY contains the key of the target live, which is never sent elsewhere'),
    ]);
    expect(proxy.heard).toEqual([]);
  });

  it('is no variable that the default branch of this clone uses for something else, even if the configuration hides that', async () => {
    const { proxy, clone } = await scene();
    const mine = clone();
    mine.env = { ...mine.env, HOME: temporary() };
    const hidden = publishTo({ endpoint: THEIRS, key: '{ $env: GITCAST_KEY }' });
    mine.write('../gitcast.config.yaml', hidden);
    const { exitCode, stderr } = await publish(mine);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(`on the default branch it is the key of live at ${SERVICE}`),
    ]);
    expect(proxy.heard).toEqual([]);
  });

  it('is no other variable of the machine either, if a branch that somebody tries out names it for a bucket', async () => {
    const { proxy, target, clone } = await scene();
    const mine = clone();
    mine.env = { ...mine.env, HOME: temporary() };
    const theirs = { endpoint: THEIRS, key: '{ $env: DEPLOY_TOKEN }', secret: '{ $env: DEPLOY_TOKEN }' };
    mine.write('../gitcast.config.yaml', target + publishTo(theirs).replace('  site:', '  other:'));
    const { exitCode, stderr } = await mine.gitcast('publish', 'other', '--from', 'site', '--dry-run');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('the default branch has no publish.other')]);
    expect(proxy.heard).toEqual([]);
  });

  it('is not sent in plain text to another machine without `allowHttp: true`', async () => {
    const { stage, proxy, target } = await scene();
    stage.write('../gitcast.config.yaml', target + publishTo({ allowHttp: 'false' }));
    const { exitCode, stdout, stderr } = await publish(stage);
    expect([exitCode, stdout + stderr]).toEqual([
      1,
      expect.stringContaining(`\`${STORAGE}\` is plain http: the key and the content would be sent unencrypted`),
    ]);
    expect(stdout + stderr).toContain('add `allowHttp: true` to `publish.site`');
    expect(proxy.heard).toEqual([]);
  });

  it('is sent in CI without the name of the default branch to no host at all', async () => {
    const { proxy, clone } = await scene();
    const runner = clone();
    runner.env = { ...runner.env, CI: 'true' };
    const { exitCode, stderr } = await publish(runner);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('this job does not name the default branch')]);
    expect(proxy.heard).toEqual([]);
  });
});

it('`gitcast trust` names what has a key', async () => {
  const { stage } = await scene();
  expect((await stage.gitcast('trust', 'publish.sit')).stderr).toContain('did you mean publish.site?');
  expect((await stage.gitcast('trust', 'nobody-at-all')).stderr).toContain('those with a key are live, publish.site');
});
