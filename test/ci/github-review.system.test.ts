import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BRUNCH, CONCERT, titled } from './festival.ts';
import { madeForAll, read, write } from './folders.ts';
import { expectDone, OnGitHub } from './on-github.ts';
import { git } from './run.ts';

/** The status of a commit whose plan is not recorded. */
const UNRECORDED = {
  state: 'success',
  description: 'no plan recorded: after the merge, a person approves what it changes',
};
const START = ['Opening concert', 'Sunday brunch'];

describe('a reviewed merge on GitHub', () => {
  const opened = madeForAll(() => OnGitHub.open({ isWeb: false }));

  it('applies what the comment showed, after a squash, and then forgets the review', async () => {
    const on = opened();
    const head = await on.review(7, 'grand', titled(CONCERT, 'Grand opening'));
    const { comments, statuses } = on.github;
    expect(comments.map((each) => each.on)).toEqual([7]);
    expect(comments[0]!.body).toMatch(
      /^<!-- gitcast plan -->\n<sub>For [0-9a-f]{40}, by .* The merge applies this plan, `\S+`, or stops/,
    );
    expect(statuses).toEqual([
      { commit: head, context: 'gitcast review', state: 'success', description: '1 change, reviewed as shown' },
    ]);
    on.merge(7, 'grand');
    const { checked, synced } = await on.deploy();
    expect(checked.outputs).toMatchObject({ decision: 'reviewed', reviewed: '7' });
    expect(synced).toMatchObject({ exitCode: 0, outputs: { changes: '1', deletes: '0' } });
    expect(await on.festival.titles()).toEqual(['Grand opening', 'Sunday brunch']);
    // The record is gone, so it cannot cover the same change again.
    expect((await on.check()).outputs).toMatchObject({ decision: 'reviewed', reviewed: 'none' });
  });

  it('passes the required check of a merge queue, whose run plans the merge without a number', async () => {
    const on = opened();
    const head = await on.review(8, 'both', (folder) => {
      titled(CONCERT, 'Grander opening')(folder);
      titled(BRUNCH, 'Late brunch')(folder);
    });
    expect(on.github.statuses.at(-1)).toMatchObject({ commit: head, description: '2 changes, reviewed as shown' });
    const { comments } = on.github;
    const before = structuredClone(comments);
    const { sha, planned, comment } = await on.queue(8, 'both');
    expect(planned).toMatchObject({ exitCode: 0, files: { 'pull-request': '\n', outcome: 'planned\n' } });
    expect(planned.files['plan.md']).toContain('title: `Grand opening` → `Grander opening`');
    expect((await comment()).exitCode).toBe(0);
    expect(on.github.statuses.at(-1)).toMatchObject({
      commit: sha,
      state: 'success',
      description: '2 changes, reviewed as shown',
    });
    expect(comments).toEqual(before);
    // Somebody pushed to it, and that commit has no plan yet.
    const pull = on.github.pulls.find(({ number }) => number === 8)!;
    pull.sha = 'f'.repeat(40);
    expectDone(await comment());
    expect(on.github.statuses.at(-1)).toMatchObject({
      commit: sha,
      state: 'pending',
      description: 'the last commit has no plan yet',
    });
    pull.sha = head;
    // One without a recorded plan does not wait for ever.
    const unknown = await on.queue(9, 'both');
    expect(await unknown.comment()).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/No review is recorded for gh-readonly-queue\/main\/pr-9-/),
    });
    expect(on.github.statuses.at(-1)).toMatchObject({ commit: unknown.sha, ...UNRECORDED });
  });

  it('stops what was pushed or edited since, and applies it once a person approved its digest', async () => {
    const on = opened();
    on.merge(8, 'both');
    // Somebody pushes to main directly.
    on.festival.edit('main', titled(BRUNCH, 'Sneaky brunch'));
    const { checked, synced } = await on.deploy();
    expect([checked.outputs['decision'], synced]).toEqual(['approval', undefined]);
    expect(checked.stderr).toContain('update events/sunday-brunch (title): differs from what was reviewed');
    // Even if a job skipped the check, the sync itself stops.
    const forced = await on.sync('8');
    expect(forced).toMatchObject({ exitCode: 1, summary: expect.stringContaining('### gitcast ci sync failed') });
    expect(forced.summary).toContain('was not reviewed (reviewed in #8), so nothing was sent');
    expect(await on.sync('')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('GITCAST_REVIEWED is missing'),
    });
    expect(await on.festival.titles()).toEqual(['Grand opening', 'Sunday brunch']);

    // An environment that GitHub made by itself has no reviewers, so nobody approved anything.
    expect(await on.approved(checked)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('requires no reviewers, so nobody approved this plan: nothing was sent'),
    });
    // So is nobody if the job does not say which environment it has.
    expect(await on.job('approved', { env: { GITCAST_DIGEST: checked.outputs['digest'] } })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('GITCAST_ENVIRONMENT is missing'),
    });
    on.github.environments['production-unreviewed'] = ['branch_policy', 'required_reviewers'];
    // The plan that was approved is the one that is applied: the target has changed since.
    await on.festival.retitle('Sunday brunch', 'Early brunch');
    expect(await on.approved(checked)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('was approved: nothing was sent'),
    });
    await on.festival.retitle('Early brunch', 'Sunday brunch');
    expect(await on.approved(checked)).toMatchObject({ exitCode: 0 });
    expect(await on.festival.titles()).toEqual(['Grander opening', 'Sneaky brunch']);
    expect((await on.check()).outputs).toMatchObject({ decision: 'reviewed', reviewed: 'none' });
  });
});

