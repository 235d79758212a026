import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { program } from '../../test/programs.ts';

/** The machine that a result is from, in one line: figures of different ones cannot be compared. */
export function describeMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return [
    `${processorName()}, ${cpus().length} cores, ${gigabytes} GB`,
    `${systemName()}, Node.js ${process.versions.node}`,
  ].join('; ');
}

/** `os.cpus()` knows no name on ARM. */
function processorName(): string {
  const own = cpus()[0]?.model ?? '';
  if (own !== '' && own !== 'unknown') return own;
  try {
    return /^Model name:\s*(.+)$/m.exec(execFileSync(program('lscpu'), { encoding: 'utf8' }))?.[1] ?? process.arch;
  } catch {
    return process.arch;
  }
}

function systemName(): string {
  try {
    return /^PRETTY_NAME="(.+)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform;
  } catch {
    return process.platform;
  }
}

/** The commit that is measured, and whether files differ from it. */
export function currentCommit(): string {
  const git = (...words: readonly string[]): string =>
    execFileSync('git', words, { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', 'src', 'bin', 'templates', 'package.json') !== '';
  return `${git('rev-parse', '--short=10', 'HEAD')}${changed ? ' with changes' : ''}`;
}
