import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BRUNCH, CONCERT, Festival, runJob, titled, type RanJob, type Runner } from './festival.ts';
import { madeForAll, read, write } from './folders.ts';
import { GitLabStandIn } from './gitlab-stand-in.ts';
import { digestIn, expectDone } from './on-github.ts';
import { git } from './run.ts';
import { serve } from './stand-in-server.ts';

/** A festival on GitLab: its jobs run as the pipeline starts them, against the stand-in of its API. */
class OnGitLab {
  readonly festival: Festival;
  readonly gitlab: GitLabStandIn;

  private constructor(festival: Festival, gitlab: GitLabStandIn) {
    this.festival = festival;
    this.gitlab = gitlab;
  }

  static async open(...options: Parameters<typeof Festival.open>): Promise<OnGitLab> {
    return new OnGitLab(await Festival.open(...options), await GitLabStandIn.start());
  }

  #run(runner: Runner, job: string, env: Record<string, string>, now?: Date): Promise<RanJob> {
    const variables = {
      GITLAB_CI: 'true',
      CI_API_V4_URL: this.gitlab.api,
      CI_PROJECT_ID: String(this.gitlab.projectId),
      CI_PROJECT_URL: 'https://gitlab.example/orchard/festival',
      GITCAST_OUT: join(runner.cwd, 'gitcast-out'),
      GITCAST_SITE: join(runner.cwd, 'gitcast-site'),
      GITHUB_OUTPUT: '',
      GITHUB_STEP_SUMMARY: '',
    };
    return runJob(runner, job, { ...variables, ...env }, now);
  }

  /** A job of the default branch, which sees what is protected. */
  job(
    name: string,
    env: Record<string, string> = {},
    { runner = this.festival.checkout('main'), now = new Date() } = {},
  ) {
    const own = { CI_COMMIT_BRANCH: 'main', CI_PIPELINE_SOURCE: 'push', GITCAST_TOKEN: this.gitlab.token() };
    return this.#run(runner, name, { ...own, ...this.festival.keys, ...env }, now);
  }

  /** The job of a merge request, whose file GitLab keeps if it succeeds. */
  async check(iid: number, branch: string, env: Record<string, string> = {}): Promise<RanJob> {
    const runner = this.festival.checkout(branch);
    const sha = git(this.festival.origin, 'rev-parse', branch).trim();
    const request =
      this.gitlab.mergeRequests.find((each) => each.iid === iid) ?? this.gitlab.mergeRequest({ iid, sha });
    request.sha = sha;
    const ran = await this.#run(runner, 'check', {
      CI_PIPELINE_SOURCE: 'merge_request_event',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      CI_COMMIT_SHA: sha,
      GITCAST_PLAN_KEY: this.festival.credentials.key,
      ...env,
    });
    if (ran.exitCode === 0) request.plan = read(runner.cwd, 'gitcast-out/plan.json');
    return ran;
  }
}

