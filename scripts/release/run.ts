import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { NODE, program, type Program } from '../../test/programs.ts';

/** Stops a release, with a sentence for each problem and the output of the program that failed. */
export class ReleaseError extends Error {
  readonly problems: readonly string[];
  readonly printed: string;

  constructor(problems: readonly string[], printed = '') {
    super(problems.join(' '));
    this.problems = problems;
    this.printed = printed;
  }
}

interface Run {
  readonly cwd: string;
  /** The problem to report if the program fails (default: that it failed). */
  readonly failure?: string;
  /** Lets a program that takes minutes print to the terminal. */
  readonly isShown?: boolean;
}

/** Returns the output of a program. */
export function run(started: Program, words: readonly string[], { cwd, failure, isShown = false }: Run): string {
  const { status, stdout, stderr, error } = spawnSync(started, words, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return stdout ?? '';
  const printed = error?.message ?? `${stdout ?? ''}${stderr ?? ''}`.trim();
  throw new ReleaseError([failure ?? `${basename(started)} ${words.join(' ')} failed.`], printed);
}

/** Runs npm, which is a script: under `npm run` with the current Node.js, otherwise by name. */
export function npm(words: readonly string[], options: Run): string {
  const script = process.env['npm_execpath'];
  return script ? run(NODE, [script, ...words], options) : run(program('npm'), words, options);
}
