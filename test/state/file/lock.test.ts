import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hostname, uptime } from 'node:os';
import { readLock, standingOf, type LockOwner, type LockText } from '../../../src/state/file/lock-file.ts';
import {
  heldBy,
  removeLock,
  systemLockClock,
  takeLock,
  thisProcess,
  type LockClock,
} from '../../../src/state/file/lock.ts';
import { ManualClock } from '../manual-clock.ts';
import { openedBy } from '../open-files.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const MINUTE = 60_000;
const ana: LockOwner = { user: 'ana', host: 'laptop', pid: 4711 };
const ben: LockOwner = { user: 'ben', host: 'runner', pid: 1 };
/** A lock of a user on another machine. */
const left = (heartbeat: number): LockText => {
  const at = new Date(heartbeat).toISOString();
  return { ...ana, id: '0123abcd', startedAt: at, heartbeat: at };
};
const newPath = (): string => join(temporaryFolder(), 'production.lock');

describe('a lock', () => {
  it('is held by one, and the other learns by whom, since when, and how to remove it', async () => {
    const path = newPath();
    const clock = new ManualClock();
    const held = await takeLock(path, ana, clock);
    clock.sleep(7000);
    await expect(takeLock(path, ben, clock)).rejects.toMatchObject({
      name: 'UserError',
      message:
        'another run is in progress: ana@laptop (process 4711) has held the lock since 2027-06-18T12:00:00.000Z, last seen 7 seconds ago',
      suggestion: expect.stringContaining(`gitcast state unlock ${held.id}`),
    });
  });

  it('can be taken again once it is released', async () => {
    const path = newPath();
    const clock = new ManualClock();
    await (await takeLock(path, ana, clock)).release();
    expect(existsSync(path)).toBe(false);
    await expect(takeLock(path, ben, clock)).resolves.toMatchObject({ id: expect.any(String) });
  });

  it('stays with a run that takes an hour, because its heartbeat is renewed', async () => {
    const path = newPath();
    const clock = new ManualClock();
    const held = await takeLock(path, ana, clock);
    clock.advance(60 * MINUTE);
    await expect(takeLock(path, ben, clock)).rejects.toThrow('another run is in progress');
    await expect(held.assertHeld()).resolves.toBeUndefined();
  });

  it('whose heartbeat is too old is taken over with a note, and its first owner stops', async () => {
    const path = newPath();
    const clock = new ManualClock();
    const first = await takeLock(path, ana, clock);
    clock.sleep(6 * MINUTE);
    const second = await takeLock(path, ben, clock);
    expect(second.note).toContain('took over the lock of ana@laptop (process 4711)');
    expect(second).toMatchObject({ tookOver: first.id, lastSeen: Date.parse('2027-06-18T12:00:00Z') });
    expect(readdirSync(dirname(path))).toEqual(['production.lock']);
    expect(first.lost.aborted).toBe(false);
    await expect(first.assertHeld()).rejects.toThrow('this run lost its lock: ben@runner (process 1) has it now');

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

  it('of a process whose id is unused here is left alone if it runs on another machine', async () => {
    const path = newPath();
    const clock = new ManualClock();
    await takeLock(path, { ...ana, pid: 2 ** 22 + 1 }, clock);
    await expect(takeLock(path, ben, clock)).rejects.toThrow('another run is in progress');
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

  it.each([
    ['empty', '', 'it is empty', 'unreadable'],
    ['NUL bytes', '\0\0\0\0', 'it contains NUL bytes', 'unreadable'],
    ['a number', '5', 'it is 5, expected an object', 'unreadable'],
    ['null', 'null', 'it is null, expected an object', 'unreadable'],
    [
      'damaged, of a process that is alive',
      JSON.stringify({ id: '89abcdef', pid: process.pid, expires: '2099-01-01T00:00:00Z' }),
      '`startedAt` is missing',
      '89abcdef',
    ],
  ])('that is %s is left alone, and the message shows how to remove it', async (_, text, why, id) => {
    const path = newPath();
    writeFileSync(path, text);
    await expect(takeLock(path, ana, new ManualClock())).rejects.toMatchObject({
      name: 'UserError',
      message: `another run may be in progress: its lock cannot be read (${why})`,
      suggestion: expect.stringContaining(`\`gitcast state unlock ${id}\``),
    });
    expect(readFileSync(path, 'utf8')).toBe(text);
    removeLock(path, id);
    await expect(takeLock(path, ana, new ManualClock())).resolves.not.toHaveProperty('note');
  });

  it('that somebody damages during the run is lost', async () => {
    const path = newPath();
    const held = await takeLock(path, ana, new ManualClock());
    writeFileSync(path, '\0\0');
    await expect(held.assertHeld()).rejects.toThrow('this run lost its lock: it was changed, it contains NUL bytes');
    await held.release();
    expect(existsSync(path)).toBe(true);
  });

  it('without a previous owner has no note about one', async () => {
    const held = await takeLock(newPath(), ana, new ManualClock());
    for (const key of ['note', 'tookOver', 'lastSeen']) expect(held).not.toHaveProperty(key);
    expect(held.id).toMatch(/^[0-9a-f]{8}$/);
    await held.release();
  });

  it('whose creator has not written to it yet is waited for', async () => {
    const path = newPath();
    writeFileSync(path, '');
    setTimeout(() => writeFileSync(path, JSON.stringify(left(Date.now()))), 5);
    await expect(takeLock(path, ben, systemLockClock)).rejects.toThrow(
      'another run is in progress: ana@laptop (process 4711)',
    );
  });

  it('is released once, and leaves no file open', async () => {
    const path = newPath();
    const clock = new ManualClock();
    const opened = await openedBy(async () => {
      for (let index = 0; index < 150; index++) {
        const held = await takeLock(path, ana, clock);
        await held.release();
        await held.release();
        await expect(held.assertHeld()).rejects.toThrow('this run lost its lock: it was removed');
      }
    });
    expect(opened).toBeLessThan(100);
  });

  it('writes nothing once it is released, even if another file has its descriptor', async () => {
    const path = newPath();
    const clock = new ManualClock();
    await (await takeLock(path, ana, clock)).release();
    const files = Array.from({ length: 5 }, (_, index) => `${path}.${index}`);
    const descriptors = files.map((file) => openSync(file, 'w+'));
    clock.advance(MINUTE);
    for (const descriptor of descriptors) closeSync(descriptor);
    expect(files.map((file) => readFileSync(file, 'utf8')).join('')).toBe('');
  });

  it('is not taken over if somebody else was faster', async () => {
    const path = newPath();
    const now = Date.parse('2027-06-18T12:00:00Z');
    writeFileSync(path, JSON.stringify(left(now - 6 * MINUTE)));
    let looks = 0;
    // When it was started, what would be written, and then how old the present lock is.
    const clock: LockClock = {
      now: () => {
        if (++looks === 3) writeFileSync(path, JSON.stringify({ ...left(now), id: '4567cdef', user: 'carl' }));
        return now;
      },
      every: () => () => undefined,
    };
    await expect(takeLock(path, ben, clock)).rejects.toThrow('another run is in progress: carl@laptop');
    expect(readdirSync(dirname(path))).toEqual(['production.lock']);
    expect(readLock(path)).toMatchObject({ id: '4567cdef' });
  });

  it('is left to a process that is taking it over, unless that one has died meanwhile', async () => {
    const path = newPath();
    const clock = new ManualClock();
    const right = `${path}.0123abcd.takeover`;
    writeFileSync(path, JSON.stringify(left(clock.now() - 6 * MINUTE)));
    writeFileSync(right, '');
    let wasThere = false;
    setTimeout(() => {
      wasThere = existsSync(right);
      const longAgo = Date.now() / 1000 - 6;
      utimesSync(right, longAgo, longAgo);
    }, 5);
    const taken = await takeLock(path, ben, clock);
    expect(wasThere).toBe(true);
    expect(taken.tookOver).toBe('0123abcd');
    expect(readdirSync(dirname(path))).toEqual(['production.lock']);
  });

  it('that is taken over leaves no file open', async () => {
    const path = newPath();
    const clock = new ManualClock();
    const opened = await openedBy(async () => {
      for (let index = 0; index < 150; index++) {
        writeFileSync(path, JSON.stringify(left(clock.now() - 6 * MINUTE)));
        await (await takeLock(path, ben, clock)).release();
      }
    });
    expect(opened).toBeLessThan(100);
  });
});

describe('the message about a held lock', () => {
  const now = Date.parse('2027-06-18T12:00:00Z');

  it.each([
    [-5000, 'last seen 0 seconds ago'],
    [0, 'last seen 0 seconds ago'],
    [1400, 'last seen 1 second ago'],
    [1500, 'last seen 2 seconds ago'],
    [1_000_000, 'last seen 1000 seconds ago'],
  ])('counts the seconds since its heartbeat: %i ms', (age, said) => {
    expect(heldBy(left(now - age), now).message).toMatch(new RegExp(`${said}$`));
  });

  it('ends with the URL of its run, if it has one', () => {
    const url = 'https://ci.example/runs/7';
    expect(heldBy({ ...left(now), url }, now).message).toMatch(
      /last seen 0 seconds ago \(https:\/\/ci\.example\/runs\/7\)$/,
    );
  });
});

it('a process names its user, its machine and what it is doing', () => {
  expect(thisProcess()).toMatchObject({ user: expect.stringMatching(/./), host: hostname(), pid: process.pid });
  expect(thisProcess({ command: 'sync', url: 'https://ci.example' })).toEqual({
    ...thisProcess(),
    command: 'sync',
    url: 'https://ci.example',
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

  it('this container before its restart is taken over once it shows no sign of life', () => {
    const earlier = { space: 'pid:[1]', started: '1' };
    expect(standing(earlier, NOW - 1000)).toBe('unclear');
    expect(standing(earlier, NOW - 9000)).toBe('left-behind');
  });

  it('another container on this machine counts until it expires, whatever its process ids are', () => {
    const other = { space: 'pid:[1]', host: 'another', pid: 2 ** 22 + 1 };
    expect(standing(other, NOW - 4 * MINUTE)).toBe('held');
    expect(standing(other, NOW - 6 * MINUTE)).toBe('left-behind');
  });

  it('this machine before its restart is taken over, but not one of a machine with the same name', () => {
    const booted = NOW - uptime() * 1000;
    const other = { boot: 'yesterday' };
    expect(standing(other, Math.min(booted, NOW - 8000) - 1000)).toBe('left-behind');
    expect(standing(other, Math.max(booted, NOW - MINUTE) + 1000)).toBe('held');
  });
});

async function contender(path: string) {
  const script = fileURLToPath(new URL('../lock-process.ts', import.meta.url));
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
  it.each(['free', 'left behind'])('get it once if it is %s', async (before) => {
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
    expect(outcomes.filter((outcome) => outcome.startsWith('UserError: another run is in progress'))).toHaveLength(4);
  });
});
