import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FakeGitLab } from './fake-gitlab.ts';
import { checkout, openProject, push, type Project, type Runner } from './project.ts';
import { read, write } from './folders.ts';
import { environment, git, run, type Ran } from './run.ts';
import { program } from '../programs.ts';
import { needs } from '../needs.ts';

const CONCERT = 'content/events/opening-concert.yaml';

interface Job {
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
  readonly variables?: Readonly<Record<string, string | number>>;
}

const jobsIn = (cwd: string): Record<string, Job> => {
  const files = ['.gitlab-ci.yml', 'ci/site.gitlab-ci.yml'].map((file) => parse(read(cwd, file)) as object);
  return Object.assign({}, ...files) as Record<string, Job>;
};

/** Runs a job of the pipeline of this checkout. The remote with a token cannot be tested here. */
async function runJob(
  project: Project,
  { cwd }: Runner,
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly Ran[]> {
  const { script, after_script: after = [], variables = {} } = jobsIn(cwd)[name]!;
  const {
    GIT_AUTHOR_NAME: _,
    GIT_AUTHOR_EMAIL: __,
    GIT_COMMITTER_NAME: ___,
    GIT_COMMITTER_EMAIL: ____,
    ...clean
  } = environment([project.bin]);
  const given = Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)]));
  const ran: Ran[] = [];
  for (const line of [...script, ...after].filter((each) => !each.endsWith(' remote'))) {
    ran.push(
      await run(cwd, program('sh'), ['-c', line], {
        ...clean,
        GITCAST_OUT: join(cwd, 'gitcast-out'),
        CI_PROJECT_DIR: cwd,
        ...given,
        ...env,
      }),
    );
  }
  return ran;
}

const variablesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]),
  );

const codes = (ran: readonly Ran[]): readonly (number | null)[] => ran.map(({ exitCode }) => exitCode);

/** Something is left of its kind: only the guard refuses the deletions. */
const ANOTHER = 'title: Another\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\n';

