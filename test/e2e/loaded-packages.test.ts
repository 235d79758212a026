import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { LAUNCHER, ROOT } from './program.ts';

/** Prints the name of every package that a file is loaded from. */
const WATCH = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    load(url, context, next) {
      const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url)?.[1];
      if (name !== undefined) packages.add(name);
      return next(url, context);
    },
  });
  process.on('exit', () => console.error(JSON.stringify([...packages].sort())));
`;

it.each([
  { words: ['--version'], loaded: ['picocolors'] },
  { words: ['help'], loaded: ['picocolors'] },
  // The links of texts are Markdown. No file of the demo is so unusual that it needs yaml or gray-matter.
  { words: ['validate'], loaded: ['marked', 'picocolors'] },
])('gitcast $words loads no other packages than $loaded', ({ words, loaded }) => {
  const hook = `data:text/javascript,${encodeURIComponent(WATCH)}`;
  const { NODE_OPTIONS: _, ...env } = process.env;
  const options = { cwd: ROOT, env, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, ['--import', hook, LAUNCHER, ...words], options);
  expect([status, stderr]).toEqual([0, `${JSON.stringify(loaded)}\n`]);
});
