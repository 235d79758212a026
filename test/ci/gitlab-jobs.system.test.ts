import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveRepositories } from '../state/git-http.ts';
import { BRUNCH, CONCERT, Festival, titled } from './festival.ts';
import { madeForAll, read, write } from './folders.ts';
import { expectDone } from './on-github.ts';
import { OnGitLab } from './on-gitlab.ts';
import { git } from './run.ts';

/** Something is left of its kind: only the guard refuses the deletions. */
const ANOTHER = 'title: Another\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\n';

const opened = async (options = {}): Promise<OnGitLab> => OnGitLab.with(await Festival.open(options));
const deployed = async (options = {}): Promise<OnGitLab> => {
  const on = await opened(options);
  expectDone(await on.job('sync', { env: { GITCAST_REVIEWED: 'off' } }));
  return on;
};

describe('a repository on GitLab', () => {
  const shared = madeForAll(() => deployed());

  it('publishes on Pages, records that, and starts a pipeline only if the website changed since', async () => {
    const on = shared();
    const runner = on.checkout('main');
    const pages = { runner, env: { GITCAST_SITE: 'public' } };
    expect(expectDone(await on.job('build', pages)).outputs).toEqual({ GITCAST_PUBLISHED: 'true' });
    expect(existsSync(join(runner.cwd, 'public/index.html'))).toBe(true);
    // The second command of the same job adds to its outputs.
    expect(expectDone(await on.job('record', pages)).outputs).toEqual({ GITCAST_PUBLISHED: 'true' });
    expectDone(await on.job('rebuild'));
    expect(on.gitlab.started).toEqual([]);
    on.festival.edit('main', titled(CONCERT, 'Grandest opening'));
    on.gitlab.allowsVariables = false;
    expectDone(await on.job('rebuild'));
    expect(on.gitlab.started).toEqual([{ ref: 'main' }]);
    expectDone(await on.job('sync', { env: { GITCAST_REVIEWED: 'off' } }));
  });

  it('notes the plan in the merge request, and deploys the merge as it was reviewed', async () => {
    const on = shared();
    const { gitlab, festival } = on;
    for (const id of [1, 2, 3])
      gitlab.notes.push({ id, on: 7, author: { id: 50 + id }, body: '<!-- gitcast plan -->\nmine' });
    festival.edit('grand', titled(CONCERT, 'Grand opening'));
    gitlab.calls.length = 0;
    const planned = expectDone(await on.plan('grand', 7));
    expect(gitlab.calls).toEqual([]);

    // A job of the default branch writes the notes. It treats the files of merge request jobs as data.
    const forged = {
      'plan.md': `<!-- @everyone\n/merge\n${'x'.repeat(1000)}`,
      'plan.json': 'no plan',
      outcome: 'planned',
    };
    on.left(7, 'grand', forged);
    const body = await on.noted(7);
    expect(body).toContain('No plan was recorded');
    expect(body).toContain('The plan of this run is damaged, so it is not shown.');
    expect(body).not.toContain('xxx');
    gitlab.pipelines.push({ id: 21, on: 7, sha: 'older' });
    on.left(7, 'grand', planned.files);
    const note = await on.noted(7);
    expect(gitlab.notes).toHaveLength(4);
    expect(note).toMatch(
      /^<!-- gitcast plan -->\n<sub>For [0-9a-f]{40}, by \[this run\]\(https:\/\/gitlab\.example\/\S+\).* The merge applies this plan, `\S+`, or stops\.<\/sub>\n/,
    );
    expect(note).toMatch(/### gitcast plan for /);
    expect([gitlab.actions, gitlab.mentioned]).toEqual([[], []]);

    // After the default branch moved, the plan is made again.
    expectDone(await on.job('renew'));
    expect(gitlab.retried).toEqual([gitlab.pipelines[0]!.id]);

    on.merge(7, 'grand');
    const { outputs } = expectDone(await on.job('check'));
    expect(outputs).toMatchObject({ GITCAST_DECISION: 'reviewed', GITCAST_REVIEWED: '7' });
    // GitLab has no matrix for lists that only a job knows.
    expect(Object.keys(outputs).sort()).toEqual(['GITCAST_DECISION', 'GITCAST_REVIEWED']);
    expectDone(await on.job('sync', { env: { ...outputs, GITCAST_PUBLISHED: 'true' } }));
    expect(await festival.titles()).toEqual(['Grand opening', 'Sunday brunch']);
  });

  it('lets what nobody reviewed wait for somebody who may deploy to the protected environment', async () => {
    const on = shared();
    await on.review(8, 'brunch', titled(BRUNCH, 'Long brunch'));
    on.festival.edit('main', (folder) => void write(folder, 'content/places/pond.yaml', 'name: The pond\n'));
    const { outputs } = expectDone(await on.job('check'));
    expect(outputs).toMatchObject({
      GITCAST_DECISION: 'approval',
      GITCAST_REVIEWED: 'none',
      GITCAST_DIGEST: expect.stringMatching(/^\S+$/),
    });
    expect(await on.job('sync', { env: outputs })).toMatchObject({
      exitCode: 77,
      stderr: expect.stringContaining('wait for a person to start the job for unreviewed changes'),
    });
    // A plan that is made now would contain what nobody has approved, and its review would cover it.
    on.gitlab.retried.length = 0;
    expect(expectDone(await on.job('renew')).stderr).toContain('does not have all changes of the default branch yet');
    const env = { ...outputs, CI_ENVIRONMENT_NAME: 'production-unreviewed' };
    expect(await on.job('approved', { env })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('is not protected'),
    });
    on.gitlab.protectedEnvironments.push('production-unreviewed');
    const other = await on.job('approved', { env: { ...env, GITCAST_DIGEST: 'another' } });
    expect(other.exitCode).toBe(1);
    expect((await on.festival.call('GET', '/places'))['data']).toHaveLength(0);
    expectDone(await on.job('approved', { env }));
    expect((await on.festival.call('GET', '/places'))['data']).toHaveLength(1);
    expect(on.gitlab.retried).toEqual([]);
    expectDone(await on.job('renew'));
    expect(on.gitlab.retried).toHaveLength(1);
  });

  it('proposes edits from the web editor as one merge request, night after night', async () => {
    const on = shared();
    const { festival, gitlab } = on;
    await festival.retitle('Sunday brunch', 'Late brunch');
    for (const _ of ['first night', 'second night']) expectDone(await on.job('nightly'));
    expect(git(festival.origin, 'show', 'gitcast/drift-production:content/events/sunday-brunch.yaml')).toContain(
      'Late brunch',
    );
    expect(git(festival.origin, 'rev-list', '--count', 'main..gitcast/drift-production')).toBe('1\n');
    const proposed = gitlab.mergeRequests.filter((each) => each.source_branch === 'gitcast/drift-production');
    expect(proposed).toMatchObject([{ target_branch: 'main', title: 'Pull edits from production' }]);
  });

  it('leaves the merge requests of forks alone, whose jobs belong to another project', async () => {
    const on = shared();
    const { gitlab } = on;
    const notes = gitlab.notes.length;
    gitlab.mergeRequest({ iid: 9, sha: 'forked', source_project_id: 4, source_branch: 'forked' });
    gitlab.planned(9, 'forked', { outcome: 'planned', 'plan.json': '{}' });
    expectDone(await on.job('comment'));
    expect(gitlab.notes).toHaveLength(notes);
  });
});