describe('merge requests on GitLab', () => {
  const opened = madeForAll(async () => {
    const on = await OnGitLab.open({ isWeb: false });
    on.gitlab.protectedEnvironments.push('production-approval');
    const first = await on.job('sync');
    expectDone(await on.job('sync', { GITCAST_DIGEST: digestIn(first), CI_ENVIRONMENT_NAME: 'production-approval' }));
    return on;
  });

  it('are commented by a schedule, and their merge applies what the comment showed', async () => {
    const on = opened();
    const { gitlab, festival } = on;
    festival.edit('first', titled(CONCERT, 'First @night'));
    festival.edit('second', titled(BRUNCH, '/close'));
    expectDone(await on.check(1, 'first'));
    expectDone(await on.check(2, 'second'));
    // A fork's files belong to another project.
    gitlab.mergeRequest({ iid: 3, sha: 'fork', source_project_id: 99, plan: '{}' });
    expectDone(await on.job('comment', { CI_PIPELINE_SOURCE: 'schedule' }));
    expect(gitlab.notes.map(({ on: iid }) => iid).toSorted()).toEqual([1, 2]);
    expect(gitlab.notes.find(({ on: iid }) => iid === 1)!.body).toMatch(
      /^<!-- gitcast plan -->\n.*browse\?job=gitcast\+check[^]*\n<!-- gitcast rows [\w-]{22} -->$/,
    );
    expect([gitlab.actions, gitlab.mentioned]).toEqual([[], []]);
    // Once more: nothing is written twice.
    const written = () => gitlab.calls.filter((call) => /^(?:POST|PUT) /.test(call)).length;
    const before = written();
    expectDone(await on.job('comment', { CI_PIPELINE_SOURCE: 'schedule' }));
    expect(written()).toBe(before);

    for (const [iid, branch] of [
      [1, 'first'],
      [2, 'second'],
    ] as const)
      Object.assign(
        gitlab.mergeRequests.find((each) => each.iid === iid)!,
        {
          state: 'merged',
          squash_commit_sha: festival.merge(branch),
        },
      );
    expectDone(await on.job('sync'));
    expect(await festival.titles()).toEqual(['/close', 'First @night']);
  });

  it('show nothing new as long as their last check is of an earlier commit', async () => {
    const on = opened();
    on.festival.edit('third', titled(CONCERT, 'Third night'));
    expectDone(await on.check(4, 'third'));
    on.gitlab.mergeRequests.find(({ iid }) => iid === 4)!.sha = 'later';
    expectDone(await on.job('comment', { CI_PIPELINE_SOURCE: 'schedule' }));
    expect(on.gitlab.notes.filter(({ on: iid }) => iid === 4)).toEqual([]);
  });

  it('are not checked where their code sees a key that can write', async () => {
    const on = opened();
    on.festival.edit('fifth', titled(CONCERT, 'Fifth night'));
    for (const name of ['GITCAST_KEY', 'GITCAST_TOKEN'])
      expect(await on.check(5, 'fifth', { [name]: 'canary' })).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining(`${name} can write, and this job runs the code of a pull request`),
      });
  });

  it('approve nothing on an environment that is not protected', async () => {
    const on = opened();
    on.festival.edit('main', titled(CONCERT, 'Sixth night'));
    const digest = digestIn(await on.job('sync'));
    // Who starts a pipeline can give it any variable, so only the environment of the job itself counts.
    const env = {
      GITCAST_DIGEST: digest,
      CI_ENVIRONMENT_NAME: 'production',
      GITCAST_ENVIRONMENT: 'production-approval',
    };
    expect(await on.job('sync', env)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('The environment production is not protected'),
    });
  });

  it('get the edits of the web editor as one request, with what conflicts in its text', async () => {
    const on = opened();
    // The file of the concert has another title by now, and nothing else could carry that word.
    await on.festival.retitle('First @night', 'Edited @online');
    const nightly = () => on.job('nightly', { CI_PIPELINE_SOURCE: 'schedule' });
    expect(await nightly()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(CONFLICT) });
    expect(on.gitlab.mergeRequests.filter((each) => each.source_branch.startsWith('gitcast/'))).toEqual([]);
    await on.festival.retitle('/close', 'A longer brunch');
    expectDone(await nightly());
    expectDone(await nightly());
    const proposed = on.gitlab.mergeRequests.filter((each) => each.source_branch.startsWith('gitcast/'));
    expect(proposed).toMatchObject([
      { source_branch: 'gitcast/drift-production', target_branch: 'main', title: 'Pull edits from production' },
    ]);
    expect(proposed[0]!.description).toContain('content/events/sunday-brunch.yaml');
    expect(proposed[0]!.description).toContain(CONFLICT);
    expect(on.gitlab.mentioned).toEqual([]);
  });
});

const CONFLICT = 'events/opening-concert (title): changed here and on the target to different values';

describe('the website of a merge', () => {
  it('is published by a job without templates, on the tip of its branch, and by a schedule only if it changed', async () => {
    let record = '';
    const url = await serve(({ path }) =>
      path === '/gitcast.json' && record !== '' ? { body: Buffer.from(record) } : { status: 404, body: {} },
    );
    const on = await OnGitLab.open({
      files: {
        'content/articles/later.md':
          '---\ntitle: Later\nstatus: published\npublished_at: 2027-05-02T09:00:00+02:00\n---\nText\n',
      },
    });
    const config = read(on.festival.author, 'gitcast.config.yaml').replace('https://orchard.example', url);
    on.festival.edit('main', (folder) => void write(folder, 'gitcast.config.yaml', config));
    const runner = on.festival.checkout('main');
    const [early, late] = [new Date('2027-05-01T00:00:00Z'), new Date('2027-05-03T00:00:00Z')];
    expectDone(await on.job('check', {}, { runner, now: early }));
    expectDone(await on.job('publish', {}, { runner, now: early }));
    record = read(runner.cwd, 'public/gitcast.json');
    expect(JSON.parse(record)).toMatchObject({
      digest: expect.stringMatching(/^[0-9a-f]{32}$/),
      until: '2027-05-02T07:00:00.000Z',
      addresses: expect.arrayContaining(['/', '/events/opening-concert/']),
    });
    const schedule = async (now: Date) => {
      const own = on.festival.checkout('main');
      expectDone(await on.job('check', { CI_PIPELINE_SOURCE: 'schedule' }, { runner: own, now }));
      expectDone(await on.job('publish', { CI_PIPELINE_SOURCE: 'schedule' }, { runner: own, now }));
      return existsSync(join(own.cwd, 'public'));
    };
    expect(await schedule(early)).toBe(false);
    expect(await schedule(late)).toBe(true);
    // Unreadable: publish.
    record = '{';
    expect(await schedule(early)).toBe(true);

    // An older job, after a newer merge.
    on.festival.edit('main', titled(CONCERT, 'Newer'));
    const again = expectDone(await on.job('publish', {}, { runner, now: early }));
    expect(again.stderr).toContain('The branch has newer commits');
  });
});
