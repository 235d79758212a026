import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, runsOn } from '../state/clones.ts';
import { eventText, ONE_OF_EACH, someEvents } from './fixture.ts';
import { copiesOfGitStage, openGitStage } from './git-stage.ts';
import { holdRequests } from './hold-requests.ts';
import { actionsOf, openStage, type Stage } from './stage.ts';

const synced = copiesOfGitStage({ files: someEvents(2) });

describe('a sync with its state on a ref of the remote', () => {
  it('is visible in every clone, leaves the content branch alone, and needs nothing but git', async () => {
    const { stage, clone, remote } = await openGitStage(someEvents(3));
    const head = git(remote, 'rev-parse', 'main');
    expect(await stage.sync()).toMatchObject({ exitCode: 0, stderr: '' });
    expect(git(remote, 'for-each-ref', '--format=%(refname)')).toBe('refs/gitcast/state/live\nrefs/heads/main');
    expect(git(remote, 'rev-parse', 'main')).toBe(head);
    expect(git(stage.folder, 'status', '--porcelain')).toBe('');

    const runner = clone();
    expect(actionsOf(await runner.plan())).toEqual([]);
    runner.edit('events/event-1.yaml', '23:00', '23:30');
    expect(await runner.sync()).toMatchObject({ exitCode: 0, summary: { applied: 1 } });
    const status = await stage.gitcast('status', '--json');
    expect(JSON.parse(status.stdout)).toMatchObject({ managed: 5, drifted: [] });
  });

  it('whose ref was lost finds everything on the target again, and creates nothing twice', async () => {
    const { stage, remote } = await openGitStage(ONE_OF_EACH);
    await stage.sync();
    const before = stage.managed().map(({ id }) => id);
    git(remote, 'update-ref', '-d', 'refs/gitcast/state/live');
    const next = await stage.sync();
    expect(next.results.every(({ action }) => action !== 'create')).toBe(true);
    expect(stage.managed().map(({ id }) => id)).toEqual(before);
  });

  it('merges a Markdown body three ways from another clone, because the texts are on the ref too', async () => {
    const body = 'One line.\n\nAnother line.\n\nA third.\n';
    const { stage, clone } = await openGitStage({
      'broadcast.yaml': 'name: Harbour festival\n',
      'articles/news.md': `---\ntitle: News\n---\n${body}`,
    });
    await stage.sync();
    const { id } = stage.only('article');
    await stage.call('PUT', `/articles/${id}`, { content: body.replace('A third', 'The last') });
    const runner = clone();
    runner.edit('articles/news.md', 'One line', 'The first line');
    expect(await runner.gitcast('pull', '--force')).toMatchObject({ exitCode: 0 });
    expect(runner.read('articles/news.md')).toContain('The first line.\n\nAnother line.\n\nThe last.\n');
  });

  it('works with state show, rm and rebuild, status and doctor', async () => {
    const { stage, remote } = await synced();
    const shown = async () =>
      (
        JSON.parse((await stage.gitcast('state', 'show', '--json')).stdout) as {
          entries: readonly { address: string }[];
        }
      ).entries.map(({ address }) => address);
    expect(await shown()).toContain('events/event-1');
    expect(await stage.gitcast('state', 'rm', 'events/event-1')).toMatchObject({ exitCode: 0 });
    expect(await shown()).not.toContain('events/event-1');
    expect(await stage.gitcast('state', 'rebuild')).toMatchObject({ exitCode: 0 });
    expect(await shown()).toContain('events/event-1');
    expect((await stage.gitcast('doctor')).stdout).toContain('4 documents managed, kept on the remote origin');
    expect(runsOn(remote, 'refs/gitcast/state/live').map(({ command }) => command)).toEqual([
      'state rebuild',
      'state rm',
      'sync',
    ]);
    git(stage.folder, 'remote', 'set-url', 'origin', `file://${remote}-gone`);
    expect((await stage.gitcast('doctor')).stdout).toContain('the state on the remote origin cannot be read');
  });

  it('keeps the state of the embedded service next to its database', async () => {
    const { stage, remote } = await openGitStage(someEvents(1));
    expect(await stage.gitcast('sync', '--yes', '--target', 'local')).toMatchObject({ exitCode: 0 });
    expect(git(remote, 'for-each-ref', 'refs/gitcast')).toBe('');
    expect(Object.keys(stage.kept())).toContain('service-state/local.json');
  });
});

