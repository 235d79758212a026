/** Which server gets a key: a target that is reached through a proxy, under any name in its configuration. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Environment } from '../../src/cli/context.ts';
import { run } from '../../src/cli/main.ts';
import { proxyServer, type ProxyServer } from '../remote/proxy-server.ts';
import { temporary } from '../publish/stage.ts';
import { git } from '../state/clones.ts';
import { someEvents } from './fixture.ts';
import { copiesOfGitStage, openGitStage } from './git-stage.ts';
import { openStage, type Stage } from './stage.ts';

const OURS = 'http://api.festival.test';
const THEIRS = 'http://evil.test';
const FIRST_USE = `notice: sending live's key (GITCAST_KEY) to ${OURS} for the first time\n`;

async function useProxy(stage: Stage): Promise<ProxyServer> {
  const proxy = await proxyServer({ to: Number(new URL(stage.theatre.url).port) });
  stage.env = { ...stage.env, HTTP_PROXY: `http://127.0.0.1:${proxy.port}` };
  return proxy;
}

const hostsAsked = ({ asked }: ProxyServer): readonly string[] => [
  ...new Set(asked.map((line) => new URL(line.split(' ')[1]!).origin)),
];

/** The target at a different base URL, and nothing else changed. */
function pointAt(stage: Stage, baseUrl: string): void {
  const text = stage.configText().replace(/baseUrl: .*/, `baseUrl: ${baseUrl}`);
  stage.write('../gitcast.config.yaml', text.includes('allowHttp') ? text : `${text.trimEnd()}\n    allowHttp: true\n`);
}

async function atHome(): Promise<{ stage: Stage; proxy: ProxyServer; home: string }> {
  const stage = await openStage({ files: someEvents(1) });
  const proxy = await useProxy(stage);
  const home = join(stage.folder, 'home');
  mkdirSync(home);
  stage.env = { ...stage.env, HOME: home };
  pointAt(stage, OURS);
  return { stage, proxy, home };
}

/** With a user at the terminal who gives this answer to every question. */
async function answering(stage: Stage, answer: string, ...words: readonly string[]) {
  const asked: string[] = [];
  const [out, err]: [string[], string[]] = [[], []];
  const exitCode = await run(words, {
    cwd: stage.folder,
    env: stage.env,
    stdout: { write: (text) => void out.push(text) },
    stderr: { write: (text) => void err.push(text) },
    now: () => new Date(),
    untilStopped: () => new Promise(() => undefined),
    readInput: async () => new Uint8Array(),
    ask: async (question) => {
      asked.push(question);
      return answer;
    },
  });
  return { exitCode, asked, stderr: err.join('') };
}

