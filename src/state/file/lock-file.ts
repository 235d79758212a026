/** The file of a lock: its owner, and whether the lock is still valid. */
import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { assertNever } from '../../diagnostics/errors.ts';
import { fateOf, processFields, type ProcessIdentity } from '../../machine/processes.ts';
import { identityShape } from '../../model/target-identity.ts';
import { isObject, type JsonObject } from '../../values/json.ts';
import * as is from '../../values/shape.ts';
import { readShaped, readStrictJson } from '../../values/strict-json.ts';

const ownerFields = {
  ...processFields,
  user: is.text,
  /** Its current activity. */
  command: is.optional(is.text),
  /** The page of the run in CI. */
  url: is.optional(is.text),
  /** The target that it is working on. */
  identity: is.optional(identityShape),
};

const idShape = is.shape<string>('an id', (value) => typeof value === 'string' && /^[0-9a-f]{8}$/.test(value));

const lockShape = is.object({
  id: idShape,
  startedAt: is.instant,
  heartbeat: is.instant,
  /** When others may take it over; otherwise `STALE` after its heartbeat. */
  expires: is.optional(is.instant),
  ...ownerFields,
});

export type LockOwner = is.ObjectOf<typeof ownerFields>;

export type LockText = is.InferOf<typeof lockShape> & {
  /** Why it cannot be told whose lock it is. The run may be at work, so only its own `expires` ends the lock. */
  readonly unreadable?: string;
  /** Its creator has not written to it yet, or never did. */
  readonly isEmpty?: boolean;
};

export const HEARTBEAT = 2000;
/** A living process has renewed its lock several times by then. */
const SILENCE = 4 * HEARTBEAT;
/** Far longer than a few heartbeats: a machine that is busy or asleep for a moment keeps its lock. */
export const STALE = 5 * 60_000;
/** On disks without hard links a lock is empty for a moment. If it stays empty for this long, nobody writes to it. */
const EMPTY_FOR = 5000;

export const ownerName = ({ user, host, pid }: LockOwner): string => `${user}@${host} (process ${pid})`;

/**
 * Returns the descriptor of a new file, or nothing if the file exists. The file appears with its text, so that a process
 * that is killed here, or a full disk, leaves no empty lock.
 */
export function createExclusively(path: string, text: string): number | undefined {
  const whole = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  const descriptor = openSync(whole, 'wx+');
  try {
    writeSync(descriptor, text, 0);
    linkSync(whole, path);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    const { code = '' } = error as NodeJS.ErrnoException;
    // ENOENT: a run that ended at this moment has removed it with its own temporary files.
    if (code === 'EEXIST' || code === 'ENOENT') return undefined;
    if (WITHOUT_LINKS.includes(code)) return createDirectly(path, text);
    throw error;
  } finally {
    rmSync(whole, { force: true });
  }
}

/** Errors of disks that have no hard links. */
const WITHOUT_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EXDEV', 'EMLINK'];

/** For disks without hard links. */
function createDirectly(path: string, text: string): number | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'wx+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
  try {
    writeSync(descriptor, text, 0);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    rmSync(path, { force: true });
    throw error;
  }
}

/** The id of a lock that does not show one. */
const NO_ID = 'unreadable';

export function readLock(path: string): LockText | undefined {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const at = fstatSync(descriptor).mtime.toISOString();
      const text = readFileSync(descriptor, 'utf8');
      return { ...lockIn(text, { id: NO_ID, at }), ...(text === '' && { isEmpty: true }) };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A damaged lock is a lock too. `otherwise`: what it does not show by itself. */
export function lockIn(text: string, otherwise: { readonly id: string; readonly at: string }): LockText {
  const lock = readShaped(text, lockShape);
  if (lock.ok) return lock.value;
  const json = readStrictJson(text);
  const { id, user, host, expires }: JsonObject = json.ok && isObject(json.value) ? json.value : {};
  return {
    id: is.hasShape(id, idShape) ? id : otherwise.id,
    user: is.hasShape(user, is.filledText) ? user : 'somebody',
    host: is.hasShape(host, is.filledText) ? host : 'unknown',
    pid: 0,
    startedAt: otherwise.at,
    heartbeat: otherwise.at,
    ...(is.hasShape(expires, is.instant) && { expires }),
    unreadable: lock.why,
  };
}

/**
 * - `unclear`: its creator is about to write to it, or it may be a lock of this machine or container from before a
 *   restart, which a moment without a heartbeat confirms
 * - `left-behind`: its owner is dead, as far as this machine can tell
 */
export type Standing = 'held' | 'unclear' | 'left-behind';

export function standingOf(lock: LockText, here: ProcessIdentity, now: number): Standing {
  const age = now - Date.parse(lock.heartbeat);
  if (lock.isEmpty && age <= EMPTY_FOR) return 'unclear';
  if (isExpired(lock, now)) return 'left-behind';
  if (lock.unreadable !== undefined) return 'held';
  const fate = fateOf(lock, { here, lastSeen: Date.parse(lock.heartbeat), now });
  switch (fate) {
    case 'ended':
      return 'left-behind';
    case 'restarted':
      return age > SILENCE ? 'left-behind' : 'unclear';
    case 'alive':
    case 'unknown':
      return 'held';
    default:
      return assertNever(fate);
  }
}

export function isExpired({ heartbeat, expires, unreadable }: LockText, now: number): boolean {
  if (expires !== undefined) return now > Date.parse(expires);
  return unreadable === undefined && now - Date.parse(heartbeat) > STALE;
}
