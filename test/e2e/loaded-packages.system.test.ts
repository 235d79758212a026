import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PROGRAM } from './compiled-program.ts';
import { LAUNCHER, ROOT } from './program.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Prints the address of every file that is loaded. */
const WATCH = `
  import { registerHooks } from 'node:module';
  const files = [];
  registerHooks({
    load(url, context, next) {
      files.push(url);
      return next(url, context);
    },
  });
  process.on('exit', () => console.error(JSON.stringify(files)));
`;

/** A copy of the demo. */
function demo(): string {
  const folder = temporaryFolder();
  for (const name of ['content', 'gitcast.config.yaml'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  return folder;
}

function loadedBy(program: string, words: readonly string[], cwd: string): readonly string[] {
  const hook = `data:text/javascript,${encodeURIComponent(WATCH)}`;
  const { NODE_OPTIONS: _, ...env } = process.env;
  const options = { cwd, env, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, ['--import', hook, program, ...words], options);
  expect([status, stderr.trimEnd().split('\n').length]).toEqual([0, 1]);
  return JSON.parse(stderr) as readonly string[];
}

const found = (files: readonly string[], pattern: RegExp): readonly string[] =>
  [...new Set(files.flatMap((file) => pattern.exec(file)?.[1] ?? []))].sort();

it.each([
  { words: ['--version'], loaded: [] },
  { words: ['help'], loaded: [] },
  // The links of texts are Markdown, in files with front matter, with some HTML. No file of the demo is so unusual that it
  // needs `yaml`.
  { words: ['validate'], loaded: ['entities', 'gray-matter', 'htmlparser2', 'marked'] },
  // The embedded service is called without a connection, so neither a client nor a framework for HTTP is needed.
  { words: ['plan'], loaded: ['diff', 'entities', 'gray-matter', 'htmlparser2', 'marked'] },
])('gitcast $words loads no other packages than $loaded, and what these bring', ({ words, loaded }) => {
  const own = found(loadedBy(LAUNCHER, words, demo()), PACKAGE).filter((name) => name in OWN);
  expect(own).toEqual(loaded);
});

it.each([
  { words: ['--version'], chunks: ['start'] },
  { words: ['validate'], chunks: ['check', 'command', 'rolldown-runtime', 'start'] },
])('the published gitcast $words loads only the chunks $chunks', ({ words, chunks }) => {
  expect(found(loadedBy(PROGRAM, words, demo()), CHUNK)).toEqual(chunks);
});

it('the published gitcast loads neither a client nor what renders for a build in which nothing has changed', () => {
  const cwd = demo();
  loadedBy(PROGRAM, ['build', '--quiet'], cwd);
  const files = loadedBy(PROGRAM, ['build', '--quiet'], cwd);
  expect(found(files, CHUNK)).toEqual(['build', 'check', 'command', 'rolldown-runtime', 'shared', 'start']);
  expect(found(files, PACKAGE)).toEqual([]);
});

it('the published gitcast has only ASCII in its files', () => {
  const lib = join(dirname(PROGRAM), '../lib');
  const files = globSync('{index.js,{chunks,cli,render}/**/*.js}', { cwd: lib });
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => /[^\0-\x7f]/.test(readFileSync(join(lib, file), 'utf8')))).toEqual([]);
});

const OWN = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: Record<string, string> })
  .dependencies;
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const CHUNK = /\/lib\/chunks\/([\w-]+)-[\w-]{8}\.js$/;
