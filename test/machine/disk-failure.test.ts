import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { diskFailure } from '../../src/machine/disk-failure.ts';
import { folderWith, gitcast } from '../cli/in-memory.ts';

const SOUND = { 'content/broadcast.yaml': 'name: A\n' };

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
  it.skipIf(!existsSync('/dev/full'))('is a sentence when the disk is full', () => {
    expect(sentence(() => writeFileSync('/dev/full', 'a'))).toBe('the disk is full');
  });

  it('is a sentence when the database of the embedded service has no room', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('PRAGMA max_page_count = 2; CREATE TABLE a (b)');
    const fill = (): void => database.exec('INSERT INTO a VALUES (randomblob(100000))');
    expect(sentence(fill)).toBe('the embedded service stopped: the disk is full');
  });

  it('is a sentence when a folder cannot be made', () => {
    const error = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'mkdir', path: '/a/b' });
    expect(diskFailure(error)?.message).toBe(
      '/a/b cannot be used: the folder cannot be made, the disk may be read-only',
    );
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
    const { exitCode, stderr } = await gitcast('plan --offline --target local --out content', { cwd });
    expect([exitCode, stderr]).toEqual([1, `error: ${cwd}/content could not be written: it is a folder\n`]);
  });

  it('may lie in a folder that is not there yet', async () => {
    const cwd = folderWith(SOUND);
    await gitcast('plan --offline --target local --out plans/today.json', { cwd });
    expect(existsSync(join(cwd, 'plans/today.json'))).toBe(true);
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
    expect(stderr).toMatch(/could not be written: a part of the path is not a folder\n$/);
  });
});
