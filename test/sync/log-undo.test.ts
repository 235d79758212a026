import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { thisProcess } from '../../src/state/file/lock.ts';
import { git } from '../state/clones.ts';
import { eventText, someEvents } from './fixture.ts';
import { copiesOfGitStage, openGitStage } from './git-stage.ts';
import { actionsOf, type PlanRun, type Stage } from './stage.ts';

afterEach(() => void vi.unstubAllEnvs());

interface LoggedRun {
  readonly id: string;
  readonly command: string;
  readonly by: string;
  readonly url: string | null;
  readonly content: { readonly commit: string; readonly uncommitted: boolean };
  readonly finished: boolean;
  readonly summary: Readonly<Record<string, number>>;
  readonly changes: readonly { readonly action: string; readonly address: string }[];
}

async function logOf(stage: Stage, ...flags: readonly string[]): Promise<readonly LoggedRun[]> {
  const { stdout } = await stage.gitcast('log', '--json', ...flags);
  return (JSON.parse(stdout) as { runs: readonly LoggedRun[] }).runs;
}

interface Undone {
  readonly exitCode: number;
  readonly stderr: string;
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  readonly left: readonly { readonly file: string; readonly reason: string }[];
  readonly plan: PlanRun;
}

async function undo(stage: Stage, ...words: readonly string[]): Promise<Undone> {
  const { exitCode, stdout, stderr } = await stage.gitcast('undo', '--json', ...words);
  return { exitCode, stderr, ...(JSON.parse(stdout) as Omit<Undone, 'exitCode' | 'stderr'>) };
}

/** Two syncs: the second changes one event, deletes one and adds one. */
const twoSyncs = copiesOfGitStage({ files: someEvents(4) }, async ({ stage, commit }) => {
  const first = commit();
  expect((await stage.sync()).exitCode).toBe(0);
  stage.edit('events/event-1.yaml', '23:00', '23:30');
  stage.remove('events/event-2.yaml');
  stage.write('events/new.yaml', eventText('New'));
  const second = commit('a late change');
  expect((await stage.sync()).exitCode).toBe(0);
  return { commits: [first, second] as const };
});

describe('gitcast log', () => {
  it('lists for every run what was changed, by whom, from which commit, and where it ran', async () => {
    const { stage, commit, commits } = await twoSyncs();
    stage.env = {
      ...stage.env,
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REPOSITORY: 'harbour/festival',
      GITHUB_RUN_ID: '42',
      GITHUB_ACTOR: 'lena',
    };
    stage.edit('events/event-0.yaml', '23:00', '22:00');
    const third = commit();
    expect((await stage.sync()).exitCode).toBe(0);

    const runs = await logOf(stage);
    expect(runs.map(({ content }) => content.commit)).toEqual([third, commits[1], commits[0]]);
    expect(runs[0]).toMatchObject({
      command: 'sync',
      by: 'lena',
      url: 'https://github.example/harbour/festival/actions/runs/42',
      finished: true,
      content: { uncommitted: false },
    });
    expect(runs[1]!.changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
      'update events/event-1',
      'delete events/event-2',
      'create events/new',
    ]);
    expect(runs[2]!.summary).toMatchObject({ create: 5, adopt: 1 });
    expect(await logOf(stage, '--limit', '1')).toHaveLength(1);

    const { stdout } = await stage.gitcast('log');
    expect(stdout).toContain(`${runs[1]!.id} sync: 1 created, 1 updated, 1 deleted`);
    expect(stdout).toContain('https://github.example/harbour/festival/actions/runs/42');
    const message = git(stage.folder, 'log', '-1', '--format=%B', 'refs/gitcast-remotes/origin/state/live');
    expect(message).toContain('sync live: 1 updated\n\nupdated events/event-0\n');
    expect(message).toContain(`Gitcast-Content: ${third}`);
  });

  it('names the author like git, unless CI names one', async () => {
    vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
    vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null');
    for (const name of ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'EMAIL']) vi.stubEnv(name, undefined);
    const { stage, remote, commit } = await openGitStage(someEvents(1));
    let minute = 0;
    const by = async (): Promise<readonly [string, string]> => {
      stage.write('events/event-0.yaml', eventText('Event 0').replace('23:00', `23:${10 + minute++}`));
      commit();
      expect((await stage.sync()).exitCode).toBe(0);
      const author = git(remote, 'log', '-1', '--format=%an <%ae>', 'refs/gitcast/state/live');
      return [(await logOf(stage))[0]!.by, author];
    };
    const { user: username } = thisProcess();
    expect(await by()).toEqual([username, `${username} <${username}@${hostname()}>`]);
    git(stage.folder, 'config', 'user.name', 'Ada');
    expect(await by()).toEqual(['Ada', `Ada <${username}@${hostname()}>`]);
    git(stage.folder, 'config', 'author.email', 'ada@harbour.example');
    expect(await by()).toEqual(['Ada', 'Ada <ada@harbour.example>']);
    vi.stubEnv('GIT_AUTHOR_NAME', 'Lena');
    vi.stubEnv('GIT_COMMITTER_NAME', 'A machine');
    expect(await by()).toEqual(['Lena', 'Lena <ada@harbour.example>']);
    stage.env = { ...stage.env, GITLAB_USER_LOGIN: 'noor' };
    expect(await by()).toEqual(['noor', 'Lena <ada@harbour.example>']);
  });

  it('reports uncommitted content', async () => {
    const { stage } = await twoSyncs();
    stage.edit('events/event-0.yaml', '23:00', '22:00');
    await stage.sync();
    expect((await logOf(stage))[0]).toMatchObject({ content: { uncommitted: true } });
    expect((await stage.gitcast('log')).stdout).toContain('with uncommitted changes');
  });

  it('reports that nothing has run yet, and where runs are not recorded', async () => {
    const { stage } = await openGitStage(someEvents(1));
    expect((await stage.gitcast('log')).stdout).toBe('No run has been recorded for live yet.\n');
    expect(await stage.gitcast('log', '--target', 'local')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('the runs of local are not recorded'),
    });
  });
});

