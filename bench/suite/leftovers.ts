/** Folders and processes of a benchmark. They are removed when it ends, fails, or is interrupted. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const cleanups: (() => void)[] = [];

/** Has to be synchronous, because it also runs while the process exits. */
export const atEnd = (cleanup: () => void): void => void cleanups.push(cleanup);

let kept = 0;

/** What exists now stays until this process exits. */
export const keepUntilExit = (): void => void (kept = cleanups.length);

/** The last ones first: processes end before the folder that they write to is deleted. */
export function cleanUp(): void {
  while (cleanups.length > kept) cleanups.pop()!();
}

export function makeRoom(): string {
  const room = mkdtempSync(join(tmpdir(), 'gitcast-bench-'));
  atEnd(() => rmSync(room, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
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
    kept = 0;
    cleanUp();
  });
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.on(signal, () => process.exit(code));
}
