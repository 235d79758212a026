import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { packBlock, unpackList, unpackTexts, type PackedBlock } from '../../../src/render/remember/remembered-block.ts';
import { openCacheFile } from '../../../src/render/remember/cache-file.ts';
import { digestOf } from '../../../src/values/site-file.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const TEXTS = ['<p>One</p>', '<p>Déjà vu</p>'];

const blockOf = (texts: readonly string[]): PackedBlock =>
  packBlock(
    {
      facts: [[['has', 'event'], 'true']],
      files: texts.map((text, index) => ({
        path: `${index}/index.html`,
        about: '',
        facts: [0],
        digest: digestOf(Buffer.from(text)),
        bytes: Buffer.byteLength(text),
      })),
    },
    texts,
  );

function cachePath(): string {
  const folder = temporaryFolder();
  return join(folder, 'cache', 'build.db');
}

/** A cache with one block. */
function filled(): string {
  const file = cachePath();
  const cache = openCacheFile(file)!;
  cache.add('scope', [blockOf(TEXTS)]);
  cache.close();
  return file;
}

describe('a block', () => {
  it('has each text by its own digest', () => {
    const packed = blockOf(TEXTS);
    const block = unpackList(packed)!;
    const textOf = unpackTexts(block, packed.texts);
    expect([0, 1].map((index) => Buffer.from(textOf(index)!).toString())).toEqual(TEXTS);
    const other = unpackTexts(block, blockOf(['<p>Odd</p>', TEXTS[1]!]).texts);
    expect([other(0), Buffer.from(other(1)!).toString()]).toEqual([undefined, TEXTS[1]]);
    expect(unpackTexts(block, blockOf(['x'.repeat(100_000)]).texts)(0)).toBeUndefined();
  });

  it('is not read if its list is not the one that its name belongs to', () => {
    const packed = blockOf(TEXTS);
    expect(unpackList({ ...packed, name: blockOf(['']).name })).toBeUndefined();
    const list = Buffer.from('no list');
    expect(unpackList({ name: digestOf(list), list })).toBeUndefined();
  });
});

describe('the file that builds remember', () => {
  it('has the blocks of a scope, the latest first', () => {
    const cache = openCacheFile(filled())!;
    cache.add('scope', [blockOf(['another'])]);
    cache.add('other', [blockOf(['elsewhere'])]);
    expect(cache.lists('scope').map(({ name }) => name)).toEqual([blockOf(['another']).name, blockOf(TEXTS).name]);
    expect(cache.texts(blockOf(TEXTS).name)).toEqual(new Uint8Array(blockOf(TEXTS).texts));
    cache.drop(blockOf(TEXTS).name);
    expect(cache.lists('scope')).toHaveLength(1);
    expect([cache.lists('other').length, cache.lists('none').length]).toEqual([1, 0]);
    cache.close();
  });

  it('forgets what the last twenty builds did not use', () => {
    const file = filled();
    for (let build = 0; build <= 21; build++) {
      const cache = openCacheFile(file)!;
      cache.add('scope', [blockOf([`build ${build}`])]);
      cache.forgetUnused([blockOf(['build 0']).name]);
      cache.close();
    }
    const cache = openCacheFile(file)!;
    const names = cache.lists('scope').map(({ name }) => name);
    cache.close();
    expect(names).toContain(blockOf(['build 0']).name);
    expect(names).toContain(blockOf(['build 10']).name);
    expect(names).not.toContain(blockOf(TEXTS).name);
  });

  it('can be used by two processes at the same time', () => {
    const file = filled();
    const [one, other] = [openCacheFile(file)!, openCacheFile(file)!];
    one.add('scope', [blockOf(['one'])]);
    other.add('scope', [blockOf(['other'])]);
    one.setNote('place', Buffer.from('here'));
    expect(other.lists('scope')).toHaveLength(3);
    expect(Buffer.from(other.note('place')!).toString()).toBe('here');
    one.close();
    other.close();
  });

  const run = (sql: string) => (file: string) => {
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  };

  it.each<[string, (file: string) => void]>([
    ['of a newer version', run('PRAGMA user_version = 99')],
    ['of another program', run('PRAGMA application_id = 7')],
    ['without its tables', run('DROP TABLE texts; DROP TABLE notes')],
    ['that is no database', (file) => writeFileSync(file, 'a text')],
    ['that is cut off', (file) => truncateSync(file, 5000)],
    ['of zeros', (file) => writeFileSync(file, Buffer.alloc(20_000))],
  ])('is replaced by an empty one if it is one %s', (_, damage) => {
    const file = filled();
    damage(file);
    // Damage may be noticed only when it is read. Then the next build has an empty file.
    const first = openCacheFile(file);
    expect(first?.lists('scope') ?? []).toEqual([]);
    first?.add('scope', [blockOf(TEXTS)]);
    first?.close();
    const second = openCacheFile(file)!;
    second.add('scope', [blockOf(TEXTS)]);
    expect(second.lists('scope')).toHaveLength(1);
    second.close();
  });

  it('is not used if it is a folder, or a link to a file elsewhere', () => {
    const [folder, link] = [cachePath(), cachePath()];
    mkdirSync(folder, { recursive: true });
    expect(openCacheFile(folder)).toBeUndefined();
    mkdirSync(join(link, '..'), { recursive: true });
    const elsewhere = join(link, '..', 'mine');
    writeFileSync(elsewhere, 'mine');
    symlinkSync(elsewhere, link);
    openCacheFile(link)?.close();
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
  });
});
