/**
 * Folders and processes of benchmarks. Processes end with their benchmark, also if it fails. Folders are removed when all
 * benchmarks are done or interrupted, because deleting many files slows down the next one (`peers/build-site.ts`).
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const cleanups: (() => void)[] = [];

/** Has to be synchronous, because it also runs while the process exits. */
export const atEnd = (cleanup: () => void): void => void cleanups.push(cleanup);

/** The last ones first. */
export function cleanUp(): void {
  while (cleanups.length > 0) cleanups.pop()!();
}

const rooms: string[] = [];

export function makeRoom(): string {
  const room = mkdtempSync(join(tmpdir(), 'gitcast-bench-'));
  rooms.push(room);
  return room;
}

/** Kills the process at the end, and everything that it started if it leads a group of processes (`detached`). */
export function tracked<C extends ChildProcess>(child: C, { isGroup = false } = {}): C {
  atEnd(() => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(isGroup ? -child.pid! : child.pid!, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  });
  return child;
}

export function cleanUpOnSignals(): void {
  process.on('exit', () => {
    cleanUp();
    for (const room of rooms) rmSync(room, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.on(signal, () => process.exit(code));
}
