import { coloursOf } from '../../src/cli/views/text/style.ts';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/apply/run.ts';
import { pullText } from '../../src/cli/views/pull-view.ts';
import { printMarkdown } from '../../src/cli/views/print-markdown.ts';
import { printTerminal } from '../../src/cli/views/print-terminal.ts';
import { runTree } from '../../src/cli/views/run-tree.ts';
import { RemoteError } from '../../src/diagnostics/errors.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { reportSync } from '../../src/project/sync/sync.ts';

const style = { colours: coloursOf({ coloured: false }), width: 80, quiet: false };

describe('a pull with a conflict', () => {
  const nothing = { edits: [], skipped: [], notes: [], unmanaged: [], unread: [], isDryRun: false };

  it('shows how to resolve it', () => {
    const conflicts = [{ address: 'events/opening', fields: ['title'], reason: 'changed here and on the target' }];
    expect(pullText({ ...nothing, conflicts } as unknown as Parameters<typeof pullText>[0], style)).toBe(
      [
        '✗ events/opening (title): changed here and on the target',
        '  Both sides keep their values until `gitcast pull --theirs` takes those of the target, or `gitcast sync --ours` those of the files.',
        '',
        '! 1 conflict',
        '',
      ].join('\n'),
    );
  });
});

describe('a run that stopped', () => {
  const plan = { target: 'live', complete: true, notes: [], summary: { unchanged: 3 } } as unknown as Plan;
  const reason = 'PUT /v1/events/1 was refused with 401: the key is missing or invalid';
  const stopped = new RemoteError(reason, { type: 'unauthorised', suggestion: 'check the variable GITCAST_KEY' });
  const left = (index: number): Result => ({
    address: `events/event-${index}`,
    action: 'update',
    outcome: index < 3 ? 'failed' : 'skipped',
    error: reason,
    halted: true,
  });
  const results: readonly Result[] = [
    { address: 'events/first', action: 'update', outcome: 'applied' },
    { address: 'events/other', action: 'conflict', outcome: 'open', error: 'changed here and on the target' },
    ...Array.from({ length: 10_000 }, (_, index) => left(index)),
  ];

  it('shows the reason once, with the next step and the number of changes left', () => {
    const text = printTerminal(runTree(plan, results, stopped), style);
    expect(text.split('\n')).toEqual([
      'Left (1)',
      'Both sides keep their values until `gitcast pull --theirs --target live` takes those of the target, or `gitcast sync --ours --target live` those of the files.',
      '',
      '☞ events/other conflict: changed here and on the target',
      '',
      `stopped: ${reason}`,
      '  check the variable GITCAST_KEY',
      '  10000 changes not made because of it; the next gitcast sync makes them',
      '',
      '! live: 1 change made, 10001 left',
      '',
    ]);
    const page = printMarkdown(runTree(plan, results, stopped)).text;
    expect(page).toMatch(/^### gitcast sync to `live`\n\n⚠️ 1 change made, 10001 left\.\n\n> \[!CAUTION\]\n> Stopped:/);
    expect(page).toContain('10000 changes not made because of it');
    expect(page).toContain('<details><summary>Done (1)</summary>\n\n- `events/first` update\n');
    expect(page).not.toContain('events/event-');
  });

  it('has a result for each change in JSON', () => {
    const report = reportSync(plan, { results, requests: 5, retries: 0, error: reason });
    expect(report.results).toHaveLength(10_002);
    expect(report).toMatchObject({
      summary: { applied: 1, recorded: 0, failed: 3, skipped: 9_997, open: 1, unchanged: 3 },
      error: reason,
    });
  });
});
