import { describe, expect, it } from 'vitest';
import { writeCommit, writeTree } from '../../git/write-objects.ts';
import { objectMaker } from '../../../src/git/objects.ts';
import { localRefs, type RefChange, type SharedRefs } from '../../../src/git/shared-refs.ts';
import {
  assertUnlocked,
  readLockCommit,
  removeGitLock,
  takeGitLock,
  type GitLock,
} from '../../../src/state/git/git-lock.ts';
import type { LockOwner } from '../../../src/state/file/lock-file.ts';
import type { Lock } from '../../../src/state/file/lock.ts';
import { git } from '../clones.ts';
import { ManualClock } from '../manual-clock.ts';
import { sharedRepository } from '../shared-repository.ts';

const repository = sharedRepository();
const author = { name: 'Ana', email: 'ana@example.org' };
const ana: LockOwner = { user: 'ana', host: 'laptop', pid: 4711, command: 'sync' };
const ben: LockOwner = { user: 'ben', host: 'runner', pid: 1 };
const [SECOND, MINUTE] = [1000, 60_000];
const START = Date.parse('2027-06-18T12:00:00Z');

/** The lock on a machine's own files, as far as a shared one uses it. */
class LocalLock implements Lock {
  readonly id: string;
  readonly lost = new AbortController().signal;
  readonly tookOver?: string;
  readonly lastSeen?: number;
  isReleased = false;
  isHeld = true;

  constructor(id: string, took: Pick<Lock, 'tookOver' | 'lastSeen'> = {}) {
    this.id = id;
    Object.assign(this, took);
  }

  readonly assertHeld = async (): Promise<void> => {
    if (!this.isHeld) throw new Error('the local lock is lost');
  };
  readonly release = async (): Promise<void> => {
    this.isReleased = true;
  };
}

let targets = 0;

/** A separate ref in the repository, and the recorded calls on refs; `before` may intervene. */
function newLock() {
  const name = `target-${++targets}`;
  const ref = `refs/gitcast/lock/${name}`;
  const real = localRefs(repository.git(), { name });
  const clock = new ManualClock();
  const asked = { reads: 0, changes: [] as (readonly RefChange[])[] };
  const hooks: { beforeChange?: (() => Promise<unknown>) | undefined } = {};
  const refs: SharedRefs = {
    ...real,
    read: () => {
      asked.reads += 1;
      return real.read();
    },
    change: async (changes) => {
      asked.changes.push(changes);
      const { beforeChange } = hooks;
      hooks.beforeChange = undefined;
      await beforeChange?.();
      return real.change(changes);
    },
  };
  const maker = objectMaker(repository.git(), { format: 'sha1', isSigning: false }, author);
  const parts = { git: repository.git(), refs, ref, maker, clock };
  const take = (owner: LockOwner, local: Lock): Promise<GitLock> => takeGitLock(parts, owner, local);
  const tip = (): string => git(repository.folder(), 'for-each-ref', '--format=%(objectname)', ref);
  const other = `refs/gitcast/state/${name}`;
  return { parts, real, ref, other, clock, asked, hooks, take, tip };
}

const commit = async (message = 'a commit'): Promise<string> =>
  writeCommit(repository.git(), { tree: await writeTree(repository.git(), []), parents: [], message, author });
const settled = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0));

