import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thisProcess } from '../../src/state/file/lock.ts';
import { git, storeIn } from '../state/clones.ts';
import { namespaceOf } from '../../src/git/ref-names.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openFestivals } from './festivals.ts';
import { someEvents } from './fixture.ts';
import { actionsOf, type Stage } from './stage.ts';

const FILES = { ...someEvents(2), 'broadcast.yaml': 'name: Harbour\n' };

/** A repository with a synced festival in `festivals/lyon`, committed and on a branch `main`. */
async function syncedFestival(state: 'git' | 'file' = 'git') {
  const { top, at, refs, remote } = await openFestivals({ state });
  const lyon = await at('festivals/lyon', FILES);
  expect(await lyon.sync('--ours')).toMatchObject({ exitCode: 0 });
  const commit = (message: string): void => {
    git(top, 'add', '-A');
    git(top, 'commit', '-q', '--allow-empty', '-m', message);
  };
  commit('state');
  git(top, 'branch', '-q', '-M', 'main');
  const stageIn = (folder: string): Stage => Object.assign(Object.create(lyon) as Stage, { folder: join(top, folder) });
  const rename = (from: string, to: string): Stage => {
    mkdirSync(dirname(join(top, to)), { recursive: true });
    renameSync(join(top, from), join(top, to));
    commit(`rename ${from} to ${to}`);
    return stageIn(to);
  };
  const stored = (): string => git(remote, 'for-each-ref', 'refs/gitcast');
  const events = () => lyon.contents('event').map(({ id }) => id);
  return { top, lyon, at, refs, remote, stored, commit, stageIn, rename, events };
}

const edit = (stage: Stage): void =>
  stage.write('events/event-0.yaml', someEvents(1)['events/event-0.yaml']!.replace(/title: .*/, 'title: Encore'));

describe.each(['git', 'file'] as const)('a festival whose folder is renamed, with its state in %s,', (state) => {
  it('is planned against its present state, and a plan stores nothing', async () => {
    const { top, lyon, rename, stored } = await syncedFestival(state);
    const before = stored();
    const renamed = rename('festivals/lyon', 'editions/lyon-2027');
    expect(actionsOf(await renamed.plan())).toEqual([]);
    edit(renamed);
    const plan = await renamed.plan();
    expect(actionsOf(plan)).toEqual(['update events/event-0']);
    expect(plan.notes).toContain(
      'the folder festivals/lyon was renamed to the folder editions/lyon-2027: the next sync moves the state of live with it',
    );
    for (const command of ['plan --offline', 'status', 'state show'])
      expect((await renamed.gitcast(...command.split(' '))).stderr).toBe('');
    expect(stored()).toBe(before);
    // The main branch still has the old folder, and works until the merge.
    git(top, 'checkout', '-q', '-f', 'main~1');
    expect(await lyon.sync()).toMatchObject({ exitCode: 0 });
  });

  it('takes its state along with the next sync, even if there is nothing else to do', async () => {
    const { rename, events } = await syncedFestival(state);
    const known = events();
    const renamed = rename('festivals/lyon', 'editions/lyon');
    expect(await renamed.sync()).toMatchObject({ exitCode: 0, summary: { applied: 0 } });
    const next = await renamed.plan();
    expect([actionsOf(next), next.notes]).toEqual([[], []]);
    edit(renamed);
    expect(await renamed.sync()).toMatchObject({ exitCode: 0, summary: { applied: 1 } });
    renamed.remove('events/event-1.yaml');
    expect(actionsOf(await renamed.plan())).toEqual(['delete events/event-1']);
    expect(events()).toEqual(known);
  });

  it('is refused if its old folder, or another one, still manages the broadcast', async () => {
    const { top, rename, stageIn, commit, stored } = await syncedFestival(state);
    const before = stored();
    cpSync(join(top, 'festivals/lyon'), join(top, 'festivals/copy'), { recursive: true });
    commit('copy');
    expect((await stageIn('festivals/copy').sync()).stderr).toContain('give it its own broadcastId');
    const renamed = rename('festivals/lyon', 'festivals/paris');
    for (const claimant of [renamed, stageIn('festivals/copy')]) {
      const { exitCode, stderr } = await claimant.sync();
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('festivals/lyon')]);
      expect(stderr).toContain('give it its own broadcastId');
    }
    // A configuration with an error could be that of the old folder.
    writeFileSync(join(top, 'festivals/copy/gitcast.config.yaml'), `a: [\n# ${renamed.credentials.broadcastId}\n`);
    expect((await renamed.plan()).exitCode).toBe(1);
    rmSync(join(top, 'festivals/copy'), { recursive: true });
    expect(stored()).toBe(before);
    expect(await renamed.sync()).toMatchObject({ exitCode: 0, summary: { applied: 0 } });
  });
});

