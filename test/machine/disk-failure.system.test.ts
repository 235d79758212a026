import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { diskFailure } from '../../src/machine/disk-failure.ts';
import { folderWith, gitcast } from '../cli/in-memory.ts';
import { program } from '../programs.ts';
import { leftOutIf, needs } from '../needs.ts';

const SOUND = { 'gitcast.config.yaml': 'content: content\n', 'content/broadcast.yaml': 'name: A\n' };

const LAUNCHER = fileURLToPath(new URL('../../bin/gitcast.mjs', import.meta.url));

/** Only a process of its own can see a folder as read-only that the others can write to. */
const readOnly = (folder: string, words: readonly string[], cwd: string) =>
  spawnSync(
    program('unshare'),
    ['-rm', 'sh', '-c', 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"', folder, ...words],
    { cwd, encoding: 'utf8' },
  );

const onReadOnly = (folder: string, words: readonly string[], cwd: string) =>
  readOnly(folder, [process.execPath, LAUNCHER, ...words], cwd);

const hasPrograms = needs('mount', 'unshare');
/** In a folder of its own: one in which another test has mounted a disk cannot be mounted again. */
const tried = mkdtempSync(join(tmpdir(), 'gitcast-mount-'));
const canMount = hasPrograms && readOnly(tried, ['true'], '/').status === 0;
rmdirSync(tried);

/** What an act throws, as the sentence that the user reads. */
function sentence(act: () => void): string | undefined {
  try {
    act();
  } catch (error) {
    return diskFailure(error)?.message;
  }
  throw new Error('it was expected to fail');
}

describe('a refusal of the disk', () => {
  it.skipIf(leftOutIf(!existsSync('/dev/full'), 'there is no /dev/full'))('is a sentence when the disk is full', () => {
    expect(sentence(() => writeFileSync('/dev/full', 'a'))).toBe('the disk is full');
  });

  it('is a sentence when the database of the embedded service has no room', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('PRAGMA max_page_count = 2; CREATE TABLE a (b)');
    const fill = (): void => database.exec('INSERT INTO a VALUES (randomblob(100000))');
    expect(sentence(fill)).toBe('the embedded service stopped: the disk is full');
  });

  it.skipIf(leftOutIf(hasPrograms && !canMount, 'this user cannot mount a disk') || !hasPrograms)(
    'is a sentence when a folder cannot be made on a read-only disk',
    async () => {
      const cwd = folderWith({ ...SOUND, 'disk/a-file': '' });
      const { stdout, stderr } = onReadOnly(join(cwd, 'disk'), ['openapi', '--out', 'disk/a/b/openapi.json'], cwd);
      expect([stdout, stderr]).toEqual([
        '',
        `error: ${cwd}/disk/a/b/openapi.json could not be written: the disk is read-only\n`,
      ]);
    },
  );

  it('is a sentence when a folder cannot be made for a reason that Node.js does not say', () => {
    const error = Object.assign(new Error('ENOENT'), {
      code: 'ENOENT',
      syscall: 'mkdir',
      path: join(folderWith(), 'a/b'),
    });
    expect(diskFailure(error)?.message).toMatch(/a\/b cannot be used: the folder cannot be made$/);
  });

  it('leaves what may be a fault of the program as it is', () => {
    expect(sentence(() => writeFileSync(join(folderWith(), 'none', 'a'), ''))).toBeUndefined();
    expect(sentence(() => new DatabaseSync(':memory:').exec('SELEC 1'))).toBeUndefined();
    expect(diskFailure('EACCES')).toBeUndefined();
  });
});

describe('a path that the user gave', () => {
  it('is named with what is wrong with it', async () => {
    const cwd = folderWith(SOUND);
    const { exitCode, stderr } = await gitcast('openapi --out content', { cwd });
    expect([exitCode, stderr]).toEqual([1, `error: ${cwd}/content could not be written: it is a folder\n`]);
  });

  it('may lie in a folder that is not there yet', async () => {
    const cwd = folderWith(SOUND);
    await gitcast('openapi --out interface/today.json', { cwd });
    expect(existsSync(join(cwd, 'interface/today.json'))).toBe(true);
  });

  it('is named when it is the configuration', async () => {
    const cwd = folderWith({ ...SOUND, 'gitcast.config.yaml': '' });
    rmSync(join(cwd, 'gitcast.config.yaml'));
    mkdirSync(join(cwd, 'gitcast.config.yaml'));
    const { stderr } = await gitcast('validate', { cwd });
    expect(stderr).toBe(`error: ${cwd}/gitcast.config.yaml cannot be read: it is a folder\n`);
  });

  it('is named when a repository cannot be started there', async () => {
    const cwd = folderWith({ 'a-file': '' });
    const { stderr } = await gitcast('init a-file', { cwd });
    expect(stderr).toMatch(/could not be written, so nothing was changed: a part of the path is not a folder\n$/);
  });
});
