import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY, HIDDEN, SHELL } from '../../scripts/lint/outside-programs.ts';

const ROOT = join(import.meta.dirname, '../..');

const HEAD = `
import { execFile, execFileSync, execSync, fork, spawn, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { NODE, program, type Program } from '../programs.ts';
`;

const ALLOWED = {
  'Node.js': `spawn(process.execPath, ['a.js']);`,
  'Node.js by its name on the list': `spawn(NODE, ['a.js']);`,
  git: `execFileSync('git', ['status']);`,
  'a listed program': `spawnSync(program('rsync'), []);`,
  'a listed program by a constant': `const shell = program('sh'); spawn(shell, []);`,
  'one that a caller took from the list': `const run = (each: Program) => spawn(each, []);`,
  'one of two': `spawn(process.argv[2] ? process.execPath : program('sh'), []);`,
  'a module in another Node.js': `fork('a.js');`,
  'a promise of it': `await promisify(execFile)('git', []);`,
};

const REFUSED = {
  'any other name': [`spawn('curl', []);`, ANY],
  'a name in a variable': [`const name = 'curl'; spawn(name, []);`, ANY],
  'a name that may change': [`let name = program('sh'); spawn(name, []);`, ANY],
  'a name that a caller gives': [`const run = (name: string) => execFileSync(name);`, ANY],
  'a promise of it': [`const run = promisify(execFile); await run('curl', []);`, ANY],
  'a line for a shell': [`execSync('git status');`, SHELL],
  'what it cannot follow': [`const start = { spawn }; start.spawn('curl');`, HIDDEN],
  'the whole module': [`import * as processes from 'node:child_process'; processes.spawn('curl');`, HIDDEN],
} as const;

describe('the lint rule for outside programs', () => {
  let folder = '';
  let problems: readonly { readonly file: string; readonly message: string }[] = [];
  const fileOf = (kind: string, name: string): string => `${kind}-${name.replaceAll(/\W/g, '-')}.ts`;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gitcast-lint-'));
    const write = (name: string, code: string): void => writeFileSync(join(folder, name), `${HEAD}${code}\n`);
    for (const [name, code] of Object.entries(ALLOWED)) write(fileOf('allowed', name), code);
    for (const [name, [code]] of Object.entries(REFUSED)) write(fileOf('refused', name), code);
    const config = join(folder, 'oxlint.json');
    writeFileSync(
      config,
      JSON.stringify({
        jsPlugins: [join(ROOT, 'scripts/lint/outside-programs.ts')],
        categories: { correctness: 'off' },
        rules: { 'gitcast/outside-programs': 'error' },
      }),
    );
    const words = [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--config', config, '--format', 'json', folder];
    const { stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; message: string }[] };
    problems = diagnostics.map(({ filename, message }) => ({ file: filename.split('/').at(-1)!, message }));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const problemsIn = (file: string): readonly string[] =>
    problems.filter((each) => each.file === file).map(({ message }) => message);

  it.each(Object.keys(ALLOWED))('allows %s', (name) => {
    expect(problemsIn(fileOf('allowed', name))).toEqual([]);
  });

  it.each(Object.entries(REFUSED))('refuses %s', (name, [, message]) => {
    expect(problemsIn(fileOf('refused', name))).toEqual([message]);
  });
});
