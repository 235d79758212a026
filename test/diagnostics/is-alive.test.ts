import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { isAlive } from '../../src/diagnostics/is-alive.ts';

it('tells processes that run from those that have ended', () => {
  const ended = spawnSync(process.execPath, ['--version']).pid;
  expect([process.pid, process.ppid].map(isAlive)).toEqual([true, true]);
  expect(isAlive(ended)).toBe(false);
});

it('takes what can be no process for one that has ended', () => {
  expect([NaN, 2 ** 40].map(isAlive)).toEqual([false, false]);
});