describe('a key', () => {
  it('is sent to the host of its first use with a notice, and that is recorded without the key', async () => {
    const { stage, home } = await atHome();
    const first = await stage.gitcast('plan');
    expect([first.exitCode, first.stderr]).toEqual([0, FIRST_USE]);
    const folder = join(home, '.local/state/gitcast/hosts');
    const [file = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    expect(file).toMatch(/^[0-9a-f]{64}$/);
    expect(readFileSync(join(folder, file), 'utf8')).toBe(`${OURS}\n`);
    expect([statSync(folder).mode & 0o777, statSync(join(folder, file)).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(await stage.gitcast('plan')).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each(['plan', 'sync --yes', 'pull', 'status', 'doctor', 'state rebuild', 'dev --yes --port 0'])(
    'is not sent to another host by `gitcast %s`, which names the command that allows it',
    async (command) => {
      const { stage, proxy } = await atHome();
      await stage.gitcast('plan');
      pointAt(stage, THEIRS);
      const { exitCode, stdout, stderr } = await stage.gitcast(...command.split(' '));
      expect(exitCode).toBe(1);
      expect(stdout + stderr).toContain(`live's key was not sent to ${THEIRS}: so far it was only sent to ${OURS}`);
      expect(stdout + stderr).toContain('if the service has moved there, run `gitcast trust live`');
      expect(hostsAsked(proxy)).toEqual([OURS]);
    },
  );

  it('is not sent there by a target of a different name with the same key either', async () => {
    const { stage, proxy } = await atHome();
    await stage.gitcast('plan');
    const text = stage.configText();
    stage.write('../gitcast.config.yaml', text.replaceAll('live', 'other').replace(OURS, THEIRS));
    expect((await stage.gitcast('plan')).exitCode).toBe(1);
    expect(hostsAsked(proxy)).toEqual([OURS]);
  });

  it('is sent to another host once the user allows it, with the command or at a terminal', async () => {
    const { stage, proxy } = await atHome();
    await stage.gitcast('plan');
    pointAt(stage, 'http://new.festival.test');
    const no = await answering(stage, 'n', 'plan');
    expect([no.exitCode, no.asked]).toEqual([
      1,
      [
        "Send live's key (GITCAST_KEY) to http://new.festival.test, although so far it was only sent to http://api.festival.test? [y/N] ",
      ],
    ]);
    expect(hostsAsked(proxy)).toEqual([OURS]);
    expect(await answering(stage, 'y', 'plan')).toMatchObject({ exitCode: 0 });
    expect((await stage.gitcast('plan')).exitCode).toBe(0);
    pointAt(stage, THEIRS);
    const trusted = await stage.gitcast('trust', 'live');
    expect([trusted.exitCode, trusted.stdout]).toEqual([0, `✓ live's key (GITCAST_KEY) may be sent to ${THEIRS}\n`]);
    expect((await stage.gitcast('plan')).exitCode).toBe(0);
    pointAt(stage, OURS);
    expect((await stage.gitcast('plan')).exitCode).toBe(0);
  });

  it('is sent with a notice if the home folder is missing or cannot be written', async () => {
    const { stage, home } = await atHome();
    const { HOME: _, ...homeless } = stage.env;
    const env: Environment = stage.env;
    stage.env = homeless;
    const missing = await stage.gitcast('plan');
    expect([missing.exitCode, missing.stderr]).toEqual([
      0,
      `${FIRST_USE}notice: could not remember the host of live's key: there is no home folder, because HOME is not set\n`,
    ]);
    expect(await stage.gitcast('trust', 'live')).toMatchObject({ exitCode: 1 });
    // A file in place of the folder: permissions do not stop root.
    stage.write('../home/.local', 'a file');
    chmodSync(home, 0o500);
    stage.env = env;
    const readOnly = await stage.gitcast('plan');
    chmodSync(home, 0o700);
    expect(readOnly.exitCode).toBe(0);
    expect(readOnly.stderr.replace(FIRST_USE, '')).toMatch(
      /^notice: could not remember the host of live's key: cannot write to .*: /,
    );
  });

  it("is recorded in the user's folder, not in one that `.env` names", async () => {
    const { stage, proxy } = await atHome();
    await stage.gitcast('plan');
    stage.write('../.env', `XDG_STATE_HOME=${join(stage.folder, 'theirs')}\nHOME=${join(stage.folder, 'theirs')}\n`);
    pointAt(stage, THEIRS);
    expect((await stage.gitcast('plan')).exitCode).toBe(1);
    expect(hostsAsked(proxy)).toEqual([OURS]);
  });

  it('is not sent through a proxy that a committed `.env` names', async () => {
    const { stage, proxy } = await atHome();
    const { HTTP_PROXY, ...env } = stage.env;
    stage.env = env;
    stage.write('../.env', `HTTP_PROXY=${HTTP_PROXY}\n`);
    git(stage.folder, 'init', '-q');
    expect((await stage.gitcast('plan')).exitCode).toBe(0);
    const before = proxy.asked.length;
    git(stage.folder, 'add', '-f', '.env');
    const { exitCode, stderr } = await stage.gitcast('plan');
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('HTTP_PROXY is set in .env, which is committed to git'),
    ]);
    expect(proxy.asked.length).toBe(before);
  });

  it('is not sent through a proxy of a `.env` that may be committed, if git refuses the folder', async () => {
    const { stage, proxy } = await atHome();
    const { HTTP_PROXY, ...env } = stage.env;
    stage.env = env;
    stage.write('../.env', `HTTP_PROXY=${HTTP_PROXY}\n`);
    git(stage.folder, 'init', '-q');
    git(stage.folder, 'add', '-f', '.env');
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { exitCode, stderr } = await stage.gitcast('plan');
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('HTTP_PROXY is set in .env, and it is unknown whether that is committed to git: '),
    ]);
    expect(stderr).toContain('safe.directory');
    expect(proxy.asked).toEqual([]);
  });

  it('is not sent to a host that no shared state knows, whatever `state:` and the name of the target are', async () => {
    const { stage, clone, commit } = await openGitStage(someEvents(1));
    const proxy = await useProxy(stage);
    pointAt(stage, OURS);
    commit();
    expect((await stage.sync()).exitCode).toBe(0);
    const other = clone();
    const text = other.configText();
    const edits = [text.replace('state: git', 'state: file'), text.replaceAll('live', 'other')];
    for (const edited of edits) {
      other.write('../gitcast.config.yaml', edited);
      expect((await other.gitcast('plan')).exitCode).toBe(0);
      other.write('../gitcast.config.yaml', edited.replace(OURS, THEIRS));
      const { exitCode, stderr } = await other.gitcast('plan');
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringContaining(`the shared state of this repository was made with ${OURS}`),
      ]);
      expect(await answering(other, 'n', 'plan')).toMatchObject({ exitCode: 1, asked: [expect.any(String)] });
    }
    expect(hostsAsked(proxy)).toEqual([OURS]);
  });

  it('does not follow a redirect to another host', async () => {
    const stage = await openStage({ files: someEvents(1) });
    const heard: string[] = [];
    const { createServer } = await import('node:http');
    const other = createServer((request, response) => {
      heard.push(JSON.stringify(request.headers));
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const at = `http://localhost:${(other.address() as { port: number }).port}`;
    const front = createServer((request, response) =>
      response.writeHead(307, { location: `${at}${request.url}` }).end(),
    );
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    stage.configure({ baseUrl: `http://127.0.0.1:${(front.address() as { port: number }).port}` });
    try {
      const { exitCode, stdout, stderr } = await stage.gitcast('plan');
      expect(exitCode).not.toBe(0);
      expect(stdout + stderr).toContain('which is not followed');
      expect(heard).toEqual([]);
    } finally {
      for (const server of [other, front]) server.close();
    }
  });
});

describe('a key, at its first use in a clone', () => {
  const clones = copiesOfGitStage({ files: someEvents(1) }, async ({ stage, commit }) => {
    pointAt(stage, OURS);
    stage.write('../gitcast.config.yaml', stage.configText().replace('state: git\n', ''));
    commit();
    return {};
  });

  /** A clone on a machine that remembers nothing, and a variable that has nothing to do with gitcast. */
  async function fresh() {
    const { stage, clone } = await clones();
    const proxy = await useProxy(stage);
    const mine = clone();
    mine.env = { ...mine.env, HOME: temporary(), DEPLOY_TOKEN: 'canary-of-the-machine' };
    return { mine, proxy };
  }

  const ANOTHER_KEY = (text: string): string => text.replace('$env: GITCAST_KEY', '$env: DEPLOY_TOKEN');
  const ANOTHER_HOST = (text: string): string => text.replace(OURS, THEIRS);
  const ANOTHER_NAME = (text: string): string => text.replaceAll('live', 'other');

  it.each<[string, ((text: string) => string)[], string]>([
    ['another variable of the machine', [ANOTHER_KEY], 'on the default branch its key is GITCAST_KEY'],
    ['another host', [ANOTHER_HOST], `on the default branch the target is ${OURS}`],
    ['both', [ANOTHER_KEY, ANOTHER_HOST], 'on the default branch its key is GITCAST_KEY'],
    ['a new target with such a variable', [ANOTHER_NAME, ANOTHER_KEY], 'the default branch has no such target'],
    [
      'a new target at another host',
      [ANOTHER_NAME, ANOTHER_HOST],
      `on the default branch it is the key of live at ${OURS}`,
    ],
  ])('is not sent if the checked out branch names %s, and a person is asked', async (_, edits, reason) => {
    const { mine, proxy } = await fresh();
    mine.write(
      '../gitcast.config.yaml',
      edits.reduce((text, edit) => edit(text), mine.configText()),
    );
    for (const step of ['not committed', 'committed']) {
      if (step === 'committed') git(mine.folder, 'commit', '-q', '-a', '-m', 'a branch to try out');
      const { exitCode, stderr } = await mine.gitcast('plan');
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(reason)]);
      expect(await answering(mine, 'n', 'plan')).toMatchObject({
        exitCode: 1,
        asked: [expect.stringContaining(`although ${reason}? [y/N]`)],
      });
    }
    expect(proxy.asked).toEqual([]);
    const [, suggested] = /run `gitcast (trust \w+)`/.exec((await mine.gitcast('plan')).stderr)!;
    expect((await mine.gitcast(...suggested!.split(' '))).exitCode).toBe(0);
    expect((await mine.gitcast('plan')).stderr).not.toContain('was not sent');
  });

  it('is not sent if the default branch has no configuration yet, or git cannot read it', async () => {
    const { mine, proxy } = await fresh();
    git(mine.folder, 'mv', 'gitcast.config.yaml', 'later.config.yaml');
    const unknown = await mine.gitcast('plan', '--config', 'later.config.yaml');
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('the default branch has no such target'),
    ]);
    git(mine.folder, 'mv', 'later.config.yaml', 'gitcast.config.yaml');
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { exitCode, stderr } = await mine.gitcast('plan');
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('the default branch of this clone could not be read: '),
    ]);
    expect(proxy.asked).toEqual([]);
  });

  it('is sent with a notice if the default branch sends it there, under any name, or if nobody knows that branch', async () => {
    const { mine } = await fresh();
    mine.write('../gitcast.config.yaml', ANOTHER_NAME(mine.configText()));
    expect((await mine.gitcast('plan')).stderr).toBe(FIRST_USE.replace('live', 'other'));
    git(mine.folder, 'remote', 'remove', 'origin');
    mine.write('../gitcast.config.yaml', ANOTHER_KEY(mine.configText()));
    expect((await mine.gitcast('plan')).stderr).toContain('notice: sending ');
  });
});

