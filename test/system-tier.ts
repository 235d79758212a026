/**
 * The programs that `npm run test:system` needs are installed where it may: as root, with apt-get. Elsewhere the tests that
 * need them are skipped, and the end of the run names each with its package. In CI nothing is skipped.
 */
import { spawnSync } from 'node:child_process';
import type { Plugin } from 'vitest/config';
import { isCi } from './is-ci.ts';
import { findProgram, hasPrograms, program, PROGRAMS, systemPrograms, type ProgramName } from './programs.ts';

const absent = (): readonly ProgramName[] => systemPrograms.filter((name) => !hasPrograms(name));

/**
 * Installs them when tests are about to run. A configuration must not do it itself: other tools read it too, such as the check
 * for unused code.
 */
export const installsPrograms: Plugin = {
  name: 'gitcast:installs-programs',
  configureVitest: ({ project }) => {
    installPrograms();
    // Its files run in `npm test` too, so none of them asks for a server.
    if (project.name === 'postgres' && !hasPrograms('pg_ctl')) project.config.include = [];
  },
};

let isTried = false;

function installPrograms(): void {
  const packages = [...new Set(absent().map((name) => PROGRAMS[name].debian))];
  if (isTried || packages.length === 0 || process.getuid?.() !== 0 || !findProgram('apt-get')) return;
  isTried = true;
  process.stderr.write(`Installing ${packages.join(', ')} for the tests…\n`);
  // In this runlevel, packages do not start the servers that they contain.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const isDone = (...words: readonly string[]): boolean =>
    spawnSync(program('apt-get'), ['--quiet=2', ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status ===
    0;
  for (const problem of installPackages(packages, isDone)) process.stderr.write(`${problem}\n`);
}

/** Returns the problems. One package that apt does not know stops it before the first one, so then it gets each by itself. */
export function installPackages(
  packages: readonly string[],
  isDone: (...words: readonly string[]) => boolean,
): readonly string[] {
  const install = (...names: readonly string[]): boolean =>
    isDone('install', '--yes', '--no-install-recommends', ...names);
  const problems = isDone('update') ? [] : ['apt-get update failed, see above: its lists may be old.'];
  if (install(...packages)) return problems;
  const failed = packages.filter((name) => !install(name));
  return [...problems, ...failed.map((name) => `apt-get could not install ${name}, see above.`)];
}

export function setup(): (() => void) | undefined {
  const skipped = absent();
  if (skipped.length === 0) return undefined;
  const report = `Skipped, because programs are not installed:\n${skipped.map(lineOf).join('')}`;
  if (isCi(process.env)) throw new Error(`In CI no test is skipped.\n${report}`);
  // At the end, where people look.
  return () => void process.stderr.write(`\n${report}`);
}

const lineOf = (name: ProgramName): string =>
  `  ${PROGRAMS[name].neededBy}: needs ${name} (apt-get install ${PROGRAMS[name].debian})\n`;
