/** Kills a sync whose state is on a ref, and checks that the next run creates nothing twice and loses nothing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { git } from '../state/clones.ts';
import { ONE_OF_EACH } from './fixture.ts';
import { openGitStage, type GitStage, type Runner } from './git-stage.ts';
import { syncUntilKilled } from './killable-sync.ts';
import { actionsOf } from './stage.ts';

/** The number of points of a complete sync. */
export async function countPoints(): Promise<number> {
  const { stage } = await openGitStage(ONE_OF_EACH);
  const points = join(stage.folder, '.gitcast-points');
  const ran = await syncUntilKilled(stage, { at: Infinity, points });
  expect(ran, ran.said).toMatchObject({ died: false, exitCode: 0 });
  return readFileSync(points, 'utf8').split('\n').length - 1;
}

/** Everything is created once, and known; the next plan is empty in every clone. */
async function expectWhole({ stage, clone }: GitStage, at: number): Promise<void> {
  const { stdout } = await stage.gitcast('state', 'show', '--json');
  const { entries } = JSON.parse(stdout) as { entries: readonly { id: string }[] };
  const made = stage.managed().map(({ id }) => id);
  expect(entries.map(({ id }) => id).toSorted(), `killed at point ${at}`).toEqual(made.toSorted());
  expect(made, `killed at point ${at}`).toHaveLength(Object.keys(ONE_OF_EACH).length);
  expect(actionsOf(await clone().plan()), `killed at point ${at}`).toEqual([]);
}

/** The next run after a killed runner of another machine learns whose lock it is, and may remove it. */
async function syncAfterUnlock(runner: Runner): Promise<void> {
  const first = await runner.sync();
  if (first.exitCode === 0) return;
  const id = /gitcast state unlock ([0-9a-f]{8})/.exec(first.stderr)?.[1];
  expect(id, first.stderr).toBeDefined();
  expect(await runner.gitcast('state', 'unlock', id!)).toMatchObject({ exitCode: 0 });
  expect(await runner.sync()).toMatchObject({ exitCode: 0, stderr: '' });
}

/** The same clone continues at once. Returns whether there was such a point. */
export async function killAndGoOn(at: number): Promise<boolean> {
  const opened = await openGitStage(ONE_OF_EACH);
  const { died } = await syncUntilKilled(opened.stage, { at });
  const next = await opened.stage.sync();
  expect([next.exitCode, next.stderr], `killed at point ${at}`).toEqual([0, '']);
  await expectWhole(opened, at);
  expect(git(opened.remote, 'for-each-ref', 'refs/gitcast/lock')).toBe('');
  return died;
}

/** Another clone continues, and the disk of the killed one is gone. */
export async function killAndGoOnElsewhere(at: number): Promise<boolean> {
  const opened = await openGitStage(ONE_OF_EACH);
  const { died } = await syncUntilKilled(opened.clone(), { at });
  await syncAfterUnlock(opened.stage);
  await expectWhole(opened, at);
  return died;
}