describe('in CI, a key', () => {
  const stageOf = ({ shared }: { readonly shared: boolean }) =>
    copiesOfGitStage({ files: someEvents(1) }, async ({ stage, commit }) => {
      pointAt(stage, OURS);
      if (!shared) stage.write('../gitcast.config.yaml', stage.configText().replace('state: git\n', ''));
      commit();
      if (shared) {
        await useProxy(stage);
        expect((await stage.sync()).exitCode).toBe(0);
      }
      return {};
    });
  const stages = { shared: stageOf({ shared: true }), alone: stageOf({ shared: false }) };

  /** A runner with the branch of a pull request, and without any records. */
  async function runnerOf({ shared }: { readonly shared: boolean }) {
    const { stage, clone } = await stages[shared ? 'shared' : 'alone']();
    const proxy = await useProxy(stage);
    const runner = clone('--depth=1');
    runner.env = { ...runner.env, CI: 'true', CI_DEFAULT_BRANCH: 'main', CI_MERGE_REQUEST_IID: '7' };
    return { runner, proxy, stage };
  }

  it('needs no records, and is not sent to a host other than that of the shared state', async () => {
    const { runner, proxy } = await runnerOf({ shared: true });
    expect(await runner.gitcast('plan')).toMatchObject({ exitCode: 0, stderr: '' });
    pointAt(runner, THEIRS);
    const { exitCode, stderr } = await runner.gitcast('plan');
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(`live's key was not sent to ${THEIRS}: the shared state was made with ${OURS}`),
    ]);
    expect(hostsAsked(proxy)).toEqual([OURS]);
  });

  it('follows the default branch if there is no shared state', async () => {
    const { runner, proxy } = await runnerOf({ shared: false });
    expect(await runner.gitcast('plan')).toMatchObject({ exitCode: 0, stderr: '' });
    pointAt(runner, THEIRS);
    const { exitCode, stderr } = await runner.gitcast('plan');
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`live's key was not sent to ${THEIRS}: on the branch main the target is ${OURS}`);
    expect(stderr).toContain('merge the change to the target live into main first');
    expect(hostsAsked(proxy)).toEqual([OURS]);
  });

  it('is not sent if a pull request turns off the shared state, or names a new target', async () => {
    const { runner, proxy } = await runnerOf({ shared: true });
    const text = runner.configText();
    runner.write('../gitcast.config.yaml', text.replace('state: git', 'state: file').replace(OURS, THEIRS));
    expect((await runner.gitcast('plan')).exitCode).toBe(1);
    runner.write('../gitcast.config.yaml', text.replaceAll('live', 'other').replace(OURS, THEIRS));
    const { stderr } = await runner.gitcast('plan');
    expect(stderr).toContain('the branch main has no such target');
    expect(hostsAsked(proxy)).toEqual([]);
  });

  it('is the variable that the default branch names, not another one of the job', async () => {
    const { runner, proxy } = await runnerOf({ shared: true });
    runner.env = { ...runner.env, DEPLOY_TOKEN: 'canary-of-the-job' };
    const before = proxy.asked.length;
    runner.write('../gitcast.config.yaml', runner.configText().replace('$env: GITCAST_KEY', '$env: DEPLOY_TOKEN'));
    const { exitCode, stderr } = await runner.gitcast('plan');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('on the branch main its key is GITCAST_KEY')]);
    expect(proxy.asked.length).toBe(before);
  });

  it('is sent according to the default branch in a job of that branch, even if the job started before the last push', async () => {
    const { runner, stage } = await runnerOf({ shared: false });
    const { CI_MERGE_REQUEST_IID: _, ...env } = runner.env;
    runner.env = { ...env, CI_COMMIT_BRANCH: 'main' };
    expect(await runner.gitcast('plan')).toMatchObject({ exitCode: 0, stderr: '' });
    git(stage.folder, 'commit', '-q', '--allow-empty', '-m', 'meanwhile');
    git(stage.folder, 'push', '-q', 'origin', 'HEAD:main');
    expect(await runner.gitcast('plan')).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each(['pull_request_target', 'schedule'])(
    'is not sent if a job that GitHub started for the default branch by %s has checked out a pull request',
    async (event) => {
      const { runner, proxy } = await runnerOf({ shared: false });
      runner.write('../event.json', JSON.stringify({ repository: { default_branch: 'main' } }));
      const { CI_DEFAULT_BRANCH: _, CI_MERGE_REQUEST_IID: __, ...env } = runner.env;
      runner.env = {
        ...env,
        GITHUB_ACTIONS: 'true',
        GITHUB_EVENT_NAME: event,
        GITHUB_REF: 'refs/heads/main',
        // A schedule event may not include the repository.
        ...(event !== 'schedule' && { GITHUB_EVENT_PATH: join(runner.folder, 'event.json') }),
      };
      expect(await runner.gitcast('plan')).toMatchObject({ exitCode: 0, stderr: '' });
      pointAt(runner, THEIRS);
      git(runner.folder, 'commit', '-q', '-a', '-m', 'pull request');
      const { exitCode, stderr } = await runner.gitcast('plan');
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`on the branch main the target is ${OURS}`)]);
      expect(hostsAsked(proxy)).toEqual([OURS]);
    },
  );

  it('is not sent because of a branch whose name ends like that of the default branch', async () => {
    const { runner, proxy, stage } = await runnerOf({ shared: false });
    pointAt(stage, THEIRS);
    git(stage.folder, 'commit', '-q', '-a', '-m', 'theirs');
    git(stage.folder, 'push', '-q', 'origin', 'HEAD:refs/heads/a/refs/heads/main');
    pointAt(runner, THEIRS);
    const { exitCode, stderr } = await runner.gitcast('plan');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`on the branch main the target is ${OURS}`)]);
    expect(hostsAsked(proxy)).toEqual([]);
  });

  it('is not sent because of the default branch of a submodule, which a pull request can add', async () => {
    const { runner, proxy, stage } = await runnerOf({ shared: false });
    pointAt(stage, THEIRS);
    git(stage.folder, 'commit', '-q', '-a', '-m', 'theirs');
    git(stage.folder, 'push', '-q', '--force', 'origin', 'HEAD:main');
    const origin = git(stage.folder, 'remote', 'get-url', 'origin').trim();
    git(runner.folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', origin, 'theirs');
    const { exitCode, stderr } = await runner.gitcast('plan', '--config', 'theirs/gitcast.config.yaml');
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('this folder is a submodule, and not part of the repository of the job'),
    ]);
    expect(hostsAsked(proxy)).toEqual([]);
  });

  it('is not sent if the clone is that of a fork, whose owner controls the default branch', async () => {
    const { runner, proxy, stage } = await runnerOf({ shared: false });
    runner.env = { ...runner.env, GITHUB_REPOSITORY: 'festival/content' };
    pointAt(stage, THEIRS);
    git(stage.folder, 'commit', '-q', '-a', '-m', 'fork');
    git(stage.folder, 'push', '-q', 'origin', 'HEAD:main');
    pointAt(runner, THEIRS);
    const { exitCode, stderr } = await runner.gitcast('plan');
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('the remote origin is not festival/content, which this job belongs to'),
    ]);
    const elsewhere = 'https://git.evil.test/festival/content.git';
    git(runner.folder, 'remote', 'set-url', 'origin', elsewhere);
    runner.env = { ...runner.env, GITHUB_SERVER_URL: 'https://github.com' };
    expect((await runner.gitcast('plan')).stderr).toContain('the remote origin is not festival/content');
    expect(hostsAsked(proxy)).toEqual([]);
  });

  it('is not sent if the CI host does not name the default branch, unless the shared state agrees', async () => {
    const alone = await runnerOf({ shared: false });
    const { CI_DEFAULT_BRANCH: _, CI_MERGE_REQUEST_IID: __, ...env } = alone.runner.env;
    alone.runner.env = { ...env, GITHUB_ACTIONS: 'true', GITHUB_EVENT_PATH: '/no/such/event.json' };
    const { exitCode, stderr } = await alone.runner.gitcast('plan');
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('this job does not name the default branch, whose configuration decides'),
    ]);
    expect(stderr).toContain(
      'set GITCAST_DEFAULT_BRANCH in the job to the branch that people merge into, such as main',
    );
    expect(hostsAsked(alone.proxy)).toEqual([]);
    alone.runner.env = { ...alone.runner.env, GITCAST_DEFAULT_BRANCH: 'main' };
    expect((await alone.runner.gitcast('plan')).exitCode).toBe(0);
    const { runner } = await runnerOf({ shared: true });
    const { CI_DEFAULT_BRANCH: ___, ...unnamed } = runner.env;
    runner.env = unnamed;
    expect((await runner.gitcast('plan')).exitCode).toBe(0);
  });

  it.each([
    ['TF_BUILD', 'True'],
    ['JENKINS_URL', 'https://ci.festival.test/'],
    ['BUILD_ID', '12'],
    ['CODEBUILD_BUILD_ID', 'content:0c3'],
    ['TEAMCITY_VERSION', '2026.1'],
  ])('is not sent by a runner that sets no `CI`, only %s', async (name, value) => {
    const { runner, proxy } = await runnerOf({ shared: false });
    const { CI: _, CI_DEFAULT_BRANCH: __, CI_MERGE_REQUEST_IID: ___, ...env } = runner.env;
    runner.env = { ...env, [name]: value };
    // These runners fetch a commit, and do not clone.
    git(runner.folder, 'remote', 'set-head', 'origin', '--delete');
    pointAt(runner, THEIRS);
    const { exitCode, stderr } = await runner.gitcast('plan');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('this job does not name the default branch')]);
    expect(hostsAsked(proxy)).toEqual([]);
  });

  it('is not sent because of a shared state alone, which anyone who can push a branch can push', async () => {
    const { runner, proxy, stage } = await runnerOf({ shared: false });
    stage.write('../gitcast.config.yaml', `state: git\n${stage.configText()}`);
    pointAt(stage, THEIRS);
    stage.env = { ...stage.env, HOME: temporary() };
    await stage.gitcast('trust', 'live');
    expect((await stage.sync()).exitCode).toBe(0);
    const before = proxy.asked.length;
    runner.write('../gitcast.config.yaml', stage.configText());
    const moved = await runner.gitcast('plan');
    expect([moved.exitCode, moved.stderr]).toEqual([
      1,
      expect.stringContaining(`on the branch main the target is ${OURS}`),
    ]);
    runner.env = { ...runner.env, CI_DEFAULT_BRANCH: 'trunk' };
    const unread = await runner.gitcast('plan');
    expect([unread.exitCode, unread.stderr]).toEqual([
      1,
      expect.stringContaining(
        'the configuration on the branch trunk could not be read: the remote has no branch trunk',
      ),
    ]);
    expect(proxy.asked.length).toBe(before);
  });
});
