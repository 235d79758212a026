import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { pullText } from '../../src/cli/views/pull.ts';

const style = { colours: picocolors.createColors(false), width: 80, quiet: false };

describe('a pull that meets a conflict', () => {
  const nothing = { edits: [], skipped: [], notes: [], unmanaged: [], unread: [], prefix: 'content', isDryRun: false };

  it('says how to decide it', () => {
    const conflicts = [{ address: 'events/opening', fields: ['title'], reason: 'changed here and on the target' }];
    expect(pullText({ ...nothing, conflicts } as unknown as Parameters<typeof pullText>[0], style)).toBe(
      [
        '✗ events/opening (title): changed here and on the target',
        '  conflict: gitcast pull --theirs takes what the target has, gitcast sync --ours what the files have',
        '',
        '! 1 conflict',
        '',
      ].join('\n'),
    );
  });
});
