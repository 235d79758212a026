/** `gitcast sync` in a process of its own, which is killed at a chosen point. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { LAUNCHER } from '../e2e/program.ts';
import type { Stage } from './stage.ts';

const PRELOAD = new URL('die-at.ts', import.meta.url).href;
/** A killed process keeps nothing of what it compiled, so one that lives has to be run first. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'gitcast-compile-cache');

export interface Killed {
  /** Whether it died; if not, it had fewer points than that. */
  readonly died: boolean;
  readonly exitCode: number | null;
  readonly said: string;
}

export async function syncUntilKilled(
  { folder, env }: Stage,
  { at, points, flags = [] }: { at: number; points?: string; flags?: readonly string[] },
): Promise<Killed> {
  const { PATH } = process.env;
  const child = spawn(
    process.execPath,
    ['--import', PRELOAD, LAUNCHER, 'sync', '--yes', '--json', '--concurrency', '1', ...flags],
    {
      cwd: folder,
      env: {
        ...env,
        PATH,
        NODE_COMPILE_CACHE,
        GITCAST_DIE_AT: String(at),
        ...(points !== undefined && { GITCAST_POINTS: points }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [stdout, stderr, [exitCode, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null, string | null]>,
  ]);
  return { died: signal === 'SIGKILL', exitCode, said: stdout + stderr };
}
