import { spawnSync } from 'node:child_process';

/** What stops a release: a sentence for each problem, and what a program printed about it. */
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
  /** The problem when the program fails; without it, that it failed. */
  readonly failure?: string;
  /** Lets the program print to the terminal, for what takes minutes. */
  readonly isShown?: boolean;
}

/** Gives what a program prints. */
export function run(program: string, words: readonly string[], { cwd, failure, isShown = false }: Run): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return stdout ?? '';
  const printed = error?.message ?? `${stdout ?? ''}${stderr ?? ''}`.trim();
  throw new ReleaseError([failure ?? `${program} ${words.join(' ')} failed.`], printed);
}

/** npm itself, which is a script: under `npm run` on the Node.js that runs this, else by its name. */
export function npm(words: readonly string[], options: Run): string {
  const script = process.env['npm_execpath'];
  return script ? run(process.execPath, [script, ...words], options) : run('npm', words, options);
}
