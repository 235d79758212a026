import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keptBodies } from '../../../src/state/file/kept-files.ts';
import { digest } from '../../../src/values/digest.ts';
import { nodeDisk, type Disk } from '../../../src/state/file/disk.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const newFolder = (): string => join(temporaryFolder(), 'production.bodies');

describe('stored texts', () => {
  it('are files named by their digests, in a folder that is created with the first', async () => {
    const folder = newFolder();
    const bodies = keptBodies(nodeDisk, folder);
    expect(await bodies.read(digest('text'))).toBeUndefined();
    expect(existsSync(folder)).toBe(false);
    const name = await bodies.keep('text');
    expect(name).toBe(digest('text'));
    expect(readFileSync(join(folder, name), 'utf8')).toBe('text');
    expect(await bodies.read(name)).toBe('text');
  });

  it('are written once', async () => {
    let writes = 0;
    const write: Disk['write'] = (path, text) => {
      writes += 1;
      return nodeDisk.write(path, text);
    };
    const bodies = keptBodies({ ...nodeDisk, write }, newFolder());
    expect(await bodies.keep('text')).toBe(await bodies.keep('text'));
    expect(writes).toBe(1);
  });

  it('are read unchanged, even if git has changed their line breaks', async () => {
    const folder = newFolder();
    const bodies = keptBodies(nodeDisk, folder);
    const [feeds, returns] = [await bodies.keep('a\nb\n'), await bodies.keep('c\r\nd\r\n')];
    writeFileSync(join(folder, feeds), 'a\r\nb\r\n');
    writeFileSync(join(folder, returns), 'c\nd\n');
    expect(await bodies.read(feeds)).toBe('a\nb\n');
    expect(await bodies.read(returns)).toBe('c\r\nd\r\n');
    expect(await bodies.read(await bodies.keep('e\r\nf\n'))).toBe('e\r\nf\n');
  });

  it('that were changed otherwise count as missing, and are stored again', async () => {
    const folder = newFolder();
    const bodies = keptBodies(nodeDisk, folder);
    const name = await bodies.keep('text');
    writeFileSync(join(folder, name), 'another text');
    expect(await bodies.read(name)).toBeUndefined();
    await bodies.keep('text');
    expect(await bodies.read(name)).toBe('text');
  });

  it('are dropped except for the named ones', async () => {
    const folder = newFolder();
    const bodies = keptBodies(nodeDisk, folder);
    await bodies.dropAllBut(new Set());
    const [kept] = [await bodies.keep('kept'), await bodies.keep('dropped')];
    await bodies.dropAllBut(new Set([kept, 'missing']));
    expect(readdirSync(folder)).toEqual([kept]);
  });
});
