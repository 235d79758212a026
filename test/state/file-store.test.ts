import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeDisk, type Disk } from '../../src/state/disk.ts';
import { createFileStore } from '../../src/state/file-store.ts';
import { thisProcess } from '../../src/state/lock.ts';
import { IDENTITY } from './identity.ts';
import { entry, storeContract, written } from './store-contract.ts';
import { temporaryFolder } from './temporary-folder.ts';

async function opened({ folder = temporaryFolder(), disk }: { folder?: string; disk?: Disk } = {}) {
  const store = createFileStore({ folder, target: 'production', identity: IDENTITY, ...(disk && { disk }) });
  const lock = await store.lock(thisProcess());
  return { folder, store, lock };
}

describe('a file store', () => {
  storeContract(() => {
    const folder = join(temporaryFolder(), 'not', 'yet');
    return () => createFileStore({ folder, target: 'production', identity: IDENTITY });
  });

  it('leaves nothing behind but the state', async () => {
    const { store, lock, folder } = await opened();
    await store.save({ base: { entries: new Map([['events/a', entry]]) }, unfinished: [] }, lock);
    await lock.release();
    expect(readdirSync(folder)).toEqual(['production.json']);
  });

  it('goes on after a torn line as if it had never been begun', async () => {
    const { store, lock, folder } = await opened();
    const path = join(folder, 'production.journal');
    await store.journal(lock).append(written('events/a'));
    writeFileSync(path, '{"type":"written","address":"events/é', { flag: 'a' });
    await store.journal(lock).append(written('events/b'));
    expect([...(await store.load()).base.entries.keys()]).toEqual(['events/a', 'events/b']);
  });

  it('reports a journal with a damaged line and how to rebuild', async () => {
    const { store, lock, folder } = await opened();
    await store.journal(lock).append(written('events/a'));
    writeFileSync(join(folder, 'production.journal'), '\0\0\0\n{}\n', { flag: 'a' });
    await expect(store.load()).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('damaged at line 3'),
      suggestion: expect.stringContaining('gitcast state rebuild'),
    });
  });

  it('says what is wrong with a folder that cannot be one', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const store = createFileStore({ folder: join(file, 'state'), target: 'production', identity: IDENTITY });
    await expect(store.lock(thisProcess())).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('a part of the path is not a folder'),
    });
  });
});

describe('kept bodies', () => {
  it('are files, dropped when no entry names them', async () => {
    const { store, lock, folder } = await opened();
    const [kept] = [await store.keepBody('kept'), await store.keepBody('dropped')];
    const entries = new Map([['articles/a', { ...entry, body: kept }]]);
    await store.save({ base: { entries }, unfinished: [] }, lock);
    expect(readdirSync(join(folder, 'production.bodies'))).toEqual([kept]);
  });

  it('that somebody changed count as not kept, and are kept anew', async () => {
    const { store, folder } = await opened();
    const name = await store.keepBody('as it was');
    writeFileSync(join(folder, 'production.bodies', name), 'as it');
    expect(await store.body(name)).toBeUndefined();
    await store.keepBody('as it was');
    expect(await store.body(name)).toBe('as it was');
  });
});

describe('the journal', () => {
  it('makes the lines of changes that are under way together safe together', async () => {
    let writes = 0;
    const disk: Disk = {
      ...nodeDisk,
      append: (path, text) => {
        writes += 1;
        return nodeDisk.append(path, text);
      },
    };
    const { store, lock, folder } = await opened({ disk });
    const journal = store.journal(lock);
    const safe = (): number => (existsSync(join(folder, 'production.journal')) ? lineCount(folder) : 0);
    await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        await journal.append(written(`events/${index}`));
        expect(safe()).toBeGreaterThan(index);
      }),
    );
    await journal.close();
    expect(lineCount(folder)).toBe(1 + 1000);
    expect(writes).toBeLessThan(5);
  });
});

const lineCount = (folder: string): number =>
  readFileSync(join(folder, 'production.journal'), 'utf8').split('\n').length - 1;

describe('a file store whose files were made for another target', () => {
  const OTHER = { ...IDENTITY, broadcastId: '64b7c0ffee64b7c0ffee0003' };
  const refusal = { name: 'UserError', message: expect.stringContaining('was made for another target: broadcastId') };

  it('refuses a state, and a journal without one', async () => {
    const { store, lock, folder } = await opened();
    const other = createFileStore({ folder, target: 'production', identity: OTHER });
    await store.journal(lock).append(written('events/a'));
    await expect(other.load()).rejects.toMatchObject(refusal);
    await store.save(await store.load(), lock);
    await expect(other.load()).rejects.toMatchObject(refusal);
    await expect(other.move(lock)).rejects.toMatchObject(refusal);
    await other.reset(lock);
    expect((await other.load()).base.entries.size).toBe(0);
    await expect(store.load()).rejects.toMatchObject(refusal);
  });

  it('refuses a journal beside a state of its own', async () => {
    const { store, lock, folder } = await opened();
    const other = createFileStore({ folder, target: 'production', identity: OTHER });
    await other.reset(lock);
    await store.journal(lock).append(written('events/a'));
    await expect(other.load()).rejects.toMatchObject(refusal);
  });

  it('writes down its target in the lock and at the head of the journal', async () => {
    const { store, lock, folder } = await opened();
    await store.journal(lock).append(written('events/a'));
    const [lockText, journal] = ['lock', 'journal'].map((name) =>
      readFileSync(join(folder, `production.${name}`), 'utf8'),
    );
    expect(JSON.parse(lockText!)).toMatchObject({ identity: IDENTITY });
    expect(JSON.parse(journal!.split('\n')[0]!)).toEqual({ identity: IDENTITY });
  });
});
