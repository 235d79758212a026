/** `gitcast ci`, before a job starts. */
import { describe, expect, it } from 'vitest';
import { JOB_NAMES, JOBS } from '../../src/ci/jobs.ts';
import { folderWith, gitcast, SOUND } from '../cli/in-memory.ts';
import { git } from './run.ts';

const ON_GITHUB = { GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'orchard/festival', GITHUB_REF_NAME: 'main' };

const job = (name: string, env = {}) => gitcast(`ci ${name}`, { cwd: folderWith(SOUND), env });

describe('gitcast ci', () => {
  it('lists every job in its help, with whose code it runs and which keys it sees', async () => {
    const { exitCode, stdout } = await gitcast('ci --help');
    expect(exitCode).toBe(0);
    const text = stdout.replaceAll(/\s+/g, ' ');
    for (const [name, { about, runs, sees }] of Object.entries(JOBS)) {
      const code = runs === 'any' ? 'the code of a pull request too' : 'merged code only';
      expect(text).toContain(`${name} ${about}. Runs ${code}; sees ${sees}.`);
    }
  });

  it('suggests a job for one that does not exist', async () => {
    expect(await gitcast('ci syncc')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/unknown job syncc for ci\n.*sync/),
    });
  });

  it('masks the key on GitHub, which masks the value of a secret only as a whole', async () => {
    const target =
      '{ baseUrl: https://api.example.com, userId: 64b7c0ffee64b7c0ffee0001, broadcastId: 64b7c0ffee64b7c0ffee0002, key: { $env: K } }';
    const cwd = folderWith({ ...SOUND, 'gitcast.config.yaml': `targets: { live: ${target} }\n` });
    const env = { ...ON_GITHUB, GITHUB_EVENT_NAME: 'pull_request', K: 'canary-key@api.example.com' };
    expect((await gitcast('ci sync', { cwd, env })).stderr).toMatch(/^::add-mask::canary-key\n/);
  });

  it.each(JOB_NAMES.filter((name) => JOBS[name].runs === 'merged'))(
    'does not run the job %s in the run of a pull request, whatever it may see there',
    async (name) => {
      const stderr = expect.stringContaining(
        `the job ${name} runs merged code only, and this is the run of a pull request`,
      );
      for (const event of ['pull_request', 'merge_group'])
        expect(await job(name, { ...ON_GITHUB, GITHUB_EVENT_NAME: event, GH_TOKEN: 'canary' })).toMatchObject({
          exitCode: 1,
          stdout: '',
          stderr,
        });
      const env = { GITLAB_CI: 'true', CI_PIPELINE_SOURCE: 'merge_request_event', GITCAST_TOKEN: 'canary' };
      expect(await job(name, env)).toMatchObject({ exitCode: 1, stderr });
    },
  );

  it('does not check a pull request where it sees a token that can write', async () => {
    const env = { CI_PIPELINE_SOURCE: 'merge_request_event', GITCAST_TOKEN: 'canary' };
    expect(await job('check', env)).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/GITCAST_TOKEN can write[^]*make the variable protected/),
    });
  });

  it.each([
    ['CI_API_V4_URL', { GITLAB_CI: 'true', GITCAST_TOKEN: 'canary' }],
    ['CI_PROJECT_URL', { GITLAB_CI: 'true', GITCAST_TOKEN: 'canary', CI_API_V4_URL: 'https://gitlab.example/api/v4' }],
    ['GITHUB_REPOSITORY', { GITHUB_ACTIONS: 'true', GH_TOKEN: 'canary' }],
  ])('names the variable %s of its host if that is missing', async (name, env) => {
    expect(await job('comment', env)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`${name} is missing, and this job needs the API of its host`),
    });
  });

  it('says what to set if a job has no token', async () => {
    expect(await job('comment', { ...ON_GITHUB, GITHUB_EVENT_NAME: 'workflow_run' })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('set GH_TOKEN to ${{ github.token }} in the env of this step'),
    });
    expect(await job('comment')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('this job needs the API of GitHub or GitLab'),
    });
  });

  it('fails the job publish of a website that no host has pages for, and the configuration no place', async () => {
    const cwd = folderWith({ ...SOUND, 'dist/index.html': '<p>Festival</p>' });
    git(cwd, 'init', '--quiet', '--initial-branch', 'main');
    expect((await gitcast('ci publish', { cwd })).stderr).toContain('the branch could not be fetched');
    git(cwd, 'remote', 'add', 'origin', '.');
    git(cwd, 'add', 'content', 'gitcast.config.yaml');
    git(cwd, 'commit', '--quiet', '-m', 'Start');
    const stderr = expect.stringContaining('`publish:`');
    expect(await gitcast('ci publish', { cwd })).toMatchObject({ exitCode: 1, stderr });
  });

  it.each(['check', 'sync', 'promote', 'publish'])(
    'fails the job %s if the configuration has errors, which is not the same as having no target',
    async (name) => {
      const cwd = folderWith({
        ...SOUND,
        'gitcast.config.yaml': 'defaultTarget: live\ntargets: { live: { baseUrll: "https://api.example" } }\n',
      });
      const { exitCode, stderr } = await gitcast(`ci ${name}`, { cwd, env: { ...ON_GITHUB, GH_TOKEN: 'canary' } });
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('baseUrll')]);
    },
  );
});
