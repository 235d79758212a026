import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OLDEST } from '../../scripts/lint/oldest-browsers.ts';

const ROOT = join(import.meta.dirname, '../..');

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
  let folder = '';
  let problems: readonly { readonly file: string; readonly message: string }[] = [];
  const fileOf = (name: string): string => `${name.replaceAll(/\W/g, '-')}.js`;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gitcast-lint-'));
    for (const [name, code] of Object.entries(ALLOWED)) writeFileSync(join(folder, fileOf(name)), code);
    for (const [name, [code]] of Object.entries(REFUSED)) writeFileSync(join(folder, fileOf(name)), code);
    const config = join(folder, 'oxlint.json');
    writeFileSync(
      config,
      JSON.stringify({
        jsPlugins: [join(ROOT, 'scripts/lint/gitcast.ts')],
        categories: { correctness: 'off' },
        rules: { 'gitcast/supported-browsers': 'error' },
      }),
    );
    const words = [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--config', config, '--format', 'json', folder];
    const { stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; message: string }[] };
    problems = diagnostics.map(({ filename, message }) => ({ file: filename.split('/').at(-1)!, message }));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const problemsIn = (name: string): readonly string[] =>
    problems.filter(({ file }) => file === fileOf(name)).map(({ message }) => message);

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
