import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBroadcast } from '../../src/service/administration.ts';
import { git } from '../state/clones.ts';
import { FINISHED, oldFileState, oldGitState } from './first-version.ts';
import { actionsOf, type Stage } from './stage.ts';

const READERS = ['plan', 'status', 'plan --offline', 'pull --dry-run', 'state show', 'doctor'];
const OLD = 'refs/gitcast/state/production';

const read = async (stage: Stage, commands = READERS): Promise<void> => {
  for (const command of commands) {
    const { exitCode, stdout, stderr } = await stage.gitcast(...command.split(' '));
    expect([command, exitCode, stderr], stdout).toEqual([command, 0, '']);
  }
};

const refsOf = (remote: string): string =>
  git(remote, 'for-each-ref', '--format=%(objectname) %(refname)', 'refs/gitcast');
const stateOn = (remote: string, ref: string) =>
  JSON.parse(git(remote, 'show', `${ref}:state.json`)) as { version: number; entries: object; identity: object };
const events = (stage: Stage) => stage.contents('event').map(({ fields }) => fields['title']);

const identityOf = (stage: Stage, folder: string) => ({
  baseUrl: stage.theatre.url,
  userId: stage.credentials.userId,
  broadcastId: stage.credentials.broadcastId,
  folder,
});

describe('a state file of the first version', () => {
  it.each([true, false])(
    'is read as it is, and migrated by sync (with a run that was killed: %j)',
    async (interrupted) => {
      const stage = await oldFileState({ interrupted });
      const kept = stage.kept();
      await read(stage);
      expect(stage.kept()).toEqual(kept);

      const synced = await stage.sync();
      expect([synced.exitCode, synced.stderr]).toEqual([0, '']);
      expect(events(stage)).toEqual(['Opening night', 'Late night']);
      const state = JSON.parse(stage.kept()['state/production.json']!) as object;
      expect(state).toMatchObject({ version: 2, identity: identityOf(stage, '') });
      expect(actionsOf(await stage.plan())).toEqual([]);
    },
  );

  it('is migrated by sync even if there is nothing to send', async () => {
    const stage = await oldFileState({ interrupted: false });
    stage.remove('events/late-night.yaml');
    expect(await stage.sync()).toMatchObject({ exitCode: 0, results: [] });
    expect(JSON.parse(stage.kept()['state/production.json']!)).toMatchObject({ version: 2 });
  });

  it('is refused if it has a different broadcast', async () => {
    const stage = await oldFileState({ interrupted: false });
    const { broadcastId } = await createBroadcast(stage.theatre.service, { name: 'Next edition' });
    const config = join(stage.folder, 'gitcast.config.yaml');
    const text = readFileSync(config, 'utf8');
    writeFileSync(config, text.replace(stage.credentials.broadcastId, broadcastId));
    const { exitCode, stderr } = await stage.plan();
    const said = `different broadcast, ${stage.credentials.broadcastId} (here ${broadcastId})`;
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(said)]);
  });
});

