import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../state/clones.ts';
import { ONE_OF_EACH } from './fixture.ts';
import { openGitStage, type GitStage, type Runner } from './git-stage.ts';
import { syncUntilKilled } from './killable-sync.ts';
import { actionsOf } from './stage.ts';

/** How many points a whole sync has. */
async function countPoints(): Promise<number> {
  const { stage } = await openGitStage(ONE_OF_EACH);
  const points = join(stage.folder, '.gitcast-points');
  expect(await syncUntilKilled(stage, { at: Infinity, points })).toMatchObject({ died: false, exitCode: 0 });
  return readFileSync(points, 'utf8').split('\n').length - 1;
}

/** Everything is made once, and known; the plan after it is empty in every clone. */
async function expectWhole({ stage, clone }: GitStage, at: number): Promise<void> {
  const { stdout } = await stage.gitcast('state', 'show', '--json');
  const { entries } = JSON.parse(stdout) as { entries: readonly { id: string }[] };
  const made = stage.managed().map(({ id }) => id);
  expect(entries.map(({ id }) => id).toSorted(), `killed at point ${at}`).toEqual(made.toSorted());
  expect(made, `killed at point ${at}`).toHaveLength(Object.keys(ONE_OF_EACH).length);
  expect(actionsOf(await clone().plan()), `killed at point ${at}`).toEqual([]);
}

/** Whoever comes after a killed runner of another machine is told whose lock it is, and may remove it. */
async function syncAfterUnlock(runner: Runner): Promise<void> {
  const first = await runner.sync();
  if (first.exitCode === 0) return;
  const id = /gitcast unlock ([0-9a-f]{8})/.exec(first.stderr)?.[1];
  expect(id, first.stderr).toBeDefined();
  expect(await runner.gitcast('unlock', id!)).toMatchObject({ exitCode: 0 });
  expect(await runner.sync()).toMatchObject({ exitCode: 0, stderr: '' });
}

/** All over a run, but for its very end: how many points it has depends a little on how long it takes. */
const spread = (points: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => Math.round(((index + 0.5) * points * 0.9) / count));

describe('a sync that is killed while its state is on a ref', () => {
  it('goes on in the same clone at once: nothing twice, nothing lost', async () => {
    for (const at of spread(await countPoints(), 5)) {
      const opened = await openGitStage(ONE_OF_EACH);
      expect(await syncUntilKilled(opened.stage, { at })).toMatchObject({ died: true });
      const next = await opened.stage.sync();
      expect([next.exitCode, next.stderr], `killed at point ${at}`).toEqual([0, '']);
      await expectWhole(opened, at);
      expect(git(opened.remote, 'for-each-ref', 'refs/gitcast/lock')).toBe('');
    }
  }, 600_000);

  it('is taken up by another clone when its machine is gone with its disk: nothing twice, nothing lost', async () => {
    for (const at of spread(await countPoints(), 5)) {
      const opened = await openGitStage(ONE_OF_EACH);
      const cancelled = opened.clone();
      expect(await syncUntilKilled(cancelled, { at: at + 1 })).toMatchObject({ died: true });
      await syncAfterUnlock(opened.stage);
      await expectWhole(opened, at);
    }
  }, 600_000);
});
