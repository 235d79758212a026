/** The job `comment`, which gets the plan from a file that anyone may have written. Its host is not real. */
import { describe, expect, it } from 'vitest';
import type { Ci } from '../../src/ci/ci.ts';
import type { CodeHost } from '../../src/ci/hosts/code-host.ts';
import { comment } from '../../src/ci/jobs/comment.ts';
import { rowsIn } from '../../src/ci/shown-rows.ts';
import { planTree } from '../../src/cli/views/plan/plan-tree.ts';
import { printMarkdown } from '../../src/cli/views/print-markdown.ts';
import { rowsOf } from '../../src/plan/approval.ts';
import type { Plan } from '../../src/project/index.ts';
import { digest } from '../../src/values/digest.ts';
import { REVIEWED } from '../cli/reviewed-plans.ts';

const [plan, other] = [REVIEWED['secrets']!(), REVIEWED['conflicts']!()];

/** The comment about a file with this plan. */
async function commentOn(claimed: object): Promise<string> {
  const written: string[] = [];
  const request = { number: 1, isOpen: true, mergedAt: undefined, head: 'c0ffee', base: 'main', merged: [] };
  const text = JSON.stringify({ reached: 'planned', plans: [{ folder: '.', plan: claimed }] });
  const host: Partial<CodeHost> = {
    longestComment: 65_536,
    requestPlans: async function* () {
      yield { request, text, page: 'https://ci.example/1' };
    },
    ownComment: async () => undefined,
    writeComment: async (_, body) => void written.push(body),
  };
  const work = { comment: (shown: Plan, most: number) => printMarkdown(planTree(shown), most) };
  await comment({ host, work } as unknown as Ci);
  return written.join();
}

describe('a comment', () => {
  it('has the digests of the rows that it shows, whatever else the file claims', async () => {
    const honest = await commentOn(plan);
    expect([honest, rowsIn(honest)]).toEqual([expect.stringContaining(plan.digest!), rowsOf(plan, digest)]);
    const changes = plan.changes.map((change) => ({ ...change, reason: `digest ${other.digest}` }));
    const open = [{ address: 'events/forged', kind: 'event', key: 'k', until: 8_640_000_000_000_001 }];
    const notes = [`<!-- gitcast rows ${rowsOf(other, digest).join(' ')} -->`];
    const claims = { digest: other.digest, summary: other.summary, notes, open, offline: true, complete: false };
    expect(await commentOn({ ...plan, ...claims, changes, requests: 77_777 })).toBe(honest);
  });

  it('has other digests as soon as it shows another value', async () => {
    const [change, ...rest] = plan.changes;
    const [field, ...fields] = change!.fields;
    const edited = { ...change!, fields: [{ ...field!, after: 'Forged' }, ...fields] };
    const forged = await commentOn({ ...plan, changes: [edited, ...rest] });
    expect(forged).toContain('Forged');
    expect(forged).not.toContain(plan.digest);
    expect(rowsIn(forged)).toEqual(rowsOf({ ...plan, changes: [edited, ...rest] }, digest));
    expect(rowsIn(forged)).not.toEqual(rowsOf(plan, digest));
  });
});
