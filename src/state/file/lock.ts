/**
 * The lock of a state: a file that only one process can create. Its owner renews a heartbeat in it. A lock that a dead
 * process left behind, or whose heartbeat is too old, is taken over. A lock that cannot be read is left to a person.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '../../diagnostics/errors.ts';
import { thisProcess as identity } from '../../machine/processes.ts';
import { ifPossible } from '../../values/if-possible.ts';
import {
  createExclusively,
  HEARTBEAT,
  ownerName,
  readLock,
  standingOf,
  type LockOwner,
  type LockText,
} from './lock-file.ts';

export interface Lock {
  readonly id: string;
  /** A note for the user: whose lock was taken over. */
  readonly note?: string;
  /** The id of that lock. */
  readonly tookOver?: string;
  /** The latest time at which its owner can have been active, by the owner's clock. */
  readonly lastSeen?: number;
  /** Aborted once it is known that somebody else took or removed the lock. */
  readonly lost: AbortSignal;
  /** Throws once somebody else has taken or removed the lock. */
  readonly assertHeld: () => Promise<void>;
  readonly release: () => Promise<void>;
}

export interface LockClock {
  readonly now: () => number;
  /** Repeats the call until it returns a value. */
  readonly every: (milliseconds: number, task: () => void) => () => void;
}

/** `user`: a name to use if the system has none, as in a container that runs under a bare user id. */
export function thisProcess({ user, ...doing }: Partial<Pick<LockOwner, 'user' | 'command' | 'url'>> = {}): LockOwner {
  return { user: ifPossible(() => userInfo().username) ?? user ?? 'unknown', ...identity(), ...doing };
}

export const systemLockClock: LockClock = {
  now: Date.now,
  every: (milliseconds, task) => {
    const timer = setInterval(task, milliseconds).unref();
    return () => clearInterval(timer);
  },
};

export async function takeLock(path: string, owner: LockOwner, clock: LockClock): Promise<Lock> {
  const id = randomBytes(4).toString('hex');
  const startedAt = new Date(clock.now()).toISOString();
  const text = (): string =>
    JSON.stringify({ id, ...owner, startedAt, heartbeat: new Date(clock.now()).toISOString() });

  // Twice is enough without contention. Several processes that take over the same lock need more attempts, and an
  // unclear lock needs enough time to show by its silence that it is left behind.
  for (let tries = 0; tries < 500; tries++) {
    const created = createExclusively(path, text());
    if (created !== undefined) return heldLock({ path, id, text, descriptor: created, clock });
    const present = readLock(path);
    const standing = present && standingOf(present, owner, clock.now());
    if (present && standing === 'held') throw heldBy(present, clock.now());
    if (present && standing === 'left-behind') {
      const descriptor = takeOver(path, present, { id, text: text() });
      const taken = { note: tookOverNote(present), tookOver: present.id, lastSeen: Date.parse(present.heartbeat) };
      if (descriptor !== undefined) return heldLock({ path, id, text, descriptor, clock }, taken);
    }
    await wait(20);
  }
  throw contended(path);
}

export const tookOverNote = (left: LockText): string =>
  `took over the lock of ${ownerName(left)}, which was left behind by a run that died`;

export const contended = (lock: string): UserError =>
  new UserError(`the lock ${lock} changed owners too often while gitcast tried to take it`, {
    suggestion: 'try again',
  });

/** Removes the lock with this id, regardless of its owner. */
export function removeLock(path: string, id: string): void {
  assertIs(readLock(path), id);
  rmSync(path, { force: true });
}

export function assertIs(present: LockText | undefined, id: string): asserts present is LockText {
  if (present === undefined) {
    throw new UserError(`there is no lock ${id}: nothing is locked`, {
      suggestion: 'nothing has to be removed: run the command again that was refused',
    });
  }
  if (present.id === id) return;
  throw new UserError(`there is no lock ${id}: the lock of ${ownerName(present)} has the id ${present.id}`, {
    suggestion: `if that run is over, run \`gitcast state unlock ${present.id}\``,
  });
}

