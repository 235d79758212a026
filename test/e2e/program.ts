import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE, type Program } from '../programs.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const LAUNCHER = join(ROOT, 'bin/gitcast.mjs');

interface Started {
  readonly node?: Program;
  readonly launcher?: string;
  readonly cwd: string;
}

/** Runs the program as a shell would, and waits for its end. */
export function gitcast(words: readonly string[], { node, launcher = LAUNCHER, cwd }: Started) {
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const started: Program = node ?? NODE;
  const { status, stdout, stderr } = spawnSync(started, [launcher, ...words], { cwd, env, encoding: 'utf8' });
  return { exitCode: status, stdout, stderr };
}
