import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FakeGitHub } from './fake-github.ts';
import { cancelStep, checkout, openProject, push, runStep, type Project, type Runner } from './project.ts';
import { git, read, write } from './workshop.ts';

const CONCERT = 'content/events/opening-concert.yaml';

const titled = (project: Project, title: string): void =>
  void write(project.author, CONCERT, read(project.author, CONCERT).replace(/^title: .*$/m, `title: ${title}`));

const merge = async (project: Project) => {
  const runner = checkout(project, 'main');
  const path = [project.bin];
  const env = { GITHUB_REF_NAME: 'main' };
  const built = await runStep(runner, ['merge', 'build'], { path, env, expressions: {} });
  const synced = await runStep(runner, ['merge', 'sync'], {
    path,
    env,
    expressions: { 'secrets.GITCAST_KEY': project.service.key },
  });
  return { runner, built, synced };
};

/** The job of a pull request, and its upload. */
async function plan(project: Project, branch: string, key: string) {
  const runner = checkout(project, branch);
  const expressions = { 'secrets.GITCAST_KEY': key, 'github.event.pull_request.number': '7' };
  const ran = await runStep(runner, ['pull-request', 'plan'], { path: [project.bin], expressions });
  const left = (name: string): string => readFileSync(join(runner.temp, 'gitcast', name), 'utf8');
  return { ...ran, files: { 'plan.md': left('plan.md'), 'pull-request': left('pull-request') } };
}

function comment(project: Project, github: FakeGitHub, head: string, repository = 'orchard/festival') {
  const expressions = {
    'github.token': 'token',
    'github.event.workflow_run.id': '9',
    'github.event.workflow_run.head_sha': head,
    'github.event.workflow_run.head_repository.full_name': repository,
  };
  return runStep(checkout(project, 'main'), ['comment', 'comment'], {
    path: [github.path],
    env: github.env,
    expressions,
  });
}

const titles = async (project: Project): Promise<readonly unknown[]> => {
  const { data } = (await project.call('GET', '/events')) as { data: { title: string }[] };
  return data.map(({ title }) => title).sort();
};

const nightly = (project: Project, github: FakeGitHub, runner: Runner) =>
  runStep(runner, ['nightly', 'pull'], {
    path: [project.bin, github.path],
    env: { ...github.env, GITHUB_REF_NAME: 'main' },
    expressions: { 'secrets.GITCAST_KEY': project.service.key, 'github.token': 'token' },
  });

