/**
 * The lock of a state that several machines share: a ref that only one of them can create, and that each renewal moves
 * forward. Every write of the state renews it in the same push, so a run that has lost the lock cannot write. A second
 * lock on this machine's files detects at once whether a local process has died.
 */
import type { Git } from '../../git/git.ts';
import { readObjects, type Committed, type ObjectMaker } from '../../git/objects.ts';
import type { RefChange, SharedRefs } from '../../git/shared-refs.ts';
import { isExpired, lockIn, ownerName, STALE, type LockOwner, type LockText } from '../file/lock-file.ts';
import { assertIs, contended, heldBy, lostLock, tookOverNote, type Lock, type LockClock } from '../file/lock.ts';

export interface GitLock extends Lock {
  /** Renews the lock and makes the changes, all or none. Throws if the lock is lost. */
  readonly changeWith: (...changes: readonly RefChange[]) => Promise<'changed' | 'overtaken'>;
  /** Sends no request while the last renewal is recent, so it can be called before each request. */
  readonly assertFresh: () => Promise<void>;
}

/** Where a lock is. */
interface LockRef {
  readonly git: Git;
  readonly refs: SharedRefs;
  readonly ref: string;
}

interface LockTaking extends LockRef {
  readonly maker: ObjectMaker;
  readonly clock: LockClock;
}

const HEARTBEAT = 30_000;
/** After this long without a renewal, the owner no longer trusts the lock, well before others may take it over. */
const FRESH = STALE * 0.6;

export async function takeGitLock(parts: LockTaking, owner: LockOwner, local: Lock): Promise<GitLock> {
  const { git, refs, ref, clock } = parts;
  const startedAt = new Date(clock.now()).toISOString();
  const make: HeldRef['make'] = (parent) => lockCommit(parts, { ...owner, id: local.id, startedAt }, parent);

  let present: string | undefined;
  for (let tries = 0; tries < 20; tries++) {
    const left = present === undefined ? undefined : await readLockCommit(git, present);
    if (left && !isFree(left, local, clock.now())) throw heldBy(left, clock.now());
    // The first commit of a run: if this machine cannot sign commits, the run ends here, before anything is sent.
    const { id, objects } = await make(present);
    if ((await refs.change([{ ref, from: present, to: id, objects }])) === 'changed') {
      const taken = left && { note: tookOverNote(left), lastSeen: lastActive(left, local) };
      return heldLock(parts, { local, make, current: id, taken });
    }
    present = (await refs.read()).get(ref);
  }
  throw contended(ref);
}

/** Expired, or owned by a process that died here. It certainly ran here only if its lock on our files remains too. */
const isFree = (lock: LockText, local: Lock, now: number): boolean =>
  local.tookOver === lock.id || isExpired(lock, now);

/** Without a connection to the remote, a run goes on for as long as it trusts its lock. */
const lastActive = ({ id, heartbeat }: LockText, { tookOver, lastSeen = 0 }: Lock): number =>
  tookOver === id ? Math.max(Date.parse(heartbeat), lastSeen) : Date.parse(heartbeat) + FRESH;

/** Throws if a run of another configuration holds this lock. */
export async function assertUnlocked({ git, refs, ref }: LockRef, now: number): Promise<void> {
  const commit = (await refs.readAll()).get(ref);
  const lock = commit === undefined ? undefined : await readLockCommit(git, commit);
  if (lock && !isExpired(lock, now)) throw heldBy(lock, now);
}

/** Removes the lock with this id, regardless of its owner, even if it is renewed at this moment. */
export async function removeGitLock(at: LockRef, id: string): Promise<void> {
  const { commit, lock } = await presentGitLock(at);
  assertIs(lock, id);
  const result = await at.refs.change([{ ref: at.ref, from: commit, to: undefined }]);
  if (result === 'overtaken') await removeGitLock(at, id);
}

interface HeldRef {
  readonly local: Lock;
  readonly make: (parent: string | undefined) => Promise<Committed>;
  readonly current: string;
  readonly taken: Pick<Lock, 'note' | 'lastSeen'> | undefined;
}