describe('a state ref of the first version', () => {
  it.each([true, false])(
    'is read as it is, and migrated by sync (with a run that was killed: %j)',
    async (interrupted) => {
      const { stage, remote } = await oldGitState({ interrupted });
      const before = refsOf(remote);
      await read(stage, [...READERS, 'log']);
      expect(refsOf(remote)).toBe(before);

      const synced = await stage.sync();
      expect([synced.exitCode, synced.stderr]).toEqual([0, '']);
      expect(events(stage)).toEqual(['Opening night', 'Late night']);
      expect(stateOn(remote, OLD)).toMatchObject({ version: 2, identity: identityOf(stage, '') });
      expect(actionsOf(await stage.plan())).toEqual([]);
    },
  );

  it('moves to the folder whose target shows its objects, and the first version refuses the old ref', async () => {
    const { stage, remote } = await oldGitState({ interrupted: true, folder: 'festivals/a' });
    const before = refsOf(remote);
    await read(stage, [...READERS, 'log']);
    expect(refsOf(remote)).toBe(before);

    const synced = await stage.sync();
    expect([synced.exitCode, synced.stderr]).toEqual([0, '']);
    expect(events(stage)).toEqual(['Opening night', 'Late night']);
    const [own] = git(remote, 'for-each-ref', '--format=%(refname)', 'refs/gitcast/in').split('\n') as [string];
    expect(own).toMatch(/^refs\/gitcast\/in\/festivals-a-[0-9a-f]{16}\/state\/production$/);
    const ours = identityOf(stage, 'festivals/a');
    expect(stateOn(remote, own)).toMatchObject({ version: 2, identity: ours, entries: { 'events/late-night': {} } });
    expect(stateOn(remote, OLD)).toEqual({ version: 2, target: 'production', identity: ours, entries: {} });
    // Nothing is lost: the old commits are ancestors of both.
    for (const ref of [own, OLD]) git(remote, 'merge-base', '--is-ancestor', FINISHED, ref);
    expect(actionsOf(await stage.plan())).toEqual([]);
    const { runs } = JSON.parse((await stage.gitcast('log', '--json')).stdout) as { runs: readonly unknown[] };
    expect(runs.length).toBeGreaterThan(1);
  });

  it('is left to its own festival by the others, which start with their own state', async () => {
    const { stage, at, remote } = await oldGitState({ interrupted: false, folder: 'festivals/a' });
    const b = at('festivals/b', await createBroadcast(stage.theatre.service, { name: 'Harbour festival' }));
    expect(await b.sync()).toMatchObject({ exitCode: 0, stderr: '' });
    expect(git(remote, 'rev-parse', OLD)).toBe(FINISHED);
    expect(await stage.sync()).toMatchObject({ exitCode: 0, stderr: '' });
    for (const festival of [stage, b]) expect(actionsOf(await festival.plan())).toEqual([]);
    expect([events(stage).length, events(b).length]).toEqual([2, 2]);
  });

  it('is refused, with the ways out, at the top of the repository if it has a different broadcast', async () => {
    const { stage, at } = await oldGitState({ interrupted: false, folder: 'festivals/a' });
    const top = at('', await createBroadcast(stage.theatre.service, { name: 'Another one' }));
    const { exitCode, stderr } = await top.sync();
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(`different broadcast, ${stage.credentials.broadcastId}`),
    ]);
    expect(stderr).toContain('gitcast state rebuild --target production');
  });

  it('is not taken over if the target shows none of its objects: state rebuild is suggested', async () => {
    const { stage, remote } = await oldGitState({ interrupted: false, folder: 'festivals/a' });
    for (const { id } of stage.contents('event')) await stage.call('DELETE', `/events/${id}`);
    for (const { id } of stage.contents('place')) await stage.call('DELETE', `/places/${id}`);
    for (const { id } of stage.contents('article')) await stage.call('DELETE', `/articles/${id}`);
    const before = refsOf(remote);
    const { exitCode, stderr } = await stage.sync();
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('production shows none of its 4 objects')]);
    expect(stderr).toContain('gitcast state rebuild --target production');
    expect(refsOf(remote)).toBe(before);
    expect(await stage.gitcast('state', 'rebuild')).toMatchObject({ exitCode: 0 });
    expect(await stage.sync()).toMatchObject({ exitCode: 0, summary: { applied: 4 } });
  });

  it('is not taken over during a run of the first version', async () => {
    const { stage, remote, top } = await oldGitState({ interrupted: false, folder: 'festivals/a' });
    const at = new Date().toISOString();
    const text = { id: '0badcafe', user: 'ana', host: 'runner', pid: 1, startedAt: at, heartbeat: at };
    const tree = execFileSync('git', ['mktree'], { cwd: top, input: '', encoding: 'utf8' }).trim();
    const lock = git(top, 'commit-tree', tree, '-m', 'lock', '-m', JSON.stringify(text));
    git(top, 'push', '-q', 'origin', `${lock}:refs/gitcast/lock/production`);
    expect((await stage.sync()).stderr).toContain('another run is in progress: ana@runner');
    expect(git(remote, 'rev-parse', OLD)).toBe(FINISHED);
  });
});