describe('a label on a merge request', () => {
  it('counts for the plan that it was added for, by somebody who can push', async () => {
    const on = await deployed({
      settings: 'guard: { deletes: { count: 1 } }',
      files: { 'content/events/another.yaml': ANOTHER },
    });
    const { gitlab } = on;
    const label = 'gitcast: allow 2 deletes';
    const request = () => gitlab.mergeRequests[0]!;
    on.festival.edit('empty', (folder) => {
      const events = join(folder, 'content/events');
      for (const name of readdirSync(events)) if (name !== 'another.yaml') rmSync(join(events, name));
    });
    on.left(7, 'empty', expectDone(await on.plan('empty', 7)).files);
    gitlab.members[5] = { username: 'ada', access_level: 30 };
    gitlab.members[6] = { username: 'guest', access_level: 20 };
    // Before there was a plan to look at, and then by somebody who cannot push.
    gitlab.label(7, label, 5, new Date(Date.now() - 60_000));
    expect(await on.noted(7)).toContain(`- the label \`${label}\``);
    expect([request().labels, gitlab.knownLabels]).toEqual([[], [label]]);
    gitlab.label(7, label, 6, new Date());
    expect(await on.noted(7)).toContain(`- the label \`${label}\``);
    expect(request().labels).toEqual([]);
    expect(gitlab.notes.at(-1)!.body).toContain('guest has no write access, which an approval needs.');
    gitlab.label(7, label, 5, new Date());
    for (const _ of ['once', 'and again']) expect(await on.noted(7)).toContain('Allowed by ada for this plan.');
    expect(request().labels).toEqual([label]);
    // Withdrawn by removing it.
    request().labels = [];
    expect(await on.noted(7)).toContain(`- the label \`${label}\``);
    // A closed merge request is forgotten.
    request().state = 'closed';
    expectDone(await on.job('comment'));
    request().state = 'opened';
    gitlab.calls.length = 0;
    expectDone(await on.job('renew'));
    expect(gitlab.retried).toEqual([]);
  });
});

