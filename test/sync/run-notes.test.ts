import { hostname } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { thisProcess } from '../../src/state/file/lock.ts';
import { git, runsOn } from '../state/clones.ts';
import { eventText, someEvents } from './fixture.ts';
import { copiesOfGitStage, openGitStage } from './git-stage.ts';

afterEach(() => void vi.unstubAllEnvs());

const LIVE = 'refs/gitcast/state/live';

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

describe("the note of a run on the state's ref", () => {
  it('has what was changed, by whom, from which commit, and where it ran', async () => {
    const { stage, remote, commit, commits } = await twoSyncs();
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

    const runs = runsOn(remote, LIVE);
    expect(runs.map(({ content }) => content?.commit)).toEqual([third, commits[1], commits[0]]);
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
    const message = git(remote, 'log', '-1', '--format=%B', LIVE);
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
      return [runsOn(remote, LIVE)[0]!.by, author];
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
});