interface HeldFile {
  readonly path: string;
  readonly id: string;
  readonly text: () => string;
  readonly descriptor: number;
  readonly clock: LockClock;
}

function heldLock(
  { path, id, text, descriptor, clock }: HeldFile,
  taken: Pick<Lock, 'note' | 'tookOver' | 'lastSeen'> = {},
): Lock {
  const lost = new AbortController();
  const stop = clock.every(HEARTBEAT, () => renew(descriptor, text()));
  let isReleased = false;
  return {
    id,
    ...taken,
    lost: lost.signal,
    assertHeld: async () => {
      const present = readLock(path);
      if (!isReleased && present?.id === id) return;
      const error = lostLock(present);
      lost.abort(error);
      throw error;
    },
    release: async () => {
      if (isReleased) return;
      isReleased = true;
      stop();
      closeSync(descriptor);
      if (readLock(path)?.id === id) rmSync(path, { force: true });
    },
  };
}

/** Through the descriptor: if another process has put its own file in this place, that file is left alone. */
function renew(descriptor: number, text: string): void {
  try {
    writeSync(descriptor, text, 0);
  } catch {
    // Too many missed heartbeats lose the lock, and `assertHeld` reports it.
  }
}

/**
 * Replaces a lock that was left behind. Only one process can create the file that grants the right to replace that
 * particular lock, so two that try at the same time cannot both succeed.
 */
function takeOver(path: string, present: LockText, ours: { id: string; text: string }): number | undefined {
  const right = `${path}.${present.id}.takeover`;
  const claim = createExclusively(right, ours.text);
  if (claim === undefined) {
    removeOld(right);
    return undefined;
  }
  closeSync(claim);
  try {
    if (readLock(path)?.id !== present.id) return undefined;
    const descriptor = createExclusively(`${path}.${ours.id}.tmp`, ours.text);
    renameSync(`${path}.${ours.id}.tmp`, path);
    return descriptor;
  } finally {
    rmSync(right, { force: true });
  }
}

/** A right that is held for seconds belongs to a process that died between two lines. */
function removeOld(path: string): void {
  try {
    if (Date.now() - statSync(path).mtimeMs > 5000) rmSync(path, { force: true });
  } catch {
    // Its owner has just removed it.
  }
}

export function lostLock(present: LockText | undefined): UserError {
  return new UserError(`this run lost its lock: ${fateOfLock(present)}`, {
    suggestion: 'nothing more was sent; run it again once no other run is in progress',
  });
}

function fateOfLock(present: LockText | undefined): string {
  if (!present) return 'it was removed';
  return present.unreadable === undefined
    ? `${ownerName(present)} has it now`
    : `it was changed, ${present.unreadable}`;
}

/** Another run holds the lock. */
export class LockHeld extends UserError {
  /** The id of the lock. */
  readonly id: string;
  /** The holder, for display. */
  readonly holder: string;

  constructor(message: string, { id, holder, suggestion }: { id: string; holder: string; suggestion: string }) {
    super(message, { suggestion });
    this.id = id;
    this.holder = holder;
  }
}

export function heldBy(lock: LockText, now: number): LockHeld {
  const { id } = lock;
  if (lock.unreadable !== undefined) {
    return new LockHeld(`another run may be in progress: its lock cannot be read (${lock.unreadable})`, {
      id,
      holder: 'a run whose lock cannot be read',
      suggestion: `wait for it to finish; if no run is in progress, remove the lock with \`gitcast state unlock ${id}\``,
    });
  }
  const seconds = Math.max(0, Math.round((now - Date.parse(lock.heartbeat)) / 1000));
  return new LockHeld(
    `another run is in progress: ${ownerName(lock)} has held the lock since ${lock.startedAt}, last seen ${seconds} ${seconds === 1 ? 'second' : 'seconds'} ago${lock.url === undefined ? '' : ` (${lock.url})`}`,
    {
      id,
      holder: ownerName(lock),
      suggestion: `wait for it to finish; if it is dead, remove its lock with \`gitcast state unlock ${id}\``,
    },
  );
}
