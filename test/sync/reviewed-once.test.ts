import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { someEvents } from './fixture.ts';
import { copiesOfGitStage, type GitStage } from './git-stage.ts';
import type { Stage } from './stage.ts';

const PLAN = '.gitcast/plan.json';

async function record(stage: Stage, number: number): Promise<void> {
  await stage.gitcast('plan', '--out', join(stage.folder, PLAN));
  const words = ['review', 'record', String(number), '--plan', PLAN, '--commit', 'a'.repeat(40)];
  expect(await stage.gitcast(...words)).toMatchObject({ exitCode: 0, stderr: '' });
}

/** A merged pull request that changes the end of two events. */
const merged = copiesOfGitStage({ files: someEvents(3) }, async ({ stage, commit }) => {
  await stage.sync();
  for (const index of [0, 1]) stage.edit(`events/event-${index}.yaml`, '23:00', '23:30');
  await record(stage, 12);
  commit('merged');
  return {};
});

/** Reverts the change of the first event and syncs that, then makes it again without a review. */
async function undoAndRedo({ stage, commit }: GitStage): Promise<void> {
  stage.edit('events/event-0.yaml', '23:30', '23:00');
  commit('revert');
  await stage.sync();
  stage.edit('events/event-0.yaml', '23:00', '23:30');
  commit('revert the revert');
}

const reviewed = (stage: Stage) => stage.gitcast('sync', '--yes', '--reviewed', '12');

describe('a reviewed change', () => {
  it('is applied once, also if drift elsewhere makes the sync end with 3', async () => {
    const opened = await merged();
    const { stage } = opened;
    const { id } = stage.contents('event').find(({ fields }) => String(fields['title']).endsWith('2'))!;
    await stage.call('PUT', `/events/${id}`, { title: 'Edited online' });
    expect(await reviewed(stage)).toMatchObject({ exitCode: 3 });
    expect((await stage.gitcast('review', 'list')).stdout).toBe('No review is recorded.\n');
    await undoAndRedo(opened);
    const again = await reviewed(stage);
    expect(again).toMatchObject({ exitCode: 1 });
    expect(again.stderr).toContain('no plan of pull request 12 is recorded');
    expect((await stage.plan()).summary).toMatchObject({ update: 1, drift: 1 });
  });

  it('is applied once, also if the other changes of its review wait for the next job', async () => {
    const opened = await merged();
    const { stage } = opened;
    expect(await stage.sync('--reviewed', '12', '--only', 'events/event-0')).toMatchObject({ summary: { applied: 1 } });
    stage.edit('events/event-0.yaml', '23:30', '23:00');
    opened.commit('revert');
    await stage.sync('--only', 'events/event-0');
    stage.edit('events/event-0.yaml', '23:00', '23:30');
    opened.commit('revert the revert');
    const again = await reviewed(stage);
    expect(again).toMatchObject({ exitCode: 1 });
    expect(again.stderr).toContain('update events/event-0 (end_time): its review was used by an earlier sync');
    expect(await stage.sync('--reviewed', '12', '--only', 'events/event-1')).toMatchObject({ summary: { applied: 1 } });
  });

  it('is applied once, also if the job ends before it can note what it applied', async () => {
    const opened = await merged();
    const { stage, remote } = opened;
    // The first push of the review is the claim, before anything is sent.
    const [hooks, log] = [join(remote, 'hooks'), join(remote, 'claims')];
    mkdirSync(hooks, { recursive: true });
    writeFileSync(
      join(hooks, 'update'),
      `#!/bin/sh\ncase $1 in refs/gitcast/review/*) echo >>'${log}'; [ "$(wc -l <'${log}')" -le 1 ] ;; esac\n`,
    );
    chmodSync(join(hooks, 'update'), 0o755);
    expect(await reviewed(stage)).toMatchObject({ exitCode: 1 });
    expect(await stage.plan()).toMatchObject({ changes: [] });
    // The same job once more has nothing to do.
    expect(await reviewed(stage)).toMatchObject({ exitCode: 0 });
    writeFileSync(join(hooks, 'update'), '#!/bin/sh\n');
    await undoAndRedo(opened);
    const again = await reviewed(stage);
    expect(again).toMatchObject({ exitCode: 1 });
    expect(again.stderr).toContain('update events/event-0 (end_time): its review was used by an earlier sync');
  });
});

describe('a plan without changes', () => {
  it('needs no review: a finished job can be run again, with reviews that are gone', async () => {
    const { stage } = await merged();
    expect(await stage.sync('--reviewed', '12')).toMatchObject({ exitCode: 0, summary: { applied: 2 } });
    await stage.gitcast('review', 'close', '12');
    expect(await stage.gitcast('sync', '--yes', '--reviewed', '11,12')).toMatchObject({ exitCode: 0, stderr: '' });
    await stage.gitcast('plan', '--out', join(stage.folder, PLAN));
    const checked = await stage.gitcast('review', 'check', '11,12', '--plan', PLAN, '--json');
    expect(checked.exitCode).toBe(0);
    expect(JSON.parse(checked.stdout)).toMatchObject({ changes: 0, covered: true, reason: null });
  });
});
