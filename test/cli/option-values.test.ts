import { describe, expect, it } from 'vitest';
import { address, duration, flag, numberIn } from '../../src/project/calls/option.ts';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { recordedText } from '../../src/cli/commands/review.ts';
import { styleFor } from '../../src/cli/views/text/style.ts';
import { assertIs } from '../../src/state/file/lock.ts';
import { UserError } from '../../src/index.ts';

function refused(act: () => unknown): readonly [string, string | undefined] {
  try {
    act();
  } catch (error) {
    if (error instanceof UserError) return [error.message, error.suggestion];
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a wrong value on the command line', () => {
  it('is refused with an example of a right one', () => {
    expect(refused(() => numberIn({ least: 0 }, 'x', '--allow-deletes'))).toEqual([
      '--allow-deletes must be a whole number from 0, got x',
      'for example --allow-deletes 12',
    ]);
    expect(refused(() => numberIn({ least: 1, most: 8 }, '99', '--jobs'))).toEqual([
      '--jobs must be 1 to 8, got 99',
      'for example --jobs 8',
    ]);
    expect(refused(() => duration('').parse!('6', '--drain'))).toEqual([
      '--drain takes a duration, not 6',
      'write it with its unit, like --drain 90s, 6m or 1h',
    ]);
  });

  it('is refused if no machine has such an address', () => {
    expect(refused(() => address('').parse!('my-laptop', '--host'))).toEqual([
      '--host takes an IP address of this machine, not my-laptop',
      'write --host alone for all of them',
    ]);
  });

  it('is refused with the next step if it is the id of no lock', () => {
    expect(refused(() => assertIs(undefined, 'deadbeef'))).toEqual([
      'there is no lock deadbeef: nothing is locked',
      'nothing has to be removed: run the command again that was refused',
    ]);
  });
});

describe('a plan that is recorded', () => {
  const review = {
    number: 12,
    commit: 'a'.repeat(40),
    digest: 'D',
    changes: 12,
    allowed: { deletes: 12, replace: false },
    allowed_labels: ['gitcast: allow 12 deletes'],
    by: 'ada',
    recorded_at: '2027-06-01T00:00:00.000Z',
    needs: { deletes: 12, replace: false },
    labels: ['gitcast: allow 12 deletes'],
    approved: true,
  };
  const style = styleFor({ write: () => true }, {}, {});

  it('needs a label only until it is allowed', () => {
    expect(recordedText(review, style)).toBe('✓ #12: 12 changes, plan D, 12 deletions allowed by ada\n');
    expect(recordedText({ ...review, by: null, approved: false }, style)).toBe(
      '✓ #12: 12 changes, plan D\n  needs the label “gitcast: allow 12 deletes”\n',
    );
  });
});

it.each([
  [['--host'], { host: '0.0.0.0' }],
  [['--host', '--drafts'], { host: '0.0.0.0', drafts: true }],
  [['--drafts', '--host', '192.168.1.5'], { host: '192.168.1.5', drafts: true }],
  [['--host=::'], { host: '::' }],
])('the value of a flag may be left out where it has a meaning alone: %j', (words, options) => {
  expect(parseArguments(words, { host: address(''), drafts: flag('') }).options).toEqual(options);
});
