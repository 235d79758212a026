import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SavePusher } from '../../src/project/dev/sync-on-save.ts';
import { loadConfig } from '../../src/repository/load-config.ts';
import { readBroadcast } from '../../src/project/planning/planning.ts';
import { openTarget } from '../../src/target/open-target.ts';
import { git, runsOn } from '../state/clones.ts';
import { eventText, someEvents } from './fixture.ts';
import { copiesOfGitStage } from './git-stage.ts';
import { actionsOf, openStage } from './stage.ts';

afterEach(() => void vi.unstubAllEnvs());

/** Two syncs; the second adds an event. */
const twoSyncs = copiesOfGitStage({ files: someEvents(1) }, async ({ stage, commit }) => {
  const first = git(stage.folder, 'rev-parse', 'HEAD');
  expect((await stage.sync()).exitCode).toBe(0);
  git(stage.folder, 'push', '-q', 'origin', `${first}:refs/heads/older`);
  stage.write('events/new.yaml', eventText('New'));
  const second = commit();
  stage.env = { ...stage.env, GITHUB_ACTOR: 'lena' };
  expect((await stage.sync()).exitCode).toBe(0);
  return { first, second };
});

/** `older` returns what a job of the first commit would see. */
async function twoCommits() {
  const opened = await twoSyncs();
  return { ...opened, older: (...flags: readonly string[]) => opened.clone('-b', 'older', ...flags) };
}

const contentOf = (remote: string): string | undefined => runsOn(remote, 'refs/gitcast/state/live')[0]?.content?.commit;