describe('a pull request whose plan is not recorded', () => {
  const opened = madeForAll(() => OnGitHub.open({ isWeb: false }));
  const recorded = (on: OnGitHub) =>
    git(on.festival.origin, 'ls-tree', '--name-only', 'refs/gitcast/review/production').split('\n').filter(Boolean);

  it('can be merged if there is no key, and an earlier plan covers nothing of it', async () => {
    const on = opened();
    await on.review(7, 'grand', titled(CONCERT, 'Grand opening'));
    expect(recorded(on)).toEqual(['7.json']);
    const head = on.festival.edit('grand', titled(BRUNCH, 'Late brunch'));
    expectDone(await on.comment(7, 'grand', (await on.plan('grand', 7, {})).files));
    expect(on.github.statuses.at(-1)).toMatchObject({ commit: head, ...UNRECORDED });
    expect(recorded(on)).toEqual([]);
    const queued = await on.queue(7, 'grand');
    expectDone(await queued.comment());
    expect(on.github.statuses.at(-1)).toMatchObject({ commit: queued.sha, ...UNRECORDED });
    on.merge(7, 'grand');
    expect((await on.deploy()).checked.outputs).toMatchObject({ decision: 'approval' });
  });

  it('has none that nobody saw, because the comment failed', async () => {
    const on = opened();
    const head = await on.review(8, 'brunch', titled(BRUNCH, 'Early brunch'));
    expect(recorded(on)).toEqual(['8.json']);
    const permissions = { actions: 'read', contents: 'write', pull_requests: 'read', statuses: 'write' } as const;
    const unseen = async () => {
      on.github.comments.length = 0;
      const failed = await on.job('comment', { ...on.finished('brunch'), permissions });
      expect([failed.exitCode, failed.stderr]).toEqual([1, expect.stringContaining('Resource not accessible')]);
      expect([on.github.comments, recorded(on)]).toEqual([[], []]);
    };
    await unseen();
    expect(on.github.statuses.at(-1)).toMatchObject({
      commit: head,
      state: 'pending',
      description: 'the last run made no plan',
    });
    // Neither does the plan of a first run stay.
    await unseen();
    expectDone(await on.job('comment', on.finished('brunch')));
    expect(recorded(on)).toEqual(['8.json']);
    expect(on.github.statuses.at(-1)).toMatchObject({ commit: head, state: 'success' });
  });

  it('can be merged as long as CI has no target', async () => {
    const config = 'site: { url: "https://orchard.example", timezone: Europe/Paris }\n';
    const on = await OnGitHub.open({ isWeb: false, deployed: false, files: { 'gitcast.config.yaml': config } });
    const head = await on.review(7, 'grand', titled(CONCERT, 'Grand opening'));
    expect(on.github.comments[0]!.body).toContain('CI has no target to compare it with yet.');
    const status = { state: 'success', description: 'no target yet' };
    expect(on.github.statuses).toMatchObject([{ commit: head, ...status }]);
    const queued = await on.queue(7, 'grand');
    expectDone(await queued.comment());
    expect(on.github.statuses.at(-1)).toMatchObject({ commit: queued.sha, ...status });
  });
});

