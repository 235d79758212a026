import { closeSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thisProcess } from '../../../src/machine/processes.ts';
import {
  createExclusively,
  isExpired,
  lockIn,
  ownerName,
  readLock,
  standingOf,
  type LockText,
} from '../../../src/state/file/lock-file.ts';
import { openedBy } from '../open-files.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

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

const OTHERWISE = { id: 'unreadable', at: ago(0) };

describe('the text of a lock', () => {
  it('is read as written', () => {
    expect(lockIn(JSON.stringify(lock({ command: 'sync' })), OTHERWISE)).toEqual(lock({ command: 'sync' }));
  });

  it.each([
    ['an empty text', '', 'it is empty'],
    ['NUL bytes', '\0'.repeat(200), 'it contains NUL bytes'],
    ['half of a lock', JSON.stringify(lock()).slice(0, 40), 'it is not JSON'],
    ['a list', '[]', 'it is a list, expected an object'],
    ['null', 'null', 'it is null, expected an object'],
    ['a number', '5', 'it is 5, expected an object'],
    ['a lock with a byte order mark', `\ufeff${JSON.stringify(lock())}`, 'it starts with a byte order mark'],
    ['a lock with two ids', `{"id": "0123abcd",${JSON.stringify(lock()).slice(1)}`, 'it has the key `id` twice'],
    ['a lock without an id', JSON.stringify({ ...lock(), id: undefined }), '`id` is missing'],
    ['a lock with an id of another format', JSON.stringify(lock({ id: 'unreadable' })), '`id` is “unreadable”'],
    ['a lock whose id is longer', JSON.stringify(lock({ id: '0123abcd0' })), '`id` is “0123abcd0”'],
  ])('that is %s is a lock that nobody can be asked about, with the cause', (_, text, why) => {
    expect(lockIn(text, OTHERWISE)).toMatchObject({
      id: 'unreadable',
      pid: 0,
      heartbeat: ago(0),
      unreadable: expect.stringContaining(why),
    });
  });

  it.each([
    ['no heartbeat', { heartbeat: undefined }, '`heartbeat` is missing'],
    ['a heartbeat that is not a time', { heartbeat: 'just now' }, '`heartbeat` is “just now”'],
  ])('with %s keeps the id by which it can be removed', (_, more, why) => {
    expect(lockIn(JSON.stringify({ ...lock(), ...more }), OTHERWISE)).toMatchObject({
      id: '0123abcd',
      user: 'ana',
      host: 'laptop',
      unreadable: expect.stringContaining(why),
    });
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

  it('appears with its text, and leaves no other file', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'production.lock');
    closeSync(createExclusively(path, 'first')!);
    expect(createExclusively(path, 'second')).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['production.lock']);
    expect(statSync(path).nlink).toBe(1);
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
      unreadable: 'it is empty',
      isEmpty: true,
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
  const EMPTY = { id: 'unreadable', unreadable: 'it is empty', isEmpty: true };
  const DAMAGED = { unreadable: '`pid` is missing' };

  it.each([
    ['an empty lock, 5 s after it was created', 'unclear', EMPTY, 5 * SECOND],
    ['an empty lock, a moment later', 'held', EMPTY, 5 * SECOND + 1],
    ['an empty lock, an hour later', 'held', EMPTY, 60 * MINUTE],
    ['a lock that cannot be read, at once', 'held', { unreadable: 'it is not JSON' }, 0],
    ['a lock that cannot be read, an hour later', 'held', { unreadable: 'it is not JSON' }, 60 * MINUTE],
    ['a damaged lock until it expires', 'held', { ...DAMAGED, expires: '2099-01-01T00:00:00Z' }, 60 * MINUTE],
    ['a damaged lock that has expired', 'left-behind', { ...DAMAGED, expires: '2020-01-01T00:00:00Z' }, 0],
    [
      'a lock of another machine that expires later',
      'held',
      { ...elsewhere, expires: '2099-01-01T00:00:00Z' },
      6 * MINUTE,
    ],
    ['a lock of another machine, after 5 minutes', 'held', elsewhere, 5 * MINUTE],
    ['a lock of another machine, a moment later', 'left-behind', elsewhere, 5 * MINUTE + 1],
    ['a lock from before a restart of this container, after 8 s', 'unclear', restarted, 8 * SECOND],
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
