import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeDisk, writeAtomically, type Disk } from '../../../src/state/file/disk.ts';
import { isLeftBehind } from '../../../src/machine/replace-file.ts';
import { openedBy } from '../open-files.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

async function append(path: string, ...texts: readonly string[]): Promise<void> {
  const file = await nodeDisk.openToAppend(path);
  for (const text of texts) await file.append(text);
  await file.close();
}

describe('the disk', () => {
  it('creates, writes, appends to, truncates, renames and removes files', async () => {
    const folder = join(temporaryFolder(), 'not', 'yet');
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    await nodeDisk.makeFolder(folder);
    await nodeDisk.makeFolder(folder);
    await nodeDisk.create(one, 'created');
    expect(readFileSync(one, 'utf8')).toBe('created');
    await nodeDisk.write(one, 'été');
    await append(one, ' and', ' more');
    expect(await nodeDisk.read(one)).toBe('été and more');
    await nodeDisk.truncate(one, 5);
    expect(await nodeDisk.read(one)).toBe('été');
    await append(two, 'new');
    await nodeDisk.rename(one, two);
    await nodeDisk.syncFolder(folder);
    expect(await nodeDisk.list(folder)).toEqual(['two']);
    expect(await nodeDisk.read(two)).toBe('été');
    await nodeDisk.remove(two);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('treats missing files as empty', async () => {
    const missing = join(temporaryFolder(), 'missing');
    expect(await nodeDisk.read(missing)).toBeUndefined();
    expect(await nodeDisk.list(missing)).toEqual([]);
    await expect(nodeDisk.remove(missing)).resolves.toBeUndefined();
  });

  it('keeps no file open', async () => {
    const path = join(temporaryFolder(), 'file');
    expect(
      await openedBy(async () => {
        for (let index = 0; index < 200; index++) await append(path, 'x');
      }),
    ).toBeLessThan(100);
  });

  it('does not create a file that exists', async () => {
    const path = join(temporaryFolder(), 'file');
    writeFileSync(path, 'there');
    await expect(nodeDisk.create(path, 'new')).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(path, 'utf8')).toBe('there');
  });

  const STEPS: Readonly<Record<string, (disk: Disk, path: string) => Promise<unknown>>> = {
    read: ({ read }, path) => read(path),
    create: ({ create }, path) => create(join(path, 'below'), ''),
    write: ({ write }, path) => write(join(path, 'below'), ''),
    append: ({ openToAppend }, path) => openToAppend(join(path, 'below')),
    truncate: ({ truncate }, path) => truncate(join(path, 'below'), 0),
    list: ({ list }, path) => list(join(path, 'below')),
    makeFolder: ({ makeFolder }, path) => makeFolder(join(path, 'below')),
    remove: ({ remove }, path) => remove(join(path, 'below')),
  };

  it.each(Object.entries(STEPS))('names the file that it cannot %s, and why', async (name, act) => {
    const folder = temporaryFolder();
    const path = join(folder, 'entry');
    if (name === 'read') mkdirSync(path);
    else writeFileSync(path, '');
    const reason = name === 'read' ? 'it is a folder' : 'a part of the path is not a folder';
    const subject = name === 'read' ? path : join(path, 'below');
    await expect(act(nodeDisk, path)).rejects.toMatchObject({
      name: 'UserError',
      message: `${subject} cannot be used: ${reason}`,
    });
  });

  it('reports a folder that is not one, and the destination of a failed rename', async () => {
    const folder = temporaryFolder();
    const [file, below] = [join(folder, 'file'), join(folder, 'file', 'below')];
    writeFileSync(file, '');
    await expect(nodeDisk.syncFolder(below)).rejects.toThrow(`${below} cannot be used: a part of the path`);
    await expect(nodeDisk.rename(file, below)).rejects.toThrow(`${below} cannot be used: a part of the path`);
  });

  it('rethrows a missing file that is required: that is a bug in gitcast', async () => {
    const missing = join(temporaryFolder(), 'missing', 'file');
    for (const act of [
      () => nodeDisk.create(missing, ''),
      () => nodeDisk.truncate(missing, 0),
      () => nodeDisk.rename(missing, missing),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'ENOENT', name: 'Error' });
    await expect(nodeDisk.write('a\0b', '')).rejects.toMatchObject({ code: 'ERR_INVALID_ARG_VALUE' });
  });
});

describe('a file that is written completely or not at all', () => {
  it('replaces the old one, and leaves nothing next to it', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'production.json');
    await writeAtomically(nodeDisk, path, 'old');
    await writeAtomically(nodeDisk, path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['production.json']);
  });

  it('is created under a temporary name, renamed, and made durable with its folder', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'production.json');
    const steps: string[] = [];
    const made: string[] = [];
    const disk: Disk = {
      ...nodeDisk,
      create: async (temporary, text) => {
        made.push(temporary);
        steps.push('create');
        await nodeDisk.create(temporary, text);
      },
      rename: async (from, to) => {
        steps.push(`rename to ${to === path ? 'the file' : to}`);
        await nodeDisk.rename(from, to);
      },
      syncFolder: async (synced) => void steps.push(`sync ${synced === folder ? 'its folder' : synced}`),
    };
    await writeAtomically(disk, path, 'text');
    await writeAtomically(disk, path, 'text');
    const once = ['create', 'rename to the file', 'sync its folder'];
    expect(steps).toEqual([...once, ...once]);
    expect(made[0]).not.toBe(made[1]);
    expect(made.every((name) => name.startsWith(`${path}.`) && isLeftBehind(name))).toBe(true);
    expect(isLeftBehind('production.json')).toBe(false);
  });
});
