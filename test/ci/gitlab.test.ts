import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FakeGitLab } from './fake-gitlab.ts';
import { checkout, openProject, push, type Project, type Runner } from './project.ts';
import { environment, git, read, run, write, type Ran } from './workshop.ts';

const CONCERT = 'content/events/opening-concert.yaml';

interface Job {
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
  readonly variables?: Readonly<Record<string, string | number>>;
}

/** Runs a job of the pipeline of this checkout. The remote with a token cannot be tested here. */
async function runJob(
  project: Project,
  { cwd }: Runner,
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly Ran[]> {
  const {
    script,
    after_script: after = [],
    variables = {},
  } = (parse(read(cwd, '.gitlab-ci.yml')) as Record<string, Job>)[name]!;
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
      await run(cwd, 'sh', ['-c', line], {
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

const codes = (ran: readonly Ran[]): readonly (number | null)[] => ran.map(({ exitCode }) => exitCode);

describe('the pipeline for GitLab, run by a runner with a fresh clone', { timeout: 300_000 }, () => {
  it('notes the plan in the merge request, deploys the merge, and pulls an edit from the web editor', async () => {
    const project = await openProject('gitlab');
    const gitlab = await new FakeGitLab().start();
    const key = { GITCAST_KEY: project.service.key };
    const main = { ...key, ...gitlab.env, ...gitlab.token, CI_COMMIT_BRANCH: 'main' };
    const ofRequest = { ...key, ...gitlab.env, CI_MERGE_REQUEST_IID: '7' };

    const runner = checkout(project, 'main');
    expect(codes(await runJob(project, runner, 'pages', main))).toEqual([0]);
    expect(existsSync(join(runner.cwd, 'public/index.html'))).toBe(true);
    expect(codes(await runJob(project, runner, 'gitcast sync', main))).toEqual([0]);
    const { data } = (await project.call('GET', '/events')) as { data: { id: string; title: string }[] };
    expect(data.map(({ title }) => title).sort()).toEqual(['Opening concert', 'Sunday brunch']);

    git(project.author, 'pull', '--quiet');
    git(project.author, 'checkout', '--quiet', '-b', 'grand');
    write(project.author, CONCERT, read(project.author, CONCERT).replace(/^title: .*$/m, 'title: Grand opening'));
    const sha = push(project.author, 'A grander name');
    for (const id of [1, 2, 3]) gitlab.notes.push({ id, author: { id: 50 + id }, body: '<!-- gitcast plan -->\nmine' });
    const request = checkout(project, 'grand');
    expect(codes(await runJob(project, request, 'gitcast plan', ofRequest))).toEqual([0]);
    const plan = read(request.cwd, 'gitcast-out/plan.md');
    const { GITCAST_KEY: _, ...keyless } = ofRequest;
    expect(codes(await runJob(project, request, 'gitcast plan', keyless))).toEqual([0]);
    expect(gitlab.calls).toEqual([]);

    // A job of the default branch writes the notes. It treats the files of merge request jobs as data.
    const left = {
      iid: 7,
      sha,
      source_project_id: 3,
      pipelines: [
        { id: 21, sha: 'older' },
        { id: 22, sha },
      ],
    };
    const noted = async (plans: Readonly<Record<number, string>>, change: object = {}) => {
      gitlab.open = [{ ...left, plans, ...change }];
      return codes(await runJob(project, runner, 'gitcast notes', main));
    };
    expect(await noted({ 21: 'of another commit', 22: plan })).toEqual([0]);
    expect(await noted({ 22: plan })).toEqual([0]);
    expect(await noted({ 22: read(request.cwd, 'gitcast-out/plan.md') })).toEqual([0]);
    expect(gitlab.notes).toHaveLength(4);
    expect(gitlab.notes[3]!.body).toMatch(
      /^<!-- gitcast plan -->\n<sub>For [0-9a-f]{40}, by \[this job\]\(https:\/\/gitlab\.example\/22\).*<\/sub>\n\n### gitcast plan for `production`, made offline\n/,
    );
    const writing = () => gitlab.calls.filter((call) => !call.startsWith('GET'));
    expect(writing()).toEqual(['POST projects/3/merge_requests/7/notes', 'PUT projects/3/merge_requests/7/notes/103']);
    expect(await noted({ 22: 'x' }, { source_project_id: 4 })).toEqual([0]);
    expect(await noted({})).toEqual([0]);
    expect(writing()).toHaveLength(2);
    expect(await noted({ 22: `<!-- @everyone\n/merge\n${'x'.repeat(1000)}` })).toEqual([0]);
    expect(gitlab.notes[3]!.body).not.toMatch(/@everyone|^\/merge/m);
    expect(gitlab.notes[3]!.body.indexOf('<sub>For')).toBeLessThan(gitlab.notes[3]!.body.indexOf('<!-- @'));
    expect(await noted({ 22: 'x'.repeat(2_000_000) })).toEqual([0]);
    expect(gitlab.notes[3]!.body).toContain('too long for a note');
    expect(JSON.parse(read(request.cwd, 'gl-code-quality-report.json'))).toEqual([]);

    // Others merge and sync in the meantime. The plan is still that of the merge, and the older job, run again, is refused.
    git(project.author, 'checkout', '--quiet', 'main');
    write(project.author, 'content/places/pond.yaml', 'name: The pond\n');
    push(project.author, 'A pond');
    expect(codes(await runJob(project, checkout(project, 'main', { depth: 20 }), 'gitcast sync', main))).toEqual([0]);
    const late = checkout(project, 'grand', { depth: 20 });
    const [planned] = await runJob(project, late, 'gitcast plan', {
      ...ofRequest,
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    });
    expect(planned).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('merged into main') });
    expect(read(late.cwd, 'gitcast-out/plan.md')).toMatch(/^### gitcast plan for `production`\n\n1 to update, /);
    const [again] = await runJob(project, runner, 'gitcast sync', main);
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('is 1 commit behind it') });
    expect(again!.stderr).toContain('in CI, run the job of the newest commit');

    const brunch = data.find(({ title }) => title === 'Sunday brunch')!;
    for (const title of ['Late brunch', 'Very late brunch']) {
      await project.call('PUT', `/events/${brunch.id}`, { title });
      expect(codes(await runJob(project, checkout(project, 'main', { depth: 0 }), 'gitcast nightly', main))).toEqual([
        0,
      ]);
    }
    expect(git(project.origin, 'show', 'gitcast/drift-production:content/events/sunday-brunch.yaml')).toContain(
      'title: Very late brunch',
    );
    expect(gitlab.mergeRequests).toMatchObject([{ source_branch: 'gitcast/drift-production', target_branch: 'main' }]);
  });

  it('gives no write token to a job that runs code of a merge request', async () => {
    const project = await openProject('gitlab');
    const gitlab = await new FakeGitLab().start();
    const runner = checkout(project, 'main');
    const [planned] = await runJob(project, runner, 'gitcast plan', gitlab.env);
    expect(planned).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('made offline') });
    const [seen] = await runJob(project, runner, 'gitcast plan', { ...gitlab.env, ...gitlab.token });
    expect(seen).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('make the variable protected') });
    const request = { ...gitlab.env, ...gitlab.token, CI_MERGE_REQUEST_IID: '7' };
    const [refused] = await runJob(project, runner, 'gitcast notes', request);
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('does not run in a merge request') });
    expect(gitlab.calls).toEqual([]);
  });

  it('reports a missing token, and still passes', async () => {
    const project = await openProject('gitlab');
    const [noted] = await runJob(project, checkout(project, 'main'), 'gitcast notes', {});
    expect(noted).toMatchObject({ exitCode: 0, stderr: 'GITCAST_TOKEN is not set, so ci/gitlab.mjs skipped notes.\n' });
  });
});