describe('taking a shared lock', () => {
  it('records its owner and times, and takes its id from the lock of the machine', async () => {
    const { parts, ref, take } = newLock();
    const held = await take({ ...ana, url: 'https://ci.example' }, new LocalLock('0123abcd'));
    expect(held.id).toBe('0123abcd');
    expect(held).not.toHaveProperty('note');
    expect(held).not.toHaveProperty('lastSeen');
    const id = git(repository.folder(), 'rev-parse', ref);
    expect(await readLockCommit(parts.git, id)).toEqual({
      ...ana,
      url: 'https://ci.example',
      id: '0123abcd',
      startedAt: '2027-06-18T12:00:00.000Z',
      heartbeat: '2027-06-18T12:00:00.000Z',
      expires: '2027-06-18T12:05:00.000Z',
    });
    expect(git(repository.folder(), 'log', '-1', '--format=%an %P %s', id)).toBe(
      'Ana  lock of ana@laptop (process 4711)',
    );
    await held.release();
  });

  it('is refused while another holds it, and builds on that lock once it has expired', async () => {
    const { clock, take, tip } = newLock();
    await take(ana, new LocalLock('0123abcd'));
    const before = tip();
    clock.sleep(5 * MINUTE);
    await expect(take(ben, new LocalLock('4567cdef'))).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('ana@laptop (process 4711) has held the lock'),
    });
    clock.sleep(1);
    const taken = await take(ben, new LocalLock('4567cdef'));
    expect(taken.note).toBe(
      'took over the lock of ana@laptop (process 4711), which was left behind by a run that died',
    );
    expect(git(repository.folder(), 'log', '-1', '--format=%P', tip())).toBe(before);
  });

  it('counts requests until its former owner no longer trusted it, who may have lost only the connection', async () => {
    const { clock, take } = newLock();
    const held = await take(ana, new LocalLock('0123abcd'));
    clock.sleep(3 * MINUTE - 1);
    await held.assertFresh();
    clock.sleep(2 * MINUTE + 2);
    const taken = await take(ben, new LocalLock('4567cdef'));
    expect(taken.lastSeen).toBe(START + 3 * MINUTE);
  });

  it('takes over at once a lock that the machine knows to be of a dead local process', async () => {
    const { take } = newLock();
    await take(ana, new LocalLock('0123abcd'));
    await expect(take(ana, new LocalLock('4567cdef', { tookOver: 'ffffffff' }))).rejects.toThrow('another run');
    const taken = await take(ana, new LocalLock('4567cdef', { tookOver: '0123abcd', lastSeen: START + 7000 }));
    expect(taken.lastSeen).toBe(START + 7000);
    const again = await take(ana, new LocalLock('89ab0123', { tookOver: '4567cdef', lastSeen: START - 7000 }));
    expect(again.lastSeen).toBe(START);
  });

  it('gives up if others are faster twenty times', async () => {
    const { parts, ref } = newLock();
    let tries = 0;
    const refs: SharedRefs = {
      ...parts.refs,
      change: async () => {
        tries += 1;
        return 'overtaken';
      },
      read: async () => new Map(),
    };
    await expect(takeGitLock({ ...parts, refs }, ana, new LocalLock('0123abcd'))).rejects.toMatchObject({
      name: 'UserError',
      message: `the lock ${ref} changed owners too often while gitcast tried to take it`,
    });
    expect(tries).toBe(20);
  });
});

describe('a shared lock from outside', () => {
  it('is checked by those who want to change what it protects', async () => {
    const { parts, clock, take } = newLock();
    await expect(assertUnlocked(parts, clock.now())).resolves.toBeUndefined();
    const held = await take(ana, new LocalLock('0123abcd'));
    await expect(assertUnlocked(parts, clock.now() + 5 * MINUTE)).rejects.toThrow(
      'another run is in progress: ana@laptop',
    );
    await expect(assertUnlocked(parts, clock.now() + 5 * MINUTE + 1)).resolves.toBeUndefined();
    await held.release();
  });

  it('is removed only by its id, even if it is renewed at this moment', async () => {
    const { parts, hooks, take, tip } = newLock();
    await expect(removeGitLock(parts, '0123abcd')).rejects.toThrow('nothing is locked');
    const held = await take(ana, new LocalLock('0123abcd'));
    await expect(removeGitLock(parts, 'ffffffff')).rejects.toThrow('has the id 0123abcd');
    hooks.beforeChange = () => held.changeWith();
    await removeGitLock(parts, '0123abcd');
    expect(tip()).toBe('');
  });

  it('that is damaged is respected until it says that it has expired, or somebody removes it', async () => {
    const { parts, real, ref, clock, take, tip } = newLock();
    const damaged = async (more: object): Promise<string> =>
      commit(`a lock\n\n${JSON.stringify({ id: '89abcdef', user: 'carl', ...more })}\n`);
    const until = (time: number) => ({ expires: new Date(time).toISOString() });
    clock.sleep(60 * MINUTE);
    let from: string | undefined;
    for (const more of [{}, until(Date.parse('2099-01-01T00:00:00Z'))]) {
      const to = await damaged(more);
      await real.change([{ ref, from, to }]);
      from = to;
      await expect(take(ana, new LocalLock('0123abcd'))).rejects.toMatchObject({
        message: 'another run may be in progress: its lock cannot be read (`startedAt` is missing)',
        suggestion: expect.stringContaining('`gitcast state unlock 89abcdef`'),
      });
      await expect(assertUnlocked(parts, clock.now())).rejects.toThrow('another run may be in progress');
      expect(tip()).toBe(to);
    }
    await removeGitLock(parts, '89abcdef');
    await real.change([{ ref, from: undefined, to: await damaged(until(clock.now() - 1)) }]);
    await expect(take(ana, new LocalLock('0123abcd'))).resolves.toMatchObject({
      note: expect.stringContaining('took over the lock of carl@unknown'),
    });
  });

  it('that is damaged counts as held, because its commit was made', async () => {
    const { parts } = newLock();
    const id = await commit('a lock\n\n{}\n');
    const at = new Date(Number(git(repository.folder(), 'log', '-1', '--format=%ct', id)) * 1000).toISOString();
    expect(await readLockCommit(parts.git, id)).toEqual({
      id: id.slice(0, 8),
      user: 'somebody',
      host: 'unknown',
      pid: 0,
      startedAt: at,
      heartbeat: at,
      unreadable: '`id` is missing',
    });
    const missing = await readLockCommit(parts.git, 'f'.repeat(40));
    const never = '1970-01-01T00:00:00.000Z';
    expect(missing).toMatchObject({ id: 'ffffffff', heartbeat: never, expires: never });
  });
});

