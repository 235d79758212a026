import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../state/clones.ts';
import { someEvents } from './fixture.ts';
import { copiesOfGitStage, openGitStage, type GitStage } from './git-stage.ts';
import { openTheatre, type Stage } from './stage.ts';

const SHA = 'a'.repeat(40);

interface Recorded {
  readonly digest: string;
  readonly labels: readonly string[];
}

/** What CI does with a pull request: its own job plans, and a trusted one records the plan. */
async function review(stage: Stage, number: number): Promise<Recorded> {
  const file = join(stage.folder, '.gitcast/plan.json');
  await stage.gitcast('plan', '--allow-replace', '--out', file);
  const { exitCode, stdout, stderr } = await stage.gitcast(
    ...['review', 'record', String(number), '--plan', file, '--commit', SHA, '--json'],
  );
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout) as Recorded;
}

const synced = copiesOfGitStage({ files: someEvents(3) });

describe('a reviewed sync', () => {
  it('applies what was reviewed, from another clone and another commit', async () => {
    const { stage, clone, commit } = await synced();
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    await review(stage, 12);
    commit('squashed');
    const runner = clone();
    expect(await runner.sync('--reviewed', '12')).toMatchObject({ exitCode: 0, summary: { applied: 1 } });
  });

  it('sends nothing if a file changed since the review', async () => {
    const { stage, commit } = await synced();
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    await review(stage, 12);
    stage.edit('events/event-2.yaml', '23:00', '23:45');
    commit();
    const before = stage.everything();
    const { exitCode, stderr } = await stage.gitcast('sync', '--yes', '--reviewed', '12');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('1 change of this plan was not reviewed (reviewed in #12), so nothing was sent:');
    expect(stderr).toContain('so nothing was sent: update events/event-2 (end_time): in no review\n');
    expect(stage.everything()).toEqual(before);
  });

  it('sends nothing if the overwritten value changed on the target since the review', async () => {
    const { stage, commit } = await synced();
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    await review(stage, 12);
    commit();
    const { id } = stage.contents('event').find(({ fields }) => String(fields['title']).endsWith('1'))!;
    await stage.call('PUT', `/events/${id}`, { end_time: '2027-06-18T20:00:00Z' });
    const before = stage.everything();
    const { exitCode, stderr } = await stage.gitcast('sync', '--yes', '--ours', '--reviewed', '12');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('update events/event-1 (end_time): differs from what was reviewed');
    expect(stage.everything()).toEqual(before);
  });

  it('applies two pull requests that were merged together', async () => {
    const { stage, commit } = await synced();
    const file = 'events/event-1.yaml';
    const text = readFileSync(join(stage.folder, 'content', file), 'utf8');
    stage.edit(file, '23:00', '23:30');
    await review(stage, 12);
    writeFileSync(join(stage.folder, 'content', file), `${text}description: Two sets\n`);
    await review(stage, 13);
    stage.edit(file, '23:00', '23:30');
    commit();
    expect(await stage.gitcast('sync', '--yes', '--reviewed', '12')).toMatchObject({ exitCode: 1 });
    expect(await stage.sync('--reviewed', '12,13')).toMatchObject({ exitCode: 0, summary: { applied: 1 } });
  });

  it('stops if no plan was recorded, or no pull request is named', async () => {
    const { stage, commit } = await synced();
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    commit();
    expect((await stage.gitcast('sync', '--yes', '--reviewed', '7')).stderr).toContain(
      'no plan of pull request 7 is recorded',
    );
    expect((await stage.gitcast('sync', '--yes', '--reviewed', 'none')).stderr).toContain('no pull request was named');
  });

  it('has nothing to stop for if the target already equals the files', async () => {
    const { stage } = await synced();
    expect(await stage.gitcast('sync', '--yes', '--reviewed', 'none')).toMatchObject({ exitCode: 0 });
  });

  it('applies the plan with an approved digest, and no other', async () => {
    const { stage, commit } = await synced();
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    commit();
    const { digest } = await review(stage, 12);
    expect((await stage.gitcast('sync', '--yes', '--reviewed', 'digest:other')).stderr).toContain(
      `the plan is ${digest} now, and other was approved: nothing was sent`,
    );
    expect(await stage.sync('--reviewed', `digest:${digest}`)).toMatchObject({ exitCode: 0 });
  });

  it('does not combine with a saved plan or allowances', async () => {
    const { stage } = await synced();
    const { exitCode, stderr } = await stage.gitcast('sync', '--yes', '--reviewed', '1', '--allow-replace');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('the review decides what it may delete and replace');
  });
});

