import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/plan/plan.ts';
import { GitHubHost, titled } from '../ci/github-host.ts';
import { git } from '../ci/run.ts';
import { resealed } from '../project/planning/resealed.ts';

const CONCERT = 'content/events/opening-concert.yaml';

describe('a reviewed merge on GitHub', () => {
  it('records no plan that a fork, a merged or a moved pull request claims, and none that is not one', async () => {
    const host = await GitHubHost.open();
    const head = host.edit('grand', titled(CONCERT, 'Grand opening'));
    const { files } = await host.plan('grand', 7);
    expect(await host.comment(7, head, files, { from: 'stranger/festival' })).toMatchObject({ exitCode: 0 });
    expect(await host.comment(7, head, { ...files, 'plan.json': '{}' })).toMatchObject({ exitCode: 0 });
    expect(host.github.world.comments.at(-1)!.body).toContain(
      'No plan was recorded, so after the merge a person has to approve it',
    );
    const foreign = files['plan.json']!.replaceAll(host.project.service.broadcastId, 'c'.repeat(24));
    expect(await host.comment(7, head, { ...files, 'plan.json': foreign })).toMatchObject({ exitCode: 0 });
    expect(await host.comment(7, head, { ...files, 'plan.json': 'x'.repeat(20_000_001) })).toMatchObject({
      exitCode: 1,
    });
    host.github.change((world) => (world.merged['7'] = head));
    expect(await host.comment(7, head, files)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('is closed'),
    });
    expect(host.reviews).toBe('');

    // A plan that shows less than the merge does covers only what it shows.
    host.github.change((world) => delete world.merged['7']);
    const less = resealed({ ...(JSON.parse(files['plan.json']!) as Plan), changes: [] });
    expect(await host.comment(7, head, { ...files, 'plan.json': less })).toMatchObject({ exitCode: 0 });
    expect(host.reviews).not.toBe('');
    host.merge(7, 'grand');
    const { decision, checked } = await host.deploy();
    expect([decision, checked.stderr]).toEqual([
      'approval',
      expect.stringContaining('update events/opening-concert (title): in no review'),
    ]);
  });

  it('says so if the plan changes without a push, and has plans made again after main moved', async () => {
    const host = await GitHubHost.open();
    const head = await host.review(7, 'grand', titled(CONCERT, 'Grand opening'));
    host.edit('main', titled(CONCERT, 'Opening night'));
    await host.step(['merge', 'sync'], { 'needs.check.outputs.reviewed': 'off' });
    host.github.change((world) => {
      world.runs.push({ id: 31, sha: head, status: 'completed' });
      world.heads['8'] = 'other';
    });
    expect(await host.step(['renew', 'renew'])).toMatchObject({ exitCode: 0 });
    expect(host.github.world.reruns).toEqual([31]);
    git(host.project.author, 'checkout', '--quiet', 'grand');
    git(host.project.author, 'merge', '--quiet', '--strategy-option', 'ours', '--no-edit', 'main');
    const { files } = await host.plan('grand', 7);
    // The job of the same commit now shows a different change.
    const plan = JSON.parse(files['plan.json']!.replaceAll('Opening concert', 'Opening night')) as Plan;
    await host.comment(7, head, { ...files, 'plan.json': resealed(plan) });
    expect(host.github.world.comments.at(-1)!.body).toContain('changed without a push');
  });
});
