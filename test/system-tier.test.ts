import { describe, expect, it } from 'vitest';
import { isCi } from './is-ci.ts';
import { installPackages } from './system-tier.ts';

/** apt-get with a list of known packages, of which it installs all or none. */
function aptWith(known: readonly string[], { isOnline = true } = {}) {
  const installed: string[] = [];
  const isDone = (command: string, ...words: readonly string[]): boolean => {
    if (command === 'update') return isOnline;
    const names = words.filter((word) => !word.startsWith('--'));
    if (!names.every((name) => known.includes(name))) return false;
    installed.push(...names);
    return true;
  };
  return { installed, isDone: isDone as (...words: readonly string[]) => boolean };
}

describe('installing the programs of the system tier', () => {
  it('installs all packages at once', () => {
    const { installed, isDone } = aptWith(['zip', 'curl']);
    expect(installPackages(['zip', 'curl'], isDone)).toEqual([]);
    expect(installed).toEqual(['zip', 'curl']);
  });

  it('names a package that apt does not know, and installs the others', () => {
    const { installed, isDone } = aptWith(['zip', 'curl']);
    expect(installPackages(['zip', 'chromium-headless-shell', 'curl'], isDone)).toEqual([
      'apt-get could not install chromium-headless-shell, see above.',
    ]);
    expect(installed).toEqual(['zip', 'curl']);
  });

  it('reports that the lists of packages could not be updated', () => {
    expect(installPackages(['zip'], aptWith(['zip'], { isOnline: false }).isDone)).toEqual([
      'apt-get update failed, see above: its lists may be old.',
    ]);
  });
});

describe('CI', () => {
  it.each([
    ['true', true],
    ['1', true],
    ['', false],
    ['false', false],
    ['0', false],
    [undefined, false],
  ])('is recognised by CI=%s: %s', (CI, expected) => {
    expect(isCi({ CI })).toBe(expected);
  });
});