describe('a change under a shared lock', () => {
  it('is made with a renewal of the lock, in one step', async () => {
    const { clock, asked, other, ref, take, tip } = newLock();
    const held = await take(ana, new LocalLock('0123abcd'));
    const [before, to] = [tip(), await commit()];
    clock.sleep(7 * SECOND);
    expect(await held.changeWith({ ref: other, from: undefined, to })).toBe('changed');
    expect(git(repository.folder(), 'rev-parse', other)).toBe(to);
    expect(asked.changes.at(-1)).toEqual([
      { ref, from: before, to: tip(), objects: expect.anything() },
      { ref: other, from: undefined, to },
    ]);
    expect(git(repository.folder(), 'log', '-1', '--format=%P', tip())).toBe(before);
    await held.release();
  });

  it('is not made if another was faster, and the lock stays', async () => {
    const { other, take } = newLock();
    const held = await take(ana, new LocalLock('0123abcd'));
    const [one, two] = [await commit('one'), await commit('two')];
    expect(await held.changeWith({ ref: other, from: one, to: two })).toBe('overtaken');
    expect(await held.changeWith({ ref: other, from: undefined, to: one })).toBe('changed');
    expect(held.lost.aborted).toBe(false);
    await held.release();
  });

  it('builds on a renewal that was thought to have failed', async () => {
    const { parts, ref, real, hooks, other, take, tip } = newLock();
    const held = await take(ana, new LocalLock('0123abcd'));
    const from = tip();
    const to = await commit(`lock\n\n${JSON.stringify(await readLockCommit(parts.git, from))}\n`);
    hooks.beforeChange = () => real.change([{ ref, from, to }]);
    expect(await held.changeWith()).toBe('overtaken');
    expect(await held.changeWith({ ref: other, from: undefined, to })).toBe('changed');
    await held.release();
  });

  it('waits for the previous one', async () => {
    const { other, take } = newLock();
    const held = await take(ana, new LocalLock('0123abcd'));
    const [one, two] = [await commit('one'), await commit('two')];
    const both = [
      held.changeWith({ ref: other, from: undefined, to: one }),
      held.changeWith({ ref: other, from: one, to: two }),
    ];
    expect(await Promise.all(both)).toEqual(['changed', 'changed']);
    await held.release();
  });

  it('is refused once the lock is lost, without another request', async () => {
    const { asked, clock, other, take } = newLock();
    const local = new LocalLock('0123abcd');
    const held = await take(ana, local);
    clock.sleep(6 * MINUTE);
    const taken = await take(ben, new LocalLock('4567cdef'));
    const to = await commit();
    const change = { ref: other, from: undefined, to };
    const loss = 'this run lost its lock: ben@runner (process 1) has it now';
    await expect(held.changeWith(change)).rejects.toThrow(loss);
    expect(held.lost.aborted).toBe(true);
    const before = [asked.reads, asked.changes.length];
    await expect(held.changeWith(change)).rejects.toThrow(loss);
    await expect(held.assertFresh()).rejects.toThrow(loss);
    await expect(held.assertHeld()).rejects.toThrow(loss);
    await held.release();
    expect([asked.reads, asked.changes.length]).toEqual(before);
    expect(local.isReleased).toBe(true);
    await expect(taken.assertHeld()).resolves.toBeUndefined();
  });
});

