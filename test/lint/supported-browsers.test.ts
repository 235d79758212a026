import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OLDEST } from '../../scripts/lint/oldest-browsers.ts';
import { linted, ROOT } from './linted.ts';

const ALLOWED = {
  'what all of them have': `[1, 2].toSorted(); Object.hasOwn({}, 'a'); new AbortController().signal.aborted;`,
  'what is asked for before it is used': `navigator.wakeLock?.request('screen');`,
  'what is used only where it is': `if ('Notification' in globalThis) new Notification('Now');`,
  'a name of its own': `class Notification {} new Notification();`,
  'a property that only has the name of a new one': `const slot = { element: 1, turn: 2 }; slot.element; slot.turn;`,
  'a selector that all of them know': `document.querySelector('.day:not(.part) > :is(h2, h3)');`,
};

const REFUSED = {
  'a new static method': [`Map.groupBy([], String);`, 'Map.groupBy is not in chrome 111, edge 111, firefox 115'],
  'a new method of the platform': [`AbortSignal.timeout(1);`, 'AbortSignal.timeout is not in chrome 111, edge 111'],
  'a new property of an element': [`document.body.ariaPressed = 'true';`, '.ariaPressed is not in firefox 115'],
  'a new object': [`new DecompressionStream('gzip');`, 'DecompressionStream is not in safari 16.2'],
  'a lookbehind in a pattern': [`/(?<!a)b/.test('b');`, 'a lookbehind is not in safari 16.2'],
  'a lookbehind in the text of one': ['new RegExp(`(?<=${1})b`);', 'a lookbehind is not in safari 16.2'],
  'a new selector': [`document.querySelector('.part:has(> h3)');`, ':has is not in firefox 115'],
} as const;

describe('the lint rule for the scripts of a site', () => {
  const fileOf = (name: string): string => `${name.replaceAll(/\W/g, '-')}.js`;
  const files = [...Object.entries(ALLOWED), ...Object.entries(REFUSED).map(([name, [code]]) => [name, code] as const)];
  const found = linted('supported-browsers', Object.fromEntries(files.map(([name, code]) => [fileOf(name), code])));
  const problemsIn = (name: string): readonly string[] => found(fileOf(name));

  it.each(Object.keys(ALLOWED))('allows %s', (name) => {
    expect(problemsIn(name)).toEqual([]);
  });

  it.each(Object.entries(REFUSED))('refuses %s, and names the browsers that lack it', (name, [, message]) => {
    expect(problemsIn(name)).toEqual([expect.stringContaining(message)]);
  });
});

describe('the guide of the website', () => {
  it('names the oldest browsers that the lint rule knows', () => {
    const guide = readFileSync(join(ROOT, 'docs/guides/site.md'), 'utf8');
    const { chrome, edge, firefox, safari } = OLDEST;
    expect(edge).toBe(chrome);
    expect(guide).toContain(`Chrome and Edge ${chrome}, Firefox ${firefox} and Safari ${safari}`);
  });
});