function heldLock(at: LockTaking, { local, make, taken, ...held }: HeldRef): GitLock {
  const { refs, ref, clock } = at;
  const lost = new AbortController();
  let { current } = held;
  let renewedAt = clock.now();
  let isReleased = false;
  let last: Promise<unknown> = Promise.resolve();

  const oneAtATime = <T>(act: () => Promise<T>): Promise<T> => {
    const next = last.then(act);
    last = next.catch(() => undefined);
    return next;
  };

  /** Throws if the ref is no longer ours. */
  const look = async (): Promise<void> => {
    if (lost.signal.aborted) throw lost.signal.reason;
    const { commit, lock } = await presentGitLock(at);
    if (!isReleased && lock?.id === local.id) {
      current = commit!;
      return;
    }
    const error = lostLock(lock);
    lost.abort(error);
    throw error;
  };

  const change = async (others: readonly RefChange[]): Promise<'changed' | 'overtaken'> => {
    if (lost.signal.aborted) throw lost.signal.reason;
    if (isReleased) await look();
    const at = clock.now();
    const { id, objects } = await make(current);
    const result = await refs.change([{ ref, from: current, to: id, objects }, ...others]);
    if (result === 'overtaken') await look();
    else [current, renewedAt] = [id, at];
    return result;
  };

  const renew = async (): Promise<void> => void (await change([]));
  const isOld = (age: number): boolean => clock.now() - renewedAt >= age;
  const stop = clock.every(HEARTBEAT, () => {
    // A short network outage does no harm; a longer one loses the lock.
    void oneAtATime(async () => isOld(HEARTBEAT) && renew()).catch(() => undefined);
  });

  return {
    id: local.id,
    ...taken,
    lost: lost.signal,
    changeWith: (...others) => oneAtATime(() => change(others)),
    assertFresh: async () => {
      if (lost.signal.aborted) throw lost.signal.reason;
      if (isOld(FRESH)) await oneAtATime(async () => isOld(FRESH) && renew());
    },
    assertHeld: async () => {
      await local.assertHeld();
      await oneAtATime(look);
    },
    release: async () => {
      if (isReleased) return;
      stop();
      await oneAtATime(async () => {
        isReleased = true;
        // A lock that cannot be removed now can be taken over once it has expired.
        if (!lost.signal.aborted) await refs.change([{ ref, from: current, to: undefined }]).catch(() => undefined);
      });
      await local.release();
    },
  };
}

function lockCommit(
  { maker, clock }: LockTaking,
  owner: LockOwner & { id: string; startedAt: string },
  parent?: string,
): Promise<Committed> {
  const now = clock.now();
  const times = { heartbeat: new Date(now).toISOString(), expires: new Date(now + STALE).toISOString() };
  const message = (): string => `lock of ${ownerName(owner)}\n\n${JSON.stringify({ ...owner, ...times })}\n`;
  return maker.commit(new Map(), { parents: parent === undefined ? [] : [parent], message });
}

/** The lock on the ref, if there is one, and its commit. */
export async function presentGitLock({ git, refs, ref }: LockRef) {
  const commit = (await refs.read()).get(ref);
  return { commit, lock: commit === undefined ? undefined : await readLockCommit(git, commit) };
}

const NEVER = new Date(0).toISOString();

/** The commit of a lock that cannot be read at least shows when it was renewed. */
export async function readLockCommit(git: Git, commit: string): Promise<LockText> {
  const text = (await readObjects(git, [commit])).get(commit)?.toString();
  // It was removed at this moment; a ref that does have this commit is changed only if it still does.
  if (text === undefined) return { ...lockIn('', { id: commit.slice(0, 8), at: NEVER }), expires: NEVER };
  const seconds = Number(/^committer .* (\d+) [+-]\d{4}$/m.exec(text)?.[1] ?? 0);
  const at = new Date(seconds * 1000).toISOString();
  return lockIn(text.split('\n').find((line) => line.startsWith('{')) ?? '', { id: commit.slice(0, 8), at });
}
