import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { stampOf } from '../../src/machine/file-stamp.ts';
import { statOf } from '../../src/machine/stat-of.ts';
import { diskStore, outputKeptIn } from '../../src/render/writer/disk-store.ts';
import { startDiskThread } from '../../src/render/writer/disk-thread.ts';
import { unpackedTexts } from '../../src/render/remember/packed-texts.ts';
import { createWriter } from '../../src/render/writer/writer.ts';
import { digestOf } from '../../src/values/site-file.ts';
import { folderOfFile } from '../temporary-folder.ts';

const root = folderOfFile();

/** A thread that cannot be started: there is no such file. */
const UNSTARTABLE = { worker: pathToFileURL(join(root, 'missing.js')), patience: 50 };
/** A system that refuses one at once. */
const REFUSED = { worker: new URL('http://127.0.0.1/'), patience: 50 };

describe.each([
  ['a second thread', {}],
  ['this thread, if no other can be started,', UNSTARTABLE],
  ['this thread, if the system refuses another,', REFUSED],
])('%s', (name, options) => {
  const folder = join(root, name);

  it('writes files with the folders above them, while their memory is used again', () => {
    const thread = startDiskThread(options);
    const shared = new Uint8Array(2000);
    const sizes = Array.from({ length: 700 }, (_, index) => (index * 37) % 2000);
    for (const [index, size] of sizes.entries())
      thread.write(folder, `${index % 7}/${index}/page`, shared.subarray(0, size).fill(index));
    const large = new Uint8Array(3_000_000).fill(7);
    thread.write(folder, 'large', large);
    thread.waitForAll();
    const wrong = sizes.flatMap((size, index) => {
      const written = readFileSync(join(folder, `${index % 7}/${index}/page`));
      return written.equals(Buffer.alloc(size, index)) ? [] : [index];
    });
    expect(wrong).toEqual([]);
    expect(readFileSync(join(folder, 'large')).equals(large)).toBe(true);
    thread.end();
  });

  it('knows the files that have their stamps, and none behind a link', () => {
    mkdirSync(join(folder, 'elsewhere'), { recursive: true });
    for (const file of ['same', 'edited', 'elsewhere/moved']) writeFileSync(join(folder, file), file);
    const files = ['same', 'edited', 'gone', 'elsewhere/moved', 'link/moved', 'same/inside'].map((path) => {
      const there = path.replace('link', 'elsewhere');
      const stats = statOf(join(folder, there));
      return [path, stats ? stampOf(stats) : '0 0 0 0'] as const;
    });
    symlinkSync('elsewhere', join(folder, 'link'));
    writeFileSync(join(folder, 'edited'), 'longer than before');
    const thread = startDiskThread(options);
    expect([...thread.look(folder, files)()]).toEqual([1, 0, 0, 1, 0, 0]);
    thread.end();
  });

  it('packs texts, and files that it has just written, and gives each its own result', () => {
    const thread = startDiskThread(options);
    const texts = Array.from({ length: 40 }, (_, index) => [`${index} été `, 'and more']);
    const packed = texts.map((each, index) => {
      thread.write(folder, `packed/${index}`, new Uint8Array(index));
      return thread.pack(each);
    });
    const unpacked = packed.toReversed().map((result) => Buffer.from(unpackedTexts(result()!, 100)!).toString());
    expect(unpacked.toReversed()).toEqual(texts.map((each) => each.join('')));
    thread.waitForAll();
    for (const name of ['one', 'other']) thread.write(folder, name, Buffer.from(`${name} été`));
    const written = thread.pack(['other', 'one'], { arePaths: true });
    const unknown = thread.pack(['one'], { arePaths: true });
    expect(Buffer.from(unpackedTexts(written()!, 100)!).toString()).toBe('other étéone été');
    expect(unknown()).toBeUndefined();
    thread.waitForAll();
    thread.end();
  });

  it('reports what the disk refuses', () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'file'), '');
    const write = (): void => {
      const thread = startDiskThread(options);
      try {
        thread.write(folder, 'file/inside', new Uint8Array(3));
        thread.waitForAll();
      } finally {
        // A build that has failed waits again before it removes its files.
        thread.waitForAll();
        thread.end();
      }
    };
    expect(write).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  });
});

describe('a site of many files that are known', () => {
  const PAGES = Array.from({ length: 2100 }, (_, index) => ({
    path: `pages/${index}/index.html`,
    content: Buffer.from(`page ${index}`),
  }));
  const publish = (folder: string, memory: Parameters<typeof diskStore>[1], read = true) => {
    const store = diskStore(outputKeptIn(join(root, '.gitcast'), folder), memory);
    store.lookAhead();
    const writer = createWriter(store);
    writer.begin();
    const lost = PAGES.filter(
      ({ path, content }) =>
        !writer.keep(path, { digest: digestOf(content), bytes: content.length }, () => (read ? content : undefined)),
    );
    return { ...writer.finish(), lost: lost.map(({ path }) => path) };
  };
  const noted = () => {
    let saved: string | undefined;
    return { load: () => saved, save: (places: string) => void (saved = places) };
  };

  it('is whole in an empty folder, and afterwards only what changed is written', () => {
    const [folder, memory] = [join(root, 'site'), noted()];
    expect(publish(folder, memory)).toMatchObject({ files: PAGES.length, written: PAGES.length, lost: [] });
    for (const { path, content } of PAGES) expect(readFileSync(join(folder, path)).equals(content)).toBe(true);
    expect(publish(folder, memory, false)).toMatchObject({ files: PAGES.length, written: 0, lost: [] });
    writeFileSync(join(folder, PAGES[7]!.path), 'edited');
    renameSync(join(folder, 'pages/8'), join(folder, 'pages/eight'));
    expect(publish(folder, memory, false).lost).toEqual([PAGES[7]!.path, PAGES[8]!.path]);
    expect(publish(folder, memory)).toMatchObject({ written: 2, lost: [] });
    expect(publish(folder, memory, false)).toMatchObject({ files: PAGES.length, written: 0, lost: [] });
  });

  it('is not published if the disk refuses one of its files', () => {
    const folder = join(root, 'refused');
    const options = outputKeptIn(join(root, '.gitcast'), folder);
    const writer = createWriter(diskStore(options, noted()));
    writer.begin();
    for (const { path, content } of PAGES)
      writer.keep(path, { digest: digestOf(content), bytes: content.length }, () => content);
    rmSync(options.staging, { recursive: true, force: true });
    writeFileSync(options.staging, '');
    const last = Buffer.from('last');
    writer.keep('other/index.html', { digest: digestOf(last), bytes: 4 }, () => last);
    expect(() => writer.finish()).toThrow(`cannot write ${options.staging}: a part of the path is not a folder`);
    writer.abandon();
    expect(statOf(folder)).toBeUndefined();
  });
});