describe('the workflows for GitHub, run by a runner with a fresh clone', { timeout: 300_000 }, () => {
  it('show the plan of a pull request, deploy the merge, and pull an edit from the web editor', async () => {
    const project = await openProject('github');
    const github = new FakeGitHub();

    // main is deployed: the site is built, and the service has the content of the files.
    const first = await merge(project);
    expect(first.built).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(first.runner.temp, 'site/index.html'))).toBe(true);
    expect(first.synced).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('the target equals the files') });
    expect(await titles(project)).toEqual(['Opening concert', 'Sunday brunch']);
    // The state is on its own ref, so main has only what people pushed, and may be protected.
    expect(git(project.origin, 'log', '--format=%an: %s', 'main')).toBe('Ada: Start\n');
    expect(git(project.origin, 'for-each-ref', '--format=%(refname)', 'refs/gitcast')).toBe(
      'refs/gitcast/state/production\n',
    );

    // A pull request shows what merging it would change, and changes nothing.
    git(project.author, 'pull', '--quiet');
    git(project.author, 'checkout', '--quiet', '-b', 'grand');
    titled(project, 'Grand opening');
    const head = push(project.author, 'A grander name');
    const shown = await plan(project, 'grand', project.service.key);
    expect(shown).toMatchObject({ exitCode: 0, files: { 'pull-request': '7\n' } });
    expect(shown.files['plan.md']).toMatch(/^### gitcast plan for `production`\n\n1 to update, \d+ unchanged\./);
    expect(shown.files['plan.md']).toContain('  - title: `Opening concert` → `Grand opening`\n');
    expect(await titles(project)).toEqual(['Opening concert', 'Sunday brunch']);

    // It is one comment, updated on every push; a stranger's comment with the same marker is not changed.
    github.change((world) => {
      world.heads['7'] = head;
      world.comments.push({ id: 1, user: { login: 'stranger' }, body: '<!-- gitcast plan -->\nmine' });
    });
    github.upload(shown.files);
    expect(await comment(project, github, head)).toMatchObject({ exitCode: 0 });
    github.upload({ ...shown.files, 'plan.md': 'another plan\n' });
    expect(await comment(project, github, head)).toMatchObject({ exitCode: 0 });
    expect(github.world.calls.filter((call) => !call.startsWith('GET'))).toEqual([
      'POST repos/orchard/festival/issues/7/comments',
      'PATCH repos/orchard/festival/issues/comments/101',
    ]);
    expect(github.world.comments.map(({ on, body }) => [on, body.split('\n').filter((line) => line !== '')])).toEqual([
      [undefined, ['<!-- gitcast plan -->', 'mine']],
      ['7', ['<!-- gitcast plan -->', expect.stringMatching(`^<sub>For ${head}, by \\[this run\\]`), 'another plan']],
    ]);

    // Merged, it is on the service.
    git(project.author, 'checkout', '--quiet', 'main');
    git(project.author, 'merge', '--quiet', '--no-edit', 'grand');
    git(project.author, 'push', '--quiet');
    expect((await merge(project)).synced.exitCode).toBe(0);
    expect(await titles(project)).toEqual(['Grand opening', 'Sunday brunch']);
    // “Re-run jobs” of an older run has an older checkout, of depth 1: it reverts nothing.
    const again = await runStep(first.runner, ['merge', 'sync'], {
      path: [project.bin],
      expressions: { 'secrets.GITCAST_KEY': project.service.key },
    });
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('behind it') });
    expect(await titles(project)).toEqual(['Grand opening', 'Sunday brunch']);
    const commits = git(project.origin, 'rev-list', '--count', 'main');
    expect((await merge(project)).synced).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('✓ production'),
    });
    expect(git(project.origin, 'rev-list', '--count', 'main')).toBe(commits);

    // A colleague edits in the web editor: the nightly job opens a pull request with it.
    const { data } = (await project.call('GET', '/events')) as { data: { id: string; title: string }[] };
    await project.call('PUT', `/events/${data.find(({ title }) => title === 'Sunday brunch')!.id}`, {
      title: 'Late brunch',
    });
    const drift = 'gitcast/drift-production';
    expect(await nightly(project, github, checkout(project, 'main', { depth: 0 }))).toMatchObject({ exitCode: 0 });
    expect(git(project.origin, 'show', `${drift}:content/events/sunday-brunch.yaml`)).toContain('title: Late brunch');
    expect(git(project.origin, 'log', '--format=%an %s', `main..${drift}`)).toBe(
      'gitcast gitcast: edits from production\n',
    );
    expect(github.world.pulls).toMatchObject([
      {
        head: drift,
        base: 'main',
        title: 'Pull edits from production',
        body: expect.stringMatching(/\n {4}~ content\/events\/sunday-brunch\.yaml\n[^]*\nThe checks start when /),
      },
    ]);

    // The next night updates it, unless somebody has committed to it.
    await project.call('PUT', `/events/${data.find(({ title }) => title === 'Grand opening')!.id}`, {
      title: 'The opening',
    });
    expect((await nightly(project, github, checkout(project, 'main', { depth: 0 }))).exitCode).toBe(0);
    expect(git(project.origin, 'rev-list', '--count', `main..${drift}`)).toBe('1\n');
    expect(git(project.origin, 'show', `${drift}:${CONCERT}`)).toContain('title: The opening');
    expect(github.world.pulls).toHaveLength(1);
    git(project.author, 'fetch', '--quiet');
    git(project.author, 'checkout', '--quiet', drift);
    write(project.author, 'notes.txt', 'to be discussed');
    const theirs = push(project.author, 'Notes');
    const left = await nightly(project, github, checkout(project, 'main', { depth: 0 }));
    expect([left.exitCode, left.stderr]).toEqual([
      0,
      expect.stringContaining('Somebody has committed to gitcast/drift-production'),
    ]);
    expect(git(project.origin, 'rev-parse', drift).trim()).toBe(theirs);
  });

  it('plan a pull request from a fork offline, without a key, and treat its artifact as data', async () => {
    const project = await openProject('github');
    const github = new FakeGitHub();
    await merge(project);
    git(project.author, 'pull', '--quiet');
    git(project.author, 'checkout', '--quiet', '-b', 'fork');
    titled(project, 'Hello @everyone');
    const head = push(project.author, 'From a fork');
    const { exitCode, stderr, files } = await plan(project, 'fork', '');
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining('This job has no key, so the plan is made offline.'),
    ]);
    expect(files['plan.md']).toMatch(/^### gitcast plan for `production`, made offline\n/);
    expect(files['plan.md']).toContain('1 to update, ');

    github.change((world) => Object.assign(world.heads, { 7: head, 8: 'another' }));
    const tried = async (artifact: Record<string, string>, size?: number) => {
      github.upload(artifact, size);
      const ran = await comment(project, github, head, 'stranger/festival');
      return { ...ran, comments: github.world.comments };
    };
    expect(await tried({ ...files, 'pull-request': '8\n' })).toMatchObject({
      exitCode: 0,
      comments: [],
      stderr: expect.stringContaining('not at the commit of this run'),
    });
    expect(await tried({ ...files, 'pull-request': '7; id' })).toMatchObject({ exitCode: 1, comments: [] });
    expect(await tried({ 'plan.md': 'x' })).toMatchObject({ exitCode: 1, comments: [] });
    expect(await tried(files, 5_000_000)).toMatchObject({ exitCode: 1, comments: [] });
    const { comments } = await tried(files);
    expect(comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(
        /^<!-- gitcast plan -->\n> \[!NOTE\]\n> For [0-9a-f]{40}, by \[this run\]\(.*\)\. Everything below was written by the code of a pull request from a fork/,
      ),
    ]);
    expect(comments[0]!.body).not.toContain('@everyone');
    // Even with unclosed markup, the author is shown above it.
    for (const opened of ['<!--', '<details><summary>x', '```', '<sub>', '<div hidden>', '> [!NOTE]\n> ']) {
      const [hiding] = (await tried({ ...files, 'plan.md': `${opened}\n` })).comments;
      expect(hiding!.body.indexOf('Everything below was written by')).toBeLessThan(
        hiding!.body.indexOf(`\n\n${opened}`),
      );
      expect(hiding!.body.trimEnd().endsWith(opened.trimEnd())).toBe(true);
    }
    const [long] = (await tried({ ...files, 'plan.md': 'x'.repeat(70_000) })).comments;
    expect(long!.body).toContain('too long for a comment');
    expect(github.world.comments).toHaveLength(1);
  });

  it('fail a pull request whose content has errors, on their lines and in the comment', async () => {
    const project = await openProject('github');
    git(project.author, 'checkout', '--quiet', '-b', 'broken');
    write(project.author, CONCERT, `${read(project.author, CONCERT)}\nplaces_id: x\n`);
    push(project.author, 'Broken');
    const { exitCode, stderr, files } = await plan(project, 'broken', project.service.key);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^::error file=${CONCERT},line=\\d+,`, 'm')),
    ]);
    expect(files['plan.md']).toContain('The content has errors, so there is no plan.');
  });

  it("also pull an edit into the target's overlay", async () => {
    const project = await openProject('github');
    const own = 'content.production/events/opening-concert.yaml';
    write(project.author, own, 'title: Opening concert, live\n');
    push(project.author, 'Another title for production');
    expect((await merge(project)).synced).toMatchObject({ exitCode: 0 });
    const { data } = (await project.call('GET', '/events')) as { data: { id: string; title: string }[] };
    const { id } = data.find(({ title }) => title === 'Opening concert, live')!;
    await project.call('PUT', `/events/${id}`, { title: 'Grand opening' });
    const ran = await nightly(project, new FakeGitHub(), checkout(project, 'main', { depth: 0 }));
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(git(project.origin, 'show', `gitcast/drift-production:${own}`)).toBe('title: Grand opening\n');
    expect(git(project.origin, 'diff', '--name-only', 'main', 'gitcast/drift-production')).toBe(`${own}\n`);
  });

  it('let a cancelled sync release its lock, so that the next one need not wait', async () => {
    const project = await openProject('github');
    const lock = join(project.origin, 'refs/gitcast/lock/production');
    const cancelled = await cancelStep(checkout(project, 'main'), ['merge', 'sync'], {
      path: [project.bin],
      env: { GITHUB_REF_NAME: 'main' },
      expressions: { 'secrets.GITCAST_KEY': project.service.key },
      isDue: () => existsSync(lock),
    });
    expect([1, 3]).toContain(cancelled.exitCode);
    expect(git(project.origin, 'for-each-ref', 'refs/gitcast/lock')).toBe('');
    const { synced } = await merge(project);
    expect(synced).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('the target equals the files') });
    expect(await titles(project)).toEqual(['Opening concert', 'Sunday brunch']);
  });
});
