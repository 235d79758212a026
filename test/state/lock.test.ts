import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { uptime } from 'node:os';
import { standingOf, type LockOwner, type LockText } from '../../src/state/lock-file.ts';
import { removeLock, takeLock, thisProcess } from '../../src/state/lock.ts';
import { ManualClock } from './manual-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

const MINUTE = 60_000;
const ana: LockOwner = { user: 'ana', host: 'laptop', pid: 4711 };
const ben: LockOwner = { user: 'ben', host: 'runner', pid: 1 };
const newPath = (): string => join(temporaryFolder(), 'production.lock');

describe('a lock', () => {
  it('is held by one, and the other is told by whom, since when, and how to remove it', async () => {
    const path = newPath();
    const clock = new ManualClock();
    const held = await takeLock(path, ana, clock);
    clock.sleep(7000);
    await expect(takeLock(path, ben, clock)).rejects.toMatchObject({
      name: 'UserError',
      message:
        'another run is under way: ana@laptop (process 4711) has held the lock since 2027-06-18T12:00:00.000Z, last seen 7 seconds ago',
      suggestion: expect.stringContaining(`gitcast unlock ${held.id}`),
    });
  });

  it('can be taken again once it is released', async () => {
    const path = newPath();
    const clock = new ManualClock();
    await (await takeLock(path, ana, clock)).release();
    expect(existsSync(path)).toBe(false);
    await expect(takeLock(path, ben, clock)).resolves.toMatchObject({ id: expect.any(String) });
  });

  it('stays with a run that takes an hour, since its heartbeat is renewed', async () => {
    const path = newPath();
    const clock = new ManualClock();
    const held = await takeLock(path, ana, clock);
    clock.advance(60 * MINUTE);
    await expect(takeLock(path, ben, clock)).rejects.toThrow('another run is under way');
    await expect(held.assertHeld()).resolves.toBeUndefined();
  });

  it('whose heartbeat is long past is taken over with a word about it, and its first owner stops', async () => {
    const path = newPath();
    const clock = new ManualClock();
    const first = await takeLock(path, ana, clock);
    clock.sleep(6 * MINUTE);
    const second = await takeLock(path, ben, clock);
    expect(second.note).toContain('took over the lock of ana@laptop (process 4711)');
    await expect(first.assertHeld()).rejects.toThrow('this run has lost its lock: ben@runner (process 1) has it now');

    clock.advance(MINUTE);
    await first.release();
    await expect(second.assertHeld()).resolves.toBeUndefined();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ id: second.id, user: 'ben' });
  });

  it('of a process that died on this machine is taken over at once', async () => {
    const path = newPath();
    const clock = new ManualClock();
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'close');
    await takeLock(path, { ...thisProcess(), pid: child.pid! }, clock);
    await expect(takeLock(path, thisProcess(), clock)).resolves.toMatchObject({
      note: expect.stringContaining(`(process ${child.pid})`),
    });
  });

  it('of a process with a number that is free here is left alone when it runs on another machine', async () => {
    const path = newPath();
    const clock = new ManualClock();
    await takeLock(path, { ...ana, pid: 2 ** 22 + 1 }, clock);
    await expect(takeLock(path, ben, clock)).rejects.toThrow('another run is under way');
  });

  it('can be removed by its id, and only by that', async () => {
    const path = newPath();
    const held = await takeLock(path, ana, new ManualClock());
    expect(() => removeLock(path, 'ffffffff')).toThrow(`the lock of ana@laptop (process 4711) has the id ${held.id}`);
    removeLock(path, held.id);
    expect(existsSync(path)).toBe(false);
    expect(() => removeLock(path, held.id)).toThrow('nothing is locked');
    await expect(held.assertHeld()).rejects.toThrow('it was removed');
  });

  it('whose creator died before it wrote a word does not block for ever', async () => {
    const path = newPath();
    writeFileSync(path, '');
    const clock = new ManualClock();
    await expect(takeLock(path, ana, clock)).resolves.toMatchObject({ note: expect.stringContaining('took over') });
  });
});

describe('the lock of', () => {
  const here = thisProcess();
  const NOW = Date.now();
  const standing = (owner: Partial<LockOwner>, lastSeen: number) => {
    const at = new Date(lastSeen).toISOString();
    const lock: LockText = { ...here, ...owner, id: '0123abcd', startedAt: at, heartbeat: at };
    return standingOf(lock, { boot: 'today', space: 'pid:[7]', ...here }, NOW);
  };

  it('an earlier process with the id of this one is taken over at once', async () => {
    const path = newPath();
    const clock = new ManualClock();
    await takeLock(path, { ...here, started: '1' }, clock);
    await expect(takeLock(path, here, clock)).resolves.toMatchObject({
      note: expect.stringContaining(`(process ${process.pid})`),
    });
  });

  it('this container before it was started again is taken over once it shows no sign of life', () => {
    const earlier = { space: 'pid:[1]', started: '1' };
    expect(standing(earlier, NOW - 1000)).toBe('unsettled');
    expect(standing(earlier, NOW - 9000)).toBe('left-behind');
  });

  it('another container on this machine counts until it expires, whatever its process ids are', () => {
    const other = { space: 'pid:[1]', host: 'another', pid: 2 ** 22 + 1 };
    expect(standing(other, NOW - 4 * MINUTE)).toBe('held');
    expect(standing(other, NOW - 6 * MINUTE)).toBe('left-behind');
  });

  it('this machine before it was restarted is taken over, one of a machine with the same name is not', () => {
    const booted = NOW - uptime() * 1000;
    const other = { boot: 'yesterday' };
    expect(standing(other, Math.min(booted, NOW - 8000) - 1000)).toBe('left-behind');
    expect(standing(other, Math.max(booted, NOW - MINUTE) + 1000)).toBe('held');
  });

  it('the first version is judged by its process, and not taken for that of a younger one', () => {
    const old = (pid: number) => ({ pid, boot: undefined, space: undefined, started: undefined }) as never;
    expect(standing(old(process.ppid), NOW)).toBe('held');
    expect(standing(old(process.pid), NOW)).toBe('left-behind');
    expect(standing(old(2 ** 22 + 1), NOW)).toBe('left-behind');
  });
});

async function contender(path: string) {
  const script = fileURLToPath(new URL('./lock-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    tryIt: async (): Promise<string> => {
      child.stdin.write('now\n');
      return String((await lines.next()).value);
    },
    end: async (): Promise<void> => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'close');
    },
  };
}

describe('processes that want a lock at the same time', () => {
  it.each(['free', 'left behind'])('get it once when it is %s', async (before) => {
    const path = newPath();
    if (before === 'left behind') {
      const longAgo = '2020-01-01T00:00:00.000Z';
      writeFileSync(
        path,
        JSON.stringify({ id: '0123abcd', user: 'ana', host: 'laptop', pid: 1, startedAt: longAgo, heartbeat: longAgo }),
      );
    }
    const contenders = await Promise.all(Array.from({ length: 5 }, () => contender(path)));
    const outcomes = await Promise.all(contenders.map(({ tryIt }) => tryIt()));
    await Promise.all(contenders.map(({ end }) => end()));
    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.startsWith('UserError: another run is under way'))).toHaveLength(4);
  });
});
