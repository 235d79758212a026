import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { someEvents } from './fixture.ts';
import { copiesOfGitStage, openGitStage } from './git-stage.ts';
import { patientClock } from '../virtual-clock.ts';
import type { Stage } from './stage.ts';

async function record(
  stage: Stage,
  number: number,
): Promise<{ readonly digest: string; readonly labels: readonly string[] }> {
  const file = join(stage.folder, '.gitcast/plan.json');
  await stage.gitcast('plan', '--out', file);
  const words = ['review', 'record', String(number), '--plan', file, '--commit', 'a'.repeat(40), '--json'];
  return JSON.parse((await stage.gitcast(...words)).stdout) as { digest: string; labels: readonly string[] };
}

const synced = copiesOfGitStage({ files: someEvents(3) });

describe('a reviewed merge', () => {
  it('that two runners sync at the same time is applied once', async () => {
    const { stage, clone, commit } = await synced();
    stage.write('events/late.yaml', stage.read('events/event-0.yaml').replace(/^title:.*$/m, 'title: Late show'));
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    await record(stage, 12);
    commit('merged');
    const runners = [clone(), clone()];
    for (const each of runners)
      Object.assign(each, { clock: patientClock(stage.clock), env: { ...each.env, CI: 'true' } });
    stage.forgetRequests();
    const ran = await Promise.all(runners.map((each) => each.sync('--reviewed', '12')));
    expect(ran.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(ran.map(({ summary }) => summary.applied).toSorted()).toEqual([0, 2]);
    expect(stage.seen.filter(({ method }) => method !== 'GET')).toHaveLength(2);
  });

  it('that was applied in part is finished by the next job, with the same review', async () => {
    const { stage, commit } = await synced();
    for (const index of [0, 1, 2]) stage.edit(`events/event-${index}.yaml`, '23:00', '23:30');
    await record(stage, 12);
    commit('merged');
    const first = await stage.sync('--reviewed', '12', '--only', 'events/event-0');
    expect(first).toMatchObject({ summary: { applied: 1 } });
    expect(await stage.sync('--reviewed', '12')).toMatchObject({ exitCode: 0, summary: { applied: 2 } });
    expect(await stage.plan()).toMatchObject({ changes: [] });
  });

  it('whose label is withdrawn after the check deletes nothing', async () => {
    const { stage, commit } = await openGitStage(someEvents(15));
    await stage.sync();
    for (let index = 0; index < 12; index++) stage.remove(`events/event-${index}.yaml`);
    const { digest, labels } = await record(stage, 12);
    commit('merged');
    const allow = (given: readonly string[]) =>
      stage.gitcast('review', 'allow', '12', '--digest', digest, '--labels', given.join(), '--by', 'ada');
    const file = join(stage.folder, '.gitcast/plan.json');
    expect(await allow(labels)).toMatchObject({ exitCode: 0 });
    const checked = await stage.gitcast('review', 'check', '12', '--plan', file, '--json');
    expect(JSON.parse(checked.stdout)).toMatchObject({ covered: true, reason: null });
    expect(await allow(['bug'])).toMatchObject({ exitCode: 0 });
    expect((await stage.gitcast('sync', '--yes', '--reviewed', '12')).stderr).toContain('did not allow 12 deletions');
    expect(stage.contents('event')).toHaveLength(15);
  });

  it('whose review is recorded anew, or closed, after the check is not applied as it was', async () => {
    const { stage, commit } = await synced();
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    await record(stage, 12);
    stage.edit('events/event-1.yaml', '23:30', '23:45');
    await record(stage, 12);
    stage.edit('events/event-1.yaml', '23:45', '23:30');
    commit('merged');
    const sync = () => stage.gitcast('sync', '--yes', '--reviewed', '12');
    expect((await sync()).stderr).toContain('differs from what was reviewed');
    await stage.gitcast('review', 'close', '12');
    expect((await sync()).stderr).toContain('no plan of pull request 12 is recorded');
    expect(await stage.plan()).toMatchObject({ summary: { update: 1 } });
  });
});