describe('the script for any other host', { timeout: 300_000 }, () => {
  it('checks, deploys and pulls with only git and a key, and commits the state if that is a file', async () => {
    const project = await openProject('script', { state: 'file' });
    const { cwd } = checkout(project, 'main');
    const env = { ...environment([project.bin]), GITCAST_KEY: project.service.key };
    const script = (folder: string, ...words: readonly string[]): Promise<Ran> =>
      run(folder, 'sh', ['ci/gitcast.sh', ...words], env);
    expect((await script(cwd, 'pull-request')).exitCode).toBe(0);
    expect(read(cwd, '.gitcast/ci/plan.md')).toMatch(/^### gitcast plan for `production`\n/);
    expect((await script(cwd, 'merge')).exitCode).toBe(0);
    expect(existsSync(join(cwd, 'dist/index.html'))).toBe(true);

    // A push in between must not lose the state of a run.
    await project.call('POST', '/places', { name: 'Orchard gate' });
    git(project.author, 'pull', '--quiet');
    write(project.author, 'content/places/pond.yaml', 'name: The pond\n');
    push(project.author, 'A pond');
    const late = checkout(project, 'main').cwd;
    write(project.author, 'notes.txt', 'meanwhile');
    push(project.author, 'Meanwhile');
    const synced = await script(late, 'sync');
    expect([synced.exitCode, synced.stderr]).toEqual([
      0,
      expect.stringContaining('Somebody else pushed to main first'),
    ]);
    expect(git(project.origin, 'show', 'main:.gitcast/state/production.json')).toContain('places/pond');
    expect(git(project.origin, 'show', 'main:notes.txt')).toBe('meanwhile');

    const nightly = await script(checkout(project, 'main', { depth: 0 }).cwd, 'nightly');
    expect([nightly.exitCode, nightly.stderr]).toEqual([
      0,
      expect.stringContaining('The edits are on the branch gitcast/drift-production.'),
    ]);
    expect(git(project.origin, 'ls-tree', '-r', '--name-only', 'gitcast/drift-production', 'content/places')).toContain(
      'orchard-gate.yaml',
    );
    expect(await script(cwd, 'deploy')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('usage: ') });
  });

  it('syncs nowhere until it has a target', async () => {
    const project = await openProject('script');
    const { cwd } = checkout(project, 'main');
    const env = { ...environment([project.bin]), GITCAST_KEY: project.service.key, GITCAST_TARGET: '' };
    const ran = await run(cwd, 'sh', ['ci/gitcast.sh', 'sync'], env);
    expect(ran).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('CI has no target yet') });
    expect((await project.call('GET', '/events'))['data']).toEqual([]);
  });
});
