import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DeletedReport } from '../../src/project/index.ts';
import { git } from '../state/clones.ts';
import { ONE_OF_EACH, SECRET, someEvents } from './fixture.ts';
import { copiesOfGitStage } from './git-stage.ts';
import { openSyncedStage, type Stage } from './stage.ts';

async function deletedOf(stage: Stage): Promise<readonly DeletedReport[]> {
  const { stdout } = await stage.gitcast('state', 'show', '--deleted', '--json');
  return (JSON.parse(stdout) as { deleted: readonly DeletedReport[] }).deleted;
}

describe('what a sync deleted', () => {
  const synced = copiesOfGitStage({ files: someEvents(3) });

  it('is on the state ref, for every fresh clone, with values that no file has', async () => {
    const { stage, clone, commit, remote } = await synced();
    const { id } = stage.contents('event').find(({ fields }) => String(fields['title']).endsWith('1'))!;
    await stage.call('PUT', `/events/${id}`, { description: 'Typed in the web editor' });
    stage.remove('events/event-1.yaml');
    commit('without event 1');
    const runner = clone();
    expect(await runner.sync('--ours')).toMatchObject({ exitCode: 0, summary: { applied: 1 } });
    rmSync(runner.folder, { recursive: true });

    const fresh = clone();
    expect(await deletedOf(fresh)).toMatchObject([
      { address: 'events/event-1', kind: 'event', id, fields: { description: 'Typed in the web editor' } },
    ]);
    expect(git(remote, 'ls-tree', '--name-only', 'refs/gitcast/state/live', 'live.deleted/')).toMatch(
      /^live\.deleted\/\S+\.json$/,
    );
  });

  it('is on the state ref before the first object is gone, also if the runner vanishes then', async () => {
    const { stage, clone, commit, remote } = await synced();
    stage.remove('events/event-0.yaml');
    stage.remove('events/event-1.yaml');
    commit('fewer');
    const runner = clone();
    const seen: string[] = [];
    const stop = stage.theatre.service.log.onRequest(({ method }) => {
      if (method === 'DELETE')
        seen.push(git(remote, 'ls-tree', '--name-only', 'refs/gitcast/state/live', 'live.deleted/'));
    });
    await runner.sync();
    stop();
    expect(seen.map((listed) => listed.split('\n').length)).toEqual([2, 2]);
    // Later runs keep it.
    stage.edit('events/event-2.yaml', '23:00', '23:30');
    commit('an edit');
    await stage.sync();
    expect((await deletedOf(stage)).map(({ address }) => address).toSorted()).toEqual([
      'events/event-0',
      'events/event-1',
    ]);
    expect(readdirSync(join(stage.folder, '.gitcast/git-state')).filter((name) => name.includes('deleted'))).toSatisfy(
      (folders: readonly string[]) =>
        folders.every((name) => readdirSync(join(stage.folder, '.gitcast/git-state', name)).length === 0),
    );
  });

  it('is beside a state in files, which CI commits, and has no secrets', async () => {
    const stage = await openSyncedStage({ files: ONE_OF_EACH });
    for (const folder of ['webhooks', 'campaigns']) rmSync(join(stage.folder, 'content', folder), { recursive: true });
    expect(await stage.sync('--allow-deletes', '9')).toMatchObject({ summary: { failed: 0 } });
    const folder = join(stage.folder, '.gitcast/state/live.deleted');
    expect(readdirSync(folder)).toHaveLength(2);
    expect((await deletedOf(stage)).map(({ kind }) => kind).toSorted()).toEqual(['campaign', 'webhook']);
    expect(JSON.stringify(await deletedOf(stage))).not.toContain(SECRET);
    expect((await stage.gitcast('state', 'show', '--deleted')).stdout).toMatch(
      /^- campaigns\/\S+( “.+”)? \S+, deleted \S+\n- webhooks\/crew( “.+”)? \S+, deleted \S+\n--json prints their values\n$/,
    );
    expect(existsSync(join(stage.folder, '.gitcast/trash'))).toBe(false);
    // What is too old goes with the next sync, and what somebody else put there is not shown.
    writeFileSync(join(folder, '2020-01-01T00-00-00-000Z-abc.json'), '{}');
    stage.write('events/late.yaml', someEvents(1)['events/event-0.yaml']!.replace('0', 'late'));
    await stage.sync();
    expect(readdirSync(folder)).toHaveLength(2);
  });
});
