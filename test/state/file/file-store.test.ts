import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeDisk, type Disk } from '../../../src/state/file/disk.ts';
import { createFileStore, type FileStoreOptions } from '../../../src/state/file/file-store.ts';
import { thisProcess } from '../../../src/state/file/lock.ts';
import { IDENTITY } from '../identity.ts';
import { entry, intent, storeContract, written } from '../store-contract.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

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

  it('leaves nothing behind except the state', async () => {
    const { store, lock, folder } = await opened();
    await store.save({ base: { entries: new Map([['events/a', entry]]) }, unfinished: [] }, lock);
    await lock.release();
    expect(readdirSync(folder)).toEqual(['production.json']);
  });

  it('keeps the state of another folder only if it is part of the content that moved', async () => {
    const { store, lock, folder } = await opened();
    await store.save({ base: { entries: new Map([['events/a', entry]]) }, unfinished: [] }, lock);
    const moved = { folder, target: 'production', identity: { ...IDENTITY, userId: 'sub', folder: 'sub' } };
    await expect(createFileStore(moved).load()).rejects.toThrow('made for a different target');
    const { base, ...rest } = await createFileStore({ ...moved, isPartOfContent: true }).load();
    expect([...base.entries.keys()]).toEqual(['events/a']);
    expect(rest).toEqual({ unfinished: [], interrupted: false });
  });

  it('ignores a torn line', async () => {
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

  it('explains why a folder cannot be used', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const store = createFileStore({ folder: join(file, 'state'), target: 'production', identity: IDENTITY });
    await expect(store.lock(thisProcess())).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('a part of the path is not a folder'),
    });
  });
});

describe('stored bodies', () => {
  it('are files, dropped when no entry names them', async () => {
    const { store, lock, folder } = await opened();
    const [kept] = [await store.keepBody('kept'), await store.keepBody('dropped')];
    const entries = new Map([['articles/a', { ...entry, body: kept }]]);
    await store.save({ base: { entries }, unfinished: [] }, lock);
    expect(readdirSync(join(folder, 'production.bodies'))).toEqual([kept]);
  });

  it('that somebody changed count as missing, and are stored again', async () => {
    const { store, folder } = await opened();
    const name = await store.keepBody('as it was');
    writeFileSync(join(folder, 'production.bodies', name), 'as it');
    expect(await store.body(name)).toBeUndefined();
    await store.keepBody('as it was');
    expect(await store.body(name)).toBe('as it was');
  });
});

