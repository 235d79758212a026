import { closeSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thisProcess } from '../../../src/machine/processes.ts';
import {
  createExclusively,
  isExpired,
  ownerName,
  parseLock,
  readLock,
  standingOf,
  type LockText,
} from '../../../src/state/file/lock-file.ts';
import { openedBy } from '../open-files.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const NOW = Date.parse('2027-06-18T12:00:00Z');
const ago = (milliseconds: number): string => new Date(NOW - milliseconds).toISOString();
const lock = (more: Partial<LockText> = {}): LockText => ({
  id: '0123abcd',
  user: 'ana',
  host: 'laptop',
  pid: 4711,
  startedAt: ago(0),
  heartbeat: ago(0),
  ...more,
});

describe('the text of a lock', () => {
  it('is read as written', () => {
    expect(parseLock(JSON.stringify(lock({ command: 'sync' })))).toEqual(lock({ command: 'sync' }));
  });

  it.each([
    ['an empty text', ''],
    ['half of a lock', JSON.stringify(lock()).slice(0, 40)],
    ['a list', '[]'],
    ['null', 'null'],
    ['a lock without an id', JSON.stringify({ ...lock(), id: undefined })],
    ['a lock with an id of another format', JSON.stringify(lock({ id: 'unreadable' }))],
    ['a lock whose id is longer', JSON.stringify(lock({ id: '0123abcd0' }))],
    ['a lock without a heartbeat', JSON.stringify({ ...lock(), heartbeat: undefined })],
    ['a lock whose heartbeat is not a time', JSON.stringify(lock({ heartbeat: 'just now' }))],
  ])('is not read from %s', (_, text) => {
    expect(parseLock(text)).toBeUndefined();
  });

  it('names its owner by user, machine and process', () => {
    expect(ownerName(lock())).toBe('ana@laptop (process 4711)');
  });
});

describe('the file of a lock', () => {
  it('is created once, and a second attempt leaves it as it is', () => {
    const path = join(temporaryFolder(), 'production.lock');
    const descriptor = createExclusively(path, 'first');
    expect(descriptor).toEqual(expect.any(Number));
    expect(createExclusively(path, 'second')).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toBe('first');
    closeSync(descriptor!);
  });

  it('that cannot be created for another reason is an error', () => {
    expect(() => createExclusively(join(temporaryFolder(), 'missing', 'a.lock'), '')).toThrow('ENOENT');
  });

  it('is absent if there is none, and an error if it cannot be read', () => {
    const folder = temporaryFolder();
    expect(readLock(join(folder, 'production.lock'))).toBeUndefined();
    mkdirSync(join(folder, 'production.lock'));
    expect(() => readLock(join(folder, 'production.lock'))).toThrow('EISDIR');
  });

  it('is not kept open by reading it', async () => {
    const path = join(temporaryFolder(), 'production.lock');
    writeFileSync(path, '');
    expect(
      await openedBy(() => {
        for (let reads = 0; reads < 200; reads++) readLock(path);
      }),
    ).toBeLessThan(100);
  });

  it('that is still empty counts as held, because it was created', () => {
    const path = join(temporaryFolder(), 'production.lock');
    writeFileSync(path, '');
    utimesSync(path, NOW / 1000, NOW / 1000);
    expect(readLock(path)).toEqual({
      id: 'unreadable',
      user: 'somebody',
      host: 'unknown',
      pid: 0,
      startedAt: ago(0),
      heartbeat: ago(0),
    });
    writeFileSync(path, JSON.stringify(lock()));
    expect(readLock(path)).toEqual(lock());
  });
});

describe('the standing of', () => {
  const [SECOND, MINUTE] = [1000, 60_000];
  const here = { host: 'laptop', pid: 1, boot: 'b', space: 's', started: '7' };
  const elsewhere = { host: 'runner', boot: 'another', space: 's' };
  const restarted = { pid: 1, boot: 'b', space: 'before' };
  const dead = { pid: 2 ** 22 + 1, boot: 'b', space: 's', started: '7' };
  const alive = { ...thisProcess(), boot: 'b', space: 's' };

  it.each([
    ['an empty lock, 5 s after it was created', 'unsettled', { id: 'unreadable' }, 5 * SECOND],
    ['an empty lock, a moment later', 'left-behind', { id: 'unreadable' }, 5 * SECOND + 1],
    ['a lock of another machine, after 5 minutes', 'held', elsewhere, 5 * MINUTE],
    ['a lock of another machine, a moment later', 'left-behind', elsewhere, 5 * MINUTE + 1],
    ['a lock from before a restart of this container, after 8 s', 'unsettled', restarted, 8 * SECOND],
    ['a lock from before a restart of this container, a moment later', 'left-behind', restarted, 8 * SECOND + 1],
    ['a lock of a process that ended here', 'left-behind', dead, 0],
    ['a lock of a process that runs here', 'held', alive, 4 * MINUTE],
    ['a lock of a process that runs here and has not renewed it', 'left-behind', alive, 5 * MINUTE + 1],
  ] as const)('%s is `%s`', (_, standing, owner, age) => {
    const now = Date.now();
    const heartbeat = new Date(now - age).toISOString();
    expect(standingOf(lock({ ...owner, heartbeat }), here, now)).toBe(standing);
  });

  it('a lock that expires is decided by its last heartbeat alone', () => {
    expect(isExpired(lock({ startedAt: ago(60 * MINUTE), heartbeat: ago(5 * MINUTE) }), NOW)).toBe(false);
    expect(isExpired(lock({ heartbeat: ago(5 * MINUTE + 1) }), NOW)).toBe(true);
  });
});