describe('a sync with `state: git`', () => {
  it.each([
    ['a clone that is behind', []],
    ['an older CI job that is run again, with a clone of depth 1', ['--depth=1']],
  ])('refuses to revert newer content from %s, and plan shows it in every format', async (_, flags) => {
    const { stage, older, first, second } = await twoCommits();
    const runner = older(...flags);
    const reason = new RegExp(
      `^live was last synced from ${second.slice(0, 10)} \\(by lena on \\d{4}-\\d\\d-\\d\\d at \\d\\d:\\d\\d UTC\\), and this checkout \\(${first.slice(0, 10)}\\) is 1 commit behind it`,
    );
    const synced = await runner.gitcast('sync', '--yes');
    expect(synced).toMatchObject({ exitCode: 1 });
    expect(synced.stderr).toContain('run `git pull`; in CI, run the job of the newest commit');
    expect(synced.stderr).toContain('if this is intended, add --allow-rollback');
    expect(stage.titles()).toEqual(['Event 0', 'New']);

    const planned = await runner.plan();
    expect(planned).toMatchObject({ exitCode: 1, summary: { delete: 1 } });
    expect(planned.refusals).toEqual([
      { reason: expect.stringMatching(reason), remedy: expect.any(String), allows: { allowRollback: true } },
    ]);
    for (const form of [['--markdown'], ['--offline']]) {
      const { exitCode, stdout } = await runner.gitcast('plan', ...form);
      expect([exitCode, stdout]).toEqual([1, expect.stringContaining('is 1 commit behind it')]);
    }
  });

  it('goes back with --allow-rollback, records the commit that is checked out, and goes forward again', async () => {
    const { remote, stage, older, first, second } = await twoCommits();
    const runner = older();
    const planned = await runner.plan('--allow-rollback');
    expect(planned).toMatchObject({ exitCode: 0, refusals: [] });
    expect(planned.notes).toEqual([expect.stringMatching(/1 commit behind it.*\(allowed for this run\)$/)]);
    expect(actionsOf(planned)).toEqual(['delete events/new']);
    // A digest allows what a guard counts, and never a rollback.
    expect(await runner.gitcast('sync', '--reviewed', planned.digest!)).toMatchObject({ exitCode: 1 });
    expect(await runner.sync('--allow-rollback')).toMatchObject({ exitCode: 0, summary: { applied: 1 } });
    expect(stage.titles()).toEqual(['Event 0']);
    expect(contentOf(remote)).toBe(first);
    // The checked-out commit is recorded although another one changed the content last.
    git(stage.folder, 'commit', '-q', '--allow-empty', '-m', 'no content');
    expect(await stage.sync()).toMatchObject({ exitCode: 0, summary: { applied: 1 } });
    expect(contentOf(remote)).toBe(git(stage.folder, 'rev-parse', 'HEAD'));
    expect(git(stage.folder, 'rev-parse', 'HEAD~1')).toBe(second);
  });

  it('is checked by its commit if the content has uncommitted changes, with a note', async () => {
    const { stage, older, second } = await twoCommits();
    stage.edit('events/new.yaml', '23:00', '23:30');
    const { exitCode, notes } = await stage.plan();
    expect([exitCode, notes]).toEqual([
      0,
      [expect.stringContaining(`only its commit ${second.slice(0, 10)} was compared`)],
    ]);
    expect(await stage.sync()).toMatchObject({ exitCode: 0 });
    const behind = older();
    behind.edit('events/event-0.yaml', '23:00', '23:30');
    const planned = await behind.plan();
    expect(planned.exitCode).toBe(1);
    expect(planned.refusals[0]!.reason).toMatch(/UTC with uncommitted changes\), and this checkout/);
    expect(planned.notes).toEqual([expect.stringContaining('the content has uncommitted changes')]);
  });

  it('refuses, with the reason and the next step, if a shallow clone cannot fetch the commit', async () => {
    const { stage, commit, clone } = await twoCommits();
    stage.write('events/third.yaml', eventText('Third'));
    commit();
    const shallow = clone('--depth=1');
    // The remote still has the state, but serves only the tips of its branches.
    git(shallow.folder, 'config', 'protocol.version', '0');
    const { exitCode, stderr } = await shallow.gitcast('sync', '--yes');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('unadvertised object')]);
    expect(stderr).toContain('run `git fetch --unshallow`, and try again');
    git(shallow.folder, 'fetch', '-q', '--unshallow');
    expect(await shallow.sync()).toMatchObject({ exitCode: 0, summary: { applied: 1 } });
  });

  it('is refused from a branch that lacks a commit, with a separate reason if no remote has that commit any more', async () => {
    const { stage, remote, commit, second } = await twoCommits();
    git(stage.folder, 'reset', '-q', '--hard', 'HEAD~1');
    stage.write('events/other.yaml', eventText('Other'));
    commit();
    const [diverged] = (await stage.plan()).refusals;
    expect(diverged!.reason).toContain('lacks 1 commit of it');
    expect(diverged!.remedy).toContain(`\`git merge ${second.slice(0, 10)}\`; where several branches share the target`);
    for (const folder of [stage.folder, remote]) {
      git(folder, 'reflog', 'expire', '--expire=now', '--all');
      git(folder, 'gc', '-q', '--prune=now');
    }
    const { exitCode, refusals } = await stage.plan();
    expect(exitCode).toBe(1);
    expect(refusals[0]!.reason).toMatch(
      new RegExp(`^live was last synced from ${second.slice(0, 10)} .* neither this clone nor a remote has any more`),
    );
    // If the same content is there again, as after an amended message, nothing is unknown. A clock with a resolution of
    // seconds must not mistake what comes after the sync for something older.
    vi.stubEnv('GIT_COMMITTER_DATE', new Date(Date.now() + 60_000).toISOString());
    git(stage.folder, 'reset', '-q', '--hard', 'HEAD~1');
    stage.write('events/new.yaml', eventText('New'));
    git(stage.folder, 'add', '-A');
    git(stage.folder, 'commit', '-q', '-m', 'content, with a better message');
    stage.write('events/more.yaml', eventText('More'));
    commit();
    expect(await stage.sync()).toMatchObject({ exitCode: 0, summary: { applied: 1 } });
    expect(stage.titles()).toEqual(['Event 0', 'New', 'More']);
  });

  it('also refuses saves of `gitcast dev`, and names the call that has the option', async () => {
    const { stage, older } = await twoCommits();
    const { folder: cwd, env } = older();
    const config = loadConfig({ cwd, env });
    const outside = {
      folder: cwd,
      clock: stage.theatre.clock,
      signal: undefined,
      onEvent: () => {},
      confirm: undefined,
    };
    const target = await openTarget(config, outside, { target: 'live', broadcastName: '' });
    const pusher = new SavePusher({ config: () => config, target, mayDelete: async () => true });
    try {
      await expect(pusher.push(await readBroadcast(config, cwd))).rejects.toMatchObject({
        message: expect.stringContaining('is 1 commit behind it'),
        suggestion: expect.stringContaining('run `gitcast sync --target live --allow-rollback`'),
      });
    } finally {
      await target.close();
    }
    expect(stage.titles()).toEqual(['Event 0', 'New']);
  });

  it('may go anywhere on a target with `history: any`, and nothing is checked if nothing changes', async () => {
    const { older } = await twoCommits();
    const runner = older();
    const config = join(runner.folder, 'gitcast.config.yaml');
    writeFileSync(config, `${readFileSync(config, 'utf8')}    history: any\n`);
    expect(await runner.plan()).toMatchObject({ exitCode: 0, refusals: [], summary: { delete: 1 } });
    expect(await runner.sync()).toMatchObject({ exitCode: 0, summary: { applied: 1 } });
    writeFileSync(config, readFileSync(config, 'utf8').replace('    history: any\n', ''));
    expect(await runner.plan()).toMatchObject({ exitCode: 0, changes: [] });
  });

  it('is not checked before the first one, after a rebuild, and with `state: file`', async () => {
    const { stage, older } = await twoCommits();
    const runner = older();
    expect(await runner.gitcast('state', 'rebuild')).toMatchObject({ exitCode: 0 });
    runner.edit('events/event-0.yaml', '23:00', '23:30');
    expect(await runner.plan()).toMatchObject({ exitCode: 0, refusals: [] });
    expect(stage.titles()).toHaveLength(2);
    const alone = await openStage({ files: someEvents(2) });
    expect((await alone.sync()).exitCode).toBe(0);
    alone.remove('events/event-1.yaml');
    expect(await alone.plan()).toMatchObject({ exitCode: 0, refusals: [], summary: { delete: 1 } });
  });
});
