import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namespaceOf } from '../../src/state/state-ref.ts';

const NAMES = [
  'a',
  'a/b',
  'A',
  'état',
  'e\u0301tat',
  'a.lock',
  '..',
  'in',
  'state/live',
  'lock',
  '@{',
  'a b',
  '日本',
  '-',
  'a'.repeat(300),
];

describe('the refs of a configuration in a folder', () => {
  it('have names that git takes', () => {
    for (const name of NAMES) {
      expect(() => execFileSync('git', ['check-ref-format', `${namespaceOf(name)}state/production`])).not.toThrow();
    }
    const property = fc.property(fc.string({ unit: 'binary', minLength: 1 }), (folder) => {
      expect(namespaceOf(folder)).toMatch(/^refs\/gitcast\/in\/(?:[a-z0-9]+-)*[0-9a-f]{16}\/$/);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('differ from those of every other folder, also where a file system knows no capitals', () => {
    expect(new Set(NAMES.map((name) => namespaceOf(name).toLowerCase())).size).toBe(NAMES.length);
  });

  it('are the old ones at the top of the repository', () => {
    expect(namespaceOf('')).toBe('refs/gitcast/');
  });
});
