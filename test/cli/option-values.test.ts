import { describe, expect, it } from 'vitest';
import { address, flag, numberIn } from '../../src/project/calls/option.ts';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
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

it.each([
  [['--host'], { host: '0.0.0.0' }],
  [['--host', '--drafts'], { host: '0.0.0.0', drafts: true }],
  [['--drafts', '--host', '192.168.1.5'], { host: '192.168.1.5', drafts: true }],
  [['--host=::'], { host: '::' }],
])('the value of a flag may be left out where it has a meaning alone: %j', (words, options) => {
  expect(parseArguments(words, { host: address(''), drafts: flag('') }).options).toEqual(options);
});
