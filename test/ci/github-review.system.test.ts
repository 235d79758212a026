import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GitHubHost, titled } from './github-host.ts';
import { read, write } from './folders.ts';
import { needs } from '../needs.ts';

const CONCERT = 'content/events/opening-concert.yaml';
const BRUNCH = 'content/events/sunday-brunch.yaml';
const START = ['Opening concert', 'Sunday brunch'];

/** Something is left of its kind: only the guard refuses the deletions. */
const ANOTHER = 'title: Another\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\n';

describe.runIf(needs('bash', 'curl', 'tar', 'unzip'))('a reviewed merge on GitHub', { timeout: 300_000 }, () => {
  it('applies what the comment showed, after a squash, and then forgets the review', async () => {
    const host = await GitHubHost.open();
    const head = await host.review(7, 'grand', titled(CONCERT, 'Grand opening'));
    const { comments, statuses } = host.github.world;
    expect(comments.map(({ on }) => on)).toEqual(['7']);
    expect(comments[0]!.body).toMatch(
      /^<!-- gitcast plan -->\n<sub>For [0-9a-f]{40}, by .* The merge applies this plan, `\S+`, or stops/,
    );
    expect(statuses[head]).toBe('success: 1 changes, reviewed as shown');
    host.merge(7, 'grand');
    const { decision, reviewed, synced } = await host.deploy();
    expect({ decision, reviewed }).toEqual({ decision: 'reviewed', reviewed: '7' });
    expect(synced).toMatchObject({ exitCode: 0, outputs: { changes: '1', deletes: '0' } });
    expect(await host.titles()).toEqual(['Grand opening', 'Sunday brunch']);
    // The record is gone, so it cannot cover the same change again.
    const again = await host.check();
    expect(again.outputs).toMatchObject({ decision: 'reviewed', reviewed: 'none' });
  });

  it('stops what was pushed or edited since, and applies it once a person approved its digest', async () => {
    const host = await GitHubHost.open();
    await host.review(7, 'grand', titled(CONCERT, 'Grand opening'));
    host.merge(7, 'grand');
    // Somebody pushes to main directly, and somebody edits the target.
    host.edit('main', titled(BRUNCH, 'Sneaky brunch'));
    const { decision, checked } = await host.deploy();
    expect(decision).toBe('approval');
    expect(checked.stderr).toContain('update events/sunday-brunch (title): in no review');
    // Even if a job skipped the check, the sync itself stops.
    const forced = await host.step(['merge', 'sync'], { 'needs.check.outputs.reviewed': '7' });
    expect(forced).toMatchObject({ exitCode: 1, summary: expect.stringContaining('### gitcast sync failed') });
    expect(forced.summary).toContain('was not reviewed (reviewed in #7), so nothing was sent');
    const lost = await host.step(['merge', 'sync'], { 'needs.check.outputs.reviewed': '' });
    expect(lost).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('GITCAST_REVIEWED is missing') });
    expect(await host.titles()).toEqual(START);

    // An environment that GitHub made by itself has no reviewers, so nobody approved anything.
    expect(await host.approved(checked)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('requires no reviewers, so nobody approved this plan: nothing was sent'),
    });
    host.github.change(
      (world) => (world.environments['production-unreviewed'] = ['branch_policy', 'required_reviewers']),
    );
    // The plan that was approved is the one that is applied: the target has changed since.
    await host.retitle('Sunday brunch', 'Late brunch');
    expect(await host.approved(checked)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('was approved: nothing was sent'),
    });
    await host.retitle('Late brunch', 'Sunday brunch');
    expect(await host.approved(checked)).toMatchObject({ exitCode: 0 });
    expect(await host.titles()).toEqual(['Grand opening', 'Sneaky brunch']);
    expect((await host.check()).outputs).toMatchObject({ decision: 'reviewed', reviewed: 'none' });
  });

  it('needs the label that the comment names, for the plan that it was given for', async () => {
    const host = await GitHubHost.open();
    host.edit('main', (folder) => {
      const config = read(folder, 'gitcast.config.yaml');
      write(folder, 'gitcast.config.yaml', config.replace('count: 10', 'count: 0'));
    });
    const deleting = (folder: string): void => {
      rmSync(join(folder, CONCERT));
      write(folder, 'content/events/another.yaml', ANOTHER);
    };
    const head = host.edit('empty', deleting);
    const planned = await host.plan('empty', 7);
    expect(planned).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('The comment shows the label that allows it'),
    });
    expect((await host.comment(7, head, planned.files)).exitCode).toBe(0);
    // A refused plan is shown once, although showing it has an exit code.
    expect(host.github.world.comments[0]!.body.match(/### gitcast plan/g)).toHaveLength(1);
    const label = /the label `(gitcast: allow \d+ delete)`/.exec(host.github.world.comments[0]!.body)![1]!;
    expect(host.github.world.known).toEqual([label]);
    expect(host.github.world.statuses[head]).toBe(`pending: needs the label ${label}`);

    const remarks = () => host.github.world.comments.slice(1).map(({ body }) => body.trim());
    // Of somebody without write access, for another commit, or for a plan that was recorded after the label: it is removed.
    await host.label(7, label, { by: 'triager' });
    host.github.change((world) => (world.permissions['ada'] = 'write'));
    await host.label(7, label, { head: 'f'.repeat(40) });
    await host.label(7, label, { at: new Date(Date.now() - 3_600_000) });
    expect(remarks()).toEqual([
      expect.stringContaining('triager has no write access'),
      expect.stringContaining('the plan was made or changed in the meantime'),
      expect.stringContaining('the plan was made or changed in the meantime'),
    ]);
    expect(host.github.world.labels[7]).toEqual([]);
    // A name that only looks like one, with a second label behind a comma, allows nothing.
    await host.label(7, `x,${label}`);
    await host.label(7, `gitcast: allow 2 deletes,${label}`);
    expect(host.github.world.statuses[head]).toMatch(/^pending/);

    await host.label(7, label);
    expect(host.github.world.statuses[head]).toMatch(/^success/);
    // Removing it withdraws the approval.
    await host.label(7, label, { action: 'unlabeled' });
    expect(host.github.world.statuses[head]).toMatch(/^pending/);
    await host.label(7, label);

    // A later push with another plan needs it again.
    const later = await host.review(7, 'empty', (folder) => write(folder, 'content/places/pond.yaml', 'name: Pond\n'));
    expect(host.github.world.labels[7]).not.toContain(label);
    expect(remarks().at(-1)).toContain('was removed: it was not added for the present plan');
    expect(host.github.world.statuses[later]).toMatch(/^pending/);
    host.merge(7, 'empty');
    const stopped = await host.deploy();
    expect(stopped).toMatchObject({ decision: 'approval', synced: null });
    expect(stopped.checked.stderr).toContain('the review did not allow');
    expect(await host.titles()).toEqual(START);
    await host.label(7, label);
    expect((await host.deploy()).synced).toMatchObject({ exitCode: 0 });
    expect(await host.titles()).toEqual(['Another', 'Sunday brunch']);
  });
});

