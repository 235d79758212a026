import { describe, expect, it } from 'vitest';
import { CONCERT, titled } from './festival.ts';
import { OnGitHub } from './on-github.ts';

describe('a reviewed merge on GitHub', () => {
  it('applies what the comment showed, after a squash, and then forgets the review', async () => {
    const on = await OnGitHub.open();
    const head = await on.review(7, 'grand', titled(CONCERT, 'Grand opening'));
    const { comments, statuses } = on.github;
    expect(comments.map((each) => each.on)).toEqual([7]);
    expect(comments[0]!.body).toMatch(
      /^<!-- gitcast plan -->\n<sub>For [0-9a-f]{40}, by .* The merge applies this plan, `\S+`, or stops/,
    );
    expect(statuses).toMatchObject([{ commit: head, state: 'success', description: '1 change, reviewed as shown' }]);
    on.merge(7, 'grand');
    const { checked, synced } = await on.deploy();
    expect(checked.outputs).toMatchObject({ decision: 'reviewed', reviewed: '7' });
    expect(synced).toMatchObject({ exitCode: 0, outputs: { changes: '1', deletes: '0' } });
    expect(await on.festival.titles()).toEqual(['Grand opening', 'Sunday brunch']);
    // The record is gone, so it cannot cover the same change again.
    expect((await on.check()).outputs).toMatchObject({ decision: 'reviewed', reviewed: 'none' });
  });
});