describe('gitcast undo', () => {
  it('restores the files that a run had changed, shows the plan, and the next sync undoes it on the target', async () => {
    const { stage, commit, commits } = await twoSyncs();
    const [last] = await logOf(stage);
    const before = git(stage.folder, 'rev-parse', `${commits[0]}:content`);

    const shown = await undo(stage, last!.id, '--dry-run');
    expect(shown).toMatchObject({
      exitCode: 0,
      restored: ['content/events/event-1.yaml', 'content/events/event-2.yaml'],
      removed: ['content/events/new.yaml'],
      left: [],
    });
    const planned = ['create events/event-2', 'update events/event-1', 'delete events/new'];
    expect(actionsOf(shown.plan).toSorted()).toEqual(planned.toSorted());
    expect(git(stage.folder, 'status', '--porcelain')).toBe('');

    expect(await undo(stage, last!.id)).toMatchObject({ exitCode: 0, plan: { changes: shown.plan.changes } });
    commit('undo');
    expect(git(stage.folder, 'rev-parse', 'HEAD:content')).toBe(before);
    expect((await stage.sync()).exitCode).toBe(0);
    expect(stage.contents('event').map(({ fields }) => fields['title'])).toEqual(
      expect.arrayContaining(['Event 0', 'Event 1', 'Event 2', 'Event 3']),
    );
    expect(stage.named('event', 'Event 1').fields).toMatchObject({ end_time: '2027-06-18T23:00:00+02:00' });

    const again = await stage.gitcast('undo', last!.id);
    expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Nothing to restore') });
  });

  it('of an older run leaves alone what was changed again since, unless forced', async () => {
    const { stage, commit } = await twoSyncs();
    const [run, ...older] = (await logOf(stage)) as [LoggedRun, ...LoggedRun[]];
    expect(older).toHaveLength(1);
    stage.edit('events/event-1.yaml', '23:30', '23:45');
    commit();
    stage.edit('events/new.yaml', 'New', 'Newer');

    const undone = await undo(stage, run.id);
    expect(undone.exitCode).toBe(3);
    expect(undone.restored).toEqual(['content/events/event-2.yaml']);
    expect(undone.left).toEqual([
      { file: 'content/events/event-1.yaml', reason: 'it was changed again since that run' },
      { file: 'content/events/new.yaml', reason: 'it has uncommitted changes' },
    ]);
    expect(stage.read('events/event-1.yaml')).toContain('23:45');
    expect(stage.read('events/new.yaml')).toContain('Newer');

    expect(await undo(stage, run.id, '--force')).toMatchObject({ exitCode: 0, left: [] });
    expect(stage.read('events/event-1.yaml')).toContain('23:00');
    expect(existsSync(join(stage.folder, 'content/events/new.yaml'))).toBe(false);
  });

  it("also restores the target's own files, even if their folder is gone, and no other target's", async () => {
    const { stage, commit } = await openGitStage({
      ...someEvents(2),
      '../content.live/events/event-0.yaml': 'description: With a band\n',
      '../content.live/events/event-1.yaml': 'description: With fireworks\n',
      '../content.local/events/event-0.yaml': 'description: At home\n',
    });
    expect((await stage.sync()).exitCode).toBe(0);
    for (const name of ['event-0', 'event-1']) stage.remove(`../content.live/events/${name}.yaml`);
    stage.write('../content.local/events/event-0.yaml', 'description: In the garden\n');
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    commit();
    expect((await stage.sync()).exitCode).toBe(0);
    expect(stage.named('event', 'Event 0').fields['description'] ?? null).toBe(null);

    const [run] = await logOf(stage);
    expect(await undo(stage, run!.id)).toMatchObject({
      exitCode: 0,
      restored: ['content.live/events/event-0.yaml', 'content.live/events/event-1.yaml', 'content/events/event-1.yaml'],
    });
    expect(stage.read('../content.live/events/event-0.yaml')).toBe('description: With a band\n');
    expect(stage.read('../content.local/events/event-0.yaml')).toBe('description: In the garden\n');
    commit('undo');
    expect((await stage.sync()).exitCode).toBe(0);
    expect(stage.named('event', 'Event 0').fields['description']).toBe('With a band');
  });

  it("leaves alone what was changed again since in the target's own files, and the log lists it", async () => {
    const own = '../content.live/events/event-0.yaml';
    const { stage, commit } = await openGitStage({ ...someEvents(1), [own]: 'description: With a band\n' });
    await stage.sync();
    stage.write(own, 'description: With two bands\n');
    await stage.sync();
    expect((await logOf(stage))[0]).toMatchObject({ content: { uncommitted: true } });
    commit();
    stage.edit('events/event-0.yaml', '23:00', '23:30');
    commit();
    await stage.sync();
    const [run] = await logOf(stage);
    stage.write(own, 'description: With three bands\n');
    expect(await undo(stage, run!.id)).toMatchObject({
      exitCode: 3,
      restored: ['content/events/event-0.yaml'],
      left: [{ file: 'content.live/events/event-0.yaml', reason: 'it has uncommitted changes' }],
    });
    expect(await undo(stage, run!.id, '--force')).toMatchObject({ left: [] });
    expect(stage.read(own)).toBe('description: With a band\n');
  });

  it('writes nothing if the files together would be invalid', async () => {
    const { stage, commit } = await openGitStage(someEvents(1));
    await stage.sync();
    stage.write('places/dock.yaml', 'name: Dock\n');
    commit();
    await stage.sync();
    const [run] = await logOf(stage);
    stage.write('events/on-the-dock.yaml', eventText('On the dock').replace('main-stage', 'dock'));
    commit();
    const refused = await stage.gitcast('undo', run!.id);
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('places/dock') });
    expect(git(stage.folder, 'status', '--porcelain')).toBe('');
  });

  it('names runs that cannot be undone, and why', async () => {
    const { stage } = await twoSyncs();
    const runs = await logOf(stage);
    await stage.call('POST', '/events', {
      title: 'By a colleague',
      start_time: '2027-06-18T20:30:00+02:00',
      end_time: '2027-06-18T23:00:00+02:00',
    });
    expect((await stage.gitcast('pull')).exitCode).toBe(0);
    const [pulled] = await logOf(stage);
    const cases = [
      { id: '00000000', says: 'there is no run 00000000' },
      { id: runs[1]!.id, says: `run ${runs[1]!.id} is the first one` },
      { id: pulled!.id, says: 'was a `gitcast pull`, which sent nothing' },
    ];
    for (const { id, says } of cases) {
      expect(await stage.gitcast('undo', id)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(says) });
    }
  });

  it('works in a shallow clone, which fetches the commits it needs', async () => {
    const { stage, clone } = await twoSyncs();
    const [run] = await logOf(stage);
    const runner = clone('--depth=1');
    expect(git(runner.folder, 'rev-list', '--count', 'HEAD')).toBe('1');
    expect(await undo(runner, run!.id)).toMatchObject({ exitCode: 0, removed: ['content/events/new.yaml'] });
    expect(runner.read('events/event-2.yaml')).toBe(
      readFileSync(join(stage.folder, 'content/events/event-3.yaml'), 'utf8').replace('Event 3', 'Event 2'),
    );
  });

  it('works after the branch was rewritten, and explains it if the commit is gone for good', async () => {
    const { stage, clone, remote, commits } = await twoSyncs();
    const [run] = await logOf(stage);
    git(stage.folder, 'checkout', '-q', '--orphan', 'rewritten');
    git(stage.folder, 'commit', '-q', '-m', 'all in one');
    git(stage.folder, 'push', '-q', '--force', 'origin', 'HEAD:main');
    const runner = clone();
    expect(git(runner.folder, 'rev-list', '--count', 'HEAD')).toBe('1');
    expect(actionsOf(await runner.plan())).toEqual([]);
    expect(await undo(runner, run!.id)).toMatchObject({ exitCode: 0, removed: ['content/events/new.yaml'] });

    git(remote, 'reflog', 'expire', '--expire=now', '--all');
    git(remote, 'gc', '-q', '--prune=now');
    const late = clone();
    const refused = await late.gitcast('undo', run!.id);
    expect(refused).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(
        `was commit ${commits[0].slice(0, 10)}, which neither this clone nor the remote has`,
      ),
    });
    expect(git(late.folder, 'status', '--porcelain')).toBe('');
    expect(await late.sync()).toMatchObject({ exitCode: 0, results: [] });
  });
});