describe.runIf(needs('bash', 'curl', 'tar', 'unzip'))(
  'the job of a pull request on GitHub',
  { timeout: 300_000 },
  () => {
    it('fails for errors in the content, a website that cannot be built, and a failed installation, and says which', async () => {
      const host = await GitHubHost.open({ deployed: false });
      const body = (): string => host.github.world.comments.at(-1)!.body;
      const tried = async (branch: string, number: number, edit: (folder: string) => void) => {
        const head = host.edit(branch, edit);
        const ran = await host.plan(branch, number);
        expect(ran.exitCode).toBe(1);
        expect((await host.comment(number, head, ran.files)).exitCode).toBe(0);
        return { ...ran, outcome: ran.files['outcome'] };
      };
      const wrong = await tried('wrong', 7, (folder) =>
        write(folder, CONCERT, `${read(folder, CONCERT)}\nplaces_id: x\n`),
      );
      expect(wrong).toMatchObject({
        outcome: 'content\n',
        stderr: expect.stringMatching(new RegExp(`^::error file=${CONCERT},line=\\d+,`, 'm')),
      });
      expect(body()).toContain('The content has errors, so there is no plan.');

      // The plan is shown anyway.
      const broken = await tried('broken', 8, (folder) => {
        titled(CONCERT, 'Grand opening')(folder);
        write(folder, 'templates/pages/event.eta', '<% throw new Error("a broken template") %>');
      });
      expect(broken.outcome).toBe('planned-without-website\n');
      expect(body()).toContain('The website cannot be built. The log shows why.');
      expect(body()).toContain('Grand opening');

      const unlocked = await tried('unlocked', 9, (folder) => rmSync(join(folder, 'package-lock.json')));
      expect(unlocked.outcome).toBe('installation\n');
      expect(body()).toContain(
        'gitcast could not be installed, so nothing was checked. This is not an error in the content',
      );
      expect(body()).not.toContain('The content has errors');
    });
  },
);