describe('a label on a pull request', () => {
  const guard = (stage: Stage, deletes: string): void => {
    const settings = stage.configText().replace(/^guard: .*\n/m, '');
    writeFileSync(join(stage.folder, 'gitcast.config.yaml'), `guard: { deletes: ${deletes} }\n${settings}`);
  };

  /** Synced, with a guard that refuses to delete two events. */
  const guarded = async ({ stage, commit }: GitStage): Promise<void> => {
    guard(stage, '{ count: 1 }');
    commit();
    await stage.sync();
  };

  const removeEvents = (stage: Stage, ...numbers: readonly number[]): void => {
    for (const number of numbers) stage.remove(`events/event-${number}.yaml`);
  };

  /** A pull request that deletes what the guard refuses. */
  const deleting = copiesOfGitStage({ files: someEvents(4) }, async (opened) => {
    await guarded(opened);
    removeEvents(opened.stage, 0, 1);
    opened.commit();
    return review(opened.stage, 12);
  });
  const allow = (stage: Stage, digest: string, labels: readonly string[]) =>
    stage.gitcast('review', 'allow', '12', '--digest', digest, '--labels', labels.join(','), '--by', 'ada');

  it('is named where deletions need one, and allows them', async () => {
    const { stage, digest, labels } = await deleting();
    expect(labels).toEqual(['gitcast: allow 2 deletes']);
    const refused = await stage.gitcast('sync', '--yes', '--reviewed', '12');
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(refused.stderr).toContain('the review did not allow 2 deletions, so nothing was sent');
    expect(refused.stderr).toContain('add the label “gitcast: allow 2 deletes” to the pull request');
    expect(await allow(stage, digest, ['bug', ...labels])).toMatchObject({ exitCode: 0 });
    expect(await stage.sync('--reviewed', '12')).toMatchObject({ exitCode: 0, summary: { applied: 2 } });
  });

  it('is needed even if the pull request raises the guard, which counts for later ones', async () => {
    const opened = await openGitStage(someEvents(5));
    const { stage, clone, commit } = opened;
    await guarded(opened);
    const trusted = clone();
    guard(stage, '{ count: 1000, percent: 100 }');
    removeEvents(stage, 0, 1);
    const file = join(stage.folder, '.gitcast/plan.json');
    const record = (job: Stage, number: number) =>
      job.gitcast('review', 'record', String(number), '--plan', file, '--commit', SHA, '--json');
    expect(await stage.gitcast('plan', '--out', file)).toMatchObject({ exitCode: 0 });
    const { labels, digest } = JSON.parse((await record(trusted, 12)).stdout) as Recorded;
    expect(labels).toEqual(['gitcast: allow 2 deletes']);
    commit('merged');
    const refused = await stage.gitcast('sync', '--yes', '--reviewed', '12');
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(refused.stderr).toContain('the review did not allow 2 deletions, so nothing was sent');
    const check = await stage.gitcast('review', 'check', '12', '--plan', file, '--json');
    expect(JSON.parse(check.stdout)).toMatchObject({ covered: false });
    await allow(trusted, digest, labels);
    expect(await stage.sync('--reviewed', '12')).toMatchObject({ exitCode: 0, summary: { applied: 2 } });
    removeEvents(stage, 2, 3);
    await stage.gitcast('plan', '--out', file);
    expect(JSON.parse((await record(stage, 13)).stdout)).toMatchObject({ labels: [] });
  });

  it('is needed if no event is left, whatever the guard allows and the job of the pull request was told', async () => {
    const { stage, commit } = await openGitStage(someEvents(2));
    await stage.sync();
    removeEvents(stage, 0, 1);
    commit('merged');
    const file = '.gitcast/plan.json';
    await stage.gitcast('plan', '--out', file, '--allow-empty', 'events');
    const recorded = await stage.gitcast('review', 'record', '12', '--plan', file, '--commit', SHA, '--json');
    const { labels, digest } = JSON.parse(recorded.stdout) as Recorded;
    expect(labels).toEqual(['gitcast: allow empty events']);
    const refused = await stage.gitcast('sync', '--yes', '--reviewed', '12');
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining('the review did not allow that no event is left, so nothing was sent'),
    ]);
    await allow(stage, digest, labels);
    expect(await stage.sync('--reviewed', '12')).toMatchObject({ exitCode: 0, summary: { applied: 2 } });
  });

  it('counts only for the plan that it was given for', async () => {
    const { stage, commit, digest, labels } = await deleting();
    await allow(stage, digest, labels);
    removeEvents(stage, 2);
    commit('a later push');
    const later = await review(stage, 12);
    expect(later.labels).toEqual(['gitcast: allow 3 deletes']);
    expect(await stage.gitcast('sync', '--yes', '--reviewed', '12')).toMatchObject({ exitCode: 1 });
    expect((await allow(stage, digest, later.labels)).stderr).toContain('pull request 12 has a different plan by now');
  });

  it('lets an article be edited on a target that cannot update articles', async () => {
    const theatre = await openTheatre({ profile: 'documented' });
    const opened = await openGitStage(
      {
        'broadcast.yaml': 'name: Harbour festival\n',
        'articles/news.md': '---\ntitle: News\nstatus: published\n---\nText\n',
      },
      theatre,
    );
    const { stage, commit } = opened;
    await stage.sync();
    stage.edit('articles/news.md', 'Text', 'More text');
    commit();
    const { digest, labels } = await review(stage, 12);
    expect(labels).toEqual(['gitcast: allow replacing']);
    expect(await stage.gitcast('sync', '--yes', '--reviewed', '12')).toMatchObject({ exitCode: 1 });
    await allow(stage, digest, labels);
    expect(await stage.sync('--reviewed', '12')).toMatchObject({ exitCode: 0, summary: { failed: 0, skipped: 0 } });
    expect(await stage.plan()).toMatchObject({ changes: [] });
  });
});

