/** The file of a lock: its owner, and whether the lock is still valid. */
import { assertNever } from '../../diagnostics/errors.ts';
import { closeSync, fstatSync, openSync, readFileSync, writeSync } from 'node:fs';
import { fateOf, processFields, type ProcessIdentity } from '../../machine/processes.ts';
import { identityShape, type TargetIdentity } from '../../model/target-identity.ts';
import * as is from '../../values/shape.ts';

export interface LockOwner extends ProcessIdentity {
  readonly user: string;
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

export const HEARTBEAT = 2000;
/** A living process has renewed its lock several times by then. */
const SILENCE = 4 * HEARTBEAT;
/** Far longer than a few heartbeats: a machine that is busy or asleep for a moment keeps its lock. */
export const STALE = 5 * 60_000;
/** Its creator writes to it at once. If it stays empty for this long, the creator has died. */
const EMPTY_FOR = 5000;

export const ownerName = ({ user, host, pid }: LockOwner): string => `${user}@${host} (process ${pid})`;

/** Returns the descriptor of a new file, or nothing if the file exists. */
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

/** Represents a file that was just created, or whose creator died before it wrote anything. */
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

const lockShape = is.objectOf<LockText>({
  id: is.shape('an id', (value) => typeof value === 'string' && /^[0-9a-f]{8}$/.test(value)),
  startedAt: is.instant,
  heartbeat: is.instant,
  user: is.text,
  ...processFields,
  command: is.optional(is.text),
  url: is.optional(is.text),
  identity: is.optional(identityShape),
});

export function parseLock(text: string): LockText | undefined {
  try {
    const lock: unknown = JSON.parse(text);
    return is.hasShape(lock, lockShape) ? lock : undefined;
  } catch {
    return undefined;
  }
}

/**
 * - `unsettled`: its creator is about to write to it, or it may be a lock of this machine or container from before a
 *   restart, which a moment without a heartbeat confirms
 * - `left-behind`: its owner is dead, as far as this machine can tell
 */
export type Standing = 'held' | 'unsettled' | 'left-behind';

export function standingOf(lock: LockText, here: ProcessIdentity, now: number): Standing {
  const age = now - Date.parse(lock.heartbeat);
  if (lock.id === UNREADABLE.id) return age > EMPTY_FOR ? 'left-behind' : 'unsettled';
  if (isExpired(lock, now)) return 'left-behind';
  const fate = fateOf(lock, { here, lastSeen: Date.parse(lock.heartbeat), now });
  switch (fate) {
    case 'ended':
      return 'left-behind';
    case 'restarted':
      return age > SILENCE ? 'left-behind' : 'unsettled';
    case 'alive':
    case 'unknown':
      return 'held';
    default:
      return assertNever(fate);
  }
}

export const isExpired = (lock: LockText, now: number): boolean => now - Date.parse(lock.heartbeat) > STALE;