describe.runIf(needs('bash', 'curl', 'tar'))(
  'the pipeline for GitLab, run by a runner with a fresh clone',
  { timeout: 300_000 },
  () => {
    it('notes the plan in the merge request, deploys the merge, and pulls an edit from the web editor', async () => {
      const project = await openProject('gitlab');
      const gitlab = await new FakeGitLab().start();
      const { key } = project.service;
      const main = { GITCAST_KEY: key, ...gitlab.env, ...gitlab.token, CI_COMMIT_BRANCH: 'main' };
      const ofRequest = { GITCAST_PLAN_KEY: key, ...gitlab.env, CI_MERGE_REQUEST_IID: '7' };
      const onMain = (job: string, env: Readonly<Record<string, string>> = {}) =>
        runJob(project, checkout(project, 'main', { depth: 20 }), job, { ...main, ...env });
      const titles = async () =>
        ((await project.call('GET', '/events')) as { data: { title: string }[] }).data.map(({ title }) => title).sort();

      const runner = checkout(project, 'main');
      expect(codes(await runJob(project, runner, 'pages', main))).toEqual([0, 0]);
      expect(existsSync(join(runner.cwd, 'public/index.html'))).toBe(true);
      expect(variablesIn(read(runner.cwd, 'gitcast-out/outputs.env'))).toEqual({ GITCAST_PUBLISHED: 'true' });
      // The published site is recorded, so that a schedule starts a pipeline only if it is no longer current.
      expect(codes(await onMain('gitcast schedule'))).toEqual([0]);
      expect(gitlab.started).toEqual([]);
      expect(codes(await onMain('gitcast sync', { GITCAST_REVIEWED: 'off', GITCAST_PUBLISHED: 'true' }))).toEqual([0]);
      expect(await titles()).toEqual(['Opening concert', 'Sunday brunch']);

      git(project.author, 'checkout', '--quiet', '-b', 'grand');
      write(project.author, CONCERT, read(project.author, CONCERT).replace(/^title: .*$/m, 'title: Grand opening'));
      const sha = push(project.author, 'A grander name');
      for (const id of [1, 2, 3])
        gitlab.notes.push({ id, author: { id: 50 + id }, body: '<!-- gitcast plan -->\nmine' });
      const request = checkout(project, 'grand');
      expect(codes(await runJob(project, request, 'gitcast plan', ofRequest))).toEqual([0]);
      const names = ['outcome', 'plan.json', 'plan.md', 'site.json'];
      const files = Object.fromEntries(names.map((name) => [name, read(request.cwd, `gitcast-out/${name}`)]));
      expect(gitlab.calls).toEqual([]);

      // A job of the default branch writes the notes. It treats the files of merge request jobs as data.
      const pipelines = [
        { id: 21, sha: 'older' },
        { id: 22, sha },
      ];
      const noted = async (left: Readonly<Record<string, string>>, change: object = {}) => {
        gitlab.open = [
          { iid: 7, sha, source_project_id: 3, pipelines, files: { 21: { 'plan.md': 'older' }, 22: left }, ...change },
        ];
        return codes(await onMain('gitcast notes'));
      };
      expect(await noted({}, { source_project_id: 4 })).toEqual([0]);
      expect(gitlab.notes).toHaveLength(3);
      expect(
        await noted({
          'plan.md': `<!-- @everyone\n/merge\n${'x'.repeat(1000)}`,
          'plan.json': 'no plan',
          outcome: 'planned',
        }),
      ).toEqual([0]);
      expect(gitlab.notes[3]!.body).toContain('No plan was recorded');
      expect(gitlab.notes[3]!.body).not.toMatch(/@everyone|^\/merge/m);
      expect(gitlab.notes[3]!.body).toContain('The plan of this run is damaged, so it is not shown.');
      expect(gitlab.notes[3]!.body).not.toContain('xxx');
      expect(await noted(files)).toEqual([0]);
      expect(gitlab.notes).toHaveLength(4);
      expect(gitlab.notes[3]!.body).toMatch(
        /^<!-- gitcast plan -->\n<sub>For [0-9a-f]{40}, by \[this job\]\(https:\/\/gitlab\.example\/22\).* The merge applies this plan, `\S+`, or stops\.<\/sub>\n/,
      );

      expect(gitlab.notes[3]!.body).toMatch(/### gitcast plan for [^]*### gitcast site\n[^]*#### Pages that change/);

      // After the default branch moved, the plan is made again.
      expect(codes(await onMain('gitcast renew'))).toEqual([0]);
      expect(gitlab.retried).toEqual([22]);

      // Squashed and merged, it is checked against what was recorded, and applied.
      git(project.author, 'checkout', '--quiet', 'main');
      git(project.author, 'merge', '--quiet', '--squash', 'grand');
      const merged = push(project.author, 'A grander name (!7)');
      gitlab.open = [{ ...gitlab.open[0]!, state: 'merged', merge_commit_sha: merged }];
      gitlab.allowsVariables = false;
      expect(codes(await onMain('gitcast schedule'))).toEqual([0]);
      expect(gitlab.started).toEqual([{ ref: 'main' }]);
      const deployed = checkout(project, 'main', { depth: 20 });
      expect(codes(await runJob(project, deployed, 'gitcast check', main))).toEqual([0]);
      const outputs = variablesIn(read(deployed.cwd, 'gitcast-out/outputs.env'));
      expect(outputs).toMatchObject({ GITCAST_DECISION: 'reviewed', GITCAST_REVIEWED: '7' });
      expect(codes(await onMain('gitcast sync', outputs))).toEqual([0]);
      expect(await titles()).toEqual(['Grand opening', 'Sunday brunch']);

      // What was pushed without a review waits for somebody who may deploy to the protected environment.
      write(project.author, 'content/places/pond.yaml', 'name: The pond\n');
      push(project.author, 'A pond');
      const unreviewed = checkout(project, 'main', { depth: 20 });
      expect(codes(await runJob(project, unreviewed, 'gitcast check', main))).toEqual([0]);
      const found = variablesIn(read(unreviewed.cwd, 'gitcast-out/outputs.env'));
      expect(found).toMatchObject({ GITCAST_DECISION: 'approval', GITCAST_REVIEWED: 'none' });
      expect(codes(await onMain('gitcast sync', found))).toEqual([77]);
      const approving = { ...found, CI_ENVIRONMENT_NAME: 'production-unreviewed' };
      expect(await onMain('gitcast unreviewed', approving)).toMatchObject([
        { exitCode: 1, stderr: expect.stringContaining('is not protected') },
      ]);
      gitlab.protectedEnvironments.push('production-unreviewed');
      expect(codes(await onMain('gitcast unreviewed', approving))).toEqual([0]);
      expect((await project.call('GET', '/places'))['data']).toHaveLength(3);

      const { data } = (await project.call('GET', '/events')) as { data: { id: string; title: string }[] };
      const brunch = data.find(({ title }) => title === 'Sunday brunch')!;
      await project.call('PUT', `/events/${brunch.id}`, { title: 'Late brunch' });
      for (const _ of ['first night', 'second night']) {
        expect(codes(await runJob(project, checkout(project, 'main', { depth: 0 }), 'gitcast nightly', main))).toEqual([
          0,
        ]);
      }
      expect(git(project.origin, 'show', 'gitcast/drift-production:content/events/sunday-brunch.yaml')).toContain(
        'Late brunch',
      );
      expect(git(project.origin, 'rev-list', '--count', 'main..gitcast/drift-production')).toBe('1\n');
      expect(gitlab.mergeRequests).toMatchObject([
        { source_branch: 'gitcast/drift-production', target_branch: 'main' },
      ]);
    });

    it('counts a label for the plan that it was added for, by somebody who can push', async () => {
      const project = await openProject('gitlab');
      const gitlab = await new FakeGitLab().start();
      const { key } = project.service;
      const main = { GITCAST_KEY: key, ...gitlab.env, ...gitlab.token, CI_COMMIT_BRANCH: 'main' };
      const config = read(project.author, 'gitcast.config.yaml').replace('count: 10', 'count: 1');
      write(project.author, 'gitcast.config.yaml', config);
      const events = readdirSync(join(project.author, 'content/events'));
      write(project.author, 'content/events/another.yaml', ANOTHER);
      push(project.author, 'A strict guard');
      const runner = () => checkout(project, 'main');
      expect(
        codes(
          await runJob(project, runner(), 'gitcast sync', {
            ...main,
            GITCAST_REVIEWED: 'off',
            GITCAST_PUBLISHED: 'true',
          }),
        ),
      ).toEqual([0]);
      git(project.author, 'checkout', '--quiet', '-b', 'empty');
      for (const name of events) rmSync(join(project.author, 'content/events', name));
      const sha = push(project.author, 'Other events');
      const request = checkout(project, 'empty');
      const ofRequest = { GITCAST_PLAN_KEY: key, ...gitlab.env, CI_MERGE_REQUEST_IID: '7' };
      expect(codes(await runJob(project, request, 'gitcast plan', ofRequest))).toEqual([0]);
      const names = ['outcome', 'plan.json', 'plan.md'];
      const files = { 22: Object.fromEntries(names.map((name) => [name, read(request.cwd, `gitcast-out/${name}`)])) };
      gitlab.open = [{ iid: 7, sha, source_project_id: 3, pipelines: [{ id: 22, sha }], files }];
      const label = 'gitcast: allow 2 deletes';
      const given = (user: number, created = new Date()) => {
        gitlab.labels = [label];
        const who = { id: user, username: `user-${user}` };
        gitlab.labelEvents.push({
          action: 'add',
          label: { name: label },
          created_at: created.toISOString(),
          user: who,
        });
      };
      const noted = async () => {
        expect(codes(await runJob(project, runner(), 'gitcast notes', main))).toEqual([0]);
        return gitlab.notes.find(({ body }) => body.startsWith('<!-- gitcast plan -->'))!.body;
      };
      // Before there was a plan to look at, and then by somebody who cannot push.
      given(5, new Date(Date.now() - 60_000));
      gitlab.members['5'] = 30;
      expect(await noted()).toContain(`- the label \`${label}\``);
      expect(gitlab.labels).toEqual([]);
      given(6);
      expect(await noted()).toContain(`- the label \`${label}\``);
      expect(gitlab.labels).toEqual([]);
      given(5);
      expect(await noted()).toContain('Allowed by user-5 for this plan.');
      expect(gitlab.labels).toEqual([label]);
      expect(await noted()).toContain('Allowed by user-5 for this plan.');
      // Withdrawn by removing it.
      gitlab.labels = [];
      expect(await noted()).toContain(`- the label \`${label}\``);
    });

    it('gives no write token to a job that runs code of a merge request', async () => {
      const project = await openProject('gitlab');
      const gitlab = await new FakeGitLab().start();
      const runner = checkout(project, 'main');
      const [planned] = await runJob(project, runner, 'gitcast plan', gitlab.env);
      expect(planned).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('made offline') });
      const [seen] = await runJob(project, runner, 'gitcast plan', { ...gitlab.env, ...gitlab.token });
      expect(seen).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('make the variable protected') });
      const [writing] = await runJob(project, runner, 'gitcast plan', {
        ...gitlab.env,
        CI_MERGE_REQUEST_IID: '7',
        GITCAST_KEY: 'write',
      });
      expect(writing).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('GITCAST_KEY can write, and this job'),
      });
      const request = { ...gitlab.env, ...gitlab.token, CI_MERGE_REQUEST_IID: '7' };
      const [refused] = await runJob(project, runner, 'gitcast notes', request);
      expect(refused).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('does not run in a merge request'),
      });
      expect(gitlab.calls).toEqual([]);
    });

    it('reports a missing token, and still passes', async () => {
      const project = await openProject('gitlab');
      const [noted] = await runJob(project, checkout(project, 'main'), 'gitcast notes', {});
      expect(noted).toMatchObject({
        exitCode: 0,
        stderr: 'GITCAST_TOKEN is not set, so ci/gitlab.mjs skipped comment.\n',
      });
    });
  },
);
