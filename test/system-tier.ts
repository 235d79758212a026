/**
 * The programs that `npm run test:system` needs are installed where it may: as root, with apt-get. Elsewhere the tests that
 * need them are skipped, and the end of the run names each with its package. In CI nothing is skipped.
 */
import { spawnSync } from 'node:child_process';
import { findProgram, hasPrograms, program, PROGRAMS, systemPrograms, type ProgramName } from './programs.ts';

const absent = (): readonly ProgramName[] => systemPrograms.filter((name) => !hasPrograms(name));

export function installPrograms(): void {
  const packages = [...new Set(absent().map((name) => PROGRAMS[name].debian))];
  if (packages.length === 0 || process.getuid?.() !== 0 || !findProgram('apt-get')) return;
  process.stderr.write(`Installing ${packages.join(', ')} for the tests…\n`);
  // In this runlevel, packages do not start the servers that they contain.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  for (const words of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]])
    spawnSync(program('apt-get'), ['--quiet=2', ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

export function setup(): (() => void) | undefined {
  const skipped = absent();
  if (skipped.length === 0) return undefined;
  const report = `Skipped, because programs are not installed:\n${skipped.map(lineOf).join('')}`;
  if (process.env['CI']) throw new Error(`In CI no test is skipped.\n${report}`);
  // At the end, where people look.
  return () => void process.stderr.write(`\n${report}`);
}

const lineOf = (name: ProgramName): string =>
  `  ${PROGRAMS[name].neededBy}: needs ${name} (apt-get install ${PROGRAMS[name].debian})\n`;
