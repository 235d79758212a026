import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeBlob } from '../../git/write-objects.ts';
import { digest } from '../../../src/values/digest.ts';
import { nodeDisk, writeAtomically } from '../../../src/state/file/disk.ts';
import { deletedCopies, keptBodies } from '../../../src/state/file/kept-files.ts';
import { GitDisk } from '../../../src/state/git/git-disk.ts';
import { NO_COMMIT, type StateCommit } from '../../../src/state/git/state-commit.ts';
import { sharedRepository } from '../shared-repository.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const repository = sharedRepository();

/** A commit with these files. */
async function commitWith(files: Readonly<Record<string, string>>): Promise<StateCommit> {
  const blobs = Object.entries(files).map(
    async ([path, text]) => [path, await writeBlob(repository.git(), text)] as const,
  );
  return { ...NO_COMMIT, id: 'tip', blobs: new Map(await Promise.all(blobs)) };
}

/** A disk that shows a commit with these files, in the folder of a machine. */
async function showing(files: Readonly<Record<string, string>>) {
  const folder = join(temporaryFolder(), 'git-state');
  const disk = new GitDisk({ git: repository.git(), local: nodeDisk, folder, kept: ['live.bodies', 'live.deleted'] });
  disk.show(await commitWith(files));
  const at = (name: string): string => join(folder, name);
  const here = (name: string, text: string): void => {
    mkdirSync(join(at(name), '..'), { recursive: true });
    writeFileSync(at(name), text);
  };
  return { disk, folder, at, here, bodies: keptBodies(disk, at('live.bodies')) };
}

describe('the files of a state on a ref', () => {
  it('are those of the commit, and above them those of this machine', async () => {
    const { disk, folder, at, here } = await showing({ 'live.json': 'there', 'live.deleted/a': 'A' });
    here('live.0123abcd.journal', 'lines');
    here('live.deleted/b', 'B');
    expect([...(await disk.list(folder))].sort()).toEqual(['live.0123abcd.journal', 'live.deleted', 'live.json']);
    expect([...(await disk.list(at('live.deleted')))].sort()).toEqual(['a', 'b']);
    const names = ['live.json', 'live.0123abcd.journal', 'live.deleted/a', 'live.deleted/b', 'live.lock'];
    const texts = await Promise.all(names.map((name) => disk.read(at(name))));
    expect(texts).toEqual(['there', 'lines', 'A', 'B', undefined]);
  });

  it('wait in memory if they are written whole, and are the difference of the next commit', async () => {
    const { disk, folder, at } = await showing({ 'live.json': 'old', 'live.0123abcd.000001.journal': 'lines' });
    await writeAtomically(disk, at('live.json'), 'new');
    await disk.remove(at('live.0123abcd.000001.journal'));
    expect(await disk.read(at('live.json'))).toBe('new');
    expect(await disk.read(at('live.0123abcd.000001.journal'))).toBeUndefined();
    expect(await disk.list(folder)).toEqual(['live.json']);
    const { written, removed } = await disk.difference();
    expect(written).toEqual(new Map([['live.json', 'new']]));
    expect([...removed!.keys()]).toEqual(['live.0123abcd.000001.journal']);
    expect(existsSync(folder)).toBe(false);
  });

  it('that wait are discarded when another commit is shown', async () => {
    const { disk, at } = await showing({ 'live.json': 'old' });
    await writeAtomically(disk, at('live.json'), 'new');
    await disk.remove(at('live.json'));
    disk.show(await commitWith({ 'live.json': 'newer' }));
    expect(await disk.read(at('live.json'))).toBe('newer');
    expect((await disk.difference()).written.size).toBe(0);
  });

  it('are forgotten on this machine once they are in a commit', async () => {
    const { disk, folder, at, here, bodies } = await showing({});
    here('live.0123abcd.journal', 'lines');
    here('other.0123abcd.journal', 'lines');
    await bodies.keep('a text');
    await disk.remove(at('live.0123abcd.journal'));
    expect(readdirSync(folder).sort()).toEqual(['live.0123abcd.journal', 'live.bodies', 'other.0123abcd.journal']);
    await disk.forget();
    expect(readdirSync(folder).sort()).toEqual(['live.bodies', 'other.0123abcd.journal']);
    expect(readdirSync(at('live.bodies'))).toEqual([]);
  });
});

describe('shared stored texts', () => {
  it('are read from this machine, otherwise from the commit', async () => {
    const { bodies } = await showing({ [`live.bodies/${digest('there')}`]: 'there' });
    const here = await bodies.keep('here');
    expect(await bodies.read(here)).toBe('here');
    expect(await bodies.read(digest('there'))).toBe('there');
    expect(await bodies.read(digest('nowhere'))).toBeUndefined();
  });

  it('count as missing if a blob has a different text, or is missing', async () => {
    const { disk, bodies } = await showing({});
    const tip = await commitWith({ [`live.bodies/${digest('one')}`]: 'another' });
    disk.show({ ...tip, blobs: new Map([...tip.blobs, [`live.bodies/${digest('gone')}`, 'f'.repeat(40)]]) });
    expect(await bodies.read(digest('one'))).toBeUndefined();
    expect(await bodies.read(digest('gone'))).toBeUndefined();
  });

  it('are in the next commit byte by byte, unless they are dropped before', async () => {
    const { disk, bodies, at } = await showing({ [`live.bodies/${digest('there')}`]: 'there' });
    const [kept, dropped] = [await bodies.keep('été\r\n'), await bodies.keep('two\n')];
    const copies = deletedCopies(disk, at('live.deleted'));
    await copies.keep({
      address: 'events/a',
      kind: 'event',
      id: '1',
      deletedAt: '2027-06-18T12:00:00.000Z',
      fields: {},
    });
    await bodies.dropAllBut(new Set([kept]));
    const { written, removed } = await disk.difference();
    expect(written.get(`live.bodies/${kept}`)).toBe('été\r\n');
    expect(written.has(`live.bodies/${dropped}`)).toBe(false);
    expect([...written.keys()].filter((name) => name.startsWith('live.deleted/'))).toHaveLength(1);
    expect([...removed!.keys()]).toEqual([`live.bodies/${digest('there')}`]);
  });

  it('that are dropped and stored again are there again', async () => {
    const { bodies } = await showing({});
    const name = await bodies.keep('a text');
    await bodies.dropAllBut(new Set());
    expect(await bodies.read(name)).toBeUndefined();
    await bodies.keep('a text');
    expect(await bodies.read(name)).toBe('a text');
  });
});