describe('a renamed folder whose state is on a ref', () => {
  it('can be planned on a branch that is behind', async () => {
    const { top, lyon, rename, commit } = await syncedFestival();
    git(top, 'checkout', '-q', '-b', 'rename');
    rename('festivals/lyon', 'festivals/rhone');
    git(top, 'checkout', '-q', 'main');
    edit(lyon);
    commit('Encore');
    expect(await lyon.sync()).toMatchObject({ exitCode: 0 });
    git(top, 'checkout', '-q', 'rename');
    const renamed = Object.assign(Object.create(lyon) as Stage, { folder: join(top, 'festivals/rhone') });
    expect(actionsOf(await renamed.plan())).toEqual(['update events/event-0']);
    expect((await renamed.sync()).stderr).toContain('a sync would revert what changed there');
    git(top, 'merge', '-q', 'main', '-m', 'merge');
    expect(await renamed.sync()).toMatchObject({ exitCode: 0, summary: { applied: 0 } });
  });

  it('leaves a note for branches that still have the old folder, which says where the festival is', async () => {
    const { top, lyon, rename, refs, events } = await syncedFestival();
    git(top, 'branch', '-q', 'feature');
    const known = events();
    expect(await rename('festivals/lyon', 'editions/lyon').sync()).toMatchObject({ exitCode: 0 });
    expect(refs()).toHaveLength(2);
    git(top, 'checkout', '-q', 'feature');
    edit(lyon);
    for (const command of [['plan'], ['sync', '--yes'], ['status'], ['plan', '--offline']]) {
      const stderr = await lyon.refusal(...command);
      expect(stderr).toContain(
        'the broadcast of live is managed from the folder editions/lyon now, which this checkout',
      );
      expect(stderr).toContain('merge the branch that renamed it, usually the default branch');
    }
    git(top, 'checkout', '-q', '-f', '-b', 'other', 'feature');
    const other = rename('festivals/lyon', 'festivals/rhone');
    expect((await other.sync()).stderr).toContain('managed from the folder editions/lyon now');
    expect(events()).toEqual(known);
  });

  it('goes back with a revert, and on with the next renaming, without losing what it manages', async () => {
    const { top, rename, stageIn, events } = await syncedFestival();
    const known = events();
    expect(await rename('festivals/lyon', 'a').sync()).toMatchObject({ exitCode: 0 });
    git(top, 'revert', '--no-edit', 'HEAD');
    for (const folder of ['festivals/lyon', 'b', 'c']) {
      if (folder === 'b') rename('festivals/lyon', 'b');
      if (folder === 'c') rename('b', 'c');
      expect(await stageIn(folder).sync()).toMatchObject({ exitCode: 0, summary: { applied: 0 } });
    }
    const last = stageIn('c');
    last.remove('events/event-1.yaml');
    expect(actionsOf(await last.plan())).toEqual(['delete events/event-1']);
    expect(events()).toEqual(known);
  });

  it('is free for the next festival', async () => {
    const { lyon, rename, at, commit } = await syncedFestival();
    const archived = rename('festivals/lyon', 'archive/2026');
    expect(await archived.sync()).toMatchObject({ exitCode: 0 });
    const next = await at('festivals/lyon', FILES);
    commit('next edition');
    expect(next.credentials.broadcastId).not.toBe(lyon.credentials.broadcastId);
    expect((await next.plan()).summary).toMatchObject({ create: 3, delete: 0 });
    expect(await next.sync('--ours')).toMatchObject({ exitCode: 0 });
    for (const stage of [next, archived]) expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('is not moved by a sync that nobody confirms, or while a sync of the old folder runs', async () => {
    const { top, lyon, rename, stored } = await syncedFestival();
    const identity = { baseUrl: lyon.theatre.url, ...lyon.credentials, folder: 'festivals/lyon' };
    const before = stored();
    const renamed = rename('festivals/lyon', 'festivals/rhone');
    edit(renamed);
    expect((await renamed.gitcast('sync')).exitCode).toBe(1);
    expect(stored()).toBe(before);
    const old = storeIn(top, { folder: join(top, 'git-state'), target: 'live', identity });
    const lock = await old.lock(thisProcess());
    try {
      expect((await renamed.sync()).stderr).toContain('another run is in progress');
    } finally {
      await lock.release();
    }
    expect(stored()).toBe(before);
    expect(await renamed.sync()).toMatchObject({ exitCode: 0, summary: { applied: 1 } });
  });

  it('is moved completely by the next sync if one was killed halfway', async () => {
    const { top, lyon, rename, refs, remote } = await syncedFestival();
    const [old] = refs();
    git(top, 'branch', '-q', 'feature');
    const renamed = rename('festivals/lyon', 'festivals/rhone');
    // On a host without atomic pushes, the new ref arrives first.
    const ref = `${namespaceOf('festivals/rhone')}state/live`;
    git(remote, 'update-ref', ref, git(remote, 'rev-parse', old!));
    expect(actionsOf(await renamed.plan())).toEqual([]);
    expect(await renamed.sync()).toMatchObject({ exitCode: 0, summary: { applied: 0 } });
    git(top, 'checkout', '-q', '-f', 'feature');
    expect((await lyon.plan()).stderr).toContain('is managed from the folder festivals/rhone now');
  });

  it('is not taken for renamed in a sparse checkout that leaves the old folder out', async () => {
    const { top, commit, stageIn } = await syncedFestival();
    cpSync(join(top, 'festivals/lyon'), join(top, 'festivals/copy'), { recursive: true });
    commit('copy');
    git(top, 'sparse-checkout', 'set', 'festivals/copy');
    rmSync(join(top, 'festivals/lyon'), { recursive: true, force: true });
    expect((await stageIn('festivals/copy').plan()).stderr).toContain('give it its own broadcastId');
  });

  it('is found again by a clone without history', async () => {
    const { top, lyon, rename } = await syncedFestival();
    git(top, 'push', '-q', 'origin', 'main');
    rename('festivals/lyon', 'festivals/rhone');
    git(top, 'push', '-q', 'origin', 'main');
    const remote = git(top, 'remote', 'get-url', 'origin');
    const clone = temporaryFolder();
    const url = remote.startsWith('/') ? `file://${remote}` : remote;
    git(clone, 'clone', '-q', '--depth=1', '--branch=main', url, '.');
    const runner = Object.assign(Object.create(lyon) as Stage, { folder: join(clone, 'festivals/rhone') });
    expect(actionsOf(await runner.plan())).toEqual([]);
  });
});