describe('the journal', () => {
  it('makes the lines of concurrent changes durable together', async () => {
    let writes = 0;
    const disk: Disk = {
      ...nodeDisk,
      openToAppend: async (path) => {
        const file = await nodeDisk.openToAppend(path);
        return {
          ...file,
          append: (text) => {
            writes += 1;
            return file.append(text);
          },
        };
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

describe('a file store with files of a different target', () => {
  const OTHER = { ...IDENTITY, broadcastId: '64b7c0ffee64b7c0ffee0003' };
  const refusal = {
    name: 'UserError',
    message: expect.stringContaining('was made for a different target: broadcastId'),
  };

  it('refuses a state, and a journal without one', async () => {
    const { store, lock, folder } = await opened();
    const other = createFileStore({ folder, target: 'production', identity: OTHER });
    await store.journal(lock).append(written('events/a'));
    await expect(other.load()).rejects.toMatchObject(refusal);
    await store.save(await store.load(), lock);
    await expect(other.load()).rejects.toMatchObject(refusal);
    await other.reset(lock);
    expect((await other.load()).base.entries.size).toBe(0);
    await expect(store.load()).rejects.toMatchObject(refusal);
  });

  it('refuses a journal next to its own state', async () => {
    const { store, lock, folder } = await opened();
    const other = createFileStore({ folder, target: 'production', identity: OTHER });
    await other.reset(lock);
    await store.journal(lock).append(written('events/a'));
    await expect(other.load()).rejects.toMatchObject(refusal);
  });

  it('records its target in the lock and at the start of the journal', async () => {
    const { store, lock, folder } = await opened();
    await store.journal(lock).append(written('events/a'));
    const [lockText, journal] = ['lock', 'journal'].map((name) =>
      readFileSync(join(folder, `production.${name}`), 'utf8'),
    );
    expect(JSON.parse(lockText!)).toMatchObject({ identity: IDENTITY });
    expect(JSON.parse(journal!.split('\n')[0]!)).toEqual({ identity: IDENTITY });
  });
});

describe('a save to files', () => {
  const steps: string[] = [];
  const noted: Disk = {
    ...nodeDisk,
    remove: (path) => {
      steps.push(`remove ${basename(path)}`);
      return nodeDisk.remove(path);
    },
    rename: (from, to) => {
      steps.push(`write ${basename(to)}`);
      return nodeDisk.rename(from, to);
    },
    syncFolder: (folder) => {
      steps.push('sync');
      return nodeDisk.syncFolder(folder);
    },
  };

  it('makes the state durable, then ends the journal, and removes what killed processes left', async () => {
    const { store, lock, folder } = await opened({ disk: noted });
    await store.journal(lock).append(written('events/a'));
    for (const name of ['production.json.1.tmp', 'production.2.tmp', 'staging.json.3.tmp', 'productions.tmp'])
      writeFileSync(join(folder, name), '');
    const loaded = await store.load();
    steps.length = 0;
    await store.save(loaded, lock);
    expect(steps.slice(0, 4)).toEqual(['write production.json', 'sync', 'remove production.journal', 'sync']);
    await lock.release();
    expect(readdirSync(folder).sort()).toEqual(['production.json', 'productions.tmp', 'staging.json.3.tmp']);
  });

  it('has what is unfinished, so that a state that is committed has it too', async () => {
    const { store, lock, folder } = await opened({ disk: noted });
    await store.save({ base: { entries: new Map() }, unfinished: [intent('events/a')] }, lock);
    await lock.release();
    expect(readdirSync(folder)).toEqual(['production.json']);
    const loaded = await createFileStore({ folder, target: 'production', identity: IDENTITY }).load();
    expect(loaded).toMatchObject({ unfinished: [intent('events/a')], interrupted: true });
    expect(await store.where()).toBe(`in ${join(folder, 'production.json')}`);
  });

  it('is refused for a run that has lost its lock, and so is a reset', async () => {
    const { store, lock, folder } = await opened();
    await store.journal(lock).append(written('events/a'));
    await store.unlock(lock.id);
    await expect(store.save(await store.load(), lock)).rejects.toThrow('lost its lock');
    await expect(store.reset(lock)).rejects.toThrow('lost its lock');
    expect(readdirSync(folder)).toEqual(['production.journal']);
  });
});

describe('the target of stored files', () => {
  const OTHER = { ...IDENTITY, broadcastId: '64b7c0ffee64b7c0ffee0003' };
  it('is read from the state', async () => {
    const { store, lock, folder } = await opened();
    await store.save({ base: { entries: new Map([['events/a', entry]]) }, unfinished: [] }, lock);
    const again = createFileStore({ folder, target: 'production', identity: IDENTITY });
    expect(await again.load()).toEqual({
      base: { entries: new Map([['events/a', entry]]), deleted: new Map() },
      unfinished: [],
      interrupted: false,
    });
  });

  it('is read from the journal if there is no state yet', async () => {
    const { store, lock, folder } = await opened();
    await store.journal(lock).append(written('events/a'));
    const again = createFileStore({ folder, target: 'production', identity: IDENTITY });
    expect((await again.load()).base.entries.size).toBe(1);
  });

  it('is a different one if only the journal is ours', async () => {
    const { store, lock, folder } = await opened();
    await createFileStore({ folder, target: 'production', identity: OTHER }).reset(lock);
    await store.journal(lock).append(written('events/a'));
    await expect(store.load()).rejects.toThrow('was made for a different target: broadcastId');
  });
});

describe('files next to a database that may be wiped', () => {
  const NEW = { ...IDENTITY, baseUrl: 'embedded:new' };
  const beside = (folder: string, more: Partial<FileStoreOptions> = {}) =>
    createFileStore({ folder, target: 'production', identity: NEW, startsAnew: true, ...more });
  const NOTE =
    'the database of production is new, so the state next to it no longer applies: it was made for baseUrl https://api.example.org (here the database new); gitcast starts over';

  /** A folder with a state, and perhaps a journal, of the previous database. */
  async function before({ journalled = false } = {}): Promise<string> {
    const { store, lock, folder } = await opened();
    await store.save({ base: { entries: new Map([['events/a', entry]]) }, unfinished: [] }, lock);
    if (journalled) await store.journal(lock).append(written('events/b'));
    await lock.release();
    return folder;
  }

  it('are not used for a new one, with a note', async () => {
    expect(await beside(await before({ journalled: true })).load()).toEqual({
      base: { entries: new Map(), deleted: new Map() },
      unfinished: [],
      interrupted: false,
      note: NOTE,
    });
  });

  it('are used for their own', async () => {
    const folder = await before();
    const loaded = await beside(folder, { identity: IDENTITY, isReported: true }).load();
    expect(loaded.base.entries.size).toBe(1);
    expect(loaded).not.toHaveProperty('note');
  });

  it('are reset with the lock by a run that has asked the service, and by no other', async () => {
    const folder = await before({ journalled: true });
    const unasked = await beside(folder).lock(thisProcess());
    expect(unasked).not.toHaveProperty('note');
    await unasked.release();
    expect(existsSync(join(folder, 'production.journal'))).toBe(true);

    const asking = beside(folder, { isReported: true });
    const lock = await asking.lock(thisProcess());
    expect(lock.note).toBe(NOTE);
    await expect(lock.assertHeld()).resolves.toBeUndefined();
    expect(existsSync(join(folder, 'production.journal'))).toBe(false);
    expect(await asking.load()).not.toHaveProperty('note');
    await lock.release();
    expect(await asking.lock(thisProcess())).not.toHaveProperty('note');
  });

  it('are reset with a note about a lock that was left behind too', async () => {
    const folder = await before();
    await beside(folder).lock({ ...thisProcess(), pid: 2 ** 22 + 1 });
    const { note } = await beside(folder, { isReported: true }).lock(thisProcess());
    expect(note).toMatch(
      /^took over the lock of .*, which was left behind by a run that died\nthe database of production/,
    );
  });

  it('are locked like others if they are not to be reset', async () => {
    const { store, lock, folder } = await opened();
    await store.save({ base: { entries: new Map([['events/a', entry]]) }, unfinished: [] }, lock);
    await lock.release();
    const other = beside(folder, { isReported: true, startsAnew: false });
    expect(await other.lock(thisProcess())).not.toHaveProperty('note');
    expect((await store.load()).base.entries.size).toBe(1);
  });

  it('are locked even if they cannot be read, so that they can be reset', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'production.json'), 'nonsense');
    const store = beside(folder, { isReported: true });
    const lock = await store.lock(thisProcess());
    await expect(store.load()).rejects.toThrow('it is not JSON');
    await store.reset(lock);
    expect((await store.load()).base.entries.size).toBe(0);
  });

  it('are not left locked after an internal error', async () => {
    const folder = await before();
    const disk: Disk = { ...nodeDisk, read: () => Promise.reject(new TypeError('a fault')) };
    await expect(beside(folder, { isReported: true, disk }).lock(thisProcess())).rejects.toThrow('a fault');
    expect(readdirSync(folder)).toEqual(['production.json']);
  });
});
