import { describe, expect, it } from 'vitest';
import { needs } from './needs.ts';
import { findProgram, program } from './programs.ts';

describe.runIf(needs('tar'))('a file of the system tier', () => {
  it('starts the programs that it needs', () => {
    expect(program('tar')).toBe(findProgram('tar'));
  });

  it('cannot start another one, even if it is installed, because it would fail on a machine without it', () => {
    expect(() => program('bash')).toThrow("write describe.runIf(needs('bash'))");
  });
});
