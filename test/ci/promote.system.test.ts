import { describe, expect, it } from 'vitest';
import { CONCERT, titled } from './festival.ts';
import { madeForAll } from './folders.ts';
import { expectDone, OnGitHub } from './on-github.ts';

describe('promoting on GitHub', () => {
  /** Merges go to staging, and production is promoted to. Both have the content of main. */
  const opened = madeForAll(async () => {
    const on = await OnGitHub.open({ isWeb: false, targets: ['staging', 'production'] });
    const { PRODUCTION_KEY: key = '' } = on.festival.keys;
    expectDone(await on.sync('off', { GITCAST_TARGET: 'production', PRODUCTION_KEY: key }));
    const live = async () => (await on.festival.events(key)).map(({ title }) => title).sort();
    return { on, live, retitle: (from: string, to: string) => on.festival.retitle(from, to, key) };
  });

  it('shows the plan for production in the pull request to staging, folded and labelled as not applied', async () => {
    const { on, live } = opened();
    const before = await live();
    await on.review(7, 'grand', titled(CONCERT, 'Grand opening'));
    const [staging, production] = on.github.comments[0]!.body.split(
      '<details><summary><b>Not applied by this merge</b>',
    );
    expect(staging).toContain('### gitcast plan for `staging`');
    expect(staging).toMatch(/The merge applies this plan, `\S+`, or stops/);
    expect(production).toContain('what promoting it to <code>production</code> would change</summary>');
    expect(production).toContain('title: `Opening concert` → `Grand opening`');
    // Only the plan of the merge is recorded: the merge changes staging alone.
    expect(on.festival.refs('refs/gitcast/review')).toEqual(['refs/gitcast/review/staging']);
    on.merge(7, 'grand');
    expect((await on.deploy()).synced).toMatchObject({ exitCode: 0 });
    expect([await on.festival.titles(), await live()]).toEqual([['Grand opening', 'Sunday brunch'], before]);
  });

  it('plans a promotion without a key that can write, and applies that plan after the approval, or stops', async () => {
    const { on, live, retitle } = opened();
    on.festival.edit('main', titled(CONCERT, 'Final opening'));
    const runner = on.festival.checkout('main');
    const plan = () => on.job('promote-plan', { runner, env: on.readingKeys });

    // What is not on staging yet was reviewed by nobody.
    const early = await plan();
    expect([early.exitCode, early.stderr]).toEqual([1, expect.stringContaining('staging differs from the files')]);
    expect(early.outputs['waiting']).toBeUndefined();
    expectDone(await on.sync('off'));

    const planned = await plan();
    const { digest } = planned.outputs;
    expect(planned).toMatchObject({ exitCode: 0, outputs: { promotion: 'waiting', sync: '[]', changes: '1' } });
    expect(JSON.parse(planned.outputs['waiting']!)).toEqual([
      { part: '', environment: 'production', digest, job: 'promote' },
    ]);
    expect(planned.summary).toContain(`<sub>Digest of this plan: \`${digest}\`</sub>`);
    expect(planned.summary.match(/### gitcast plan for `production`/g)).toHaveLength(1);

    expect(await on.approved(planned, runner)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('The environment production requires no reviewers'),
    });
    on.github.environments['production'] = ['required_reviewers'];

    // Production changes between the approval and the job.
    await retitle('Opening concert', 'Edited');
    const stopped = await on.approved(planned, runner);
    expect([stopped.exitCode, stopped.stderr]).toEqual([
      1,
      expect.stringMatching(
        /was approved: nothing was sent. .*events\/opening-concert \(title\): approved, and no longer/,
      ),
    ]);
    expect(stopped.summary).toContain('was approved: nothing was sent');
    expect(await live()).toEqual(['Edited', 'Sunday brunch']);
    await retitle('Edited', 'Opening concert');

    expect(await on.approved(planned, runner)).toMatchObject({ exitCode: 0 });
    expect(await live()).toEqual(['Final opening', 'Sunday brunch']);
    expect((await plan()).outputs).toMatchObject({ promotion: 'none', waiting: '[]', changes: '0' });
  });
});
