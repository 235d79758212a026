/** The file of a lock: who holds it, and whether that still counts. */
import { closeSync, fstatSync, openSync, readFileSync, writeSync } from 'node:fs';
import { isAlive } from '../diagnostics/is-alive.ts';
import { isObject } from '../diagnostics/json.ts';
import type { TargetIdentity } from '../model/target-identity.ts';

export interface LockOwner {
  readonly user: string;
  readonly host: string;
  readonly pid: number;
  /** What it is doing. */
  readonly command?: string;
  /** The page of the run in CI. */
  readonly url?: string;
  /** The target that it is working on. */
  readonly identity?: TargetIdentity;
}

export interface LockText extends LockOwner {
  readonly id: string;
  readonly startedAt: string;
  readonly heartbeat: string;
}

/** Far more than a few heartbeats: a machine that is busy or asleep for a moment keeps its lock. */
export const STALE = 5 * 60_000;
/** Its creator writes into it at once; one that stays empty for this long has lost its creator. */
const EMPTY_FOR = 5000;

export const ownerName = ({ user, host, pid }: LockOwner): string => `${user}@${host} (process ${pid})`;

/** Gives the descriptor of a new file, or nothing where there is one already. */
export function createExclusively(path: string, text: string): number | undefined {
  try {
    const descriptor = openSync(path, 'wx+');
    writeSync(descriptor, text, 0);
    return descriptor;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
}

/** What stands for a file that was just created, or whose creator died before it wrote a word. */
const UNREADABLE: LockOwner & { readonly id: string } = { id: 'unreadable', user: 'somebody', host: 'unknown', pid: 0 };

export function readLock(path: string): LockText | undefined {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const created = fstatSync(descriptor).mtime.toISOString();
      return parseLock(readFileSync(descriptor, 'utf8')) ?? { ...UNREADABLE, startedAt: created, heartbeat: created };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function parseLock(text: string): LockText | undefined {
  try {
    const lock = JSON.parse(text) as unknown;
    if (!isObject(lock) || !/^[0-9a-f]{8}$/.test(String(lock['id']))) return undefined;
    return Number.isNaN(Date.parse(String(lock['heartbeat']))) ? undefined : (lock as unknown as LockText);
  } catch {
    return undefined;
  }
}

/** Whether its creator is about to write into it. */
export const isBeingWritten = (lock: LockText, now: number): boolean =>
  lock.id === UNREADABLE.id && now - Date.parse(lock.heartbeat) <= EMPTY_FOR;

/** Whether its owner is dead, as far as one can know from here. */
export function isLeftBehind(lock: LockText, { host }: LockOwner, now: number): boolean {
  if (lock.id === UNREADABLE.id) return !isBeingWritten(lock, now);
  return now - Date.parse(lock.heartbeat) > STALE || (lock.host === host && !isAlive(lock.pid));
}
