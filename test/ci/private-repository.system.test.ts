/** A repository that nobody can read without a token, over HTTP: each job gets as much of it as its workflow gives it. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { gitCredentials } from '../../src/ci/keys.ts';
import { runnerIn } from '../../src/ci/runner.ts';
import { gitIn } from '../../src/git/git.ts';
import { program } from '../programs.ts';
import { serveRepositories } from '../state/git-http.ts';
import { textsFor } from './ci-subjects.ts';
import { CONCERT, Festival, titled, type Runner } from './festival.ts';
import { temporaryFolder } from './folders.ts';
import { digestIn, expectDone, OnGitHub } from './on-github.ts';
import { environment, git } from './run.ts';

const [[, WORKFLOW]] = textsFor('github', { config: undefined, branch: 'main' }, /pull-request\.yml$/) as [
  [string, string],
];
/** The step before anything of a pull request runs. */
const FETCH = /- run: (git .+ fetch .+)/.exec(WORKFLOW)![1]!;

it('is read and written with a token that is in no checkout, and in no job with the code of a pull request', async () => {
  const on = await OnGitHub.with(await Festival.open({ isWeb: false }));
  const { origin } = on.festival;
  const token = on.github.token();
  const withToken = await serveRepositories(dirname(origin), token, 'x-access-token');
  git(origin, 'config', 'http.receivepack', 'true');
  const server = withToken.replace(/\/\/.*@/, '//');
  const checkout = async (branch: string): Promise<Runner> => {
    const temp = temporaryFolder();
    const cwd = join(temp, 'checkout');
    await sh(temp, `git clone --quiet --branch ${branch} ${withToken}/${basename(origin)} checkout`);
    // As actions/checkout leaves it with `persist-credentials: false`.
    git(cwd, 'remote', 'set-url', 'origin', `${server}/${basename(origin)}`);
    return { cwd, temp };
  };
  const merged = { GH_TOKEN: token, GITHUB_SERVER_URL: server };
  const sync = async (env = {}) => {
    const runner = await checkout('main');
    const ran = await on.sync({ ...merged, ...env }, { runner });
    expect(textsBelow(runner.cwd).filter((text) => text.includes(token))).toEqual([]);
    return ran;
  };
  const first = digestIn(await sync());
  expectDone(await sync({ GITCAST_DIGEST: first, GITCAST_ENVIRONMENT: 'production-approval' }));

  on.festival.edit('edit', titled(CONCERT, 'First night'));
  const runner = await checkout('edit');
  const unread = await on.check('edit', on.festival.keys, runner);
  expect(unread).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('the state on the remote origin') });
  await sh(runner.cwd, FETCH, { GH_TOKEN: token });
  const { plan, stderr } = expectDone(await on.check('edit', on.festival.keys, runner));
  expect(stderr).not.toContain('could not be fetched');
  expect(textsBelow(runner.cwd).filter((text) => text.includes(token))).toEqual([]);
  expectDone(await on.comment(1, 'edit', plan));
  on.merge(1, 'edit');
  expectDone(await sync());
  expect(await on.festival.titles()).toEqual(['First night', 'Sunday brunch']);
  // With its history and its tags, the website of a single broadcast needs nothing else.
  const built = expectDone(await on.job('check', { runner: await checkout('main'), env: { GH_TOKEN: '' } }));
  expect(built.stderr).not.toMatch(/could not|warning/);
});

it('on GitLab is written with the token of gitcast, although the checkout has the one of the job', async () => {
  const folder = temporaryFolder();
  git(folder, 'init', '--quiet', '--bare', 'origin.git');
  git(join(folder, 'origin.git'), 'config', 'http.receivepack', 'true');
  const server = (await serveRepositories(folder, 'glpat-canary', 'gitcast')).replace(/\/\/.*@/, '//');
  git(folder, 'clone', '--quiet', 'origin.git', 'checkout');
  const cwd = join(folder, 'checkout');
  git(cwd, 'commit', '--quiet', '--allow-empty', '-m', 'Start');
  git(cwd, 'remote', 'set-url', 'origin', `${server.replace('//', '//gitlab-ci-token:of-the-job@')}/origin.git`);
  const variables = { ...environment(), GITLAB_CI: 'true', CI_SERVER_URL: server, GITCAST_TOKEN: 'glpat-canary' };
  const runner = runnerIn({ ...variables, GITCAST_OUT: folder }, cwd);
  await gitIn(cwd, { ...variables, ...gitCredentials(runner) }).run(['push', '--quiet', 'origin', 'HEAD:main']);
  expect(git(join(folder, 'origin.git'), 'log', '--format=%s', 'main')).toBe('Start\n');
});

/** Does not block this process, which answers. */
async function sh(cwd: string, script: string, env = {}): Promise<void> {
  await promisify(execFile)(program('sh'), ['-c', script], { cwd, env: { ...environment(), ...env } });
}

/** Also what git keeps in there. */
const textsBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