describe('a job that runs the code of a merge request', () => {
  const shared = madeForAll(() => opened());

  it('plans offline without a key', async () => {
    const { exitCode, stderr, files } = await shared().plan('main', 7, {});
    expect([exitCode, stderr, files['outcome']]).toEqual([0, expect.stringContaining('made offline'), 'offline\n']);
  });

  it('refuses everything that can write', async () => {
    const on = shared();
    expect(await on.plan('main', 7, { ...on.planKeys, ...on.variables })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('make the variable protected'),
    });
    const writing = await on.plan('main', 7, on.festival.keys);
    expect(writing.exitCode).toBe(1);
    expect(writing.stderr).toContain('GITCAST_KEY can write, and this job runs the code of a merge request');
    expect(writing.stderr).toContain('set GITCAST_PLAN_KEY to a key that can only read');
    expect(writing.files).toMatchObject({ outcome: 'failure\n' });
  });

  it.each(['comment', 'check', 'sync', 'nightly', 'record', 'approved'])('is never %s', async (name) => {
    const on = shared();
    expect(await on.job(name, { env: { CI_COMMIT_BRANCH: '', CI_MERGE_REQUEST_IID: '7' } })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('runs merged code only'),
    });
    expect(on.gitlab.calls).toEqual([]);
  });
});

describe('a promotion on GitLab', () => {
  it('is planned by one job, and applied by another that a person starts', async () => {
    const on = await deployed({ targets: ['staging', 'live'] });
    const { outputs, stderr } = expectDone(await on.job('promote-plan'));
    expect(outputs).toEqual({ GITCAST_DIGEST: expect.stringMatching(/^\S+$/), GITCAST_PROMOTION: 'waiting' });
    expect(stderr).toContain(`This plan waits for an approval: ${outputs['GITCAST_DIGEST']}`);
    const env = { ...outputs, CI_ENVIRONMENT_NAME: 'live' };
    expect(await on.job('promote', { env })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('is not protected'),
    });
    on.gitlab.protectedEnvironments.push('live');
    expectDone(await on.job('promote', { env }));
    expect(expectDone(await on.job('promote-plan')).outputs).toMatchObject({ GITCAST_PROMOTION: 'none' });
  });
});

describe('the token on GitLab', () => {
  it.each(['comment', 'renew', 'rebuild'])('is reported if %s misses it, and the job passes', async (name) => {
    const on = await opened();
    expect(await on.job(name, { env: { GITCAST_TOKEN: '' } })).toMatchObject({
      exitCode: 0,
      stderr: 'GITCAST_TOKEN is not set, so this job has nothing to do.\n',
    });
  });

  it('is what git pushes with: the token of a job can only read', async () => {
    const on = await opened();
    const { origin } = on.festival;
    const token = on.variables['GITCAST_TOKEN']!;
    const server = new URL(await serveRepositories(dirname(origin), token, 'gitcast'));
    const runner = on.checkout('main');
    const address = () => git(runner.cwd, 'remote', 'get-url', 'origin').trim();
    const before = address();
    git(origin, 'config', 'http.receivepack', 'true');
    const env = { GITCAST_SITE: 'public', CI_SERVER_URL: server.origin, CI_PROJECT_PATH: 'origin' };
    // Templates are code: the token is not in the checkout while they run.
    expectDone(await on.job('build', { runner, env }));
    expect(address()).toBe(before);
    expectDone(await on.job('record', { runner, env }));
    expect(on.festival.refs('refs/gitcast/site')).toEqual(['refs/gitcast/site/production']);
    // Nor does it stay there for whatever runs in the same folder later.
    expect(address()).toBe(before);
    const synced = expectDone(await on.job('sync', { env: { ...env, GITCAST_REVIEWED: 'off' } }));
    expect(on.festival.refs('refs/gitcast/state')).toEqual(['refs/gitcast/state/production']);
    expect(synced.stdout + synced.stderr).not.toContain(token);
  });
});