describe('a label on a pull request', () => {
  /** Without room for any deletion, and with a third event: only the guard refuses a deletion. */
  const opened = madeForAll(() => OnGitHub.open({ isWeb: false, settings: 'guard: { deletes: { count: 0 } }' }));
  const NEEDED = 'gitcast: allow 1 delete';
  const status = (on: OnGitHub) => on.github.statuses.at(-1)!;

  it('that the comment names is needed from somebody with write access, for the plan that it is given for', async () => {
    const on = opened();
    const head = on.festival.edit('empty', (folder) => {
      rmSync(join(folder, CONCERT));
      write(folder, 'content/events/another.yaml', read(folder, BRUNCH).replace(/^title: .*/m, 'title: Another'));
    });
    const planned = await on.plan('empty', 7);
    expect(planned).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('The comment shows the label that allows it'),
    });
    // A refused plan is shown once, and nothing that the job wrote beside it.
    expectDone(await on.comment(7, 'empty', { ...planned.files, 'plan.md': 'AUTHOR TEXT' }));
    const [comment] = on.github.comments;
    expect(comment!.body.match(/### gitcast plan/g)).toHaveLength(1);
    expect(comment!.body).not.toContain('AUTHOR TEXT');
    expect(comment!.body).toContain(
      `The merge stops until somebody with write access adds, for this plan:\n> - the label \`${NEEDED}\``,
    );
    expect(on.github.knownLabels).toEqual([NEEDED]);
    expect(status(on)).toMatchObject({ commit: head, state: 'pending', description: `needs the label ${NEEDED}` });

    const pull = on.github.pulls[0]!;
    await on.label(7, NEEDED, { by: 'triager' });
    on.github.people['ada'] = 'write';
    pull.sha = 'f'.repeat(40);
    await on.label(7, NEEDED);
    pull.sha = head;
    await on.label(7, NEEDED, { at: new Date(Date.now() - 3_600_000) });
    expect(on.github.comments.slice(1).map(({ body }) => body)).toEqual([
      expect.stringContaining('triager has no write access'),
      expect.stringContaining('the plan was made or changed in the meantime'),
      expect.stringContaining('it was not added for the present plan'),
    ]);
    expect(on.github.labels[7]).toEqual([]);
    // A name that only looks like one, with a second label behind a comma, allows nothing.
    await on.label(7, `x,${NEEDED}`);
    await on.label(7, `gitcast: allow 2 deletes,${NEEDED}`);
    expect(status(on)).toMatchObject({ state: 'pending' });

    await on.label(7, NEEDED);
    expect(status(on)).toMatchObject({ commit: head, state: 'success' });
  });

  it('that is removed withdraws what only it allowed', async () => {
    const on = opened();
    await on.label(7, 'gitcast: allow replacing');
    await on.label(7, 'gitcast: allow replacing', { action: 'unlabeled' });
    expect(status(on)).toMatchObject({ state: 'success' });
    await on.label(7, NEEDED, { action: 'unlabeled' });
    expect(status(on)).toMatchObject({ state: 'pending' });
    await on.label(7, NEEDED);
    expect(status(on)).toMatchObject({ state: 'success' });
  });

  it('does not count for a later plan, and can be added after the merge too', async () => {
    const on = opened();
    // Within a second of the plan it would count, as hosts count in whole seconds.
    on.github.label(7, NEEDED, 'ada', new Date(Date.now() - 60_000));
    const later = await on.review(7, 'empty', (folder) => write(folder, 'content/places/pond.yaml', 'name: Pond\n'));
    expect(on.github.labels[7]).not.toContain(NEEDED);
    expect(on.github.comments.at(-1)!.body).toContain('was removed: it was not added for the present plan');
    expect(status(on)).toMatchObject({ commit: later, state: 'pending' });
    on.merge(7, 'empty');
    const stopped = await on.deploy();
    expect([stopped.checked.outputs['decision'], stopped.synced]).toEqual(['approval', undefined]);
    expect(stopped.checked.stderr).toContain('the review did not allow');
    expect(await on.festival.titles()).toEqual(START);
    await on.label(7, NEEDED);
    expect((await on.deploy()).synced).toMatchObject({ exitCode: 0 });
    expect(await on.festival.titles()).toEqual(['Another', 'Sunday brunch']);
  });

  it('is removed from a pull request without a recorded plan, and a closed one is forgotten', async () => {
    const on = opened();
    on.github.pull({ number: 8, sha: 'e'.repeat(40) });
    await on.label(8, NEEDED);
    expect(on.github.labels[8]).toEqual([]);
    expect(on.github.comments.at(-1)!.body).toContain('no plan of this pull request is recorded yet');
    await on.review(9, 'late', titled(BRUNCH, 'Late brunch'));
    const recorded = () => git(on.festival.origin, 'ls-tree', '--name-only', 'refs/gitcast/review/production');
    expect(recorded()).toContain('9.json');
    on.github.pulls.find(({ number }) => number === 9)!.state = 'closed';
    const closed = { action: 'closed', pull_request: { number: 9 } };
    const forgotten = await on.job('allow', { env: { GITHUB_EVENT_NAME: 'pull_request_target' }, event: closed });
    expect(forgotten.exitCode).toBe(0);
    expect(recorded()).not.toContain('9.json');
  });
});

