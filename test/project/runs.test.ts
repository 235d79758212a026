import { expect, it } from 'vitest';
import { openGitStage } from '../sync/git-stage.ts';
import { asJson, open } from './opened.ts';

const event = (title: string): string =>
  `title: ${title}\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\n`;

it('project.log lists the runs of a target, and project.undo restores the files of one', async () => {
  const { stage, commit } = await openGitStage({
    'broadcast.yaml': 'name: Harbour festival\n',
    'events/a.yaml': event('Before'),
  });
  const { project } = open(stage);
  await project.sync({ approve: true });
  stage.write('events/a.yaml', event('After'));
  commit();
  await project.sync({ approve: true });

  const { report } = await project.log({ limit: 1 });
  expect(asJson(report)).toEqual(JSON.parse((await stage.gitcast('log', '--limit', '1', '--json')).stdout));
  const [last] = report.runs;
  expect(last).toMatchObject({ command: 'sync', finished: true, summary: { update: 1, create: 0 } });

  const dry = await project.undo({ run: last!.id, dryRun: true });
  expect(dry.report).toMatchObject({ dry_run: true, restored: ['content/events/a.yaml'], removed: [], left: [] });
  expect(stage.read('events/a.yaml')).toContain('After');
  const { report: undone, plan, ending } = await project.undo({ run: last!.id });
  expect(stage.read('events/a.yaml')).toContain('Before');
  expect(undone.plan.changes).toMatchObject([{ address: 'events/a', action: 'update' }]);
  expect(plan.changes).toHaveLength(1);
  expect(ending).toEqual({ left: false, incomplete: false });
});
