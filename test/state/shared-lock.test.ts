import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { LockOwner } from '../../src/state/file/lock-file.ts';
import { git, newRemote, runsOn, storeIn } from './clones.ts';
import { ManualClock } from './manual-clock.ts';
import { intent, written } from './store-contract.ts';

const MINUTE = 60_000;
const ana: LockOwner = { user: 'ana', host: 'laptop', pid: 4711, command: 'sync' };
const runner: LockOwner = { user: 'runner', host: 'ci', pid: 1, command: 'sync', url: 'https://ci.example/runs/7' };

const lockRef = (remote: string): string => git(remote, 'for-each-ref', '--format=%(objectname)', 'refs/gitcast/lock');

describe('a lock shared between machines', () => {
  it('is visible in every clone: its owner, its URL, and how to remove it', async () => {
    const remote = newRemote();
    const clock = new ManualClock();
    const held = await storeIn(remote.clone(), { clock }).lock(runner);
    clock.sleep(7000);
    await expect(storeIn(remote.clone(), { clock }).lock(ana)).rejects.toMatchObject({
      name: 'UserError',
      message:
        'another run is in progress: runner@ci (process 1) has held the lock since 2027-06-18T12:00:00.000Z, last seen 7 seconds ago (https://ci.example/runs/7)',
      suggestion: expect.stringContaining(`gitcast state unlock ${held.id}`),
    });
    expect(JSON.parse(git(remote.folder, 'log', '-1', '--format=%b', 'refs/gitcast/lock/production'))).toMatchObject({
      id: held.id,
      user: 'runner',
      expires: '2027-06-18T12:05:00.000Z',
    });
    await held.release();
    expect(lockRef(remote.folder)).toBe('');
  });

  it('goes to one of many that request it at once', async () => {
    const remote = newRemote();
    const stores = Array.from({ length: 4 }, () => storeIn(remote.clone()));
    const outcomes = await Promise.allSettled(stores.map((store) => store.lock(ana)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.release();
  });

  it('is renewed during its run, and expires if its runner was cancelled', async () => {
    const remote = newRemote();
    const clock = new ManualClock();
    const held = await storeIn(remote.clone(), { clock }).lock(runner);
    const before = lockRef(remote.folder);
    clock.advance(MINUTE);
    while (lockRef(remote.folder) === before) await wait(10);
    await held.assertHeld();
    clock.sleep(4 * MINUTE);
    const other = storeIn(remote.clone(), { clock });
    await expect(other.lock(ana)).rejects.toThrow('another run is in progress');
    clock.sleep(2 * MINUTE);
    const taken = await other.lock(ana);
    expect(taken.note).toContain('took over the lock of runner@ci (process 1)');
    await expect(held.assertHeld()).rejects.toThrow('this run lost its lock: ana@laptop (process 4711) has it now');

    await held.release();
    await expect(taken.assertHeld()).resolves.toBeUndefined();
  });

  it('of a process that died in this clone is taken over at once, in another clone only when it has expired', async () => {
    const remote = newRemote();
    const clone = remote.clone();
    const dead: LockOwner = { user: 'ana', host: 'laptop', pid: 2 ** 22 + 1 };
    await storeIn(clone).lock(dead);
    const sameHost: LockOwner = { ...dead, pid: process.pid };
    await expect(storeIn(remote.clone()).lock(sameHost)).rejects.toThrow('another run is in progress');
    const taken = await storeIn(clone).lock(sameHost);
    expect(taken.note).toContain('took over the lock of ana@laptop');
    await taken.release();
  });

  it('can be removed by its id, and only by that', async () => {
    const remote = newRemote();
    const held = await storeIn(remote.clone()).lock(ana);
    const other = storeIn(remote.clone());
    await expect(other.unlock('ffffffff')).rejects.toThrow(
      `the lock of ana@laptop (process 4711) has the id ${held.id}`,
    );
    await other.unlock(held.id);
    expect(lockRef(remote.folder)).toBe('');
    await expect(other.unlock(held.id)).rejects.toThrow('nothing is locked');
    await expect(held.assertHeld()).rejects.toThrow('it was removed');
    expect(held.lost.aborted).toBe(true);
  });

  it('that is lost stops the run: nothing more starts, and its results still reach the others', async () => {
    const remote = newRemote();
    const clock = new ManualClock();
    const store = storeIn(remote.clone(), { clock, actor: 'ana' });
    const held = await store.lock(ana);
    const journal = store.journal(held);
    await journal.append(intent('events/a'));
    await journal.append(written('events/a'));

    clock.sleep(6 * MINUTE);
    const other = storeIn(remote.clone(), { clock, actor: 'runner' });
    const taken = await other.lock(runner);
    await other.load();
    const theirs = other.journal(taken);
    await theirs.append({ ...written('events/b'), entry: { kind: 'event', id: '2', leaves: {} } } as never);

    // It wakes up, finds out before the next creation, and may still record what was in progress.
    await expect(journal.append(intent('events/c'))).rejects.toThrow('lost its lock: runner@ci (process 1) has it now');
    expect(held.lost.aborted).toBe(true);
    await journal.append({ ...written('events/d'), entry: { kind: 'event', id: '4', leaves: {} } } as never);
    await journal.close();
    await expect(store.save(await store.load(), held)).rejects.toThrow('lost its lock');

    await theirs.close();
    await other.save(await other.load(), taken);
    await taken.release();
    const { base, unfinished } = await storeIn(remote.clone()).load();
    expect([...base.entries.keys()].sort()).toEqual(['events/a', 'events/b', 'events/d']);
    expect(unfinished).toEqual([]);
    // The next run makes them part of the state.
    const next = await other.lock(runner);
    await other.save(await other.load(), next);
    await next.release();
    const runs = runsOn(remote.folder);
    expect(
      runs.map(({ by, interrupted = false, changes }) => ({
        by,
        interrupted,
        changes: changes.map(({ address }) => address),
      })),
    ).toEqual([
      { by: 'ana', interrupted: true, changes: ['events/a', 'events/d'] },
      { by: 'runner', interrupted: false, changes: ['events/b'] },
    ]);
  });

  it('is not trusted for long by a run that cannot reach the remote', async () => {
    const remote = newRemote();
    const clone = remote.clone();
    const clock = new ManualClock();
    const store = storeIn(clone, { clock });
    const held = await store.lock(ana);
    await store.load();
    const journal = store.journal(held);
    await journal.append(intent('events/a'));
    git(clone, 'remote', 'set-url', 'origin', `file://${join(remote.folder, 'gone')}`);
    clock.sleep(2 * MINUTE);
    await journal.append(intent('events/b'));
    clock.sleep(2 * MINUTE);
    await expect(journal.append(intent('events/c'))).rejects.toMatchObject({ name: 'UserError' });
    await journal.close();
  });

  it('that cannot be read counts as held until it is removed', async () => {
    const remote = newRemote();
    const clone = remote.clone();
    const tree = git(clone, 'hash-object', '-w', '-t', 'tree', '/dev/null');
    const commit = git(clone, 'commit-tree', tree, '-m', 'a lock of tomorrow');
    git(clone, 'push', '-q', 'origin', `${commit}:refs/gitcast/lock/production`);
    await expect(storeIn(clone).lock(ana)).rejects.toThrow('another run may be in progress');
    const later = new ManualClock();
    later.sleep(365 * 24 * 60 * MINUTE);
    const store = storeIn(clone, { clock: later });
    await expect(store.lock(ana)).rejects.toThrow('another run may be in progress');
    await store.unlock(commit.slice(0, 8));
    await (await store.lock(ana)).release();
  });

  it("that is damaged on this machine's files can be removed although the ref has none", async () => {
    const remote = newRemote();
    const clone = remote.clone();
    const store = storeIn(clone);
    await (await store.lock(ana)).release();
    const path = join(clone, '.gitcast/git-state/production.lock');
    writeFileSync(path, '\0\0\0');
    utimesSync(path, 0, 0);
    await expect(store.lock(ana)).rejects.toMatchObject({
      suggestion: expect.stringContaining('gitcast state unlock unreadable'),
    });
    await expect(store.unlock('0123abcd')).rejects.toThrow('there is no lock 0123abcd');
    await store.unlock('unreadable');
    await (await store.lock(ana)).release();
  });
});
