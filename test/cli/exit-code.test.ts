import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/cli/command.ts';
import type { Ending } from '../../src/project/calls/call.ts';

describe('the exit code of a command', () => {
  it.each<[number, Ending]>([
    [0, {}],
    [2, { changes: true }],
    [4, { incomplete: true }],
    [4, { incomplete: true, changes: true }],
    [3, { left: true }],
    [3, { left: true, incomplete: true, changes: true }],
    [1, { failed: true }],
    [1, { failed: true, left: true, incomplete: true, changes: true }],
  ])('is %d for %o: errors come before changes left, and these before what was not read', (code, ending) => {
    expect(exitCodeOf(ending)).toBe(code);
  });
});
