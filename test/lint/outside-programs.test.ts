import { describe, expect, it } from 'vitest';
import { ANY, HIDDEN, SHELL } from '../../scripts/lint/outside-programs.ts';
import { linted } from './linted.ts';

const HEAD = `
import { execFile, execFileSync, fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';
import { NODE, ownProgram, program, type Program } from '../programs.ts';
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
  'no shell': `spawn(NODE, [], { shell: false });`,
  'the shell that Windows needs for npm': `spawn(program('npm'), [], { shell: process.platform === 'win32' });`,
  'the program of this repository': `spawn(ownProgram('gitcast'), []);`,
  'the program that a user has chosen': `spawn(program('editor', process.argv[2]), []);`,
  'a type of the module': `let child: ChildProcess | undefined;`,
};

const REFUSED = {
  'any other name': [`spawn('curl', []);`, ANY],
  'a name in a variable': [`const name = 'curl'; spawn(name, []);`, ANY],
  'a name that may change': [`let name = program('sh'); spawn(name, []);`, ANY],
  'a name that a caller gives': [`const run = (name: string) => execFileSync(name);`, ANY],
  'a promise of it': [`const run = promisify(execFile); await run('curl', []);`, ANY],
  'a line for a shell': [`import { execSync } from 'node:child_process';`, SHELL],
  'a shell': [`spawn('git', ['status; curl'], { shell: true });`, SHELL],
  'a shell by its path': [`const options = { shell: '/bin/sh' }; spawn('git', [], options);`, SHELL],
  'another program instead of Node.js': [`fork('a.js', [], { execPath: '/usr/bin/jq' });`, ANY],
  'a name that only looks listed': [`spawn(ownProgram('/usr/bin/jq'), []);`, ANY],
  'a constant that only looks listed': [`const file = '/usr/bin/jq'; spawn(ownProgram(file), []);`, ANY],
  'a name that replaces a listed one': [`spawn(program('git', 'curl'), []);`, ANY],
  'an exported promise of it': [`export const run = promisify(execFile);`, HIDDEN],
  'a promise of it that is passed on': [`const run = promisify(execFile); [['curl']].map(run);`, HIDDEN],
  'to pass it on': [`Reflect.apply(spawn, undefined, ['curl']);`, HIDDEN],
  'to export it': [`export { spawn };`, HIDDEN],
  'to export it again': [`export { execSync } from 'node:child_process';`, HIDDEN],
  'to export all of it': [`export * from 'node:child_process';`, HIDDEN],
  'a default import': [`import { default as processes } from 'node:child_process';`, HIDDEN],
  'a name in quotes': [`import { 'spawn' as start } from 'node:child_process';`, HIDDEN],
  'a dynamic import': [`const { exec } = await import('node:child_process');`, HIDDEN],
  'a builtin module': [`process.getBuiltinModule('child_process').execSync('curl');`, HIDDEN],
  require: [`require('child_process').execSync('curl');`, HIDDEN],
  cluster: [`import cluster from 'node:cluster';`, HIDDEN],
  'what it cannot follow': [`const start = { spawn }; start.spawn('curl');`, HIDDEN],
  'the whole module': [`import * as processes from 'node:child_process'; processes.spawn('curl');`, HIDDEN],
} as const;

/** Without the imports above. */
const OWN_TYPE = `import { spawn } from 'node:child_process';
type Program = string;
export const run = (each: Program) => spawn(each, []);
`;

describe('the lint rule for outside programs', () => {
  const fileOf = (kind: string, name: string): string => `${kind}-${name.replaceAll(/\W/g, '-')}.ts`;
  const problemsIn = linted('outside-programs', {
    ...Object.fromEntries(Object.entries(ALLOWED).map(([name, code]) => [fileOf('allowed', name), `${HEAD}${code}\n`])),
    ...Object.fromEntries(
      Object.entries(REFUSED).map(([name, [code]]) => [fileOf('refused', name), `${HEAD}${code}\n`]),
    ),
    'own-type.ts': OWN_TYPE,
  });

  it.each(Object.keys(ALLOWED))('allows %s', (name) => {
    expect(problemsIn(fileOf('allowed', name))).toEqual([]);
  });

  it('refuses a type that only has the name of the listed one', () => {
    expect(problemsIn('own-type.ts')).toEqual([ANY]);
  });

  it.each(Object.entries(REFUSED))('refuses %s', (name, [, message]) => {
    expect(problemsIn(fileOf('refused', name))).toEqual([message]);
  });
});