describe('a held shared lock', () => {
  it('is trusted for three minutes without a request, and then renewed', async () => {
    const { asked, clock, take } = newLock();
    const held = await take(ana, new LocalLock('0123abcd'));
    clock.sleep(3 * MINUTE - 1);
    await held.assertFresh();
    expect(asked.changes).toHaveLength(1);
    clock.sleep(1);
    await Promise.all([held.assertFresh(), held.assertFresh()]);
    expect(asked.changes).toHaveLength(2);
    await held.release();
  });

  it('is renewed every half minute, unless something else has renewed it', async () => {
    const { asked, clock, take } = newLock();
    const held = await take(ana, new LocalLock('0123abcd'));
    clock.advance(20 * SECOND);
    await held.changeWith();
    clock.advance(10 * SECOND);
    await held.assertHeld();
    expect(asked.changes).toHaveLength(2);
    clock.advance(30 * SECOND);
    await held.assertHeld();
    expect(asked.changes).toHaveLength(3);
    await held.release();
    const before = [asked.reads, asked.changes.length];
    clock.advance(MINUTE);
    await settled();
    expect([asked.reads, asked.changes.length]).toEqual(before);
  });

  it('is not renewed twice if a heartbeat waits for a change in progress', async () => {
    const { asked, clock, take } = newLock();
    const held = await take(ana, new LocalLock('0123abcd'));
    clock.sleep(MINUTE);
    const changing = held.changeWith();
    clock.advance(30 * SECOND);
    await changing;
    await held.assertHeld();
    expect(asked.changes).toHaveLength(2);
    await held.release();
  });

  it('survives a network outage at a heartbeat', async () => {
    const { asked, clock, hooks, take } = newLock();
    const held = await take(ana, new LocalLock('0123abcd'));
    hooks.beforeChange = () => Promise.reject(new Error('no network'));
    clock.advance(30 * SECOND);
    await expect(held.assertHeld()).resolves.toBeUndefined();
    expect(asked.changes).toHaveLength(2);
    expect(held.lost.aborted).toBe(false);
    await held.release();
  });

  it('is held only as long as the lock on the files of the machine', async () => {
    const { take } = newLock();
    const local = new LocalLock('0123abcd');
    const held = await take(ana, local);
    await expect(held.assertHeld()).resolves.toBeUndefined();
    local.isHeld = false;
    await expect(held.assertHeld()).rejects.toThrow('the local lock is lost');
  });

  it('is found lost if somebody has removed it', async () => {
    const { parts, take } = newLock();
    const held = await take(ana, new LocalLock('0123abcd'));
    await removeGitLock(parts, '0123abcd');
    await expect(held.assertHeld()).rejects.toThrow('this run lost its lock: it was removed');
    expect(held.lost.aborted).toBe(true);
    await expect(held.assertFresh()).rejects.toThrow('this run lost its lock: it was removed');
  });

  it('is trusted while a change is in progress, without waiting for it', async () => {
    const { asked, hooks, take } = newLock();
    const held = await take(ana, new LocalLock('0123abcd'));
    const before = asked.reads;
    const { promise, resolve } = Promise.withResolvers<void>();
    hooks.beforeChange = () => promise;
    const changing = held.changeWith();
    await held.assertFresh();
    resolve();
    expect(await changing).toBe('changed');
    expect(asked.reads).toBe(before);
    await held.release();
  });
});

describe('releasing a shared lock', () => {
  it('removes it once, together with that of the machine, after changes in progress', async () => {
    const { asked, other, take, tip } = newLock();
    const local = new LocalLock('0123abcd');
    const held = await take(ana, local);
    const change = { ref: other, from: undefined, to: await commit() };
    const [changed] = await Promise.all([held.changeWith(change), held.release()]);
    expect(changed).toBe('changed');
    expect(tip()).toBe('');
    expect(local.isReleased).toBe(true);
    const before = asked.changes.length;
    await held.release();
    expect(asked.changes).toHaveLength(before);
  });

  it('leaves nothing that could be changed under it', async () => {
    const { other, take, tip } = newLock();
    const held = await take(ana, new LocalLock('0123abcd'));
    await held.release();
    const change = { ref: other, from: undefined, to: await commit() };
    await expect(held.changeWith(change)).rejects.toThrow('this run lost its lock: it was removed');
    expect(held.lost.aborted).toBe(true);
    expect(tip()).toBe('');
  });

  it('ends the hold even if it could not be removed, which is not an error', async () => {
    const { hooks, take, tip } = newLock();
    const local = new LocalLock('0123abcd');
    const held = await take(ana, local);
    hooks.beforeChange = () => Promise.reject(new Error('no network'));
    await expect(held.release()).resolves.toBeUndefined();
    expect(local.isReleased).toBe(true);
    expect(tip()).not.toBe('');
    const before = tip();
    await expect(held.changeWith()).rejects.toThrow('this run lost its lock');
    await expect(held.assertHeld()).rejects.toThrow('this run lost its lock');
    expect(tip()).toBe(before);
  });
});
