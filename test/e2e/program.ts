import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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

export interface Ended {
  readonly exitCode: number | null;
  readonly stderr: string;
}

/** A process that has to end by itself: one that hangs is killed, and then has no exit code. */
export async function ended(started: Program, words: readonly string[], cwd: string): Promise<Ended> {
  const child = spawn(started, words, {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 45_000,
    killSignal: 'SIGKILL',
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { stderr: await text(child.stderr), exitCode: await exit };
}
