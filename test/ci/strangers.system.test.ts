/** What the job of a pull request leaves is data that anyone could have written. */
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/plan/plan.ts';
import { resealed } from '../project/planning/resealed.ts';
import { CONCERT, titled } from './festival.ts';
import { madeForAll, read, write } from './folders.ts';
import { expectDone, OnGitHub, type Artifact } from './on-github.ts';
import { git } from './run.ts';
import { zipOf } from './zip-archive.ts';

const FORK = 'stranger/festival';
/** In each title: the plan would fit into a comment if nothing made them harmless. */
const MENTIONS = 95;
const AUTHOR = '<!-- all is fine: approved by security\n';

describe('the plan of a pull request', () => {
  const opened = madeForAll(async () => {
    const on = await OnGitHub.open({ isWeb: false });
    on.festival.edit('grand', titled(CONCERT, 'Hello @everyone'));
    return { on, own: await on.plan('grand', 7), offline: await on.plan('grand', 7, {}) };
  });
  const recorded = (on: OnGitHub) => on.festival.refs('refs/gitcast/review');
  /** The trusted job, for a pull request that it has not seen before. */
  const shown = (on: OnGitHub, files: Artifact, from?: string) => {
    on.github.pulls.length = 0;
    return on.comment(7, 'grand', files, { ...(from !== undefined && { from }) });
  };

  it('from a fork is made offline, without a key, and nothing of its artifact is believed', async () => {
    const { on, offline } = opened();
    const { comments } = on.github;
    const { exitCode, stderr, files } = offline;
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining('This job has no key, so the plan is made offline.'),
    ]);
    expect(files['plan.md']).toMatch(/^### gitcast plan for `production`, made offline\n/);

    // A number that is that of another pull request, or none.
    on.github.pull({ number: 8, sha: 'another' });
    expect(await on.comment(7, 'grand', { ...files, 'pull-request': '8\n' }, { from: FORK })).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('not at the commit of this run'),
    });
    expect((await shown(on, { ...files, 'pull-request': '7; id' }, FORK)).exitCode).toBe(1);
    expect((await shown(on, { 'plan.md': 'x' }, FORK)).exitCode).toBe(1);
    expect(comments).toEqual([]);

    expectDone(await shown(on, files, FORK));
    expect(comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(
        /^<!-- gitcast plan -->\n> \[!NOTE\]\n> For [0-9a-f]{40}, by \[this run\]\(.*\)\. Everything below was written by the code of a pull request from a fork/,
      ),
    ]);
    expect(comments[0]!.body).toContain('Hello @\u2060everyone');
    // A plan with every mark of one that could be recorded is still that of a fork.
    expectDone(await shown(on, opened().own.files, FORK));
    expect(recorded(on)).toEqual([]);
    // A check that the host requires must not wait for ever. What the fork says of itself is not repeated in it.
    expectDone(await shown(on, { ...files, outcome: 'unaffected\n', 'plan.json': '' }, FORK));
    const { sha } = on.github.pulls[0]!;
    expect(on.github.statuses).toEqual(
      [1, 2, 3].map(() => ({
        commit: sha,
        context: 'gitcast review',
        state: 'success',
        description: 'no plan recorded: after the merge, a person approves what it changes',
      })),
    );
    expectDone(await shown(on, { ...files, outcome: 'content\n', 'plan.json': '' }, FORK));
    expect(on.github.statuses.at(-1)).toMatchObject({ commit: sha, state: 'pending' });
  });

  it('that is none is not shown or recorded, and neither is what the job wrote beside it', async () => {
    const { on, own } = opened();
    const { files } = own;
    const body = (): string => on.github.comments.at(-1)!.body;
    const foreign = files['plan.json']!.replaceAll(on.festival.credentials.broadcastId, 'c'.repeat(24));
    const edited = files['plan.json']!.replace(/"digest": "[^"]+"/, '"digest": "AAAAAAAAAAAAAAAAAAAAAA"');
    for (const plan of ['no plan', '{}', edited]) {
      expectDone(await shown(on, { ...files, 'plan.json': plan, 'plan.md': AUTHOR }));
      expect(body()).toContain('No plan was recorded');
      expect(body()).toContain('The plan of this run is damaged, so it is not shown.');
      expect(body()).not.toContain('all is fine');
    }
    expectDone(await shown(on, { ...files, 'plan.json': foreign }));
    expect((await shown(on, { ...files, 'plan.json': 'x'.repeat(20_000_001) })).exitCode).toBe(1);
    on.github.uploadBytes(9, zipOf({}), 'gitcast-plan', { size: 50_000_000 });
    expect(await on.job('comment', on.finished('grand'))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('larger than'),
    });
    expect(on.github.comments).toHaveLength(1);
    expect(recorded(on)).toEqual([]);
  });

  it('of a merged one is left alone, and one that shows less than the merge covers only what it shows', async () => {
    const { on, own } = opened();
    const { files } = own;
    on.github.pulls[0]!.merged = 'merged';
    expect(await on.comment(7, 'grand', files)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('is closed'),
    });
    expect(recorded(on)).toEqual([]);
    const less = resealed({ ...(JSON.parse(files['plan.json']!) as Plan), changes: [] });
    expectDone(await shown(on, { ...files, 'plan.json': less }));
    expect(recorded(on)).toEqual(['refs/gitcast/review/production']);
    on.merge(7, 'grand');
    const { checked } = await on.deploy();
    expect([checked.outputs['decision'], checked.stderr]).toEqual([
      'approval',
      expect.stringContaining('update events/opening-concert (title): in no review'),
    ]);
  });

  it('is made again after main moved, and a remark says so if it changed without a push', async () => {
    const { on } = opened();
    expectDone(await on.sync('off'));
    const head = await on.review(9, 'night', titled(CONCERT, 'Opening night'));
    on.github.runs.push({ id: 31, sha: head, status: 'completed' });
    expectDone(await on.job('renew'));
    expect(on.github.reruns).toEqual([31]);
    await on.festival.retitle('Hello @everyone', 'Hello');
    git(on.festival.author, 'checkout', '--quiet', 'main');
    on.festival.edit('main', titled(CONCERT, 'Hello'));
    expectDone(await on.sync('off'));
    expectDone(await on.comment(9, 'night', (await on.plan('night', 9)).files));
    expect(on.github.comments.at(-1)!.body).toMatch(
      /^The plan of [0-9a-f]{40} changed without a push: it was `\S+` and is `\S+` now/,
    );
  });
});

describe('a plan with many mentions', () => {
  it('is shown in a comment that the host accepts', async () => {
    const on = await OnGitHub.open({ isWeb: false });
    on.festival.edit('crowd', (folder) => {
      const concert = read(folder, CONCERT);
      for (let number = 1; number <= 205; number++) {
        const title = `title: '${number} ${'@'.repeat(MENTIONS)}'`;
        write(folder, `content/events/crowd-${number}.yaml`, concert.replace(/^title: .*$/m, title));
      }
    });
    const { files } = await on.plan('crowd', 7);
    expectDone(await on.comment(7, 'crowd', files));
    const { body } = on.github.comments[0]!;
    expect(body).toMatch(/The merge applies this plan, `\S+`, or stops/);
    expect(body).toContain('The plan is too long for a comment.');
  });
});
