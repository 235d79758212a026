/**
 * One process a database. Whoever opens a database to serve it puts a lock file beside it that only one can create; a
 * lock whose process is gone is taken over.
 */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAlive } from '../../diagnostics/is-alive.ts';

export type Claim =
  | { readonly type: 'claimed'; readonly release: () => void }
  | { readonly type: 'taken'; readonly pid: number };

export function claim(database: string): Claim {
  const file = `${database}.lock`;
  mkdirSync(dirname(file), { recursive: true });
  for (;;) {
    try {
      const lock = openSync(file, 'wx', 0o600);
      writeSync(lock, String(process.pid));
      closeSync(lock);
      return { type: 'claimed', release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const pid = ownerOf(file);
    if (pid !== undefined && isAlive(pid)) return { type: 'taken', pid };
    rmSync(file, { force: true });
  }
}

function ownerOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
