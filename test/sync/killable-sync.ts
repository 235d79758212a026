/** `gitcast sync` in a separate process, which is killed at a chosen point, or paused at every one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { PROGRAM } from '../e2e/compiled-program.ts';
import type { Stage, StageCopy } from './stage.ts';

const PRELOAD = new URL('die-at.ts', import.meta.url).href;
/** Of the run (room.ts), if there is one. */
const { NODE_COMPILE_CACHE = join(tmpdir(), 'gitcast-compile-cache') } = process.env;

const SURROUNDINGS = { PATH: process.env['PATH'], NODE_COMPILE_CACHE };

const wordsOf = (flags: readonly string[]): readonly string[] => [
  ...['--import', PRELOAD, PROGRAM, 'sync', '--yes', '--json', '--concurrency', '1'],
  ...flags,
];

export interface Killed {
  /** True if it died; otherwise it had fewer points than that. */
  readonly died: boolean;
  readonly exitCode: number | null;
  readonly said: string;
}

interface DyingOptions {
  /** The number of the point. */
  readonly at?: number;
  /** The start of the name of the point, `after POST /v1/events`. */
  readonly on?: string;
  readonly flags?: readonly string[];
  readonly points?: string;
}

export async function syncUntilKilled(
  { folder, env }: Stage,
  { at = Infinity, on, flags = [], points }: DyingOptions,
): Promise<Killed> {
  const child = spawn(process.execPath, wordsOf(flags), {
    cwd: folder,
    env: {
      ...env,
      ...SURROUNDINGS,
      GITCAST_DIE_AT: String(at),
      ...(on !== undefined && { GITCAST_DIE_ON: on }),
      ...(points !== undefined && { GITCAST_POINTS: points }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [exitCode, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null, string | null]>,
  ]);
  return { died: signal === 'SIGKILL', exitCode, said: stdout + stderr };
}

/**
 * Copies the stage at every point of one sync, before and after each of its calls and writes: each copy is what a kill
 * there would leave. That takes one process, while killing takes one per point.
 */
export async function copyAtEveryPoint(
  stage: Stage,
  flags: readonly string[] = [],
): Promise<Killed & { readonly copies: readonly StageCopy[] }> {
  const child = spawn(process.execPath, wordsOf(flags), {
    cwd: stage.folder,
    env: { ...stage.env, ...SURROUNDINGS, GITCAST_STOPS: 'yes' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  const ended = Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
  const copies: StageCopy[] = [];
  for await (const point of createInterface({ input: child.stdio[3] as Readable })) {
    copies.push(await stage.copy({ named: point, owner: child.pid! }));
    (child.stdio[4] as Writable).write('.');
  }
  const [stdout, stderr, [exitCode]] = (await ended) as [string, string, [number | null]];
  return { died: false, exitCode, said: stdout + stderr, copies };
}