describe('the job of a pull request on GitHub', () => {
  it('fails for errors in the content, a website that cannot be built, and a failed installation, and the comment says which', async () => {
    const on = await OnGitHub.open({ deployed: false });
    const body = (): string => on.github.comments.at(-1)!.body;
    const tried = async (branch: string, number: number, edit: (folder: string) => void) => {
      on.festival.edit(branch, edit);
      const ran = await on.plan(branch, number);
      expect(ran.exitCode).toBe(1);
      expect((await on.comment(number, branch, ran.files)).exitCode).toBe(0);
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
    expect(on.github.statuses).toMatchObject([{ state: 'pending', description: 'the content has errors' }]);

    // The plan is shown anyway.
    const broken = await tried('broken', 8, (folder) => {
      titled(CONCERT, 'Grand opening')(folder);
      write(folder, 'templates/pages/event.eta', '<% throw new Error("a broken template") %>');
    });
    expect(broken.outcome).toBe('planned-without-website\n');
    expect(body()).toContain('The website cannot be built. The log shows why.');
    expect(body()).toContain('Grand opening');

    // Started again, the run has no artifact, because gitcast could not be installed: the plan above is not the present one.
    expect(on.github.statuses.at(-1)).toMatchObject({ state: 'success' });
    expect((await on.comment(8, 'broken', undefined)).exitCode).toBe(0);
    expect(body()).toContain('The job failed before there was a plan. The log shows why.');
    expect(body()).not.toMatch(/Grand opening|The content has errors|The merge applies/);
    expect(on.github.comments).toHaveLength(2);
    expect(on.github.statuses.at(-1)).toMatchObject({
      commit: on.github.pulls.at(-1)!.sha,
      state: 'pending',
      description: 'the last run made no plan',
    });
  });
});