describe('two runs at once', () => {
  it.each([
    [
      'in one folder, with a state in files',
      async () => openStage({ files: someEvents(3) }).then((stage) => [stage, stage]),
    ],
    ['in two clones', async () => openGitStage(someEvents(3)).then(({ stage, clone }) => [stage, clone()])],
  ] as const)(
    '%s: one proceeds, the other reports who holds the lock and where, and changes nothing',
    async (_, open) => {
      const [stage, runner] = (await open()) as [Stage, Stage];
      const { arrived, release } = holdRequests(stage, 'POST');
      runner.env = { ...stage.env, CI_JOB_URL: 'https://gitlab.example/jobs/7' };
      const first = runner.sync();
      await arrived;
      const second = await stage.sync();
      release();
      expect(second.exitCode).toBe(1);
      expect(second.stderr).toContain(`@${hostname()} (process ${process.pid})`);
      expect(second.stderr).toMatch(/another run is in progress: /);
      expect(second.stderr).toContain('(https://gitlab.example/jobs/7)');
      expect(second.stderr).toMatch(/gitcast state unlock [0-9a-f]{8}/);
      expect((await first).exitCode).toBe(0);
      expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [] });
      expect(stage.contents('event')).toHaveLength(3);
    },
  );

  it('a plan beside a running sync shows what is known, and writes nothing', async () => {
    const { stage, clone, remote } = await openGitStage(someEvents(3));
    const { arrived, release } = holdRequests(stage, 'POST');
    const planner = clone();
    const first = stage.sync();
    await arrived;
    const before = git(remote, 'for-each-ref', 'refs/gitcast/state');
    const plan = await planner.plan();
    expect(plan).toMatchObject({ exitCode: 0 });
    expect(plan.changes.length).toBeGreaterThan(0);
    expect(git(remote, 'for-each-ref', 'refs/gitcast/state')).toBe(before);
    expect(existsSync(join(planner.folder, '.gitcast/git-state'))).toBe(false);
    release();
    expect((await first).exitCode).toBe(0);
    expect(actionsOf(await planner.plan())).toEqual([]);
    expect(stage.contents('event')).toHaveLength(3);
  });

  it('the one whose lock is removed stops, and nothing that it had created is lost or created twice', async () => {
    const { stage, clone, remote } = await openGitStage(someEvents(40));
    await stage.arm({ do: 'latency', method: 'POST', ms: 400 });
    const runner = clone();
    const first = runner.sync('--concurrency', '1');
    while (stage.contents('event').length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const id = /"id":"([0-9a-f]{8})"/.exec(git(remote, 'log', '-1', '--format=%b', 'refs/gitcast/lock/live'))![1]!;
    expect(await stage.gitcast('state', 'unlock', id)).toMatchObject({ exitCode: 0 });
    const stopped = await first;
    expect(stopped).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('this run lost its lock') });
    expect(stage.contents('event').length).toBeLessThan(40);
    await stage.arm();
    expect(await stage.sync()).toMatchObject({ exitCode: 0, stderr: '' });
    expect(stage.contents('event')).toHaveLength(40);
    expect(actionsOf(await runner.plan())).toEqual([]);
  });
});

describe('a file that git reports as renamed', () => {
  const text = (title: string, more = ''): string =>
    `---\ntitle: ${title}\nstatus: published\n---\n${Array.from({ length: 30 }, (_, line) => `Line ${line} of a long text.`).join('\n')}${more}\n`;

  const syncedArticle = copiesOfGitStage({
    files: { 'broadcast.yaml': 'name: Harbour festival\n', 'articles/news.md': text('News') },
  });

  it.each(['a complete clone', 'a shallow clone'])(
    'keeps its object although its title and its text were edited, in %s',
    async (which) => {
      const { stage, commit, clone } = await syncedArticle();
      const { id } = stage.only('article');
      stage.move('articles/news.md', 'articles/2027/latest.md');
      stage.write('articles/2027/latest.md', text('Latest news', '\nAnd one line more.'));
      // Not added yet, and committed.
      expect(actionsOf(await stage.plan())).toContain('move articles/2027/latest');
      commit();
      const runner = which === 'a shallow clone' ? clone('--depth=1') : clone();
      expect(actionsOf(await runner.plan())).toContain('move articles/2027/latest');
      expect(await runner.sync()).toMatchObject({ exitCode: 0 });
      expect(stage.only('article')).toMatchObject({ id, fields: { title: 'Latest news' } });
      expect(git(runner.folder, 'status', '--porcelain')).toBe('');
    },
  );

  it('is a different document if a short file has a different name: another act in the same place', async () => {
    const { stage, commit } = await synced();
    stage.remove('events/event-1.yaml');
    stage.write('events/another-act.yaml', eventText('Another act'));
    commit();
    expect(actionsOf(await stage.plan())).toEqual(['create events/another-act', 'delete events/event-1']);
  });
});
