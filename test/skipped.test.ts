import { describe, expect, it } from 'vitest';
import { needs } from './needs.ts';
import { findProgram, program } from './programs.ts';
import { describeSkipped } from './skipped.ts';

describe('the list of skipped tests', () => {
  it('names each file with how many are skipped and why', () => {
    const reasons = [
      { file: 'test/a.test.ts', reason: 'needs zip (apt-get install zip)' },
      { file: 'test/a.test.ts', reason: 'needs zip (apt-get install zip)' },
      { file: 'test/b.test.ts', reason: 'this user cannot mount a disk' },
    ];
    const skipped = [
      { file: 'test/a.test.ts', tests: 3 },
      { file: 'test/b.test.ts', tests: 1 },
      { file: 'test/c.test.ts', tests: 0 },
    ];
    expect(describeSkipped(skipped, reasons)).toEqual({
      text: `
Skipped tests:
  test/a.test.ts (3 tests): needs zip (apt-get install zip)
  test/b.test.ts (1 test): this user cannot mount a disk
`,
      isExplained: true,
    });
  });

  it('is not in order if a test gives no reason', () => {
    const { text, isExplained } = describeSkipped([{ file: 'test/a.test.ts', tests: 1 }], []);
    expect(isExplained).toBe(false);
    expect(text).toContain('test/a.test.ts (1 test): gives no reason');
  });

  it('is empty if none is skipped', () => {
    expect(describeSkipped([{ file: 'test/a.test.ts', tests: 0 }], [])).toEqual({ text: '', isExplained: true });
  });
});

describe('a test file', () => {
  it('starts only programs of its tier', () => {
    expect(() => program('zip')).toThrow('npm test does without zip: name this file *.system.test.ts');
  });

  it('starts the programs of `npm test` without asking', () => {
    expect(program('git')).toBe(findProgram('git'));
    expect(needs('git', 'sh')).toBe(true);
  });
});
