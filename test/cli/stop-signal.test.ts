import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { untilStoppedThen } from '../../src/cli/stop-signal.ts';
import type { Context } from '../../src/cli/context.ts';
import { machineVariables } from '../git/machine-variables.ts';
import { folderWith, SOUND } from './in-memory.ts';

const context = (written: string[]): Context => ({
  cwd: '/',
  env: {},
  stdout: { write: () => {} },
  stderr: { write: (text) => void written.push(text) },
  now: () => new Date(),
  untilStopped: async () => {},
  readInput: async () => new Uint8Array(),
});

it('a long-running command prints what it waits for if its end takes longer than a moment', async () => {
  const written: string[] = [];
  let finish = (): void => {};
  const ended = untilStoppedThen(context(written), 'a push to live', () => new Promise<void>((end) => (finish = end)));
  await expect
    .poll(() => written.join(''))
    .toBe('stopping: waiting for a push to live; press Ctrl-C again to stop at once\n');
  finish();
  await ended;
});

it('a long-running command ends silently if there is nothing to wait for', async () => {
  const written: string[] = [];
  expect(await untilStoppedThen(context(written), 'a push to live', async () => 'ended')).toBe('ended');
  expect(written).toEqual([]);
});

describe('gitcast import', () => {
  const TABLE = 'title,start,end\nKarma,2027-06-19 20:30,2027-06-19 22:00\n';

  it.each([
    ['holds a signal back once it writes, and not while it reads', TABLE, '', ['reads', 'holds signals back']],
    ['ends at once on a signal while it reads what cannot be read', '', '', ['reads']],
    ['ends at once on a signal in a dry run', TABLE, ' --dry-run', ['reads']],
  ])('%s', async (_, text, flags, expected) => {
    const order: string[] = [];
    const listens = vi.spyOn(process, 'on').mockImplementation((name) => {
      if (name === 'SIGTERM') order.push('holds signals back');
      return process;
    });
    onTestFinished(() => listens.mockRestore());
    await run(`import - --as films${flags}`.split(' '), {
      ...context([]),
      cwd: folderWith(SOUND),
      env: machineVariables(),
      untilStopped: () => {
        order.push('listens');
        return new Promise(() => {});
      },
      readInput: async () => {
        order.push('reads');
        return new TextEncoder().encode(text);
      },
    });
    // What writes files inside holds them back too.
    expect([...new Set(order)]).toEqual(expected);
  });
});
