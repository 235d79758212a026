/** package.json alone decides which Node.js is needed; everything that people read repeats it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const least = (range: string): string => /^>=([\d.]+)$/.exec(range)![1]!;

const PACKAGE = least(manifest.engines.node);
const CHECKOUT = least(manifest.devEngines.runtime.version);

/** The versions that a text asks for, in order. */
const askedFor = (path: string): readonly string[] =>
  [...textOf(path).matchAll(/Node\.js ([\d.]+) or later/g)].map(([, version]) => version!);

describe('the version of Node.js', () => {
  it.each([
    ['README.md', [PACKAGE, CHECKOUT]],
    ['CONTRIBUTING.md', [CHECKOUT]],
    ['templates/starter/README.md', [PACKAGE]],
    ['bin/cannot-start.mjs', [CHECKOUT]],
  ])('is the same in %s', (path, versions) => {
    expect(askedFor(path)).toEqual(versions);
  });

  it('is the one that the launcher requires', () => {
    expect(textOf('bin/gitcast.mjs')).toContain(`const REQUIRED = [${PACKAGE.replace('.', ', ')}];`);
  });
});