describe('the records of reviews', () => {
  it('are on a ref that the content branch does not contain, and end with their pull request', async () => {
    const { stage, remote } = await synced();
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    await review(stage, 12);
    expect(git(remote, 'for-each-ref', '--format=%(refname)', 'refs/gitcast')).toContain('refs/gitcast/review/live');
    expect((await stage.gitcast('review', 'list')).stdout).toMatch(/^✓ #12: 1 change, plan \S+\n$/);
    await stage.gitcast('review', 'close', '12');
    expect((await stage.gitcast('review', 'list')).stdout).toBe('No review is recorded.\n');
  });

  it('of two clones at the same time are both kept', async () => {
    const { stage, clone } = await synced();
    const other = clone();
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    other.edit('events/event-2.yaml', '23:00', '23:30');
    await Promise.all([review(stage, 12), review(other, 13)]);
    const { reviews } = JSON.parse((await stage.gitcast('review', 'list', '--json')).stdout) as {
      reviews: readonly { number: number }[];
    };
    expect(reviews.map(({ number }) => number)).toEqual([12, 13]);
  });

  it('take no plan that was made offline, and none for another target', async () => {
    const { stage } = await synced();
    const file = join(stage.folder, '.gitcast/plan.json');
    await stage.gitcast('plan', '--offline', '--out', file);
    const record = ['review', 'record', '12', '--plan', file, '--commit', SHA];
    expect(await stage.gitcast(...record)).toMatchObject({ exitCode: 1 });
    await stage.gitcast('plan', '--out', file);
    const plan = JSON.parse(readFileSync(file, 'utf8')) as { identity: { broadcastId: string } };
    plan.identity.broadcastId = 'c'.repeat(24);
    writeFileSync(file, JSON.stringify(plan));
    expect((await stage.gitcast(...record)).stderr).toContain('was made for a different target');
  });

  it('that somebody damaged are refused', async () => {
    const { stage, remote } = await synced();
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    await review(stage, 12);
    const plumbing = (input: string, ...words: readonly string[]): string =>
      execFileSync('git', words, { cwd: remote, input, encoding: 'utf8' }).trim();
    const text = git(remote, 'cat-file', '-p', 'refs/gitcast/review/live:12.json');
    const replace = (record: string, message: (tree: string) => string): void => {
      const blob = plumbing(record, 'hash-object', '-w', '--stdin');
      const tree = plumbing(`100644 blob ${blob}\t12.json\n`, 'mktree');
      const words = ['commit-tree', tree, '-p', 'refs/gitcast/review/live', '-m', message(tree)];
      const commit = git(remote, '-c', 'user.name=x', '-c', 'user.email=x@x', ...words);
      git(remote, 'update-ref', 'refs/gitcast/review/live', commit);
    };
    const refused = async (): Promise<string> => {
      const { exitCode, stderr } = await stage.gitcast('sync', '--yes', '--reviewed', '12');
      expect(exitCode).toBe(1);
      return stderr;
    };
    replace(text.replace('"version": 1', '"version": 2'), (tree) => `forged\n\nGitcast-Tree: ${tree}`);
    expect(await refused()).toContain('refs/gitcast/review/live, 12.json is not a review that this version can read');
    // The way out that the message names.
    await review(stage, 12);
    replace(text, () => 'by hand');
    expect(await refused()).toContain('refs/gitcast/review/live has other files than gitcast has written there');
    await review(stage, 12);
    expect(await stage.sync('--reviewed', '12')).toMatchObject({ exitCode: 0, summary: { applied: 1 } });
  });
});
