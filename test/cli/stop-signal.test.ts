import { expect, it } from 'vitest';
import { untilStoppedThen } from '../../src/cli/stop-signal.ts';
import type { Context } from '../../src/cli/context.ts';

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
